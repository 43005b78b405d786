internal import Notation
internal import ScriptHost

/// Why a command line is wrong, for the user of the script.
struct ArgumentProblem: Error {
  let message: String
}

/// Texts of the command line as typed values.
enum ArgumentValue {
  /// - Throws: ``ArgumentProblem`` that names the option and what it takes.
  static func parse(_ text: String, _ item: ArgumentSpec.Item) throws -> LuaValue {
    switch item.kind {
    case .flag: return .bool(true)
    case .string: return .string(text)
    case .path:
      guard !text.isEmpty, !text.contains("\0") else { throw wrong(text, item, "a path") }
      return .string(UserPath.expanded(text))
    case .choice:
      guard item.choices.contains(text) else {
        let hint =
          Suggestion.closest(to: text, in: item.choices).map { "; did you mean \($0)?" } ?? ""
        throw wrong(text, item, "one of \(item.choices.joined(separator: ", "))", hint)
      }
      return .string(text)
    case .url:
      guard isAddress(text) else { throw wrong(text, item, "an address such as https://host/path") }
      return .string(text)
    case .integer:
      guard let value = Int64(text) else { throw wrong(text, item, integers(item)) }
      try check(Double(value), text, item, integers(item))
      return .int(value)
    case .number:
      guard let value = Double(text), value.isFinite else { throw wrong(text, item, "a number") }
      try check(value, text, item, "a number" + range(item))
      return .number(value)
    case .duration:
      guard let value = DurationText.parse(text) else {
        throw wrong(text, item, "a duration such as 90s, 15m or 24h")
      }
      try check(value, text, item, "a duration" + range(item))
      return .number(value)
    case .size:
      guard let value = ByteSize.parse(text) else {
        throw wrong(text, item, "a size such as 64KB or 2MB")
      }
      try check(Double(value), text, item, "a size" + range(item))
      return .int(Int64(value))
    }
  }

  private static func check(
    _ value: Double, _ text: String, _ item: ArgumentSpec.Item, _ expected: String
  ) throws {
    guard value >= item.minimum ?? -.infinity, value <= item.maximum ?? .infinity else {
      throw wrong(text, item, expected)
    }
  }

  private static func integers(_ item: ArgumentSpec.Item) -> String {
    "a whole number" + range(item)
  }

  private static func range(_ item: ArgumentSpec.Item) -> String {
    switch (item.minimum.map(short), item.maximum.map(short)) {
    case (nil, nil): ""
    case (let low?, nil): " of \(low) or more"
    case (nil, let high?): " of at most \(high)"
    case (let low?, let high?): " from \(low) to \(high)"
    }
  }

  private static func short(_ value: Double) -> String {
    Int64(exactly: value).map(String.init) ?? String(value)
  }

  private static func isAddress(_ text: String) -> Bool {
    guard let mark = text.firstRange(of: "://") else { return false }
    let scheme = text[..<mark.lowerBound]
    let rest = text[mark.upperBound...]
    return !scheme.isEmpty && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "+") }
      && !rest.isEmpty && !rest.hasPrefix("/") && !text.contains(" ")
  }

  private static func wrong(
    _ text: String, _ item: ArgumentSpec.Item, _ expected: String, _ hint: String = ""
  ) -> ArgumentProblem {
    ArgumentProblem(message: "\(item.label) takes \(expected), not \"\(text)\"\(hint)")
  }
}
