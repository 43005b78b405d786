internal import CJSON

/// Reads JSON strictly (RFC 8259), token by token, without recursion.
public struct JSONReader {
  /// A token of a text. Values of strings and numbers are read by separate calls, so skipped values
  /// are not decoded.
  public enum Token: Sendable, Equatable {
    case beginObject, endObject, beginArray, endArray
    /// A member's name, which ``JSONReader/text()`` returns.
    case name
    /// A string, which ``JSONReader/text()`` returns.
    case string
    /// A number, which ``JSONReader/number()`` returns.
    case number
    case bool(Bool)
    case null
  }

  private enum Due { case value, valueOrEnd, nameOrEnd, nextOrEnd, nothing }

  private let bytes: [UInt8]
  private let limits: JSONLimits
  private var offset = 0
  /// Where the last token ended.
  private var ended = 0
  private var due = Due.value
  /// The open containers, innermost last; true for an object.
  private var isObject: [Bool] = []
  /// The bytes of the last token; a string's without its quotes.
  private var span = 0..<0
  private var isEscaped = false
  private var scanned = json_number()

  /// Makes a reader at the beginning of a text.
  /// - Throws: ``JSONError`` when it is longer than the limit.
  public init(_ bytes: [UInt8], limits: JSONLimits = .answers) throws(JSONError) {
    (self.bytes, self.limits) = (bytes, limits)
    guard bytes.count <= limits.bytes else {
      throw JSONError(offset: limits.bytes, reason: "the text is longer than \(limits.bytes) bytes")
    }
    if limits.allowsByteOrderMark, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    skipSpace()
  }

  /// Whether only white space is left.
  public var isAtEnd: Bool { offset == bytes.count }

  /// Reads the next token; nil after the text's one value.
  public mutating func next() throws(JSONError) -> Token? {
    if due == .nothing {
      guard isAtEnd else { throw error("unexpected text after the value") }
      return nil
    }
    let token = try token()
    ended = offset
    skipSpace()
    return token
  }

  /// Skips the value whose first token was just read.
  public mutating func skip(_ first: Token) throws(JSONError) {
    guard first == .beginObject || first == .beginArray else { return }
    let outside = isObject.count - 1
    while isObject.count > outside { _ = try next() }
  }

  /// Skips the next value and returns it as it is written.
  mutating func rawValue() throws(JSONError) -> String {
    let start = offset
    if let first = try next() { try skip(first) }
    return String(decoding: bytes[start..<ended], as: UTF8.self)
  }

  /// Checks that the next byte is the expected one.
  /// - Throws: ``JSONError`` when it is another byte.
  func require(_ byte: UInt8) throws(JSONError) {
    guard current == byte else { throw expected(String(UnicodeScalar(byte))) }
  }

  // MARK: Structure

  private mutating func token() throws(JSONError) -> Token {
    if due == .nextOrEnd, take(",") {
      skipSpace()
      if isObject.last == true { return try name() }
      due = .value
    }
    switch due {
    case .value: return try value()
    case .valueOrEnd: return take("]") ? end(.endArray) : try value()
    case .nameOrEnd: return take("}") ? end(.endObject) : try name()
    case .nextOrEnd, .nothing:
      let isObject = isObject.last == true
      guard take(isObject ? "}" : "]") else { throw expected(isObject ? ", or }" : ", or ]") }
      return end(isObject ? .endObject : .endArray)
    }
  }

  private mutating func end(_ token: Token) -> Token {
    isObject.removeLast()
    return valueEnded(token)
  }

  /// Notes that a value has ended.
  private mutating func valueEnded(_ token: Token) -> Token {
    due = isObject.isEmpty ? .nothing : .nextOrEnd
    return token
  }

  private mutating func begin(_ token: Token, isObject object: Bool) throws(JSONError) -> Token {
    guard isObject.count < limits.depth else {
      throw error("nested too deep: more than \(limits.depth) levels")
    }
    offset += 1
    isObject.append(object)
    due = object ? .nameOrEnd : .valueOrEnd
    return token
  }

  private mutating func name() throws(JSONError) -> Token {
    guard current == UInt8(ascii: "\"") else { throw expected("a name in double quotes") }
    try string()
    skipSpace()
    guard take(":") else { throw expected(":") }
    due = .value
    return .name
  }

  private mutating func value() throws(JSONError) -> Token {
    switch current {
    case UInt8(ascii: "{"): return try begin(.beginObject, isObject: true)
    case UInt8(ascii: "["): return try begin(.beginArray, isObject: false)
    case UInt8(ascii: "\""):
      try string()
      return valueEnded(.string)
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39:
      try scanNumber()
      return valueEnded(.number)
    default: throw expected("a value")
    }
  }

  private mutating func word(_ word: String, _ token: Token) throws(JSONError) -> Token {
    guard bytes[offset...].starts(with: word.utf8) else { throw expected("a value") }
    offset += word.utf8.count
    return valueEnded(token)
  }

  // MARK: Bytes

  private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func skipSpace() { offset = advance { json_space($0, $1) } }

  private func advance(
    _ step: (UnsafePointer<UInt8>, UnsafePointer<UInt8>) -> UnsafePointer<UInt8>?
  ) -> Int {
    bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      return step(start + offset, start + buffer.count).map { $0 - start } ?? offset
    }
  }

  private func error(_ reason: String, at place: Int? = nil) -> JSONError {
    JSONError(offset: place ?? offset, reason: reason)
  }

  private func expected(_ thing: String) -> JSONError {
    error(isAtEnd ? "the text ends where \(thing) is due" : "expected \(thing)")
  }

  // MARK: Strings and numbers

  private mutating func string() throws(JSONError) {
    let start = offset + 1
    offset = start
    isEscaped = false
    while true {
      offset = advance { json_plain_run($0, $1) }
      if take("\"") { break }
      guard !isAtEnd else { throw error("a string without its closing quote") }
      try special()
    }
    span = start..<offset - 1
  }

  /// Steps over an escape or a UTF-8 sequence of several bytes.
  private mutating func special() throws(JSONError) {
    var (fault, escaped) = (JSON_OK, false)
    let (start, isUnicode) = (offset, bytes[offset...].starts(with: "\\u".utf8))
    offset = advance {
      var place: UnsafePointer<UInt8>? = $0
      fault = json_special(&place, $1, &escaped)
      return place
    }
    isEscaped = isEscaped || escaped
    switch fault {
    case JSON_OK: break
    case JSON_NOT_UTF8: throw error("a string that is not UTF-8")
    case JSON_CONTROL_CHARACTER: throw error("a control character in a string")
    case JSON_UNKNOWN_ESCAPE: throw error("an unknown escape in a string", at: offset + 1)
    case JSON_HEXADECIMAL_DIGITS: throw error("\\u takes four hexadecimal digits", at: offset + 2)
    default: throw error("a string without its closing quote", at: bytes.count)
    }
    if isUnicode, !limits.repairsSurrogates { try checkSurrogates(at: start) }
  }

  /// Checks the surrogates of the escape at `start`; a pair counts as one.
  private mutating func checkSurrogates(at start: Int) throws(JSONError) {
    var place = start
    let scalar = bytes.withUnsafeBufferPointer { buffer -> UInt32 in
      guard let first = buffer.baseAddress else { return 0 }
      var next: UnsafePointer<UInt8>? = first + start
      let scalar = json_escaped_scalar(&next, first + buffer.count)
      place = next.map { $0 - first } ?? start
      return scalar
    }
    // An escaped U+FFFD in the text is not a repair.
    if scalar == 0xFFFD,
      !bytes[start + 2..<start + 6].elementsEqual("fffd".utf8, by: { $0 | 0x20 == $1 })
    {
      throw error("half a surrogate pair in a string", at: place)
    }
    offset = place
  }

  /// The last name or string, unescaped.
  public func text() -> String {
    guard isEscaped else { return String(decoding: bytes[span], as: UTF8.self) }
    return bytes[span].withUnsafeBufferPointer { body in
      guard let start = body.baseAddress else { return "" }
      return String(unsafeUninitializedCapacity: body.count) { room in
        guard let out = room.baseAddress, let end = json_unescape(out, start, start + body.count)
        else { return 0 }
        return end - out
      }
    }
  }

  private mutating func scanNumber() throws(JSONError) {
    let start = offset
    var fault = JSON_OK
    var number = json_number()
    offset = advance {
      var place: UnsafePointer<UInt8>? = $0
      fault = json_read_number(&place, $1, &number)
      return place
    }
    scanned = number
    span = start..<offset
    switch fault {
    case JSON_OK: break
    case JSON_LEADING_ZERO: throw error("a number may not begin with 0", at: start)
    case JSON_POINT_DIGIT: throw error("a number without a digit behind its point", at: start)
    case JSON_EXPONENT_DIGIT: throw error("a number without a digit in its exponent", at: start)
    default: throw error("expected a value", at: start)
    }
  }

  /// The last number; a ``JSON/int(_:)`` when it has no fraction and no exponent and fits 64 bits.
  /// - Throws: ``JSONError`` when it is beyond the range of a double.
  public func number() throws(JSONError) -> JSON {
    if scanned.form == JSON_INTEGER { return .int(scanned.integer) }
    if scanned.form == JSON_REAL { return .number(scanned.real) }
    let text = String(decoding: bytes[span], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      throw error("the number is out of range", at: span.lowerBound)
    }
    return .number(number)
  }
}
