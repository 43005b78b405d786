/// Breaks prose at spaces, where a terminal would break inside words.
package enum WrappedText {
  /// The lines of a text, at most `width` columns wide unless a single word, such as an address, is
  /// wider. Indented text continues with the same indentation.
  /// - Parameter text: the text; it may contain the sequences of ``TextStyle``, which take no
  ///   columns.
  package static func lines(_ text: String, width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { columns($0) <= width ? String($0) : broken($0, width) }.joined(separator: "\n")
  }

  /// A label and its meaning on a line. Where that is too long the meaning continues below itself, or
  /// stands below the label if there is hardly room beside it.
  /// - Parameters:
  ///   - column: where the meaning begins, unless the label is longer.
  ///   - width: the terminal's; nil without one.
  package static func entry(
    _ label: String, _ meaning: String, at column: Int, width: Int?
  ) -> String {
    let taken = DisplayWidth.of(label)
    let line = label + String(repeating: " ", count: max(2, column - taken)) + meaning
    guard let width, DisplayWidth.of(line) > width else { return line }
    let isBeside = width - column >= 24 && taken + 2 <= column
    let margin = String(repeating: " ", count: isBeside ? column : 6)
    let below = lines(margin + meaning, width: width)
    return label + (isBeside ? String(below.dropFirst(taken)) : "\n" + below)
  }

  private static func broken(_ line: Substring, _ width: Int) -> String {
    let margin = line.prefix { $0 == " " }
    var result = String(margin)
    var used = margin.count
    for word in line.split(separator: " ") {
      for (index, piece) in pieces(word, width - margin.count).enumerated() {
        let gap = used == margin.count || index > 0 ? 0 : 1
        let wanted = columns(piece)
        if used > margin.count, used + gap + wanted > width {
          result += "\n" + margin + piece
          used = margin.count + wanted
        } else {
          result += (gap == 1 ? " " : "") + piece
          used += gap + wanted
        }
      }
    }
    return result
  }

  /// The parts of a word that may stand on lines of their own: Chinese and Japanese have no spaces, and
  /// break at each of their wide characters.
  private static func pieces(_ word: Substring, _ room: Int) -> [Substring] {
    guard columns(word) > room else { return [word] }
    var pieces: [Substring] = []
    var start = word.startIndex
    var isWide = false
    for index in word.indices {
      let wasWide = isWide
      isWide = DisplayWidth.of(String(word[index])) == 2
      if index > start, isWide || wasWide {
        pieces.append(word[start..<index])
        start = index
      }
    }
    return pieces + [word[start...]]
  }

  private static func columns(_ text: Substring) -> Int {
    guard text.contains("\u{1B}") else { return DisplayWidth.of(text) }
    var plain = String(text)
    for sequence in TextStyle.sequences { plain = plain.replacing(sequence, with: "") }
    return DisplayWidth.of(plain)
  }
}
