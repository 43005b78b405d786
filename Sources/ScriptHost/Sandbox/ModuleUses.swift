internal import Glibc

/// Finds the modules that a Lua text names as `mix.NAME`, outside comments and strings.
struct ModuleUses {
  private let text: [UInt8]
  private var place = 0
  private var line = 1

  /// The names after `mix.` anywhere in a text, including comments and strings, each once; a fast
  /// first pass.
  static func candidates(in text: [UInt8]) -> [String] {
    text.withUnsafeBytes { bytes in
      var names: [String] = []
      var start = 2
      while start < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + start, Int32(UInt8(ascii: "x")), bytes.count - start)
      {
        let place = UnsafeRawPointer(found) - base
        start = place + 1
        guard bytes[place - 2] == UInt8(ascii: "m"), bytes[place - 1] == UInt8(ascii: "i"),
          start < bytes.count, bytes[start] == UInt8(ascii: ".")
        else { continue }
        let name = String(decoding: bytes[(start + 1)...].prefix(while: isLetter), as: UTF8.self)
        if !names.contains(name) { names.append(name) }
      }
      return names
    }
  }

  init(_ text: [UInt8]) { self.text = text }

  /// The next module that the text names, with the line; nil at the end.
  mutating func next() -> (name: String, line: Int)? {
    while place < text.count {
      if let opening = longBracket(at: place) {
        skip(past: opening)
      } else if peek(0) == dash, peek(1) == dash {
        skipComment()
      } else if peek(0) == quote || peek(0) == apostrophe {
        skipText()
      } else if Self.isLetter(text[place]) {
        let name = takeName()
        let isField = lastSign == dot || lastSign == colon
        lastSign = 0
        if name == "mix", !isField, let module = moduleName() { return (module, line) }
      } else {
        if text[place] > space { lastSign = text[place] }
        step()
      }
    }
    return nil
  }

  // MARK: Parts

  private let dash = UInt8(ascii: "-")
  private let dot = UInt8(ascii: ".")
  private let colon = UInt8(ascii: ":")
  private let quote = UInt8(ascii: "\"")
  private let apostrophe = UInt8(ascii: "'")
  private let escape = UInt8(ascii: "\\")
  private let space = UInt8(ascii: " ")
  private let newline = UInt8(ascii: "\n")
  /// The last character that is neither part of a name nor white space; 0 after a name.
  private var lastSign: UInt8 = 0

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == 0x5F || byte >= 0x30 && byte <= 0x39
  }

  private func peek(_ ahead: Int) -> UInt8 {
    place + ahead < text.count ? text[place + ahead] : 0
  }

  private mutating func step() {
    if text[place] == newline { line += 1 }
    place += 1
  }

  private mutating func takeName() -> String {
    let start = place
    while Self.isLetter(peek(0)) { place += 1 }
    return String(decoding: text[start..<place], as: UTF8.self)
  }

  /// The name after `mix`, when a dot and a name follow; else nil.
  private mutating func moduleName() -> String? {
    while peek(0) == space { place += 1 }
    guard peek(0) == dot, peek(1) != dot else { return nil }
    place += 1
    while peek(0) == space { place += 1 }
    let name = takeName()
    return name.isEmpty ? nil : name
  }

  /// The level of a long bracket that opens here; nil without one.
  private func longBracket(at start: Int) -> (start: Int, level: Int)? {
    guard start < text.count, text[start] == UInt8(ascii: "[") else { return nil }
    var end = start + 1
    while end < text.count, text[end] == UInt8(ascii: "=") { end += 1 }
    guard end < text.count, text[end] == UInt8(ascii: "[") else { return nil }
    return (start, end - start - 1)
  }

  private mutating func skip(past bracket: (start: Int, level: Int)) {
    let closing =
      [UInt8(ascii: "]")] + [UInt8](repeating: UInt8(ascii: "="), count: bracket.level)
      + [UInt8(ascii: "]")]
    place = bracket.start + bracket.level + 2
    while place < text.count, !text[place...].starts(with: closing) { step() }
    place = min(text.count, place + closing.count)
    lastSign = 0
  }

  private mutating func skipComment() {
    if let opening = longBracket(at: place + 2) { return skip(past: opening) }
    while place < text.count, text[place] != newline { place += 1 }
  }

  private mutating func skipText() {
    let end = text[place]
    place += 1
    while place < text.count, text[place] != end, text[place] != newline {
      if text[place] == escape { place += 1 }
      if place < text.count { step() }
    }
    place += 1
    lastSign = 0
  }
}
