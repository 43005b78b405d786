internal import Logging
internal import MixCore
internal import Notation
internal import Reactor
public import ScriptHost

/// The registrations of all modules as texts: editor types and the reference.
public struct Reference {
  /// By name.
  public let modules: [Module]
  /// `mix.test`, which specs have beside them.
  let tests: Module

  /// Builds every module; nothing is opened and no script runs.
  public init() {
    // The reactor is lent and never run: the host is confined to the caller.
    let reactor = Reactor(lentThreadName: "reference")
    let host = Host(
      reactor: reactor, time: SystemTime(reactor: reactor), home: Home(environment: [:]),
      grants: Grants(), output: OutputSettings(environment: [:]),
      settings: HostSettings(
        logger: Logger(label: "reference") { _ in SwiftLogNoOpLogHandler() },
        configuration: Configuration(environment: [:])))
    modules = host.modules
    tests = TestModule.make(host, SpecWorld(reactor: reactor, reachesNetwork: false))
  }

  /// The full names of modules, functions and constants: `mix.json`, `mix.json.decode`.
  public var names: [String] {
    modules.flatMap { module in
      let parts = module.signatures.map(\.name) + module.constants.map(\.name)
      return ["mix.\(module.name)"] + parts.map { "mix.\(module.name).\($0)" }
    }
  }

  /// `scripts/types/mix.lua`: LuaCATS annotations, as lua-language-server reads them.
  public var editorTypes: String { EditorTypes(modules + [tests]).text }

  /// `docs/api.md`: every function, object and table, in Markdown.
  public var page: String { ReferencePage(modules).text }

  /// All tables of a known form that functions take and return.
  static func shapes(_ modules: [Module]) -> [Shape] {
    [HostError.shape] + modules.flatMap(\.shapes)
  }
}
