/// A column of a table on the terminal.
package struct TableColumn: Equatable {
  /// On which side of its column a cell stands.
  package enum Alignment: String, CaseIterable {
    case left, right
  }

  /// The name above it; empty: none.
  package var title: String
  /// Nil: right when all its cells are numbers, else left.
  package var alignment: Alignment?
  /// Its width in columns of the terminal, 1 or more; nil: as its cells need.
  package var width: Int?
  /// The width that cells still to come are expected to need.
  package var expected = 0
  /// The width that it is not narrowed below while other columns can be left out.
  package var least: Int?
  /// On a terminal too narrow for all, the column with the lowest number is left out first; nil:
  /// it always stays.
  package var drop: Int?

  /// A column.
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
  /// One line, without control characters but for those of styles.
  package let text: String
  /// Whether it is a number, which stands on the right.
  package let isNumber: Bool

  /// - Parameters:
  ///   - text: control characters in it are made visible.
  ///   - isStyled: whether styles in it count.
  package init(_ text: String, isNumber: Bool = false, isStyled: Bool = false) {
    self.text = isStyled ? StyledText.line(text) : VisibleText.line(text)
    self.isNumber = isNumber
  }
}
