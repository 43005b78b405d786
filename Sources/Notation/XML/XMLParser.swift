internal import CExpat

/// Reads XML 1.0 without a document type, such as feeds and OPML, by expat.
///
/// Only the five predefined entities and numeric characters are expanded, so a text cannot grow
/// while it is read. A document type with declarations is refused, and no other file is opened.
/// Namespace prefixes stay as written. Text must be UTF-8. The time is linear in the text.
///
/// ```swift
/// let feed = try XMLParser.parse(bytes)
/// ```
public struct XMLParser {
  /// The deepest nesting that is accepted.
  public static let mostDepth = 200
  /// The most elements and attributes that a document may have.
  public static let mostNodes = 1_000_000
  /// Bytes that expat gets between two calls of `checkpoint`.
  private static let piece = 65_536

  /// Reads a whole document.
  /// - Parameter checkpoint: called for each 64 KB of text and each 1 MB of result, with the
  ///   approximate bytes that the result holds so far; an error that it throws ends the reading.
  /// - Throws: ``XMLError``; what `checkpoint` throws.
  public static func parse(
    _ bytes: [UInt8], checkpoint: (_ heldBytes: Int) throws -> Void = { _ in }
  ) throws -> XMLElement {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      throw XMLError(message: "the text is UTF-16: save it as UTF-8", line: 1, column: 1)
    }
    guard let parser = cexpat_new() else {
      throw XMLError(message: "no memory for reading it", line: 1, column: 1)
    }
    defer { XML_ParserFree(parser) }
    return try withoutActuallyEscaping(checkpoint) { checkpoint in
      let builder = XMLBuilder(parser, checkpoint)
      return try withExtendedLifetime(builder) {
        XMLHandlers.set(on: parser, builder)
        try feed(bytes, to: parser, builder)
        guard let root = builder.root else { throw XMLDiagnosis(bytes, parser, builder).error }
        return root
      }
    }
  }

  /// Passes the text to expat in pieces. Expat parses an incomplete tag or comment anew with each
  /// piece; to keep the time linear, a piece that completed nothing is followed by one of twice its
  /// size.
  private static func feed(
    _ bytes: [UInt8], to parser: XML_Parser, _ builder: XMLBuilder
  ) throws {
    try bytes.withUnsafeBufferPointer { text in
      var place = 0
      var size = piece
      while true {
        try builder.look()
        let count = min(size, text.count - place)
        let isLast = place + count == text.count
        let events = builder.events
        let status = text.withMemoryRebound(to: CChar.self) {
          XML_Parse(parser, $0.baseAddress.map { $0 + place }, Int32(count), isLast ? 1 : 0)
        }
        guard status == XML_STATUS_OK else {
          throw builder.failure ?? XMLDiagnosis(bytes, parser, builder).error
        }
        place += count
        if isLast { return }
        size = builder.events == events ? min(2 * size, 1 << 30) : piece
      }
    }
  }
}
