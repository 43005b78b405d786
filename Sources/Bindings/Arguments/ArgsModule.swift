internal import ScriptHost

/// `mix.args`: a script's own command line.
enum ArgsModule {
  static func make(_ host: Host) -> Module {
    var module = Module("args", "A script's options: types, defaults and help in one declaration.")
    module.function(
      "parse",
      "Reads the command line by a declaration; --help prints it, wrong use ends with exit code 2.",
      Parameter(
        "spec",
        "the declaration; --json, --events, --quiet and --no-color are added to it", LuaValue.self,
        as: "args.spec"),
      returns: "table<string, any>  the values by name, with _ for -",
      example: "local args = mix.args.parse{summary = \"Says hello\", positional = {{\"name\"}}}"
    ) { _, spec -> LuaValue in
      let spec = try ArgumentSpec(spec, scriptName: host.settings.scriptName)
      let command = "mixhost " + host.settings.scriptName
      let given = host.settings.scriptArguments.prefix { $0 != "--" }
      if given.contains("--help") || given.contains("-h") {
        try StandardOutput.write(ArgumentHelp.text(spec, command: command))
        throw ScriptExit(code: 0)
      }
      do {
        let arguments = try ScriptArguments(host.settings.scriptArguments, spec)
        for (path, writes) in arguments.paths {
          if writes { host.grants.allowWrite(path) } else { host.grants.allowRead(path) }
        }
        apply(arguments.values, host.output)
        return .object(arguments.values)
      } catch let problem as ArgumentProblem {
        // A script's command has a help of its own: "trailers list".
        let words = [command] + spec.name.split(separator: " ").dropFirst().map(String.init)
        OutputSettings.writeError(
          "mixhost: \(spec.name): \(problem.message)\nSee \(words.joined(separator: " ")) --help\n")
        throw ScriptExit(code: 2)
      }
    }
    module.shapes(ArgumentSpec.shape, ArgumentSpec.itemShape)
    return module
  }

  /// The options that every program script has apply to the host's output.
  private static func apply(_ values: [String: LuaValue], _ output: OutputSettings) {
    if values["json"] == .bool(true) { output.json = true }
    if values["events"] == .bool(true) { output.events = true }
    if values["quiet"] == .bool(true) { output.quiet = true }
    if values["no_color"] == .bool(true) { output.color = false }
  }
}
