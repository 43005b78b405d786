/// The different words of a text, sorted by scalars.
public struct TokenSet: Sendable, Equatable {
  /// The words, each once, in order.
  let tokens: [ArraySlice<UInt32>]

  /// The words of a text, separated by white space.
  public init(_ text: String) {
    self.init(TextSimilarity.scalars(text))
  }

  /// The words of scalars, separated by white space (Unicode property White_Space).
  public init(_ scalars: [UInt32]) {
    let sorted = scalars.split(whereSeparator: Self.isSpace)
      .sorted { $0.lexicographicallyPrecedes($1) }
    var unique: [ArraySlice<UInt32>] = []
    for token in sorted where token != unique.last { unique.append(token) }
    tokens = unique
  }

  /// What two sets share and what each holds alone.
  struct Split {
    /// Length of the shared words joined by spaces.
    var shared = 0
    /// The other words of each set, joined by spaces.
    var onlyFirst: [UInt32] = []
    var onlySecond: [UInt32] = []
  }

  /// Compares the sorted words in one pass.
  func split(against other: TokenSet) -> Split {
    var split = Split()
    var (left, right) = (tokens[...], other.tokens[...])
    while let first = left.first, let second = right.first {
      if first == second {
        split.shared += first.count + (split.shared > 0 ? 1 : 0)
        left.removeFirst()
        right.removeFirst()
      } else if first.lexicographicallyPrecedes(second) {
        Self.append(left.removeFirst(), to: &split.onlyFirst)
      } else {
        Self.append(right.removeFirst(), to: &split.onlySecond)
      }
    }
    for token in left { Self.append(token, to: &split.onlyFirst) }
    for token in right { Self.append(token, to: &split.onlySecond) }
    return split
  }

  private static func append(_ token: ArraySlice<UInt32>, to words: inout [UInt32]) {
    if !words.isEmpty { words.append(0x20) }
    words += token
  }

  private static func isSpace(_ value: UInt32) -> Bool {
    if value < 0x80 { return value == 0x20 || (0x09...0x0D).contains(value) }
    return Unicode.Scalar(value)?.properties.isWhitespace ?? false
  }
}
