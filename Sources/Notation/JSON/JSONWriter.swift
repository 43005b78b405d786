internal import CJSON

/// Writes JSON (RFC 8259) as UTF-8, value by value; it adds commas and line breaks itself.
///
/// Only characters that must be escaped are.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.beginObject()
/// writer.name("title")
/// writer.string("Heat")
/// writer.endObject()
/// ```
public struct JSONWriter {
  /// How values are laid out.
  public enum Layout: Sendable {
    /// Without any white space.
    case compact
    /// One value on each line, two spaces a level.
    case pretty
  }

  /// Which characters strings escape.
  public enum Escapes: Sendable {
    /// Those that RFC 8259 demands.
    case required
    /// Also control characters of terminals (``ControlCharacter``), for texts that people look at.
    case terminal
  }

  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []
  private let layout: Layout
  private let escapes: Escapes
  private var depth = 0
  /// Whether the present container already has a value.
  private var follows = false
  private var isNamed = false

  /// Makes a writer of one text.
  public init(layout: Layout = .compact, escapes: Escapes = .required) {
    (self.layout, self.escapes) = (layout, escapes)
  }

  /// The text written so far.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes one text as a JSON string.
  public static func quoted(_ text: String, escapes: Escapes = .required) -> String {
    var writer = JSONWriter(escapes: escapes)
    writer.quote(text)
    return writer.text
  }

  // MARK: Containers

  /// Begins an array; its elements follow.
  public mutating func beginArray() { begin("[") }
  /// Ends the array that began last.
  public mutating func endArray() { end("]") }
  /// Begins an object; its members follow, each a name and a value.
  public mutating func beginObject() { begin("{") }
  /// Ends the object that began last.
  public mutating func endObject() { end("}") }

  /// Writes the name of the next member.
  public mutating func name(_ name: String) {
    separate()
    quote(name)
    put(layout == .compact ? ":" : ": ")
    isNamed = true
  }

  private mutating func begin(_ bracket: StaticString) {
    separate()
    put(bracket)
    depth += 1
    follows = false
  }

  private mutating func end(_ bracket: StaticString) {
    depth -= 1
    if follows { breakLine() }
    put(bracket)
    follows = true
  }

  private mutating func separate() {
    if isNamed {
      isNamed = false
    } else if depth > 0 {
      if follows { put(",") }
      breakLine()
    }
    follows = true
  }

  private mutating func breakLine() {
    guard layout == .pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }

  // MARK: Values

  /// Writes `null`.
  public mutating func null() { literal("null") }
  /// Writes a truth value.
  public mutating func bool(_ flag: Bool) { literal(flag ? "true" : "false") }

  /// Writes a whole number, with all its digits.
  public mutating func integer(_ number: some BinaryInteger) { raw(String(number).utf8) }

  /// Writes a number in its shortest form; infinities and NaN become `null`, because JSON lacks
  /// them.
  public mutating func number(_ number: Double) {
    if number.isFinite { raw("\(number)".utf8) } else { null() }
  }

  /// Writes a string.
  public mutating func string(_ text: String) {
    separate()
    quote(text)
  }

  /// Writes a string; nil becomes `null`.
  public mutating func string(_ text: String?) {
    if let text { string(text) } else { null() }
  }

  /// Writes bytes that are already a JSON value.
  public mutating func raw(_ value: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: value)
  }

  /// Writes text around and between values, for a caller's own layout.
  public mutating func around(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func literal(_ word: StaticString) {
    separate()
    put(word)
  }

  private mutating func put(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  // MARK: Strings

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    switch escapes {
    case .required: text.withUTF8 { appendEscaped($0) }
    case .terminal: appendShown(text)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    guard var place = text.baseAddress else { return }
    let end = place + text.count
    while place < end {
      guard let next = json_plain_run(place, end) else { return }
      bytes.append(contentsOf: UnsafeBufferPointer(start: place, count: next - place))
      place = next
      guard place < end else { return }
      // A String is valid UTF-8, so bytes beyond ASCII need no check.
      if place.pointee < 0x80 { escape(place.pointee) } else { bytes.append(place.pointee) }
      place += 1
    }
  }

  private mutating func appendShown(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C, 0..<0x20: escape(UInt8(scalar.value))
      // All of these are in the basic plane, so one escape suffices.
      case _ where ControlCharacter(scalar) != nil:
        escaped { json_escape_unit($0, scalar.value) }
      default: bytes.append(contentsOf: UTF8.encode(scalar)!)  // every scalar has a form in UTF-8
      }
    }
  }

  private mutating func escape(_ byte: UInt8) { escaped { json_escape($0, byte) } }

  private mutating func escaped(_ write: (UnsafeMutablePointer<CChar>) -> Int32) {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: JSON_ESCAPE_BYTES) {
      guard let start = $0.baseAddress else { return }
      for index in 0..<Int(write(start)) { bytes.append(UInt8(bitPattern: $0[index])) }
    }
  }
}
