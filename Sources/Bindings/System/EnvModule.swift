internal import MixCore
internal import Notation
internal import ScriptHost

/// `mix.env`: environment variables and settings, as far as they were granted.
enum EnvModule {
  static func make(_ host: ScriptRun) -> Module {
    let grants = host.grants
    let settings = ProgramSettings(host)
    var module = Module(
      "env", "Environment variables and settings.",
      rules: .refused("reads the settings of the run"))
    module.function(
      "get", "An environment variable that was granted with --allow-env.",
      Parameter("name", "the variable's name", String.self),
      returns:
        "string?  its value, nil when it is not set; for every other an error of kind denied is raised",
      example: "local editor = mix.env.get(\"EDITOR\")"
    ) { _, name -> String? in
      guard grants.sees(variable: name) else {
        throw HostError.denied(
          "the environment variable \(name) is not granted; allow it with --allow-env \(name)")
      }
      return grants.environment[name]
    }
    module.function(
      "setting", "A setting of mixhost, as `mixhost config` shows it.",
      Parameter("name", "such as cache.ttl", String.self),
      returns: "string?  as it was written; nil when it is not set",
      example: "local contact = mix.env.setting(\"http.contact\")"
    ) { _, name in
      let configuration = settings.configuration
      if let setting = configuration.registry[name] { try settings.checkShown(setting) }
      return try configuration.value(for: name)?.text
    }
    module.function(
      "source", "Where the value of a setting comes from; the value of a secret one stays hidden.",
      Parameter("name", "such as cache.ttl", String.self),
      returns:
        "string?  flag, environment NAME, .env NAME (for .env the path that --env-file named), settings.json, "
        + "init.lua or default; nil when it is not set",
      example: "print(mix.env.source(\"http.contact\"))  --> environment MIXHOST_CONTACT"
    ) { _, name in try settings.configuration.value(for: name)?.source.description }
    module.function(
      "problems",
      "The faults of the settings: files that cannot be read, values that do not fit.",
      returns: "string[]  a sentence each, without secrets; empty when all is well",
      example: "for _, problem in ipairs(mix.env.problems()) do print(problem) end"
    ) { _ in
      let configuration = settings.configuration
      // A problem quotes the text, that of a secret one masked.
      let shown = zip(configuration.registry.all, configuration.all()).filter { setting, _ in
        setting.isSecret || settings.shows(setting)
      }
      return configuration.problems + shown.compactMap(\.1.problem)
    }
    module.function(
      "parse", "The text of a .env file, at most 1 MB: NAME=VALUE lines as shells have them.",
      Parameter("text", "the file's text", String.self),
      returns:
        "table  {values: by name, problems: {line, reason} of the first 100 lines that cannot be read}",
      example: "local limit = mix.env.parse(\"export LIMIT=7 # a day\").values.LIMIT"
    ) { _, text -> LuaValue in
      guard text.utf8.count <= EnvFile.mostBytes else {
        throw HostError.usage("a .env file has at most \(EnvFile.mostBytes) bytes")
      }
      let content = DotEnv.parse(text)
      return .object([
        "values": .object(content.values.mapValues(LuaValue.string)),
        "problems": .array(
          content.problems.prefix(100).map {
            .object(["line": .int(Int64($0.line)), "reason": .string($0.reason)])
          }),
      ])
    }
    SettingFunctions.add(&module, host, settings)
    module.shapes(SettingFunctions.entry)
    return module
  }
}
