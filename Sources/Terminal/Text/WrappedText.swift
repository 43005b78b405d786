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

  private static func broken(_ line: Substring, _ width: Int) -> String {
    let margin = line.prefix { $0 == " " }
    var result = String(margin)
    var used = margin.count
    var isFirst = true
    for word in line.split(separator: " ") {
      let wanted = columns(word)
      if !isFirst, used + 1 + wanted > width {
        result += "\n" + margin
        used = margin.count
        isFirst = true
      }
      result += (isFirst ? "" : " ") + word
      used += (isFirst ? 0 : 1) + wanted
      isFirst = false
    }
    return result
  }

  private static func columns(_ text: Substring) -> Int {
    guard text.contains("\u{1B}") else { return DisplayWidth.of(text) }
    var plain = String(text)
    for sequence in TextStyle.sequences { plain = plain.replacing(sequence, with: "") }
    return DisplayWidth.of(plain)
  }
}
