internal import ScriptHost

/// `mix.rules`: rule files, the user's before those that come with mixhost.
enum RulesModule {
  static func make(_ host: Host) -> Module {
    var module = Module("rules", "Rule files that users copy, change and measure.")
    module.function(
      "load", "Loads and checks a rule file: the user's folder first, then mixhost's.",
      Parameter(
        "name", "kind and name: \"match/tracks\" (its standard), \"match/tracks/classic\"",
        String.self),
      returns: "rules  for mix.match.best; of kind refresh for mix.policy, which loads them itself",
      example: "local rules = mix.rules.load(\"match/tracks\")"
    ) { call, name in
      try load(name, call, host)
    }
    module.type(MatchRules.luaType)
    module.type(RefreshRules.luaType)
    return module
  }

  private static func load(_ name: String, _ call: HostCall, _ host: Host) throws -> Several {
    let found = try RuleSearch(folders: host.settings.rulesFolders).find(name)
    let file = RuleFile(call, folders: host.settings.rulesFolders)
    let table = try file.load(found.text, path: found.path)
    let kind = name.prefix { $0 != "/" }
    switch kind {
    case "match":
      return Several(ObjectResult(try MatchRules(table, name: name, path: found.path, call)))
    case "refresh":
      return Several(ObjectResult(try RefreshRules(table, name: name, path: found.path, call)))
    default:
      throw HostError.usage("rules of kind '\(kind)' are not known; known: match, refresh")
    }
  }
}

/// Finds a rule file by kind and name.
struct RuleSearch {
  let folders: [String]

  /// - Throws: ``HostError`` that lists where it looked.
  func find(_ name: String) throws -> (path: String, text: [UInt8]) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let valid =
      parts.count >= 2
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-")
          }
      }
    guard valid else {
      throw HostError.usage(
        "rule name '\(name)' is not allowed; write kind/name, such as match/tracks")
    }
    var tried: [String] = []
    for folder in folders {
      for path in ["\(folder)/\(name)/standard.lua", "\(folder)/\(name).lua"] {
        tried.append(path)
        if let text = try PrivateText.read(path) { return (path, text) }
      }
    }
    throw HostError.usage(
      "rules '\(name)' were not found; looked for \(tried.joined(separator: ", "))")
  }
}
