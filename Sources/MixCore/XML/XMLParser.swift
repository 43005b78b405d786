/// Reads documents of XML 1.0 (fifth edition) without document type: what feeds and OPML need.
///
/// Strict about well-formedness. No entities but the five predefined ones and characters by number,
/// so that nothing can grow while it is read; a document type with declarations of its own is refused.
/// Namespaces are left as they are written. Text is UTF-8; other encodings are refused.
public struct XMLParser {
  /// The deepest nesting that is read.
  public static let mostDepth = 200

  private let bytes: [UInt8]
  private let checkpoint: () throws -> Void
  private var position = 0
  private var steps = 0

  /// Reads a whole document.
  /// - Parameter checkpoint: called now and then; what it throws ends the reading.
  /// - Throws: ``XMLError``; what `checkpoint` throws.
  public static func parse(
    _ bytes: [UInt8], checkpoint: () throws -> Void = {}
  ) throws -> XMLElement {
    try withoutActuallyEscaping(checkpoint) { checkpoint in
      var parser = XMLParser(bytes: bytes, checkpoint: checkpoint)
      return try parser.document()
    }
  }

  /// Counts work: bytes read and names compared.
  private mutating func work(_ count: Int = 1) throws {
    steps += count
    guard steps >= 8_192 else { return }
    steps = 0
    try checkpoint()
  }

  // MARK: Document

  private mutating func document() throws -> XMLElement {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      throw error("the text is UTF-16: save it as UTF-8")
    }
    _ = take([0xEF, 0xBB, 0xBF])
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw error("the text is not UTF-8")
    }
    if starts(with: "<?xml"), bytes.count > position + 5, XMLCharacters.isSpace(bytes[position + 5])
    {
      try declaration()
    }
    try miscellany(allowsDoctype: true)
    guard peek == Self.less else { throw error("an element is expected") }
    let root = try element()
    try miscellany(allowsDoctype: false)
    guard position == bytes.count else { throw error("nothing may follow the root element") }
    return root
  }

  /// `<?xml version="1.0" encoding="UTF-8"?>`.
  private mutating func declaration() throws {
    let start = position
    let text = try upTo("?>", "the XML declaration does not end").lowercased()
    guard let range = text.firstRange(of: "encoding") else { return }
    let value = text[range.upperBound...].drop { $0 == " " || $0 == "=" || $0 == "\"" || $0 == "'" }
    let name = value.prefix { $0 != "\"" && $0 != "'" }
    guard ["utf-8", "us-ascii", "ascii"].contains(name) else {
      position = start
      throw error("the encoding \(name) is not known here: save it as UTF-8")
    }
  }

  /// White space, comments and processing instructions around the root element.
  private mutating func miscellany(allowsDoctype: Bool) throws {
    while true {
      skipSpace()
      if take("<!--") {
        try comment()
      } else if starts(with: "<?") {
        _ = try upTo("?>", "a processing instruction does not end")
      } else if allowsDoctype, starts(with: "<!DOCTYPE") {
        let start = position
        let text = try upTo(">", "the document type does not end")
        if text.utf8.contains(UInt8(ascii: "[")) {
          position = start
          throw error("a document type with declarations is refused")
        }
      } else {
        return
      }
    }
  }

  private mutating func comment() throws {
    _ = try upTo("--", "a comment does not end")
    guard take(">") else { throw error("\"--\" within a comment") }
  }

  // MARK: Elements

  /// One open element.
  private struct Open {
    var element: XMLElement
    var text: [UInt8] = []

    mutating func endText() {
      guard !text.isEmpty else { return }
      element.children.append(.text(String(decoding: text, as: UTF8.self)))
      text = []
    }
  }

  /// Reads the element that begins here, without recursion.
  private mutating func element() throws -> XMLElement {
    var open: [Open] = []
    while true {
      try work()
      if peek == Self.less {
        if let done = try markup(&open) { return done }
      } else {
        guard let byte = peek else {
          throw error("<\(open.last?.element.name ?? "")> is not closed")
        }
        if byte == UInt8(ascii: "&") {
          open[open.count - 1].text += try reference()
        } else {
          if byte == UInt8(ascii: "]"), starts(with: "]]>") {
            throw error("\"]]>\" within text")
          }
          try characterCheck(byte)
          open[open.count - 1].text.append(byte)
          position += 1
        }
      }
    }
  }

  /// - Returns: the root when it has been closed.
  private mutating func markup(_ open: inout [Open]) throws -> XMLElement? {
    if take("<!--") {
      try comment()
    } else if take("<![CDATA[") {
      let text = try upTo("]]>", "a CDATA section does not end")
      open[open.count - 1].text += Array(text.utf8)
    } else if starts(with: "<?") {
      _ = try upTo("?>", "a processing instruction does not end")
    } else if take("</") {
      let name = try self.name()
      skipSpace()
      guard name == open.last?.element.name else {
        throw error("</\(name)> closes <\(open.last?.element.name ?? "")>")
      }
      guard take(">") else { throw error("\">\" is expected after </\(name)") }
      return close(&open)
    } else {
      let (element, isEmpty) = try startTag()
      if !open.isEmpty { open[open.count - 1].endText() }
      open.append(Open(element: element))
      guard open.count <= Self.mostDepth else {
        throw error("more than \(Self.mostDepth) elements within each other")
      }
      if isEmpty { return close(&open) }
    }
    return nil
  }

  private func close(_ open: inout [Open]) -> XMLElement? {
    var last = open.removeLast()
    last.endText()
    guard !open.isEmpty else { return last.element }
    open[open.count - 1].element.children.append(.element(last.element))
    return nil
  }

  private mutating func startTag() throws -> (XMLElement, isEmpty: Bool) {
    position += 1
    var element = XMLElement(name: try name(), attributes: [], children: [])
    while true {
      let hadSpace = skipSpace()
      if take("/>") { return (element, true) }
      if take(">") { return (element, false) }
      guard hadSpace else { throw error("white space is expected in <\(element.name)") }
      let name = try self.name()
      try work(element.attributes.count)
      guard !element.attributes.contains(where: { $0.name == name }) else {
        throw error("the attribute \(name) is there twice")
      }
      skipSpace()
      guard take("=") else { throw error("\"=\" is expected after the attribute \(name)") }
      skipSpace()
      element.attributes.append((name, try attributeValue(name)))
    }
  }

  private mutating func attributeValue(_ name: String) throws -> String {
    guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw error("the value of \(name) needs quotes")
    }
    position += 1
    var value: [UInt8] = []
    while let byte = peek, byte != quote {
      try work()
      if byte == Self.less { throw error("\"<\" within the value of \(name)") }
      if byte == UInt8(ascii: "&") {
        value += try reference()
      } else {
        try characterCheck(byte)
        // White space counts as a space in attributes (section 3.3.3).
        value.append(XMLCharacters.isSpace(byte) ? 0x20 : byte)
        position += 1
      }
    }
    guard peek == quote else { throw error("the value of \(name) does not end") }
    position += 1
    return String(decoding: value, as: UTF8.self)
  }

  // MARK: Parts

  /// `&amp;`, `&#233;` or `&#xE9;`.
  private mutating func reference() throws -> [UInt8] {
    let start = position
    position += 1
    var name: [UInt8] = []
    while let byte = peek, byte != UInt8(ascii: ";"), name.count < 12 {
      name.append(byte)
      position += 1
    }
    let text = String(decoding: name, as: UTF8.self)
    if peek == UInt8(ascii: ";"), let value = XMLCharacters.value(of: text) {
      position += 1
      return value
    }
    position = start
    throw error("&\(text) is no entity known here; write &amp; for &")
  }

  private mutating func name() throws -> String {
    let start = position
    while let byte = peek, XMLCharacters.isName(byte, first: position == start) { position += 1 }
    guard position > start else { throw error("a name is expected") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func characterCheck(_ byte: UInt8) throws {
    if byte < 0x20, !XMLCharacters.isSpace(byte) { throw error("a control character within text") }
  }

  // MARK: Bytes

  private static let less = UInt8(ascii: "<")

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[position...].starts(with: $0) }
  }

  private mutating func take(_ text: StaticString) -> Bool {
    guard starts(with: text) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  private mutating func take(_ mark: [UInt8]) -> Bool {
    guard bytes[position...].starts(with: mark) else { return false }
    position += mark.count
    return true
  }

  /// What is before `end`; goes on behind it.
  private mutating func upTo(_ end: StaticString, _ message: String) throws -> String {
    var place = position
    while place < bytes.count {
      try work()
      let found = end.withUTF8Buffer { bytes[place...].starts(with: $0) }
      if found {
        defer { position = place + end.utf8CodeUnitCount }
        return String(decoding: bytes[position..<place], as: UTF8.self)
      }
      place += 1
    }
    throw error(message)
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = position
    while let byte = peek, XMLCharacters.isSpace(byte) { position += 1 }
    return position > start
  }

  private func error(_ message: String) -> XMLError {
    let before = bytes[..<min(position, bytes.count)]
    let line = before.count { $0 == 0x0A } + 1
    let column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
    return XMLError(message: message, line: line, column: column)
  }
}
