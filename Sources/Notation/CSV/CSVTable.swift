/// A CSV text with a header: names, and records of fields.
public struct CSVTable: Sendable, Equatable {
  /// A record that has more or fewer fields than the header.
  public struct RaggedRow: Sendable, Equatable {
    /// Place in ``CSVTable/rows``, 0 the first.
    public let index: Int
    /// How many fields it has.
    public let count: Int
  }

  /// The fields of the first record; empty when there is none.
  public private(set) var header: [String] = []
  /// The other records as they stand, ragged ones not filled up.
  public private(set) var rows: [[String]] = []
  /// The records that do not fit the header.
  public private(set) var ragged: [RaggedRow] = []

  /// Reads a whole text.
  /// - Throws: ``CSVError``.
  public init(parsing bytes: some Sequence<UInt8>, options: CSVOptions = CSVOptions()) throws {
    var parser = CSVParser(options: options)
    var records: [[String]] = []
    try parser.feed(bytes) { records.append($0) }
    try parser.finish { records.append($0) }
    guard let first = records.first else { return }
    header = first
    rows = Array(records.dropFirst())
    for (index, row) in rows.enumerated() where row.count != first.count {
      ragged.append(RaggedRow(index: index, count: row.count))
    }
  }

  /// A field by its row and the name of its column; nil when the row has none there. Of equal names
  /// the first counts.
  public func value(row: Int, named name: String) -> String? {
    guard let column = header.firstIndex(of: name), rows[row].indices.contains(column) else {
      return nil
    }
    return rows[row][column]
  }
}
