import HostSetup
import Notation
import ScriptHost

/// A command of the prompt: `:name argument`.
struct SessionCommand: Sendable {
  let name: String
  /// The argument in help texts; empty for none; in brackets when optional.
  let argument: String
  let doc: String
  let perform: @Sendable (Session, String) throws -> Void

  /// Every command, in the order of `:help`.
  static let all: [SessionCommand] = [
    SessionCommand(name: "help", argument: "[SYMBOL]", doc: "this list, or what a function does") {
      try $0.help($1)
    },
    SessionCommand(name: "doc", argument: "EXPR", doc: "what is known of a value") {
      try $0.document($1)
    },
    SessionCommand(name: "type", argument: "EXPR", doc: "the type of a value") { try $0.type($1) },
    SessionCommand(name: "time", argument: "EXPR", doc: "evaluates, and says how long it took") {
      try $0.time($1)
    },
    SessionCommand(name: "load", argument: "FILE", doc: "runs a file in this session") {
      try $0.load($1)
    },
    SessionCommand(
      name: "reload", argument: "", doc: "starts over with the files of :load as they are now"
    ) { session, _ in try session.reload() },
    SessionCommand(
      name: "tasks", argument: "[stop N]", doc: "what runs in the background (CODE & starts it)"
    ) { try $0.listTasks($1) },
    SessionCommand(name: "rules", argument: "", doc: "the rule files that mix.rules finds") {
      session, _ in try session.listRules()
    },
    SessionCommand(name: "grants", argument: "", doc: "what this session may reach") {
      session, _ in session.listGrants()
    },
    SessionCommand(name: "budget", argument: "", doc: "memory and time: used, and allowed") {
      session, _ in try session.showBudget()
    },
    SessionCommand(name: "trace", argument: "on|off", doc: "shows each step of each request") {
      try $0.setTrace($1)
    },
    SessionCommand(name: "clear", argument: "", doc: "clears the screen") { session, _ in
      session.view.clear()
    },
    SessionCommand(name: "quit", argument: "", doc: "leaves; so does Ctrl-D") { session, _ in
      session.exitCode = 0
    },
  ]

  /// Runs a line that begins with a colon.
  /// - Throws: ``CommandFailure`` for an unknown command or a wrong argument; errors of the
  ///   command.
  static func perform(_ line: String, _ session: Session) throws {
    let words = line.dropFirst().split(maxSplits: 1, whereSeparator: \.isWhitespace)
    let name = words.first.map(String.init) ?? ""
    let argument = words.count > 1 ? words[1].trimmed : ""
    guard let command = all.first(where: { $0.name == name }) else { throw unknown(name) }
    if command.argument.isEmpty, !argument.isEmpty {
      throw CommandFailure(":\(name) takes no argument")
    }
    if argument.isEmpty, !command.argument.isEmpty, command.argument.first != "[" {
      throw CommandFailure(":\(name) takes \(command.argument)")
    }
    try command.perform(session, argument)
  }

  private static func unknown(_ name: String) -> CommandFailure {
    // A single letter is enough for a guess: `:q`.
    let hint =
      all.first { !name.isEmpty && $0.name.hasPrefix(name) }?.name
      ?? Suggestion.closest(to: name, in: all.map(\.name))
    let shown = name.count > 40 ? name.prefix(40) + "…" : name[...]
    return CommandFailure(
      "unknown command :\(shown)" + (hint.map { " (did you mean :\($0)?)" } ?? "; :help lists all"))
  }
}

extension Substring {
  /// The text without white space at its end.
  fileprivate var trimmed: String {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[...last])
  }
}
