internal import GRDB
internal import Glibc
internal import SQL

/// A row of the left table with the rows of the index that share blocking keys with it.
public struct LinkQuery: Sendable {
  /// A row of the index that shares keys.
  public struct Candidate: Sendable {
    /// The candidate's number.
    public let row: Int
    /// The weight of the shared keys: the rarer the keys, the higher.
    public let weight: Double
    /// The record as it was added.
    public let record: String
    /// The gold value as it was added.
    public let gold: String?
  }

  /// The row's number.
  public let row: Int
  /// The record as it was added.
  public let record: String
  /// The gold value as it was added.
  public let gold: String?
  /// The candidates, the best first.
  public let candidates: [Candidate]
}

/// How candidates are chosen.
public struct LinkSearch: Sendable {
  /// Most candidates for a row.
  public var most = 10
  /// Most rows of a key that counts; more common keys are ignored.
  public var common = 200
  /// Lowest weight of a candidate, as a share of the best candidate's.
  public var share = 0.3
  /// Whether candidates are earlier rows of the left table, so that each pair comes once.
  public var before = false

  /// Makes the default options.
  public init() {}
}

extension LinkFile {
  /// Finds the candidates of rows of the left table.
  /// - Parameters:
  ///   - rows: numbers from 1 on; those beyond the table's end are ignored.
  ///   - holding: called with the bytes that each part of the result takes; its error ends the
  ///     search.
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

/// Looks up keys.
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
    // All keys are too common: some of their rows are better than none.
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
