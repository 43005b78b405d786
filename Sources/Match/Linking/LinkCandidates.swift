internal import Notation
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
      try postings.reading(db) { reader in
        let finder = try Finder(db, search, reader)
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
}

/// Looks up keys.
private struct Finder {
  /// The share of a row's own weight below which its best candidate is a faint one, and the most
  /// candidates of such a row.
  private static let (faint, mostFaint) = (0.3, 4)

  private let search: LinkSearch
  private let total: Double
  private let postings: LinkPostings.Reader
  private let record: PreparedStatement

  init(_ db: Database, _ search: LinkSearch, _ postings: LinkPostings.Reader) throws {
    let side: LinkFile.Side = search.before ? .left : .right
    (self.search, self.postings) = (search, postings)
    total = Double(try LinkFile.count(db, side))
    record = try PreparedStatement(db, "SELECT record, gold FROM \(side.rawValue)_row WHERE id = ?")
  }

  func find(
    _ keys: [Int64], _ own: Int64, _ holding: (Int) throws -> Void
  ) throws -> [LinkQuery.Candidate] {
    try heaviest(keys, own).compactMap { hit in
      let found = try record.first(.int(Int64(hit.row))) {
        LinkQuery.Candidate(
          row: Int(hit.row), weight: hit.weight, record: $0.text(0),
          gold: $0.isNull(1) ? nil : $0.text(1))
      }
      try holding((found?.record.utf8.count ?? 0) + LinkFile.rowBytes)
      return found
    }
  }

  private func heaviest(_ keys: [Int64], _ own: Int64) throws -> [(row: UInt32, weight: Double)] {
    var whole = 0.0
    var crowded: [UInt32] = []
    let last = UInt32(clamping: search.before ? own - 1 : Int64(clamping: total))
    defer { postings.clearSums() }
    for key in keys {
      let bucket = try postings.bucket(of: key)
      let found = bucket.places(of: key, most: search.common + 1)
      if found.count > search.common {
        if crowded.isEmpty { crowded = Array(bucket.rows[found]) }
        continue
      }
      let weight = log((total + 1) / Double(max(1, found.count)))
      whole += weight
      postings.add(weight, to: bucket.rows[found], through: last)
    }
    let sums = postings.sums
    // All keys are too common: some of their rows are better than none.
    if sums.isEmpty { return crowded.filter { $0 <= last }.prefix(search.most).map { ($0, 0) } }
    return heaviest(sums, of: whole)
  }

  /// The rows that may be the one: where a row of another table shares nearly all keys, only those
  /// near it.
  /// - Parameter whole: the weight of a row that shares all of them.
  private func heaviest(
    _ sums: [(row: UInt32, weight: Double)], of whole: Double
  ) -> [(row: UInt32, weight: Double)] {
    let most = sums.reduce(0) { max($0, $1.weight) }
    let isClear = search.share > 0 && !search.before && most >= 0.8 * whole
    let least = most * (isClear ? max(search.share, 0.5) : search.share)
    let heavy = sums.filter { $0.weight >= least }.sorted {
      $0.weight != $1.weight ? $0.weight > $1.weight : $0.row < $1.row
    }
    // Where none shares much, those behind the first share what many have: an artist, a common word.
    let isFaint = search.share > 0 && !search.before && most < Self.faint * whole
    return Array(heavy.prefix(isFaint ? min(search.most, Self.mostFaint) : search.most))
  }
}
