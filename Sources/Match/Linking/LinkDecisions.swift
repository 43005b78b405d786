internal import GRDB
internal import SQL

/// A decision about a pair of rows.
public struct LinkDecision: Sendable {
  /// How certain a decision is.
  public enum State: Int64, Sendable {
    /// A user said that the two are not the same.
    case refused
    case uncertain
    case matched
    /// A user said that the two are the same.
    case confirmed
    /// The pair would match if the row had no better one; used by
    /// ``LinkFile/assign(single:bestFirst:)``.
    case alternative
  }

  /// The row of the left table.
  public var left: Int
  /// The other row: of the right table, or an earlier one of the left.
  public var right: Int
  /// The rules' score.
  public var score: Double
  /// How sure it is.
  public var state: State
  /// The reason in words for the user.
  public var reason: String

  /// Makes a decision.
  public init(left: Int, right: Int, score: Double, state: State, reason: String) {
    (self.left, self.right, self.score) = (left, right, score)
    (self.state, self.reason) = (state, reason)
  }
}

/// An uncertain pair of rows.
public struct LinkDoubt: Sendable {
  /// The decision.
  public let pair: LinkDecision
  /// The record of the left row, as it was added.
  public let leftRecord: String
  /// The record of the other row, as it was added.
  public let rightRecord: String
}

/// A row of the left table with the row or cluster that it was linked to.
public struct LinkResult: Sendable {
  /// The row's number.
  public let row: Int
  /// The record as it was added.
  public let record: String
  /// The number of the linked row, or of the cluster's first row; nil for a row without a link.
  public let other: Int?
  /// The linked row's record as it was added; nil without a link and for clusters.
  public let otherRecord: String?
  /// The rules' score; nil without a link.
  public let score: Double?
}

extension LinkFile {
  /// Stores decisions; decisions of a user stay. Notes are stored in the same transaction.
  public func decide(
    _ decisions: [LinkDecision], notes: KeyValuePairs<String, String> = [:]
  ) throws {
    try writing { db in
      let insert = try PreparedStatement(
        db,
        """
        INSERT INTO decision VALUES (?, ?, ?, ?, ?) ON CONFLICT(left, right) DO UPDATE SET
        score = excluded.score, state = excluded.state, reason = excluded.reason
        WHERE state NOT IN (0, 3) OR excluded.state IN (0, 3)
        """)
      for item in decisions {
        try insert.run(
          .int(Int64(item.left)), .int(Int64(item.right)), .real(item.score),
          .int(item.state.rawValue), .text(item.reason))
      }
      for (name, value) in notes { try Self.setNote(db, name, value) }
    }
  }

  /// Reads all uncertain pairs of the next rows of the left table that have some.
  /// - Parameters:
  ///   - row: the last row that was read before.
  ///   - rows: most rows. The number of pairs is not limited; a caller continues after the last
  ///     pair's row.
  ///   - within: whether the other row is in the left table as well.
  ///   - holding: called with the bytes that each pair takes; its error ends the reading.
  public func doubts(
    after row: Int, rows: Int, within: Bool, holding: (Int) throws -> Void = { _ in }
  ) throws -> [LinkDoubt] {
    let other = within ? "left_row" : "right_row"
    return try reading { db in
      try PreparedStatement(
        db,
        """
        SELECT d.left, d.right, d.score, d.reason, a.record, b.record FROM decision d
        JOIN left_row a ON a.id = d.left JOIN \(other) b ON b.id = d.right
        WHERE d.state = 1 AND d.left IN
        (SELECT DISTINCT left FROM decision WHERE state = 1 AND left > ? ORDER BY left LIMIT ?)
        ORDER BY d.left, d.score DESC, d.right
        """
      ).map(.int(Int64(row)), .int(Int64(rows))) { row in
        let pair = LinkDecision(
          left: Int(row.int(0)), right: Int(row.int(1)), score: row.real(2), state: .uncertain,
          reason: row.text(3))
        let (left, right) = (row.text(4), row.text(5))
        try holding(left.utf8.count + right.utf8.count + Self.rowBytes)
        return LinkDoubt(pair: pair, leftRecord: left, rightRecord: right)
      }
    }
  }

  /// The number of pairs with each state.
  public func tally() throws -> [LinkDecision.State: Int] {
    try reading { db in
      var counts: [LinkDecision.State: Int] = [:]
      try PreparedStatement(db, "SELECT state, count(*) FROM decision GROUP BY state").forEach {
        if let state = LinkDecision.State(rawValue: $0.int(0)) { counts[state] = Int($0.int(1)) }
      }
      return counts
    }
  }

  /// Groups rows of the left table that match directly or through others into clusters.
  /// - Parameter holding: called with the bytes that one number for each row takes; its error ends
  ///   the work.
  /// - Returns: the number of clusters of two or more rows, and the number of rows in them.
  public func cluster(
    holding: (Int) throws -> Void = { _ in }
  ) throws -> (clusters: Int, rows: Int) {
    try writing { db in
      let last = Int32(clamping: try Self.count(db, .left))
      try holding((Int(last) + 1) * MemoryLayout<Int32>.size)
      try db.execute(sql: "DELETE FROM cluster")
      // For each row an earlier row of its cluster; the chain ends at the first.
      var head = Array(0...last)
      func first(_ row: Int) -> Int {
        var row = row
        while head[row] != row {
          head[row] = head[Int(head[row])]
          row = Int(head[row])
        }
        return row
      }
      try PreparedStatement(db, "SELECT left, right FROM decision WHERE state IN (2, 3)").forEach {
        row in
        guard head.indices.contains(Int(row.int(0))), head.indices.contains(Int(row.int(1))) else {
          return
        }
        let (a, b) = (first(Int(row.int(0))), first(Int(row.int(1))))
        head[max(a, b)] = Int32(clamping: min(a, b))
      }
      let insert = try PreparedStatement(db, "INSERT OR IGNORE INTO cluster VALUES (?, ?)")
      var counts = (clusters: 0, rows: 0)
      for row in head.indices where first(row) != row {
        let start = first(row)
        if try insert.run(.int(Int64(start)), .int(Int64(start))) > 0 {
          counts.clusters += 1
          counts.rows += 1
        }
        counts.rows += try insert.run(.int(Int64(row)), .int(Int64(start)))
      }
      return counts
    }
  }

  /// Reads rows of the left table with their links, or with the first rows of their clusters.
  /// - Parameter holding: called with the bytes that each row takes; its error ends the reading.
  public func results(
    _ rows: ClosedRange<Int>, clusters: Bool, holding: (Int) throws -> Void = { _ in }
  ) throws -> [LinkResult] {
    let sql =
      clusters
      ? """
      SELECT a.id, a.record, c.head, NULL, NULL FROM left_row a
      LEFT JOIN cluster c ON c.row = a.id WHERE a.id BETWEEN ? AND ? ORDER BY a.id
      """
      : """
      SELECT a.id, a.record, l.right, b.record, l.score FROM left_row a
      LEFT JOIN link l ON l.left = a.id LEFT JOIN right_row b ON b.id = l.right
      WHERE a.id BETWEEN ? AND ? ORDER BY a.id
      """
    return try reading { db in
      try PreparedStatement(db, sql).map(
        .int(Int64(rows.lowerBound)), .int(Int64(rows.upperBound))
      ) { row in
        let (record, other) = (row.text(1), row.isNull(3) ? nil : row.text(3))
        try holding(record.utf8.count + (other?.utf8.count ?? 0) + Self.rowBytes)
        return LinkResult(
          row: Int(row.int(0)), record: record, other: row.isNull(2) ? nil : Int(row.int(2)),
          otherRecord: other, score: row.isNull(4) ? nil : row.real(4))
      }
    }
  }

  /// The numbers of links, or pairs of one cluster, that are right and wrong by the gold values.
  public func judged(clusters: Bool) throws -> (right: Int, wrong: Int) {
    let sql =
      clusters
      ? """
      SELECT (SELECT coalesce(sum(n * (n - 1) / 2), 0) FROM (SELECT count(*) AS n FROM cluster c
      JOIN left_row a ON a.id = c.row WHERE a.gold IS NOT NULL GROUP BY c.head, a.gold)),
      (SELECT coalesce(sum(n * (n - 1) / 2), 0) FROM
      (SELECT count(*) AS n FROM cluster GROUP BY head))
      """
      : """
      SELECT coalesce(sum(a.gold IS NOT NULL AND a.gold = b.gold), 0), count(*) FROM link l
      JOIN left_row a ON a.id = l.left JOIN right_row b ON b.id = l.right
      """
    return try reading { db in
      try PreparedStatement(db, sql).first {
        (right: Int($0.int(0)), wrong: Int($0.int(1) - $0.int(0)))
      } ?? (0, 0)
    }
  }
}
