internal import Notation

/// Reads texts, numbers, addresses and the names of actions.
extension ScreenReader {
  func scalar(
    _ input: ScreenInput, _ path: String, _ type: ScreenType
  ) throws(ScreenError) -> ScreenValue {
    switch (type, input) {
    case (.text, .text(let text)), (.scalar, .text(let text)): return .text(text)
    case (.text, .integer(let number)): return .text("\(number)")
    case (.flag, .flag(let flag)), (.scalar, .flag(let flag)): return .flag(flag)
    case (.number, .integer(let number)), (.integer, .integer(let number)),
      (.scalar, .integer(let number)):
      return .integer(number)
    case (.number, .number(let number)), (.scalar, .number(let number)):
      guard number.isFinite else {
        throw ScreenError(path: path, message: "a finite number expected, not \(number)")
      }
      return .number(number)
    case (.choice(let names), .text(let text)):
      guard names.contains(text) else {
        throw ScreenError(
          path: path, message: "\(type.words) expected, not '\(LongText.cut(text, to: 40))'")
      }
      return .text(text)
    case (.address, .text(let text)): return .text(try address(text, path))
    case (.action, .text(let text)):
      if let actions, !actions.contains(text) {
        let near = Suggestion.closest(to: text, in: actions.sorted())
        throw ScreenError(
          path: path,
          message: "the screen has no action '\(LongText.cut(text, to: 40))'"
            + (near.map { " (did you mean '\($0)'?)" } ?? ""))
      }
      return .text(text)
    default: throw wrong(input, path, type)
    }
  }

  private func address(_ text: String, _ path: String) throws(ScreenError) -> String {
    guard Self.isAddress(text) else {
      throw ScreenError(
        path: path,
        message: "\(ScreenType.address.words) expected, not '\(LongText.cut(text, to: 40))'")
    }
    return text
  }

  /// Whether a browser may follow the address: it must not run code or leave https.
  static func isAddress(_ text: String) -> Bool {
    let isPath = text.hasPrefix("/") && !text.hasPrefix("//") && !text.hasPrefix("/\\")
    let isSafe = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    return isSafe && (isPath || text.prefix(8).lowercased() == "https://")
  }

  func wrong(_ input: ScreenInput, _ path: String, _ type: ScreenType) -> ScreenError {
    ScreenError(path: path, message: "\(type.words) expected, not \(input.kind)")
  }
}
