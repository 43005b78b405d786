internal import CExpat

/// Reads documents of XML 1.0 without document type, as feeds and OPML are, by expat.
///
/// No entities but the five predefined ones and characters by number, so that nothing can grow while it is
/// read; a document type with declarations of its own is refused, and no other file is opened. Namespaces
/// are left as they are written. Text is UTF-8; other encodings are refused. The time is linear in the
/// text.
public struct XMLParser {
  /// The deepest nesting that is read.
  public static let mostDepth = 200
  /// How many elements and attributes a document may have.
  public static let mostNodes = 1_000_000
  /// How much text expat gets between two calls of `checkpoint`, in bytes.
  private static let piece = 65_536

  /// Reads a whole document.
  /// - Parameter checkpoint: called for each 64 KB, and for as many elements and attributes as would hold
  ///   1 MB, with the bytes that the result holds so far, roughly; what it throws ends the reading.
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

  /// Expat begins a tag or comment anew with each piece until it is whole. So that one of many pieces takes
  /// no square of its length, a piece that ended nothing is followed by one of twice its size.
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
