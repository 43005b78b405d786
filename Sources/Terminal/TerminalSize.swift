/// A terminal's size in cells.
public struct TerminalSize: Sendable, Equatable {
  /// How many cells a line has.
  public var columns: Int
  /// How many lines are visible.
  public var rows: Int

  /// A size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
