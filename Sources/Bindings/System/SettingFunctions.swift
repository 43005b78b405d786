internal import MixCore
internal import Notation
internal import ScriptHost

/// `mix.env` on all settings: reading and changing them.
enum SettingFunctions {
  static let entry = Shape(
    "env.setting", "A setting of mixhost.",
    [
      .init("name", "string", "such as http.concurrency"),
      .init("doc", "string", "what it is for, in one line"),
      .init(
        "kind", "string", "string, int, bool, duration, url, bytes, choice or list"),
      .init("expected", "string", "what its texts must look like, in words"),
      .init("choices", "string[]?", "what a choice or a list is made from"),
      .init("default", "string?", "as a user would write it"),
      .init("secret", "boolean", "whether its value is never shown"),
      .init("value", "string?", "as it was written; *** for a secret one; nil: not set"),
      .init("source", "string?", "as mix.env.source returns it"),
      .init("problem", "string?", "what is wrong with its value"),
      .init("program", "string?", "the program whose manifest declares it; nil: mixhost itself"),
    ])

  static func add(_ module: inout Module, _ host: ScriptRun, _ settings: ProgramSettings) {
    module.function(
      "settings", "All settings of mixhost and its programs, values of secret ones hidden.",
      returns: "env.setting[]  by name",
      example: "for _, s in ipairs(mix.env.settings()) do print(s.name, s.value) end"
    ) { _ in LuaValue.array(list(settings)) }
    module.asyncFunction(
      "set",
      "Keeps a setting in settings.json, as `mixhost config set` does: one of the running program's that "
        + "is not secret, or any where the program has the grant `settings`.",
      Parameter("name", "such as feed.every", String.self),
      Parameter("value", "as it is written; nil removes it", String?.self),
      returns: "boolean  true; nil, err when it does not fit, or something else outranks the file",
      example: "local ok, err = mix.env.set(\"feed.every\", \"6h\")"
    ) { _, name, value -> Bool in
      try await settings.set(name, to: value)
      return true
    }
  }

  private static func list(_ settings: ProgramSettings) -> [LuaValue] {
    let configuration = settings.configuration
    let catalogue = configuration.registry.catalogue
    let owners = Dictionary(
      catalogue.programs.flatMap { program in program.settings.map { ($0.name, program.name) } },
      uniquingKeysWith: { first, _ in first })
    let lines = configuration.all()
    return zip(configuration.registry.all, lines).map { setting, line in
      var line = line
      let isHidden = line.text != nil && !setting.isSecret && !settings.shows(setting)
      if isHidden { (line.text, line.problem) = (SecretMask.stars, nil) }
      return value(setting, line, owner: owners[setting.name])
    }
  }

  private static func value(
    _ setting: Setting, _ line: Configuration.Line, owner: String?
  ) -> LuaValue {
    var fields: [String: LuaValue] = [
      "name": .string(setting.name), "doc": .string(setting.summary),
      "kind": .string(setting.kind.name), "expected": .string(setting.kind.description),
      "secret": .bool(setting.isSecret),
    ]
    switch setting.kind {
    case .choice(let words), .list(let words):
      fields["choices"] = .array(words.map(LuaValue.string))
    default: break
    }
    fields["default"] = setting.defaultText.map(LuaValue.string)
    fields["value"] = line.text.map(LuaValue.string)
    fields["source"] = line.source.map { .string($0.description) }
    fields["problem"] = line.problem.map(LuaValue.string)
    fields["program"] = owner.map(LuaValue.string)
    return .object(fields)
  }
}
