/// Detects values such as `-1h`, which a parser would take for one-letter options.
enum NegativeValue {
  /// Whether a word is a minus sign followed by a number.
  static func isOne(_ word: String) -> Bool {
    guard word.first == "-", let second = word.dropFirst().first else { return false }
    return second.isASCII && (second.isNumber || second == ".")
  }
}
