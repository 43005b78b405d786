/// A table of texts as `mix.ui.table` draws it, for other parts of the program.
public enum RecordTable {
  /// A cell.
  public struct Cell: Sendable, Equatable {
    /// One line; control characters in it are made visible.
    public var text: String
    /// Whether it stands on the right.
    public var isNumber: Bool

    /// Makes a cell.
    public init(_ text: String, isNumber: Bool = false) {
      self.text = text
      self.isNumber = isNumber
    }
  }

  /// The table, each line ended.
  /// - Parameters:
  ///   - titles: one for each column.
  ///   - rows: short ones are filled with empty cells.
  ///   - width: the most columns of the terminal that a line may take.
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
