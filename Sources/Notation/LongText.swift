/// Shortens texts of any length for display.
public enum LongText {
  /// The text, or its beginning and its length: `xxx… (10,000,000 bytes in all)`. The time does not
  /// grow with the text.
  /// - Parameter most: bytes that are shown; fewer where a character would be cut.
  public static func cut(_ text: String, to most: Int) -> String {
    let count = text.utf8.count
    return count <= most ? text : "\(head(text, most))… (\(grouped(count)) bytes in all)"
  }

  /// The first bytes of a text, up to the last whole character.
  public static func head(_ text: String, _ most: Int) -> String {
    guard text.utf8.count > most else { return text }
    // A slice begins and ends between scalars, so the index is rounded down.
    return String(text[..<text.utf8.index(text.startIndex, offsetBy: most)])
  }

  /// A number with groups of three digits: `10,000,000`.
  public static func grouped(_ number: Int) -> String {
    var groups: [Substring] = []
    var digits = String(number.magnitude)[...]
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }
}
