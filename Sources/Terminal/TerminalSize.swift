/// A terminal's size in cells.
public struct TerminalSize: Sendable, Equatable {
  /// The number of cells in a line.
  public var columns: Int
  /// The number of visible lines.
  public var rows: Int

  /// Makes a size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
