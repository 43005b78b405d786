internal import Logging
internal import ScriptHost

extension RulesHost {
  /// Where rules are found, and what they may require: other rules, mixhost's modules, and beside a file
  /// that was named by its path what was granted.
  var ruleFolders: RuleFolders {
    let scripts = settings.shareFolder.map { $0 + "/scripts" }
    let libraries = settings.rulesFolders + (scripts.map { [$0] } ?? [])
    return RuleFolders(settings.rulesFolders, scripts: scripts) { [grants] path in
      grants.allowsModule(path, libraries: libraries)
    }
  }

  /// Logs what a rule file has of an older form, once for each file.
  func tell(_ note: RuleNote) {
    if notedRules.contains(note.path) { return }
    notedRules.append(note.path)
    settings.logger.warning("\(note.message) (docs/rules.md, \"Older rule files\")")
  }
}
