/// The refreshers of a manifest.
enum ManifestRefreshers {
  static func read(_ root: ManifestTable) throws(ManifestError) -> [RefresherDeclaration] {
    guard let all = try root.table("refreshers", known: nil) else { return [] }
    try all.checkCount("refreshers")
    var refreshers: [RefresherDeclaration] = []
    for name in all.names {
      guard ProgramManifest.isName(name) else {
        throw all.wrong(name, "is not a name: lower-case letters, digits and _")
      }
      let known = ["doc", "every", "policy", "run", "forced", "key"]
      guard let table = try all.table(name, known: known) else { continue }
      refreshers.append(
        RefresherDeclaration(
          name: name, doc: try table.text("doc"), every: try table.text("every"),
          policy: try table.optionalText("policy"), arguments: try table.texts("run"),
          forcedArguments: try table.texts("forced"), keys: try keys(table)))
    }
    return refreshers
  }

  private static func keys(
    _ table: ManifestTable
  ) throws(ManifestError) -> [RefresherDeclaration.Key] {
    var keys: [RefresherDeclaration.Key] = []
    for key in try table.tables("key", known: ["when"]) {
      let words = try ManifestTable.texts(key.list, key.place + "key")
      guard !words.isEmpty else {
        throw table.wrong("key", "is a list of lists of settings and texts; one of them is empty")
      }
      keys.append(
        RefresherDeclaration.Key(condition: try key.optionalText("when"), words: words))
    }
    return keys
  }

  /// The things that a refresher names must be there.
  static func check(_ root: ManifestTable, _ manifest: ProgramManifest) throws(ManifestError) {
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
