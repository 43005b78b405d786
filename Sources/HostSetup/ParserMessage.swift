internal import Notation

/// Rewrites ArgumentParser's errors in mixhost's style: one line, and the command whose help
/// explains more.
package enum ParserMessage {
  /// - Parameters:
  ///   - text: the parser's full message: the error, and lines that begin with `Help:`, `Usage:` or
  ///     `See`.
  ///   - command: the command that was typed, such as `mixhost cache`.
  ///   - words: the command's arguments.
  package static func error(
    _ text: String, command: String, words: [String] = []
  ) -> UsageError {
    let first = text.split(separator: "\n").first.map(String.init) ?? ""
    var sentence = sentence(first.hasPrefix("Error: ") ? first.dropFirst(7) : first[...])
    if sentence.hasSuffix(" is missing"), let word = words.first(where: isDashed) {
      sentence += "; write \"-- \(word)\" if \(word) is meant: it looks like an option"
    }
    return UsageError(sentence, command: command)
  }

  /// Whether a word was taken for options of one letter, which mixhost has none of.
  private static func isDashed(_ word: String) -> Bool {
    word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 1
  }

  private static func sentence(_ text: Substring) -> String {
    let names = quoted(text)
    let name = names.first ?? ""
    if text.hasPrefix("Unknown option") {
      // The parser's own suggestion is often far off.
      let near = names.count > 1 ? Suggestion.closest(to: name, in: [names[1]]) : nil
      if let near { return "unknown option \(name); did you mean \(near)?" }
      return "unknown option \(name)"
        + (name.hasPrefix("--")
          ? "" : "; a value that begins with a dash goes behind --, such as -- \(name)")
    }
    if text.hasPrefix("Unexpected argument") { return "unexpected argument \"\(name)\"" }
    if text.contains("unexpected arguments") {
      return "unexpected arguments " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    }
    if text.hasPrefix("Missing expected argument") { return "\(label(name)) is missing" }
    if text.hasPrefix("Missing value for") { return "\(label(name)) needs a value" }
    if text.hasPrefix("The value"), names.count >= 2 { return wrongValue(text, names) }
    guard let first = text.first, text.dropFirst().first?.isUppercase == false else {
      return String(text)
    }
    return first.lowercased() + text.dropFirst()
  }

  /// Rewrites `The value 'x' is invalid for '--kind <kind>'. Please provide one of 'a' or 'b'.`
  private static func wrongValue(_ text: Substring, _ names: [String]) -> String {
    let choices = Array(names.dropFirst(2))
    guard text.contains("one of"), !choices.isEmpty else {
      return "\(label(names[1])) does not take \"\(names[0])\""
    }
    let near = Suggestion.closest(to: names[0], in: choices)
    return "\(label(names[1])) takes one of \(choices.joined(separator: ", ")), not "
      + "\"\(names[0])\"" + (near.map { "; did you mean \($0)?" } ?? "")
  }

  /// The name without its value: `--filter` for `--filter <pattern>`, `URL` for `<url>`.
  private static func label(_ name: String) -> String {
    if name.hasPrefix("-") { return String(name.prefix { $0 != " " }) }
    return name.prefix { $0 != " " }.filter { $0 != "<" && $0 != ">" }.uppercased()
  }

  /// The texts between single quotes.
  private static func quoted(_ text: Substring) -> [String] {
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
  }
}
