internal import GRDB
internal import SQL

/// Counts of links.
public struct LinkCounts: Sendable, Equatable {
  /// Number of left rows with a link.
  public var links = 0
  /// Number of matching left rows whose right rows were all taken.
  public var dropped = 0
  /// Number of left rows in groups too large to be solved, where the best pairs were taken first.
  public var crowded = 0
}

extension LinkFile {
  /// Links the rows of matched pairs: each left row once, pairs that a user confirmed before all
  /// others.
  /// - Parameters:
  ///   - single: whether each right row is linked once, too: then the pairs with the highest sum of
  ///     scores are chosen, including alternatives where the best row is taken.
  ///   - bestFirst: with `single`: take the pair with the highest score, then the next, without
  ///     alternatives.
  ///   - holding: called with the bytes that a mark for each row takes; its error ends the linking.
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

/// Links while they are being chosen.
private struct Linking {
  /// Whether each row has a link.
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

  /// Takes pairs by score, the best first.
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

  /// Takes the pairs with the highest sum of scores among rows without a link.
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
