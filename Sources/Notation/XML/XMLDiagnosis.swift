internal import CExpat

/// Explains the fault of a text that expat refuses: for most mistakes expat reports only "not
/// well-formed" and the place.
struct XMLDiagnosis {
  private let bytes: [UInt8]
  private let code: XML_Error
  private let openName: String?
  /// The offset of expat's error.
  private let place: Int

  init(_ bytes: [UInt8], _ parser: XML_Parser, _ builder: XMLBuilder) {
    self.bytes = bytes
    code = XML_GetErrorCode(parser)
    openName = builder.openName
    place = min(max(0, Int(cexpat_place(parser))), bytes.count)
  }

  /// The error, with line and column.
  var error: XMLError {
    let (message, place) = found
    let before = bytes[..<place]
    let line = before.count { $0 == 0x0A } + 1
    let column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
    return XMLError(message: message, line: line, column: column)
  }

  private var found: (message: String, place: Int) {
    switch code {
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_ASYNC_ENTITY, XML_ERROR_NONE:
      (openName.map { "<\($0)> is not closed" } ?? "an element is expected", place)
    case XML_ERROR_TAG_MISMATCH: (mismatch, place)
    case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: ("nothing may follow the root element", place)
    case XML_ERROR_DUPLICATE_ATTRIBUTE: ("the attribute \(name(at: place)) is there twice", place)
    case XML_ERROR_UNDEFINED_ENTITY, XML_ERROR_BAD_CHAR_REF, XML_ERROR_RECURSIVE_ENTITY_REF:
      (Self.unknown(reference(at: place)), place)
    case XML_ERROR_UNCLOSED_CDATA_SECTION: ("a CDATA section does not end", place)
    case XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR: (unclosed, place)
    case XML_ERROR_MISPLACED_XML_PI:
      ("an XML declaration may be at the beginning only", place)
    case XML_ERROR_NO_MEMORY: ("no memory for reading it", place)
    case XML_ERROR_SYNTAX: ("an element is expected", place)
    case XML_ERROR_INVALID_TOKEN: invalidToken
    default:
      (String(cString: XML_ErrorString(code)), place)
    }
  }

  // MARK: Tokens

  private var invalidToken: (message: String, place: Int) {
    if String(validating: bytes, as: UTF8.self) == nil { return ("the text is not UTF-8", place) }
    let byte = place < bytes.count ? bytes[place] : 0x20
    if byte < 0x20, !Self.isSpace(byte) { return ("a control character within text", place) }
    if let start = openReference { return (Self.unknown(reference(at: start)), start) }
    if ends(with: "]]>", near: 3) { return ("\"]]>\" within text", place) }
    if ends(with: "--", near: 2), isWithin("<!--", "-->") {
      return ("\"--\" within a comment", place)
    }
    guard let tag = openTag else {
      return (openName == nil ? "an element is expected" : "not well-formed", place)
    }
    return (inTag(from: tag, byte), place)
  }

  /// Explains the fault within a tag that begins at `tag`.
  private func inTag(from tag: Int, _ byte: UInt8) -> String {
    if place == tag + 1 { return "a name is expected" }
    let before = bytes[tag..<place].reversed().drop(while: Self.isSpace).first
    let element = name(at: tag + 1)
    switch before {
    case UInt8(ascii: "="): return "the value of \(lastName(before: place)) needs quotes"
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      if byte != UInt8(ascii: "<") { return "white space is expected in <\(element)" }
    default: break
    }
    if byte == UInt8(ascii: "<") { return "\"<\" within <\(element)" }
    return "not well-formed: <\(element)"
  }

  private var unclosed: String {
    if starts(with: "<!--") { return "a comment does not end" }
    if starts(with: "<![CDATA[") { return "a CDATA section does not end" }
    if starts(with: "<?") { return "a processing instruction does not end" }
    if starts(with: "<!") { return "the document type does not end" }
    return "a tag does not end"
  }

  private var mismatch: String {
    let close = starts(with: "</") ? place + 2 : place
    return "</\(name(at: close))> closes <\(openName ?? "")>"
  }

  private static func unknown(_ reference: String) -> String {
    "&\(reference) is not an entity known here; write &amp; for &"
  }

  // MARK: Bytes

  /// Longest name that a message shows.
  private static let longestName = 60

  private func name(at start: Int) -> String {
    let part = bytes[min(start, bytes.count)...].prefix(Self.longestName)
    return String(
      decoding: part.prefix { !Self.isSpace($0) && !"<>=/\"'&;".utf8.contains($0) }, as: UTF8.self)
  }

  /// The name before the last "=" in front of `end`.
  private func lastName(before end: Int) -> String {
    let text = bytes[max(0, end - 2 * Self.longestName)..<end].reversed()
      .drop { Self.isSpace($0) || $0 == UInt8(ascii: "=") }
    return String(decoding: text.prefix { !Self.isSpace($0) }.reversed(), as: UTF8.self)
  }

  /// The name after the "&" at `start`.
  private func reference(at start: Int) -> String { name(at: start + 1) }

  /// The "&" of a reference that has no end before the error.
  private var openReference: Int? {
    let near = max(0, place - 12)..<place
    guard let start = bytes[near].lastIndex(of: UInt8(ascii: "&")) else { return nil }
    return bytes[start..<place].contains { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "<") }
      ? nil : start
  }

  /// The start of the tag that holds the error.
  private var openTag: Int? {
    guard let start = bytes[..<place].lastIndex(of: UInt8(ascii: "<")) else { return nil }
    return bytes[start..<place].contains(UInt8(ascii: ">")) ? nil : start
  }

  private func isWithin(_ start: StaticString, _ end: StaticString) -> Bool {
    let text = bytes[..<place]
    func last(_ mark: StaticString) -> Int {
      mark.withUTF8Buffer { mark in
        var at = text.count - mark.count
        while at >= 0 {
          if text[at...].starts(with: mark) { return at }
          at -= 1
        }
        return -1
      }
    }
    return last(start) > last(end)
  }

  private func ends(with mark: StaticString, near: Int) -> Bool {
    mark.withUTF8Buffer { mark in
      (max(0, place - near)...place).contains { bytes[min($0, bytes.count)...].starts(with: mark) }
    }
  }

  private func starts(with mark: StaticString) -> Bool {
    mark.withUTF8Buffer { bytes[place...].starts(with: $0) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
