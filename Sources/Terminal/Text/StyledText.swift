/// Lines that may contain the control sequences of ``TextStyle``, which take no columns. All other
/// control characters are shown as pictures (``VisibleText``).
package enum StyledText {
  private static let escape = UInt8(ascii: "\u{1B}")

  /// Converts untrusted text into one line. Styles of `mix.ui.color` are kept, and one that is open
  /// at the end is closed.
  package static func line(_ text: String) -> String {
    guard text.utf8.contains(escape) else { return VisibleText.line(text) }
    var result = ""
    var isOpen = false
    for piece in pieces(of: text) {
      switch piece {
      case .text(let part): result += VisibleText.line(String(part))
      case .style(let sequence):
        result += sequence
        isOpen = !TextStyle.endings.contains(sequence)
      }
    }
    return isOpen ? result + TextStyle.endings.joined() : result
  }

  /// The columns that a line takes.
  package static func width(_ line: String) -> Int {
    guard line.utf8.contains(escape) else { return DisplayWidth.of(line) }
    return pieces(of: line).reduce(0) { sum, piece in
      if case .text(let part) = piece { return sum + DisplayWidth.of(part) }
      return sum
    }
  }

  /// The longest prefix that fits, ending in `…` if the line was cut; all styles are closed.
  /// - Parameter width: the available columns, at least 1.
  package static func cut(_ line: String, to width: Int) -> String {
    guard line.utf8.contains(escape) else { return DisplayWidth.cut(line, to: width) }
    if Self.width(line) <= width { return line }
    var result = ""
    var left = width
    for piece in pieces(of: line) {
      switch piece {
      case .style(let sequence): result += sequence
      case .text(let part) where left > 0:
        // The last column is for the `…`.
        let fits = DisplayWidth.of(part) < left
        result += fits ? String(part) : DisplayWidth.cut(String(part) + "  ", to: left)
        left = fits ? left - DisplayWidth.of(part) : 0
      case .text: break
      }
    }
    return result
  }

  private enum Piece {
    case text(Substring)
    case style(String)
  }

  private static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var start = text.startIndex
    var place = start
    let scalars = text.unicodeScalars
    func add(upTo end: String.Index) {
      if start < end { pieces.append(.text(text[start..<end])) }
    }
    while place < text.endIndex {
      guard scalars[place] == "\u{1B}",
        let style = TextStyle.sequences.first(where: {
          scalars[place...].starts(with: $0.unicodeScalars)
        })
      else {
        place = scalars.index(after: place)
        continue
      }
      add(upTo: place)
      pieces.append(.style(style))
      place = scalars.index(place, offsetBy: style.unicodeScalars.count)
      start = place
    }
    add(upTo: text.endIndex)
    return pieces
  }
}
