internal import Store

/// The bulk operations on items, each in one statement.
struct PostgresItems: BulkItems {
  let connection: PostgresConnection

  /// The most works in one statement.
  private static let chunk = 20_000

  // MARK: Items in

  func insert(
    _ works: [Int64], job: Int64, priority: Int
  ) throws -> EnqueueCounts {
    var counts = EnqueueCounts()
    for start in stride(from: 0, to: works.count, by: Self.chunk) {
      let part = Array(works[start..<min(start + Self.chunk, works.count)])
      let list = PostgresValue.ints(part)
      let added = try connection.rows(
        """
        INSERT INTO item (job, work, priority)
        SELECT ?1, work, ?2 FROM unnest(?3::bigint[]) WITH ORDINALITY AS list (work, place)
        ORDER BY place
        ON CONFLICT (work) WHERE phase < 3 DO NOTHING
        """, [.int(job), .int(Int64(priority)), list]
      ).changed
      counts.added += added
      counts.already += part.count - added
      guard added < part.count else { continue }
      try connection.rows(
        """
        UPDATE item SET priority = ?2
        WHERE work IN (SELECT unnest(?1::bigint[])) AND phase < 3 AND priority < ?2
        """, [list, .int(Int64(priority))])
    }
    return counts
  }

  // MARK: Items out

  /// Makes items ready whose wait is over, or whose due time is further ahead than any wait of the
  /// table.
  func wakeDue(
    until: Double, beyond: Double, _ delta: inout CountDelta
  ) throws {
    let rows = try connection.rows(
      """
      UPDATE item SET state = 0, due = 0 WHERE id IN (
        SELECT id FROM item WHERE phase = 2 AND (due <= ?1 OR due > ?2)
        ORDER BY due LIMIT 1000 FOR UPDATE SKIP LOCKED)
      RETURNING job
      """, [.real(until), .real(beyond)])
    for row in 0..<rows.count { delta.move(rows.int(Int32(row), 0), .waiting, .ready) }
  }

  /// Takes the first items of some jobs, skipping those that other processes are taking.
  func claim(
    _ count: Int, _ jobs: [Int64], owner: Int64
  ) throws -> [LeasedItem] {
    let jobs = try foremost(jobs)
    if jobs.list.isEmpty { return [] }
    let rows = try connection.rows(
      """
      WITH picked AS MATERIALIZED (
        SELECT ready.id, ready.priority, ready.lost
        FROM unnest(?1::bigint[]) AS wanted (job), LATERAL (
          SELECT id, priority, lost FROM item
          WHERE item.job = wanted.job AND phase = 0 AND state = 0 AND priority >= ?4
          ORDER BY priority DESC, lost, id LIMIT ?2 FOR UPDATE SKIP LOCKED) AS ready
        ORDER BY priority DESC, lost, id LIMIT ?2),
      taken AS (
        UPDATE item SET state = 1, owner = ?3, attempts = attempts + 1, started = 0
        FROM picked WHERE item.id = picked.id
        RETURNING item.id, job, work, attempts, throttled, returns, timeouts, item.lost,
          item.priority)
      SELECT id, job, work, attempts, throttled, returns, timeouts, lost FROM taken
      ORDER BY priority DESC, lost, id
      """, [.ints(jobs.list), .int(Int64(count)), .int(owner), .int(jobs.least)])
    return (0..<rows.count).map { index in
      let row = Int32(index)
      return LeasedItem(
        id: rows.int(row, 0), job: rows.int(row, 1), work: rows.int(row, 2),
        attempt: Int(rows.int(row, 3)), throttled: Int(rows.int(row, 4)),
        returns: Int(rows.int(row, 5)), timeouts: Int(rows.int(row, 6)), lost: Int(rows.int(row, 7))
      )
    }
  }

  /// The most jobs whose items are locked at once.
  private static let mostJobs = 8

  /// Selects, of many jobs, those whose first items come first. `least` is the lowest priority that
  /// they may serve before the jobs left out.
  private func foremost(
    _ jobs: [Int64]
  ) throws -> (list: [Int64], least: Int64) {
    if jobs.count <= Self.mostJobs { return (jobs, .min) }
    let rows = try connection.rows(
      """
      SELECT wanted.job, head.priority FROM unnest(?1::bigint[]) AS wanted (job), LATERAL (
        SELECT id, priority, lost FROM item
        WHERE item.job = wanted.job AND phase = 0 AND state = 0
        ORDER BY priority DESC, lost, id LIMIT 1) AS head
      ORDER BY head.priority DESC, head.lost, head.id LIMIT ?2
      """, [.ints(jobs), .int(Int64(Self.mostJobs + 1))])
    let list = (0..<min(rows.count, Self.mostJobs)).map { rows.int(Int32($0), 0) }
    return (list, rows.count > Self.mostJobs ? rows.int(Int32(Self.mostJobs), 1) : .min)
  }

  /// Finds out why a process that took no items must wait, by the server's clock.
  func look(
    at jobs: [Int64], skipped: Set<Int64>, _ now: Double, _ answer: inout JobExchange.Answer
  ) throws {
    if jobs.isEmpty { return }
    let rows = try connection.rows(
      """
      SELECT
        EXISTS (SELECT 1 FROM unnest(?2::bigint[]) AS wanted (job), LATERAL (
          SELECT 1 FROM item
          WHERE item.job = wanted.job AND phase = 0 AND state = 0 LIMIT 1) AS ready),
        (SELECT min(due) FROM item WHERE phase = 2 AND job = ANY (?1::bigint[])),
        (SELECT count(*) FROM lease_owner, unnest(held) AS taken (id) JOIN item USING (id)
          WHERE item.owner = lease_owner.id AND item.state = 1
            AND item.job = ANY (?1::bigint[]))
      """, [.ints(jobs), .ints(jobs.filter { !skipped.contains($0) })])
    if rows.int(0, 0) != 0 { answer.nextDue = now }
    if !rows.isNull(0, 1) { answer.nextDue = min(rows.real(0, 1), answer.nextDue ?? .infinity) }
    answer.held = Int(rows.int(0, 2))
  }

  /// Saves the next states of items that an owner still has.
  /// - Returns: the numbers of those items.
  func settle(
    _ changes: [(item: LeasedItem, next: NextState)], owner: Int64
  ) throws -> Set<Int64> {
    func numbers(_ value: (NextState) -> Int) -> PostgresValue {
      .ints(changes.map { Int64(value($0.next)) })
    }
    let rows = try connection.rows(
      """
      UPDATE item SET state = list.state, due = list.due, error = list.error,
        throttled = list.throttled, returns = list.returns, timeouts = list.timeouts,
        attempts = list.attempts, lost = 0, owner = 0
      FROM unnest(?2::bigint[], ?3::bigint[], ?4::float8[], ?5::text[], ?6::bigint[], ?7::bigint[],
        ?8::bigint[], ?9::bigint[], ?10::bigint[])
        AS list (id, state, due, error, throttled, returns, timeouts, attempts, attempt)
      WHERE item.id = list.id AND item.owner = ?1 AND item.state = 1
        AND item.attempts = list.attempt
      RETURNING item.id
      """,
      [
        .int(owner), .ints(changes.map(\.item.id)), .ints(changes.map(\.next.state.rawValue)),
        .reals(changes.map(\.next.due)),
        .optionalTexts(changes.map { $0.next.error?.withoutNulls }),
        numbers(\.throttled), numbers(\.returns), numbers(\.timeouts), numbers(\.attempts),
        .ints(changes.map { Int64($0.item.attempt) }),
      ])
    return Set((0..<rows.count).map { rows.int(Int32($0), 0) })
  }

  /// Updates the list of held items in an owner's row.
  func hold(
    _ taken: [Int64], without settled: [Int64], owner: Int64
  ) throws {
    if taken.isEmpty && settled.isEmpty { return }
    try connection.rows(
      """
      UPDATE lease_owner
      SET held = ARRAY(SELECT unnest(held) EXCEPT SELECT unnest(?2::bigint[])) || ?3::bigint[]
      WHERE id = ?1
      """, [.int(owner), .ints(settled), .ints(taken)])
  }

  /// Adds missing items to their owners' lists: an earlier version, which kept no lists, took them.
  func findStrays() throws {
    try connection.rows(
      """
      INSERT INTO lease_owner (id, host, pid, boot, started, namespace, held)
      SELECT leased.owner, '', 0, '', 0, '', leased.items FROM (
        SELECT owner, array_agg(id) AS items FROM item WHERE phase = 0 AND state = 1 GROUP BY owner
      ) AS leased
      WHERE NOT EXISTS (SELECT 1 FROM lease_owner
        WHERE lease_owner.id = leased.owner AND leased.items <@ held)
      ON CONFLICT (id) DO UPDATE SET held = lease_owner.held || excluded.held
      """)
  }

  // MARK: Counts and log

  /// Adds to the counts. All transactions change the rows in the same order, so that no two wait
  /// for each other.
  func addCounts(
    _ entries: [(job: Int64, state: Int64, n: Int64)]
  ) throws {
    if entries.isEmpty { return }
    try connection.rows(
      """
      INSERT INTO job_count (job, state, n)
      SELECT job, state, n FROM unnest(?1::bigint[], ?2::bigint[], ?3::bigint[])
        AS list (job, state, n) ORDER BY job, state
      ON CONFLICT (job, state) DO UPDATE SET n = job_count.n + excluded.n
      """, [.ints(entries.map(\.job)), .ints(entries.map(\.state)), .ints(entries.map(\.n))])
  }

  func readCounts(_ jobs: inout [JobProgress]) throws {
    let places = Dictionary(
      jobs.enumerated().map { ($1.job, $0) }, uniquingKeysWith: { first, _ in first })
    let rows = try connection.rows(
      "SELECT job, state, n FROM job_count WHERE job = ANY (?1::bigint[])",
      [.ints(jobs.map(\.job))])
    for index in 0..<rows.count {
      let row = Int32(index)
      guard let place = places[rows.int(row, 0)], let state = ItemState(rawValue: rows.int(row, 1))
      else { continue }
      jobs[place][state] = Int(rows.int(row, 2))
    }
  }

  func addEvents(_ events: [JobEvent]) throws {
    try connection.rows(
      """
      INSERT INTO job_event (job, time, event, work, attempt, wait, reason)
      SELECT * FROM unnest(?1::bigint[], ?2::float8[], ?3::text[], ?4::bigint[], ?5::bigint[],
        ?6::float8[], ?7::text[])
      """,
      [
        .ints(events.map(\.job)), .reals(events.map(\.time)), .texts(events.map(\.event)),
        .optionalInts(events.map(\.work)), .optionalInts(events.map { $0.attempt.map(Int64.init) }),
        .optionalReals(events.map(\.wait)), .optionalTexts(events.map { $0.reason?.withoutNulls }),
      ])
  }

  // MARK: Works

  func open(_ works: [Int64]) throws -> Set<Int64> {
    let rows = try connection.rows(
      "SELECT work FROM item WHERE work IN (SELECT unnest(?1::bigint[])) AND phase < 3",
      [.ints(works)])
    return Set((0..<rows.count).map { rows.int(Int32($0), 0) })
  }

  func failures(
    _ works: [Int64]
  ) throws -> [Int64: String] {
    let rows = try connection.rows(
      """
      SELECT wanted.work, latest.error FROM unnest(?1::bigint[]) AS wanted (work), LATERAL (
        SELECT state, error FROM item WHERE item.work = wanted.work ORDER BY id DESC LIMIT 1
      ) AS latest
      WHERE latest.state = 6
      """, [.ints(works)])
    let pairs = (0..<rows.count).map { (rows.int(Int32($0), 0), rows.text(Int32($0), 1)) }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}

extension String {
  /// The text without U+0000, which PostgreSQL cannot store.
  var withoutNulls: String {
    utf8.contains(0) ? String(unicodeScalars.filter { $0 != "\0" }.map(Character.init)) : self
  }
}

extension PostgresConnection: BulkItemSession {
  var items: any BulkItems { PostgresItems(connection: self) }
}
