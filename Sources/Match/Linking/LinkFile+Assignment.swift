internal import GRDB
internal import SQL

/// Counts of matched pairs after rows were linked.
public struct LinkCounts: Sendable, Equatable {
  /// How many rows of the left table have a link.
  public var links = 0
  /// How many of them match, but none was left for them.
  public var dropped = 0
  /// How many are in groups too large to be solved, where the best pairs were taken first.
  public var crowded = 0
}

extension LinkFile {
  /// Links the rows of matched pairs: each left row once, what the user confirmed before all others.
  /// - Parameters:
  ///   - single: whether each right row is linked once, too: then the pairs are taken whose scores add up to
  ///     most, with alternatives where the best is another's.
  ///   - bestFirst: with `single`: take the pair with the highest score, then the next, without alternatives.
  ///   - holding: is called with the bytes that a mark for each row takes; its error ends the linking.
  public func assign(
    single: Bool, bestFirst: Bool = false, holding: (Int) throws -> Void = { _ in }
  ) throws -> LinkCounts {
    try writing { db in
      let (left, right) = try (Self.count(db, .left) + 1, Self.count(db, .right) + 1)
      try holding(left + right)
      try db.execute(sql: "DELETE FROM link")
      var linking = Linking(
        left: [Bool](repeating: false, count: left),
        right: [Bool](repeating: false, count: right), isSingle: single,
        insert: try PreparedStatement(db, "INSERT INTO link VALUES (?, ?, ?)"))
      if single, !bestFirst {
        try linking.takeInOrder(db, states: "3")
        try linking.takeTogether(db)
      } else {
        try linking.takeInOrder(db, states: "2, 3")
      }
      let matched = try PreparedStatement(
        db, "SELECT count(DISTINCT left) FROM decision WHERE state IN (2, 3)"
      ).first { Int($0.int(0)) }
      linking.counts.dropped = max(0, (matched ?? 0) - linking.counts.links)
      return linking.counts
    }
  }
}

/// Links in the making.
private struct Linking {
  /// The rows that have a link.
  var left: [Bool]
  var right: [Bool]
  let isSingle: Bool
  let insert: PreparedStatement
  var counts = LinkCounts()

  private func isFree(_ a: Int, _ b: Int) -> Bool {
    left.indices.contains(a) && right.indices.contains(b) && !left[a] && (!isSingle || !right[b])
  }

  private mutating func link(_ a: Int, _ b: Int, _ score: Double) throws {
    (left[a], right[b]) = (true, true)
    counts.links += 1
    try insert.run(.int(Int64(a)), .int(Int64(b)), .real(score))
  }

  /// The best pairs first.
  mutating func takeInOrder(_ db: Database, states: String) throws {
    try PreparedStatement(
      db,
      """
      SELECT left, right, score FROM decision WHERE state IN (\(states))
      ORDER BY state DESC, score DESC, left, right
      """
    ).forEach { row in
      let (a, b) = (Int(row.int(0)), Int(row.int(1)))
      if isFree(a, b) { try link(a, b, row.real(2)) }
    }
  }

  /// Takes the pairs that add up to most, of the rows that have no link yet.
  mutating func takeTogether(_ db: Database) throws {
    var pairs: [LinkAssignment.Pair] = []
    var scores: [Double] = []
    try PreparedStatement(
      db,
      "SELECT left, right, score, state FROM decision WHERE state IN (2, 4) ORDER BY left, right"
    ).forEach { row in
      let (a, b) = (Int(row.int(0)), Int(row.int(1)))
      guard isFree(a, b) else { return }
      pairs.append(
        LinkAssignment.Pair(left: a, right: b, score: row.real(2), isFirst: row.int(3) == 2))
      scores.append(row.real(2))
    }
    let assignment = LinkAssignment(pairs)
    for place in assignment.taken {
      try link(Int(pairs[place].left), Int(pairs[place].right), scores[place])
    }
    counts.crowded = assignment.crowded
  }
}
