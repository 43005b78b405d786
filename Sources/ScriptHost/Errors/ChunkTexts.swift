internal import Notation

/// The texts that an engine has loaded, by the names that messages use.
struct ChunkTexts {
  /// Most texts that are kept: a session loads texts without end.
  private static let most = 64
  /// Bytes at the start of a message in which names are searched.
  static let searched = 4_096
  private var chunks: [(name: String, text: [UInt8])] = []

  /// Keeps a text and drops an earlier one of the same name.
  /// - Parameter name: in Lua's form: `@file.lua`, `=text`.
  mutating func add(_ text: [UInt8], name: String) {
    let short = Self.shortName(name)
    if let place = chunks.firstIndex(where: { $0.name == short }) {
      chunks[place].text = text
      return
    }
    if chunks.count == Self.most { chunks.removeFirst() }
    chunks.append((short, text))
  }

  /// The line that the message names at its beginning, else that of the innermost frame; nil
  /// without one.
  func excerpt(for message: String, traceback: [String]) -> SourceExcerpt? {
    let message = LongText.head(message, Self.searched)
    for place in [message] + traceback.prefix(1) {
      guard let (line, text) = line(namedBy: place) else { continue }
      let scalars = Array(text.unicodeScalars)
      return SourceExcerpt(line: line, text: text, marked: CaretFinder(scalars).place(message))
    }
    return nil
  }

  /// The number and the text of the line in `file:line: …`; nil when no such text was loaded.
  func line(namedBy message: String) -> (number: Int, text: String)? {
    for chunk in chunks where message.hasPrefix(chunk.name + ":") {
      let digits = message.dropFirst(chunk.name.count + 1).prefix { $0.isASCII && $0.isNumber }
      guard let number = Int(digits), let text = Self.line(number, of: chunk.text) else { continue }
      return (number, text)
    }
    return nil
  }

  /// The advice for the fault of a text that does not load; nil for none.
  func syntaxHint(_ message: String) -> String? {
    let message = LongText.head(message, Self.searched)
    guard let (number, text) = line(namedBy: message),
      let chunk = chunks.first(where: { message.hasPrefix($0.name + ":") })
    else { return nil }
    return ForeignHint.syntax(
      message, line: text, before: Self.line(number - 1, of: chunk.text) ?? "",
      text: String(decoding: chunk.text, as: UTF8.self))
  }

  private static func line(_ number: Int, of text: [UInt8]) -> String? {
    guard number > 0 else { return nil }
    var rest = text[...]
    for _ in 1..<number {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      rest = rest[(end + 1)...]
    }
    return String(decoding: rest.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// The form of a chunk's name in Lua's messages (`luaO_chunkid`, LUA_IDSIZE 60).
  static func shortName(_ name: String) -> String {
    let bytes = Array(name.utf8)
    guard bytes.count > 60 else { return String(name.dropFirst()) }
    guard bytes.first == UInt8(ascii: "@") else {
      return String(decoding: bytes[1..<60], as: UTF8.self)
    }
    return "..." + String(decoding: bytes.suffix(56), as: UTF8.self)
  }
}
