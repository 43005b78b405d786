extension Completer.Place {
  /// Reads the end of a text: `a.b[2].c:na`.
  /// - Returns: nil inside strings and comments, and where no name can begin.
  init?(before text: String) {
    guard !Self.endsInside(text) else { return nil }
    var rest = Array(text.utf8)[...]
    prefix = Self.takeName(&rest)
    path = []
    separator = nil
    if prefix.isEmpty, rest.last.map({ $0 >= 0x30 && $0 <= 0x39 }) == true { return nil }
    guard let mark = rest.last, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ":") else {
      if prefix.isEmpty, !rest.isEmpty { return nil }
      return
    }
    rest.removeLast()
    separator = Character(Unicode.Scalar(mark))
    while true {
      if let position = Self.takePosition(&rest) {
        path.insert(.position(position), at: 0)
        continue
      }
      let name = Self.takeName(&rest)
      // What a call or an expression gives is not known without evaluating it.
      guard !name.isEmpty else { return nil }
      path.insert(.field(name), at: 0)
      guard rest.last == UInt8(ascii: ".") else { break }
      rest.removeLast()
      if rest.last == UInt8(ascii: ".") { return nil }
    }
  }

  private static func takeName(_ text: inout ArraySlice<UInt8>) -> String {
    var start = text.endIndex
    while start > text.startIndex, LuaText.isNameByte(text[start - 1]) { start -= 1 }
    let name = String(decoding: text[start...], as: UTF8.self)
    guard LuaText.isName(name) || LuaText.keywords.contains(name) else { return "" }
    text = text[..<start]
    return name
  }

  /// `[12]` at the end.
  private static func takePosition(_ text: inout ArraySlice<UInt8>) -> Int64? {
    guard text.last == UInt8(ascii: "]"), let open = text.lastIndex(of: UInt8(ascii: "[")),
      let position = Int64(String(decoding: text[(open + 1)..<(text.endIndex - 1)], as: UTF8.self))
    else { return nil }
    text = text[..<open]
    return position
  }

  /// Whether the text ends in a quoted string or a comment; long ones of earlier lines are not seen.
  private static func endsInside(_ text: String) -> Bool {
    var quote: Character?
    var before: Character = " "
    var escaped = false
    for character in text {
      if let open = quote {
        if escaped {
          escaped = false
        } else if character == "\\" {
          escaped = true
        } else if character == open {
          quote = nil
        }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "-", before == "-" {
        return true
      }
      before = character
    }
    return quote != nil
  }
}
