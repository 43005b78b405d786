internal import Files
internal import MixCore
internal import ScriptHost

/// `mix.rules`: rule files, the user's before those that come with mixhost.
enum RulesModule {
  static func make(_ host: any RulesHost) -> Module {
    var module = Module("rules", "Rule files that users copy, change and measure.")
    let name = Parameter(
      "name",
      "kind and name: \"match/tracks\" (its standard), \"match/tracks/classic\"; or a .lua file",
      String.self)
    module.function(
      "load",
      "Loads and checks a rule file: the user's folder first, then mixhost's. Follows its changes.",
      name, text,
      returns:
        "rules|rules.playlist|rules.refresh|rules.trailers|rules.block|rules.notify|filter  for mix.match.best, or as the kind is",
      example: "local rules = mix.rules.load(\"match/tracks\")"
    ) { call, name, options in
      try Several(kind(name, call, host).load(name, text: bytes(options), call, host))
    }
    module.function(
      "check", "Loads a rule file and runs its functions on made-up records.", name, text,
      returns:
        "string, rules.findings?, string[]  the file, what was found out about a filter, and what it "
        + "has of an older form; nil, err with path, line and field when something is wrong",
      example: "print(mix.rules.check(\"match/tracks\"))"
    ) { call, name, options in
      try reported {
        let report = try kind(name, call, host).check(name, text: bytes(options), call, host)
        return Several(report.origin.path, report.findings, report.notes)
      }
    }
    module.function(
      "list", "All rule files of the known kinds.",
      returns: "rules.entry[]  by name",
      example: "for _, rules in ipairs(mix.rules.list()) do print(rules.name) end"
    ) { call in
      RuleCatalogue(folders: host.settings.rulesFolders).entries().map { $0.value(call, host) }
    }
    addTexts(&module, host)
    module.shapes(entry)
    // Filters belong to a module of their own.
    for kind in RuleKinds.all where kind.kind != FilterRules.kind {
      for type in kind.objectTypes { module.type(type) }
      for shape in kind.shapes { module.shapes(shape) }
    }
    for shape in FilterRules.findingShapes { module.shapes(shape) }
    return module
  }

  private static let text: Parameter<Fields> = .options(
    .init("text", .text, "what the file would hold, in place of what it holds now"))

  private static func bytes(_ options: Fields) -> [UInt8]? {
    options.string("text").map { Array($0.utf8) }
  }

  private static func addTexts(_ module: inout Module, _ host: any RulesHost) {
    let name = Parameter("name", "such as match/tracks/classic", String.self)
    module.function(
      "text", "The text of a rule file; one of the user's needs the grant `rules`.", name,
      returns: "string, string  the text, and the file's path",
      example: "print(mix.rules.text(\"match/tracks/classic\"))"
    ) { _, name in
      try RuleName.check(name)
      let source = try RuleSource(name, host)
      if GrantedFile.holds(host.home.rulesFolder, source.path) {
        _ = try host.grants.readable(source.path)
      }
      return Several(Bytes(source.text), source.path)
    }
    module.function(
      "save",
      "Writes a rule file into the user's folder, if it passes its check; needs the grant `rules`.",
      name, Parameter("text", "what it holds from now on", Bytes.self),
      returns: "string  the file's path; nil, err with path, line and field when it is wrong",
      example: "assert(mix.rules.save(\"match/tracks/mine\", text))"
    ) { call, name, text in
      try RuleName.check(name)
      let source = try RuleSource(name, text: text.bytes, host)
      _ = try host.grants.writable(source.path)
      return try reported {
        _ = try kind(name, call, host).check(name, text: text.bytes, call, host)
        do { try PrivateFile.write(text.bytes, to: source.path) } catch {
          throw HostError(kind: "io", message: "\(error)")
        }
        return source.path
      }
    }
  }

  private static let entry = Shape(
    "rules.entry", "A rule file.",
    [
      .init("name", "string", "as mix.rules.load takes it"),
      .init(
        "kind", "string", "what it decides: match, filters, notify, playlist, refresh, trailers"),
      .init("path", "string", "where it is"),
      .init("own", "boolean", "whether it is the user's"),
      .init("overrides", "boolean", "whether it takes the place of one of mixhost's"),
      .init("doc", "string?", "what it says of itself"),
      .init("problem", "string?", "what is wrong with it"),
    ])

  /// A name begins with its kind; a file says it.
  private static func kind(_ name: String, _ call: HostCall, _ host: any RulesHost) throws
    -> any RuleSet.Type
  {
    guard RuleName.isPath(name) else {
      try RuleName.check(name)
      return try RuleKinds.kind(of: name)
    }
    let file = RuleFile(call, folders: host.ruleFolders)
    let header = try RuleHeader(try RuleSource(name, host), file, call)
    guard let kind = header.kind else {
      throw HostError.usage("\(name): field 'kind' is missing, such as kind = \"match\"")
    }
    return try RuleKinds.kind(of: kind)
  }

  /// Gives what is wrong with a file as a result; what stops the script is raised.
  private static func reported<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error where error is HostError || error is ScriptError {
      var failure = HostError(error)
      failure.delivery = .returned
      throw failure
    }
  }
}
