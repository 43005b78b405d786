import Bindings
import HostSetup
import MixCore
import ScriptHost

/// Completes arguments of mixhost's own commands that are names: settings, rules, programs,
/// modules.
struct CompletionNames {
  private let options: GlobalOptions

  init(_ options: GlobalOptions) { self.options = options }

  /// The valid names at a place; empty where any text is valid.
  /// - Parameter path: the complete words before it, without options.
  func words(_ path: [String]) -> [Completion.Candidate] {
    switch (path[0], path.count > 1 ? path[1] : "", path.count) {
    case ("config", "get", 2), ("config", "set", 2), ("config", "unset", 2):
      plain(ConfigCommand.load(options).all().map(\.name))
    case ("config", "set", 3): plain(values(of: path[2]))
    case ("rules", "copy", 2), ("rules", "explain", 2), ("rules", "eval", 2): plain(rules)
    case ("refresh", "now", 2), ("refresh", "explain", 2):
      plain((try? Refresher.all(ConfigCommand.load(options)))?.map(\.name) ?? [])
    case ("programs", "accept", 2), ("programs", "remove", 2), ("programs", "wants", 2):
      plain(catalogue.programs.filter { !$0.isBundled }.map(\.name))
    case ("screen", _, 1): plain(catalogue.screens.map(\.fullName))
    case ("docs", _, 1): plain(Reference().names)
    case ("auth", _, 1): plain(["login", "status", "logout", "token"])
    case ("auth", _, 2): plain(Array(Swift.Set(catalogue.programs.flatMap(\.signIns))).sorted())
    default: []
    }
  }

  /// The words that a setting takes; empty where any text is valid.
  private func values(of setting: String) -> [String] {
    let home = Setup.programsHome(options, ProcessEnvironment.all)
    switch SettingRegistry.standard(Programs.source(home))[setting]?.kind {
    case .choice(let words): return words
    case .bool: return ["on", "off"]
    default: return []
    }
  }

  private func plain(_ words: [String]) -> [Completion.Candidate] {
    words.map { Completion.Candidate(word: $0, doc: "") }
  }

  private var catalogue: ProgramCatalogue {
    Programs.catalogue(Setup.programsHome(options, ProcessEnvironment.all))
  }

  /// The names of rules as an option takes them: whole below a folder such as `match/`, the last word
  /// below a kind such as `match/tracks`.
  func rules(of kind: Substring) -> [String] {
    if kind == "match/" { return Array(Swift.Set(kinds)).sorted() }
    let folder = kind.hasSuffix("/") ? kind : kind + "/"
    return rules.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }
  }

  /// The kinds of rules for matching: `match/tracks`.
  private var kinds: [String] {
    rules.filter { $0.hasPrefix("match/") }.map {
      $0.split(separator: "/").prefix(2).joined(separator: "/")
    }
  }

  private var rules: [String] {
    let home = Home(environment: ProcessEnvironment.all, override: options.home)
    let bundled = ShareFolder.path.map { [$0 + "/scripts/rules"] } ?? []
    return RuleCatalogue(folders: [home.rulesFolder] + bundled).names
  }
}
