/// Recognises words of other prompts, such as `exit`, which are commands here and not Lua.
enum BareWord {
  private static let commands = [
    "exit": ":quit", "quit": ":quit", "help": ":help", "mix": ":help mix",
  ]

  /// The command that a line means; nil when it is Lua, or names a global of the session.
  /// - Parameter isDefined: whether the session has a global with this name.
  static func command(for line: some StringProtocol, isDefined: (String) -> Bool) -> String? {
    var word = String(line)
    while word.last?.isWhitespace == true { word.removeLast() }
    if word.hasSuffix("()"), word != "mix()" { word.removeLast(2) }
    guard let command = commands[word] else { return nil }
    // `mix` is the host's own table.
    return word != "mix" && isDefined(word) ? nil : command
  }
}
