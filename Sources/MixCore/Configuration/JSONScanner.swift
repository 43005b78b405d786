/// Reads the JSON of `settings.json` strictly, with the place of the first error.
struct JSONScanner {
  /// What was expected, and the byte where it was not.
  struct Failure: Error {
    let offset: Int
    let reason: String
  }

  private let bytes: [UInt8]
  private var offset = 0
  private var depth = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A document that is one object; the members' values as written. Empty input is an empty object.
  mutating func object() throws(Failure) -> [(name: String, raw: String)] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    skipSpace()
    if offset == bytes.count { return [] }
    var members: [(name: String, raw: String)] = []
    try readMembers(&members)
    skipSpace()
    guard offset == bytes.count else { throw failure("unexpected text after the object") }
    return members
  }

  /// A string at the current place, unescaped.
  mutating func string() throws(Failure) -> String {
    try expect("\"", "a string")
    var text: [UInt8] = []
    let start = offset
    while let byte = current, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw failure("a control character in a string") }
      offset += 1
      if byte == UInt8(ascii: "\\") { text += try escape() } else { text.append(byte) }
    }
    try expect("\"", "the closing quote")
    guard let result = String(validating: text, as: UTF8.self) else {
      offset = start
      throw failure("invalid UTF-8 in a string")
    }
    return result
  }

  /// An array of strings, unescaped.
  mutating func strings() throws(Failure) -> [String] {
    var list: [String] = []
    try expect("[", "[")
    skipSpace()
    while current != UInt8(ascii: "]") {
      if !list.isEmpty { try expect(",", ", or ]") }
      skipSpace()
      list.append(try string())
      skipSpace()
    }
    offset += 1
    return list
  }

  private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func failure(_ reason: String) -> Failure { Failure(offset: offset, reason: reason) }

  private mutating func skipSpace() {
    while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
  }

  private mutating func expect(_ character: Unicode.Scalar, _ what: String) throws(Failure) {
    guard current == UInt8(ascii: character) else {
      throw failure(current == nil ? "the text ends where \(what) is due" : "expected \(what)")
    }
    offset += 1
  }

  private mutating func readMembers(_ list: inout [(name: String, raw: String)]) throws(Failure) {
    try expect("{", "{")
    skipSpace()
    if current == UInt8(ascii: "}") {
      offset += 1
      return
    }
    while true {
      skipSpace()
      let name = try string()
      skipSpace()
      try expect(":", ":")
      skipSpace()
      let start = offset
      try value()
      list.append((name, String(decoding: bytes[start..<offset], as: UTF8.self)))
      skipSpace()
      if current == UInt8(ascii: ",") { offset += 1 } else { break }
    }
    try expect("}", ", or }")
  }

  private mutating func value() throws(Failure) {
    depth += 1
    defer { depth -= 1 }
    guard depth < 100 else { throw failure("nested too deep") }
    switch current {
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "{"):
      var ignored: [(name: String, raw: String)] = []
      try readMembers(&ignored)
    case UInt8(ascii: "["): try array()
    default: try scalar()
    }
  }

  private mutating func array() throws(Failure) {
    try expect("[", "[")
    skipSpace()
    if current == UInt8(ascii: "]") {
      offset += 1
      return
    }
    while true {
      skipSpace()
      try value()
      skipSpace()
      if current == UInt8(ascii: ",") { offset += 1 } else { break }
    }
    try expect("]", ", or ]")
  }

  private mutating func scalar() throws(Failure) {
    let start = offset
    while let byte = current, Self.isWordByte(byte) { offset += 1 }
    let word = String(decoding: bytes[start..<offset], as: UTF8.self)
    if ["true", "false", "null"].contains(word) || Self.isNumber(word) { return }
    offset = start
    throw failure(current == nil ? "the text ends where a value is due" : "expected a value")
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  // RFC 8259, 6: -? (0 | 1-9 digits) (. digits)? (e sign? digits)?
  private static func isNumber(_ word: String) -> Bool {
    var rest = Substring(word)
    func digits() -> Int {
      let count = rest.utf8.prefix { $0 >= 0x30 && $0 <= 0x39 }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == "-" { rest = rest.dropFirst() }
    let leadingZero = rest.first == "0"
    let whole = digits()
    guard whole == 1 || whole > 1 && !leadingZero else { return false }
    if rest.first == "." {
      rest = rest.dropFirst()
      guard digits() > 0 else { return false }
    }
    if rest.first == "e" || rest.first == "E" {
      rest = rest.dropFirst()
      if rest.first == "+" || rest.first == "-" { rest = rest.dropFirst() }
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  private mutating func escape() throws(Failure) -> [UInt8] {
    guard let byte = current else { throw failure("the text ends in a string") }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(try unicodeEscape()).utf8)
    default:
      offset -= 1
      throw failure("an unknown escape in a string")
    }
  }

  private mutating func unicodeEscape() throws(Failure) -> Character {
    let first = try hexWord()
    if let scalar = Unicode.Scalar(first) { return Character(scalar) }
    let isPair = first < 0xDC00 && current == UInt8(ascii: "\\")
    guard isPair, offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: "u") else {
      throw failure("half a surrogate pair in a string")
    }
    offset += 2
    let second = try hexWord()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw failure("half a surrogate pair in a string") }
    return Character(scalar)
  }

  private mutating func hexWord() throws(Failure) -> UInt32 {
    guard offset + 4 <= bytes.count else { throw failure("the text ends in a string") }
    let digits = String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    guard let word = UInt32(digits, radix: 16), !digits.hasPrefix("+"), !digits.hasPrefix("-")
    else { throw failure("expected four hexadecimal digits") }
    offset += 4
    return word
  }
}
