internal import SQL

/// Changes of the counts, collected so that a batch writes each count once.
package struct CountDelta {
  private var changes: [Int64: [Int]] = [:]

  /// The jobs whose counts change.
  var jobs: [Int64] { changes.keys.sorted() }

  mutating func add(_ job: Int64, _ state: ItemState, _ count: Int) {
    changes[job, default: Array(repeating: 0, count: ItemState.allCases.count)][
      Int(state.rawValue)] += count
  }

  package mutating func move(_ job: Int64, _ from: ItemState, _ to: ItemState) {
    add(job, from, -1)
    add(job, to, 1)
  }

  /// The changes by job and state, in the order in which rows are locked.
  var entries: [(job: Int64, state: Int64, n: Int64)] {
    jobs.flatMap { job in
      (changes[job] ?? []).enumerated().compactMap { state, count in
        count == 0 ? nil : (job, Int64(state), Int64(count))
      }
    }
  }

  func apply(_ db: SQLSession) throws {
    if let items = db.bulkItems { return try items.addCounts(entries) }
    let update = try PreparedStatement(
      db,
      """
      INSERT INTO job_count (job, state, n) VALUES (?1, ?2, ?3)
      ON CONFLICT (job, state) DO UPDATE SET n = n + ?3
      """)
    for (job, state, n) in entries { try update.run(.int(job), .int(state), .int(n)) }
  }
}
