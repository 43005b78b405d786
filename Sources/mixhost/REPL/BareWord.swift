/// Words that other prompts know: here they are not Lua, and mean a command.
enum BareWord {
  private static let commands = [
    "exit": ":quit", "quit": ":quit", "help": ":help", "mix": ":help mix",
  ]

  /// The command that a line means; nil when it is Lua, or names a global of the session.
  /// - Parameter isDefined: whether the session has a global of a name.
  static func command(for line: some StringProtocol, isDefined: (String) -> Bool) -> String? {
    var word = String(line)
    while word.last?.isWhitespace == true { word.removeLast() }
    if word.hasSuffix("()"), word != "mix()" { word.removeLast(2) }
    guard let command = commands[word] else { return nil }
    // `mix` is the host's own.
    return word != "mix" && isDefined(word) ? nil : command
  }
}
