extension Completer.Place {
  private static let dot = UInt8(ascii: ".")
  private static let colon = UInt8(ascii: ":")

  /// Finds the name at the end of Lua code: `a.b[2].c:na`, `t["a b"].na`, `("x"):na`. Nil where no
  /// name can begin.
  init?(before text: String) {
    var rest = Array(text.utf8)[...]
    prefix = Self.takeName(&rest)
    path = []
    separator = nil
    if prefix.isEmpty, rest.last.map({ $0 >= 0x30 && $0 <= 0x39 }) == true { return nil }
    guard let mark = rest.last, mark == Self.dot || mark == Self.colon else {
      if prefix.isEmpty, !rest.isEmpty { return nil }
      return
    }
    rest.removeLast()
    separator = Character(Unicode.Scalar(mark))
    if mark == Self.colon, Self.isStringInBrackets(rest) {
      // Strings have the methods of the library.
      path = [.field("string")]
      return
    }
    guard let owner = Self.owner(rest) else { return nil }
    path = owner
  }

  /// Makes the place of a quoted key.
  /// - Parameter owner: the text before the bracket.
  init?(owner: Substring, key: Substring) {
    guard let path = Self.owner(Array(owner.utf8)[...]), !key.contains("\\") else { return nil }
    self.path = path
    separator = "["
    prefix = String(key)
  }

  /// The steps to the value at the end of a text: `a.b[2]["c d"]`. Nil for the result of a call or
  /// an expression, which is unknown without evaluation.
  private static func owner(_ text: ArraySlice<UInt8>) -> [Completer.Step]? {
    var rest = text
    var path: [Completer.Step] = []
    while true {
      if let step = takeIndex(&rest) {
        path.insert(step, at: 0)
        continue
      }
      let name = takeName(&rest)
      guard !name.isEmpty else { return nil }
      path.insert(.field(name), at: 0)
      guard rest.last == dot else { return path }
      rest.removeLast()
      if rest.last == dot { return nil }
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

  /// Removes `[12]` or `["a b"]` from the end of a text; nil when it ends otherwise.
  private static func takeIndex(_ text: inout ArraySlice<UInt8>) -> Completer.Step? {
    guard text.last == UInt8(ascii: "]") else { return nil }
    let inner = text.dropLast()
    if let quote = inner.last, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      guard let open = inner.dropLast().lastIndex(of: quote), open > text.startIndex,
        text[open - 1] == UInt8(ascii: "[")
      else { return nil }
      let key = inner[(open + 1)...].dropLast()
      guard !key.contains(UInt8(ascii: "\\")) else { return nil }
      text = text[..<(open - 1)]
      return .field(String(decoding: key, as: UTF8.self))
    }
    guard let open = text.lastIndex(of: UInt8(ascii: "[")),
      let position = Int64(String(decoding: inner[(open + 1)...], as: UTF8.self))
    else { return nil }
    text = text[..<open]
    return .position(position)
  }

  /// Whether a text ends in a bracketed string `("…")` that is not a call's argument.
  private static func isStringInBrackets(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.last == UInt8(ascii: ")"), let quote = text.dropLast().last,
      quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let open = text.dropLast(2).lastIndex(of: quote), open > text.startIndex,
      text[open - 1] == UInt8(ascii: "(")
    else { return false }
    let before = text[..<(open - 1)].last { $0 != UInt8(ascii: " ") } ?? UInt8(ascii: "=")
    return !LuaText.isNameByte(before) && before != UInt8(ascii: ")")
      && before != UInt8(ascii: "]")
  }
}
