/// A column of a table on the terminal.
package struct TableColumn: Equatable {
  /// The side on which a cell's text is aligned.
  package enum Alignment: String, CaseIterable {
    case left, right
  }

  /// The title above the column; empty for none.
  package var title: String
  /// The alignment; nil for right if all cells are numbers, otherwise left.
  package var alignment: Alignment?
  /// The width in terminal columns, at least 1; nil to fit the cells.
  package var width: Int?
  /// The width that later cells are expected to need.
  package var expected = 0
  /// The least width while other columns can still be dropped.
  package var least: Int?
  /// The order of dropping columns on a narrow terminal, lowest number first; nil if the column
  /// always stays.
  package var drop: Int?

  /// Makes a column.
  package init(
    title: String, alignment: Alignment? = nil, width: Int? = nil, expected: Int = 0,
    least: Int? = nil, drop: Int? = nil
  ) {
    self.title = title
    self.alignment = alignment
    self.width = width
    self.expected = expected
    self.least = least
    self.drop = drop
  }
}

/// A cell of a table on the terminal.
package struct TableCell: Equatable {
  /// The text, one line, without control characters other than styles.
  package let text: String
  /// Whether the cell is a number, which is aligned to the right.
  package let isNumber: Bool

  /// - Parameters:
  ///   - text: the text; control characters are shown as pictures.
  ///   - isStyled: whether styles in the text are kept.
  package init(_ text: String, isNumber: Bool = false, isStyled: Bool = false) {
    self.text = isStyled ? StyledText.line(text) : VisibleText.line(text)
    self.isNumber = isNumber
  }
}
