internal import GRDB
internal import Glibc
internal import SQL

/// Rows of one table with the rows of the index that share blocking keys with them.
public struct LinkQuery: Sendable {
  /// A row that shares keys.
  public struct Candidate: Sendable {
    /// Its number.
    public let row: Int
    /// How much the shared keys say: the rarer, the more.
    public let weight: Double
    /// As it was added.
    public let record: String
    /// As it was added.
    public let gold: String?
  }

  /// The row's number.
  public let row: Int
  /// As it was added.
  public let record: String
  /// As it was added.
  public let gold: String?
  /// The best first.
  public let candidates: [Candidate]
}

/// How candidates are chosen.
public struct LinkSearch: Sendable {
  /// The most candidates of a row.
  public var most = 10
  /// A key of more rows than this says nothing.
  public var common = 200
  /// Candidates that weigh less than this share of the best are left out.
  public var share = 0.3
  /// Whether rows are looked for among the rows of the left table before them: each pair comes once.
  public var before = false

  /// The defaults.
  public init() {}
}

extension LinkFile {
  /// The candidates of rows of the left table.
  /// - Parameters:
  ///   - rows: numbers from 1 on; those beyond the table's end are left out.
  ///   - holding: is called with the bytes that each part of the result takes; its error ends the search.
  public func candidates(
    _ rows: ClosedRange<Int>, _ search: LinkSearch, holding: (Int) throws -> Void = { _ in }
  ) throws -> [LinkQuery] {
    try reading { db in
      let finder = try Finder(db, search)
      let queries = try PreparedStatement(
        db, "SELECT id, record, gold, keys FROM left_row WHERE id BETWEEN ? AND ? ORDER BY id")
      return try queries.map(.int(Int64(rows.lowerBound)), .int(Int64(rows.upperBound))) { row in
        let id = row.int(0)
        let candidates = try finder.find(LinkKeys.read(row.bytes(3)), id, holding)
        let record = row.text(1)
        try holding(record.utf8.count + Self.rowBytes)
        return LinkQuery(
          row: Int(id), record: record, gold: row.isNull(2) ? nil : row.text(2),
          candidates: candidates)
      }
    }
  }
}

/// Looks keys up.
private struct Finder {
  private let search: LinkSearch
  private let total: Double
  private let places: PreparedStatement
  private let record: PreparedStatement

  init(_ db: Database, _ search: LinkSearch) throws {
    let side: LinkFile.Side = search.before ? .left : .right
    self.search = search
    total = Double(try LinkFile.count(db, side))
    places = try PreparedStatement(
      db, "SELECT row FROM place WHERE key = ? LIMIT \(search.common + 1)")
    record = try PreparedStatement(db, "SELECT record, gold FROM \(side.rawValue)_row WHERE id = ?")
  }

  func find(
    _ keys: [Int64], _ own: Int64, _ holding: (Int) throws -> Void
  ) throws -> [LinkQuery.Candidate] {
    var hits: [(row: Int64, weight: Double)] = []
    var crowded: [Int64] = []
    for key in keys {
      let rows = try places.map(.int(key)) { $0.int(0) }
      if rows.count > search.common {
        if crowded.isEmpty { crowded = rows }
        continue
      }
      let weight = log((total + 1) / Double(max(1, rows.count)))
      for row in rows where !search.before || row < own { hits.append((row, weight)) }
    }
    // All keys are common: some of their rows are better than none.
    if hits.isEmpty {
      hits = crowded.filter { !search.before || $0 < own }.prefix(search.most).map { ($0, 0) }
    }
    return try heaviest(hits).compactMap { hit in
      let found = try record.first(.int(hit.row)) {
        LinkQuery.Candidate(
          row: Int(hit.row), weight: hit.weight, record: $0.text(0),
          gold: $0.isNull(1) ? nil : $0.text(1))
      }
      try holding((found?.record.utf8.count ?? 0) + LinkFile.rowBytes)
      return found
    }
  }

  private func heaviest(_ hits: [(row: Int64, weight: Double)]) -> [(row: Int64, weight: Double)] {
    var sums: [(row: Int64, weight: Double)] = []
    for hit in hits.sorted(by: { $0.row < $1.row }) {
      if let last = sums.last, last.row == hit.row {
        sums[sums.count - 1].weight += hit.weight
      } else {
        sums.append(hit)
      }
    }
    sums.sort { $0.weight != $1.weight ? $0.weight > $1.weight : $0.row < $1.row }
    let least = (sums.first?.weight ?? 0) * search.share
    return Array(sums.prefix(search.most).prefix { $0.weight >= least })
  }
}
