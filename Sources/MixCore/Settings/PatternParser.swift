/// A parsed expression.
indirect enum PatternNode: Sendable {
  case byte(ByteSet)
  case start
  case end
  case sequence([PatternNode])
  case choice(PatternNode, PatternNode)
  /// A repetition: the fewest and the most times; nil for no limit.
  case many(PatternNode, Int, Int?)
}

/// Parses extended regular expressions (POSIX.1-2017, 9.4), byte by byte.
struct PatternParser {
  private let text: [UInt8]
  private var place = 0
  private var depth = 0

  /// The highest count of a repetition (RE_DUP_MAX of POSIX), and the deepest nesting of groups.
  private static let mostCount = 255
  private static let mostDepth = 20

  init(_ text: [UInt8]) { self.text = text }

  /// Parses the text; nil when it is not an expression.
  mutating func parse() -> PatternNode? {
    guard let node = choice(), place == text.count else { return nil }
    return node
  }

  private var present: UInt8? { place < text.count ? text[place] : nil }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard present == UInt8(ascii: byte) else { return false }
    place += 1
    return true
  }

  private mutating func choice() -> PatternNode? {
    guard let first = sequence() else { return nil }
    guard take("|") else { return first }
    return choice().map { .choice(first, $0) }
  }

  private mutating func sequence() -> PatternNode? {
    var nodes: [PatternNode] = []
    while let byte = present, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
      guard let atom = atom(), let node = counted(atom) else { return nil }
      nodes.append(node)
    }
    return .sequence(nodes)
  }

  private mutating func atom() -> PatternNode? {
    guard let byte = present else { return nil }
    place += 1
    switch Unicode.Scalar(byte) {
    case "(":
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.mostDepth, let node = choice(), take(")") else { return nil }
      return node
    case "[": return bracket().map { .byte($0) }
    case ".": return .byte(ByteSet([0...255]))
    case "^": return .start
    case "$": return .end
    case "*", "+", "?", "{": return nil
    case "\\":
      // Some libraries read an escaped letter or digit as a class or a back-reference.
      guard let escaped = present, !Self.isWord(escaped) else { return nil }
      place += 1
      return .byte(ByteSet([escaped...escaped]))
    default: return .byte(ByteSet([byte...byte]))
    }
  }

  /// Parses the repetitions after an atom: `*`, `+`, `?`, `{2}`, `{2,}`, `{2,4}`; nil for invalid
  /// ones.
  private mutating func counted(_ atom: PatternNode) -> PatternNode? {
    var node = atom
    while true {
      if take("*") {
        node = .many(node, 0, nil)
      } else if take("+") {
        node = .many(node, 1, nil)
      } else if take("?") {
        node = .many(node, 0, 1)
      } else if take("{") {
        guard let least = number() else { return nil }
        var most: Int? = least
        if take(",") { most = present == UInt8(ascii: "}") ? nil : number() ?? -1 }
        guard take("}"), most.map({ $0 >= least }) ?? true else { return nil }
        node = .many(node, least, most)
      } else {
        return node
      }
    }
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let byte = present, (0x30...0x39).contains(byte) {
      place += 1
      let sum = (value ?? 0) * 10 + Int(byte - 0x30)
      guard sum <= Self.mostCount else { return nil }
      value = sum
    }
    return value
  }

  /// Parses the set in brackets: `a-z`, single bytes, `[:alpha:]`; a `]` in first place and a `-`
  /// in first or last place are ordinary characters.
  private mutating func bracket() -> ByteSet? {
    let inverted = take("^")
    var ranges: [ClosedRange<UInt8>] = []
    var isFirst = true
    while let byte = present {
      place += 1
      if byte == UInt8(ascii: "]"), !isFirst { return ByteSet(ranges, inverted: inverted) }
      isFirst = false
      if byte == UInt8(ascii: "["), let kind = present, ":.=".utf8.contains(kind) {
        guard let named = namedClass() else { return nil }
        ranges += named
        continue
      }
      guard present == UInt8(ascii: "-"), place + 1 < text.count,
        text[place + 1] != UInt8(ascii: "]")
      else {
        ranges.append(byte...byte)
        continue
      }
      let end = text[place + 1]
      guard byte <= end else { return nil }
      ranges.append(byte...end)
      place += 2
    }
    return nil
  }

  private static let classes: [String: [ClosedRange<UInt8>]] = [
    "alnum": [0x30...0x39, 0x41...0x5A, 0x61...0x7A], "alpha": [0x41...0x5A, 0x61...0x7A],
    "blank": [0x09...0x09, 0x20...0x20], "digit": [0x30...0x39], "lower": [0x61...0x7A],
    "print": [0x20...0x7E], "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E],
    "space": [0x09...0x0D, 0x20...0x20], "upper": [0x41...0x5A],
    "xdigit": [0x30...0x39, 0x41...0x46, 0x61...0x66],
  ]

  /// Parses the class after `[` in `[:alpha:]`; nil for another text.
  private mutating func namedClass() -> [ClosedRange<UInt8>]? {
    guard take(":") else { return nil }
    let start = place
    while let byte = present, Self.isWord(byte) { place += 1 }
    let name = String(decoding: text[start..<place], as: UTF8.self)
    guard take(":"), take("]") else { return nil }
    return Self.classes[name]
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}
