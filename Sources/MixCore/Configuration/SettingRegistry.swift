/// The known settings: the host's own and those of its programs.
///
/// Programs are read at the first look-up of a name that is not the host's own, or of all names.
public struct SettingRegistry: Sendable {
  private let own: [String: Setting]
  private let programs: ProgramSource

  /// Makes a registry.
  /// - Parameters:
  ///   - settings: the host's own settings.
  ///   - programs: the programs that add settings.
  public init(_ settings: [Setting], programs: ProgramSource = .none) {
    own = Dictionary(settings.map { ($0.name, $0) }, uniquingKeysWith: { _, last in last })
    self.programs = programs
  }

  /// Makes the registry of the host's own settings and its programs'.
  public static func standard(_ programs: ProgramSource) -> SettingRegistry {
    SettingRegistry(Setting.engine, programs: programs)
  }

  /// The catalogue of the programs.
  public var catalogue: ProgramCatalogue { programs.catalogue }

  /// The setting with this name; nil when there is none.
  public subscript(name: String) -> Setting? {
    own[name] ?? programs.catalogue.settings.first { $0.name == name }
  }

  /// Whether a setting is the host's own, not a program's.
  func isOwn(_ setting: Setting) -> Bool { own[setting.name] != nil }

  /// All settings, sorted by name.
  public var all: [Setting] {
    (own.values + programs.catalogue.settings).sorted { $0.name < $1.name }
  }
}
