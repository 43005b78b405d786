/// The part at the end of a text that Tab completes.
enum CompletionTarget: Equatable {
  /// A command of the prompt, from its colon on.
  case command
  /// A name: a global, a field or a method.
  case name(Completer.Place)
  /// A key in quotes: `t["a`.
  case key(Completer.Place, quote: Character)
  /// A path; `end` is inserted after a complete one.
  case file(String, end: String)

  private static let loading = ":load "

  /// Finds the part; nil in comments, and where nothing can begin.
  /// - Parameters:
  ///   - before: the text before the cursor.
  ///   - isContinued: whether it continues an input of earlier lines.
  init?(_ before: String, isContinued: Bool) {
    if before.first == ":", !before.hasPrefix("::"), !isContinued {
      if !before.contains(" ") {
        self = .command
        return
      }
      if before.hasPrefix(Self.loading) {
        let path = before.dropFirst(Self.loading.count).drop { $0 == " " }
        self = .file(String(path), end: "")
        return
      }
    }
    switch LuaEnding(before) {
    case .comment: return nil
    case .code:
      guard let place = Completer.Place(before: before) else { return nil }
      self = .name(place)
    case .string(let quote, let content):
      let owner = before.dropLast(content.count + 1)
      if owner.last == "[", let place = Completer.Place(owner: owner.dropLast(), key: content) {
        self = .key(place, quote: quote)
      } else {
        self = .file(String(content), end: String(quote))
      }
    }
  }
}

/// The state at the end of a Lua text; long strings and comments of earlier lines are not
/// recognised.
enum LuaEnding: Equatable {
  case code
  case comment
  /// A string that is still open, with its content so far.
  case string(quote: Character, content: Substring)

  init(_ text: String) {
    var quote: Character?
    var start = text.startIndex
    var before: Character = " "
    var escaped = false
    for place in text.indices {
      let character = text[place]
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
        start = text.index(after: place)
      } else if character == "-", before == "-" {
        self = .comment
        return
      }
      before = character
    }
    self = quote.map { .string(quote: $0, content: text[start...]) } ?? .code
  }
}
