/// Values such as `-1h`, which a parser of options takes for options of one letter.
enum NegativeValue {
  /// Whether a word is a minus sign and a number.
  static func isOne(_ word: String) -> Bool {
    guard word.first == "-", let second = word.dropFirst().first else { return false }
    return second.isASCII && (second.isNumber || second == ".")
  }
}
