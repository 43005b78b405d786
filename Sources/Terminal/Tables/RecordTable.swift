/// Formats a table of texts like `mix.ui.table`.
///
/// ```swift
/// print(RecordTable.render(titles: ["Name"], rows: [[.init("Halo")]], width: 80, color: false))
/// ```
public enum RecordTable {
  /// A cell.
  public struct Cell: Sendable, Equatable {
    /// The text, one line; control characters are shown as pictures.
    public var text: String
    /// Whether the cell is aligned to the right.
    public var isNumber: Bool

    /// Makes a cell.
    public init(_ text: String, isNumber: Bool = false) {
      self.text = text
      self.isNumber = isNumber
    }
  }

  /// Formats a table; each line ends with a line break.
  /// - Parameters:
  ///   - titles: one title for each column.
  ///   - rows: the rows; missing cells are empty.
  ///   - width: the most terminal columns of a line.
  ///   - color: whether titles may be bold.
  public static func render(
    titles: [String], rows: [[Cell]], width: Int, color: Bool
  ) -> String {
    TableLayout.render(
      rows.map { row in row.map { TableCell($0.text, isNumber: $0.isNumber) } },
      columns: titles.map { TableColumn(title: $0, alignment: nil, width: nil) }, width: width,
      color: color)
  }
}
