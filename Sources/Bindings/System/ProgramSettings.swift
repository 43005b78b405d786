internal import MixCore
internal import ScriptHost

/// The settings as scripts see them, and the few that a program may change: its own.
///
/// Touched on the reactor's thread only.
final class ProgramSettings {
  /// As it was at the start, with what this run has changed.
  private(set) var configuration: Configuration
  private let program: @Sendable () -> ProgramManifest?

  init(_ host: Host) {
    configuration = host.settings.configuration
    program = host.settings.program
  }

  /// - Parameter text: nil removes the setting from settings.json.
  /// - Throws: ``HostError`` for a setting that is not the program's, that something else sets or that
  ///   the text does not fit, ``FileError``.
  func set(_ name: String, to text: String?) async throws {
    guard let setting = program()?.settings.first(where: { $0.name == name }) else {
      throw HostError.denied("a program sets the settings of its own manifest, and not \(name)")
    }
    if setting.isSecret {
      throw HostError.denied("\(name) is secret: mixhost config set \(name) …")
    }
    let present = configuration
    do {
      if let source = try present.value(for: name)?.source, source.outranksFile {
        throw HostError(
          kind: "outranked",
          message: "\(name) comes from the \(source), which outranks settings.json")
      }
      configuration = try await offload {
        var changed = present
        if let text { try changed.set(name, to: text) } else { try changed.unset(name) }
        return changed
      }
    } catch let error as ConfigurationError {
      throw HostError(kind: "usage", message: "\(error)", underlying: error)
    }
  }
}

extension Configuration.Source {
  /// Whether a value from here counts more than one in settings.json.
  fileprivate var outranksFile: Bool {
    switch self {
    case .flag, .environment, .dotEnv: true
    case .settings, .initScript, .default: false
    }
  }
}
