/// What is wrong with a JSON text, and where.
struct JSONError: Error, CustomStringConvertible {
  /// In bytes from the beginning.
  let offset: Int
  let reason: String

  var description: String { "byte \(offset): \(reason)" }
}

/// Reads JSON strictly (RFC 8259), for what clients send.
struct JSONReader {
  /// Deeper nesting is refused before it costs stack.
  private static let maxDepth = 64

  private let bytes: [UInt8]
  private var offset = 0
  private var depth = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The one value of a text.
  /// - Throws: ``JSONError``.
  static func read(_ bytes: [UInt8]) throws(JSONError) -> JSON {
    var reader = JSONReader(bytes)
    let value = try reader.value()
    reader.skipSpace()
    guard reader.offset == bytes.count else {
      throw reader.error("unexpected text after the value")
    }
    return value
  }

  private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func error(_ reason: String) -> JSONError { JSONError(offset: offset, reason: reason) }

  private mutating func skipSpace() {
    while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func value() throws(JSONError) -> JSON {
    skipSpace()
    switch current {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw error("the text ends where a value is due")
    default: return try number()
    }
  }

  private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
    guard bytes[offset...].starts(with: word.utf8) else { throw error("no value begins so") }
    offset += word.utf8.count
    return value
  }

  private mutating func enter() throws(JSONError) {
    offset += 1
    depth += 1
    guard depth <= Self.maxDepth else { throw error("nested deeper than \(Self.maxDepth)") }
    skipSpace()
  }

  private mutating func array() throws(JSONError) -> JSON {
    try enter()
    defer { depth -= 1 }
    var values: [JSON] = []
    if take("]") { return .array(values) }
    repeat {
      values.append(try value())
      skipSpace()
    } while take(",")
    guard take("]") else { throw error("expected , or ]") }
    return .array(values)
  }

  private mutating func object() throws(JSONError) -> JSON {
    try enter()
    defer { depth -= 1 }
    var members: [JSON.Member] = []
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw error("expected a name in quotes") }
      let name = try string()
      skipSpace()
      guard take(":") else { throw error("expected :") }
      members.append(JSON.Member(name, try value()))
      skipSpace()
    } while take(",")
    guard take("}") else { throw error("expected , or }") }
    return .object(members)
  }

  private mutating func number() throws(JSONError) -> JSON {
    let start = offset
    _ = take("-")
    let whole = digits()
    guard whole > 0, whole == 1 || bytes[offset - whole] != UInt8(ascii: "0") else {
      throw error("no value begins so")
    }
    var isInteger = true
    if take(".") {
      isInteger = false
      guard digits() > 0 else { throw error("a digit is due after the point") }
    }
    if take("e") || take("E") {
      isInteger = false
      if !take("+") { _ = take("-") }
      guard digits() > 0 else { throw error("a digit is due in the exponent") }
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if isInteger, let number = Int64(text) { return .int(number) }
    guard let number = Double(text), number.isFinite else { throw error("the number is too large") }
    return .number(number)
  }

  private mutating func digits() -> Int {
    let start = offset
    while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
    return offset - start
  }

  // MARK: Strings

  private mutating func string() throws(JSONError) -> String {
    offset += 1
    var text: [UInt8] = []
    while let byte = current, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw error("a control character in a string") }
      offset += 1
      if byte == UInt8(ascii: "\\") { text += Array(try escape().utf8) } else { text.append(byte) }
    }
    guard take("\"") else { throw error("a string without its closing quote") }
    guard let result = String(validating: text, as: UTF8.self) else {
      throw error("a string that is not UTF-8")
    }
    return result
  }

  private mutating func escape() throws(JSONError) -> String {
    guard let byte = current else { throw error("a string without its closing quote") }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try scalar()
    default: throw error("no such escape")
    }
  }

  // A surrogate without its partner becomes U+FFFD.
  private mutating func scalar() throws(JSONError) -> String {
    let first = try hex()
    if (0xD800..<0xDC00).contains(first), bytes[offset...].starts(with: "\\u".utf8) {
      let mark = offset
      offset += 2
      let second = try hex()
      if (0xDC00..<0xE000).contains(second) {
        let code = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        return Unicode.Scalar(code).map { String($0) } ?? "\u{FFFD}"
      }
      offset = mark
    }
    return Unicode.Scalar(first).map { String($0) } ?? "\u{FFFD}"
  }

  private mutating func hex() throws(JSONError) -> UInt32 {
    guard offset + 4 <= bytes.count else { throw error("four hexadecimal digits are due") }
    let text = bytes[offset..<offset + 4]
    let digits = String(decoding: text, as: UTF8.self)
    guard digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
      throw error("four hexadecimal digits are due")
    }
    offset += 4
    return value
  }
}
