internal import CJSON

/// Writes JSON (RFC 8259) as UTF-8, value after value; commas and line breaks come of themselves.
///
/// Nothing is escaped that need not be.
public struct JSONWriter {
  /// How values are laid out.
  public enum Layout: Sendable {
    /// No space at all.
    case compact
    /// One value on each line, two spaces a level.
    case pretty
  }

  /// The characters that strings escape.
  public enum Escapes: Sendable {
    /// The demands of RFC 8259.
    case required
    /// Also what a terminal obeys (``ControlCharacter``), for texts that people look at.
    case terminal
  }

  /// The bytes written.
  public private(set) var bytes: [UInt8] = []
  private let layout: Layout
  private let escapes: Escapes
  private var depth = 0
  /// Whether a value stands before the next one in its container.
  private var follows = false
  private var isNamed = false

  /// A writer of one text.
  public init(layout: Layout = .compact, escapes: Escapes = .required) {
    (self.layout, self.escapes) = (layout, escapes)
  }

  /// The text written.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// One text as a JSON string.
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
  /// Begins an object; its members follow, a name and a value each.
  public mutating func beginObject() { begin("{") }
  /// Ends the object that began last.
  public mutating func endObject() { end("}") }

  /// The name of the member that is written next.
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

  /// A number in its shortest form; `null` for infinities and NaN, which JSON lacks.
  public mutating func number(_ number: Double) {
    if number.isFinite { raw("\(number)".utf8) } else { null() }
  }

  /// Writes a string.
  public mutating func string(_ text: String) {
    separate()
    quote(text)
  }

  /// Writes a string, or `null` for none.
  public mutating func string(_ text: String?) {
    if let text { string(text) } else { null() }
  }

  /// A value that has been written already.
  public mutating func raw(_ value: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: value)
  }

  /// A text that is not a value: what stands around and between values in a layout of its own.
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
      // A String's bytes are UTF-8: what is not ASCII needs no look.
      if place.pointee < 0x80 { escape(place.pointee) } else { bytes.append(place.pointee) }
      place += 1
    }
  }

  private mutating func appendShown(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C, 0..<0x20: escape(UInt8(scalar.value))
      // All of them are in the basic plane: one unit does.
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
