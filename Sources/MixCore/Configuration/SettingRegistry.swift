/// The settings that are known: the host's own, and those of its programs.
///
/// Programs are read when a name is asked for that is not the host's own, or all of them are.
public struct SettingRegistry: Sendable {
  private let own: [String: Setting]
  private let programs: ProgramSource

  /// - Parameters:
  ///   - settings: the host's own.
  ///   - programs: what adds to them.
  public init(_ settings: [Setting], programs: ProgramSource = .none) {
    own = Dictionary(settings.map { ($0.name, $0) }, uniquingKeysWith: { _, last in last })
    self.programs = programs
  }

  /// The host's own settings, and those of its programs.
  public static func standard(_ programs: ProgramSource) -> SettingRegistry {
    SettingRegistry(Setting.engine, programs: programs)
  }

  /// The programs behind it.
  public var catalogue: ProgramCatalogue { programs.catalogue }

  /// The setting of a name; nil when there is none.
  public subscript(name: String) -> Setting? {
    own[name] ?? programs.catalogue.settings.first { $0.name == name }
  }

  /// Whether a setting is the host's own, and no program's.
  func isOwn(_ setting: Setting) -> Bool { own[setting.name] != nil }

  /// All of them, by name.
  public var all: [Setting] {
    (own.values + programs.catalogue.settings).sorted { $0.name < $1.name }
  }
}
