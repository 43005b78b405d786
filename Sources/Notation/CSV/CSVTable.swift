/// A CSV text with a header, read as a whole.
///
/// ```swift
/// let table = try CSVTable(parsing: bytes)
/// let title = table.value(row: 0, named: "title")
/// ```
public struct CSVTable: Sendable, Equatable {
  /// A record that has more or fewer fields than the header.
  public struct RaggedRow: Sendable, Equatable {
    /// The record's place in ``CSVTable/rows``, from 0.
    public let index: Int
    /// The number of its fields.
    public let count: Int
  }

  /// The fields of the first record; empty for an empty text.
  public private(set) var header: [String] = []
  /// The records after the header; ragged ones are not padded.
  public private(set) var rows: [[String]] = []
  /// The records with more or fewer fields than the header.
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

  /// A field by its row and the name of its column; nil when the row lacks that field. Of columns
  /// with equal names the first counts.
  public func value(row: Int, named name: String) -> String? {
    guard let column = header.firstIndex(of: name), rows[row].indices.contains(column) else {
      return nil
    }
    return rows[row][column]
  }
}
