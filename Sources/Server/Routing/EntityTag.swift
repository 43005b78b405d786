/// Compares entity tags (RFC 9110, section 8.8.3).
enum EntityTag {
  /// Whether an If-None-Match field contains a tag, so that the client's copy is still valid
  /// (section 13.1.2). The field is `*` or a list of tags, compared weakly; in any other form it
  /// contains nothing.
  /// - Parameters:
  ///   - field: the field's value; several fields are joined by commas.
  ///   - tag: a strong tag with its quotes.
  static func isNamed(in field: String?, _ tag: String) -> Bool {
    guard let field else { return false }
    var rest = field.utf8[...]
    func skip(_ isSkipped: (UInt8) -> Bool) { rest = rest.drop(while: isSkipped) }
    var found = false
    while true {
      skip { isSpace($0) || $0 == UInt8(ascii: ",") }
      if rest.isEmpty { return found }
      // By the grammar `*` stands alone; inside a list it can only mean the same.
      if rest.first == UInt8(ascii: "*") {
        found = true
        rest = rest.dropFirst()
        continue
      }
      if rest.starts(with: "W/".utf8) { rest = rest.dropFirst(2) }
      guard rest.first == UInt8(ascii: "\""),
        let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\""))
      else { return false }
      if rest[...end].elementsEqual(tag.utf8) { found = true }
      rest = rest[rest.index(after: end)...]
      skip(isSpace)
      guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return false }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
