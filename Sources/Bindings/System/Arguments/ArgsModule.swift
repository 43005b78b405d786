internal import Files
internal import Notation
internal import ScriptHost

/// `mix.args`: a script's own command line.
enum ArgsModule {
  static func make(_ host: ScriptRun) -> Module {
    var module = Module("args", "A script's options: types, defaults and help in one declaration.")
    module.constant(
      "command",
      "How the user started the script, such as \"mixhost chart\" or "
        + "\"mixhost scripts/refresh.lua\": for hints that name a command to type.",
      .string(command(host)))
    module.function(
      "suggest", "The name that a mistyped word may stand for.",
      Parameter("word", "what the user typed", ShownArgument.self),
      Parameter("names", "the names that are known", [String].self),
      returns: "string?  the nearest name; nil when none is near",
      example: "local near = mix.args.suggest(args.rules, {\"standard\", \"classic\"})"
    ) { _, word, names in Suggestion.closest(to: word.text, in: names) }
    module.function(
      "parse",
      "Reads the command line by a declaration; --help prints it, wrong use ends with exit code 2.",
      Parameter(
        "spec",
        "the declaration; --json, --events, --quiet and --no-color are added to it",
        ArgumentDeclaration.self, as: "args.spec"),
      returns: "table<string, any>  the values by name, with _ for -",
      example: "local args = mix.args.parse{summary = \"Says hello\", positional = {{\"name\"}}}"
    ) { _, spec -> LuaValue in
      let spec = try ArgumentSpec(spec.fields, scriptName: host.settings.scriptName)
      let command = command(host)
      let given = host.settings.scriptArguments.prefix { $0 != "--" }
      if given.contains("--help") || given.contains("-h") {
        try StandardOutput.write(ArgumentHelp.text(spec, command: command, host.output))
        throw ScriptExit(code: 0)
      }
      do {
        let arguments = try ScriptArguments(
          host.settings.scriptArguments, untyped: host.settings.manifestWords, spec)
        for (path, writes) in arguments.paths {
          // Scripts cannot look: a folder outside those that they may read is none of theirs.
          if writes, let problem = PrivateFile.missingFolder(of: path) {
            OutputSettings.writeError("mixhost: \(problem)\n")
            throw ScriptExit(code: 1)
          }
          if writes { host.grants.allowWrite(path) } else { host.grants.allowRead(path) }
        }
        apply(arguments.values, host.output)
        return .object(arguments.values)
      } catch let problem as ArgumentProblem {
        OutputSettings.writeError(
          "mixhost: \(problem.message)\nSee \(helpCommand(command, spec)) --help\n")
        throw ScriptExit(code: 2)
      }
    }
    module.shapes(ArgumentSpec.shape)
    return module
  }

  private static func command(_ host: ScriptRun) -> String { "mixhost " + host.settings.scriptName }

  /// The command whose help holds a declaration: a command of a script, such as "trailers list", has its
  /// own.
  private static func helpCommand(_ command: String, _ spec: ArgumentSpec) -> String {
    let own = spec.name.split(separator: " ").dropFirst().joined(separator: " ")
    return own.isEmpty || command.hasSuffix(" " + own) ? command : "\(command) \(own)"
  }

  /// The options that every program script has apply to the host's output.
  private static func apply(_ values: [String: LuaValue], _ output: OutputSettings) {
    if values["json"] == .bool(true) { output.json = true }
    if values["events"] == .bool(true) { output.events = true }
    if values["quiet"] == .bool(true) { output.quiet = true }
    if values["no_color"] == .bool(true) { output.color = false }
  }
}
