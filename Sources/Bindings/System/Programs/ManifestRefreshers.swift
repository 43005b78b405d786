internal import MixCore
internal import ScriptHost

/// The refreshers of a manifest.
enum ManifestRefreshers {
  static func read(_ root: Fields) throws -> [RefresherDeclaration] {
    var refreshers: [RefresherDeclaration] = []
    for (name, table) in try root.named("refreshers") {
      refreshers.append(
        RefresherDeclaration(
          name: name, doc: table.string("doc") ?? "", every: table.string("every") ?? "",
          policy: table.string("policy"), arguments: table.texts("run"),
          forcedArguments: table.texts("forced"), keys: try keys(table)))
    }
    return refreshers
  }

  private static func keys(
    _ table: Fields
  ) throws -> [RefresherDeclaration.Key] {
    var keys: [RefresherDeclaration.Key] = []
    guard case .array(let all)? = table.value("key") else { return [] }
    for value in all {
      var (condition, words): (LuaValue?, [LuaValue]) = (nil, [])
      switch value {
      case .array(let list): words = list
      case .object(var fields):
        // A list with `when` is a table of names and numbers to Swift.
        condition = fields.removeValue(forKey: "when")
        words = (1...(fields.count + 1)).compactMap { fields.removeValue(forKey: String($0)) }
        if let name = fields.keys.min() { throw table.wrong("key.\(name)", "is not known") }
      default: break
      }
      let texts = try (words + [condition].compactMap(\.self)).map { value in
        guard case .string(let text) = value else {
          throw table.wrong("key", "is a list of lists of texts")
        }
        if let fault = ManifestLine.fault(text) { throw table.wrong("key", fault) }
        return text
      }
      guard !words.isEmpty else {
        throw table.wrong("key", "is a list of lists of settings and texts; one of them is empty")
      }
      keys.append(
        RefresherDeclaration.Key(
          condition: condition?.shownText, words: Array(texts.prefix(words.count))))
    }
    return keys
  }

  /// The things that a refresher names must be there.
  static func check(_ root: Fields, _ manifest: ProgramManifest) throws {
    let own = Set(manifest.settings.map(\.name) + manifest.upstreams.map(\.setting.name))
    for refresher in manifest.refreshers {
      var named = [("every", refresher.every)]
      if let policy = refresher.policy { named.append(("policy", policy)) }
      for key in refresher.keys {
        if let condition = key.condition { named.append(("key", condition)) }
        for word in key.words where word.contains(".") {
          named += word.split(separator: "|").map { ("key", String($0)) }
        }
      }
      for (field, setting) in named where !own.contains(setting) {
        throw root.wrong(
          "refreshers.\(refresher.name).\(field)",
          "names the setting \"\(setting)\", which the program does not have")
      }
    }
  }
}
