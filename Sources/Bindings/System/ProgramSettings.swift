internal import MixCore
internal import Reactor
internal import ScriptHost

/// The settings as scripts see them, as their files say now, and those that a program may change: its
/// own, and with the grant `settings` all.
///
/// Touched on the reactor's thread only.
final class ProgramSettings {
  private let host: ScriptRun
  private var known: Configuration?
  private var stamps: [FileStamp] = []
  private var nextLook = Duration.zero

  init(_ host: ScriptRun) { self.host = host }

  /// The time between two looks at the files.
  private var interval: Duration { .milliseconds(500) }

  /// The settings; that their files have changed is seen within half a second.
  var configuration: Configuration {
    let now = host.time.monotonic
    guard let known else {
      let first = host.settings.configuration
      keep(first)
      return first
    }
    guard now >= nextLook else { return known }
    let stamps = known.files.map(FileStamp.init)
    if stamps == self.stamps {
      nextLook = now + interval
      return known
    }
    let fresh = known.reread()
    keep(fresh)
    return fresh
  }

  private func keep(_ configuration: Configuration) {
    known = configuration
    stamps = configuration.files.map(FileStamp.init)
    nextLook = host.time.monotonic + interval
  }

  /// - Parameter text: nil removes the setting from settings.json.
  /// - Throws: ``HostError`` for a setting that the program may not set, that something else sets or that
  ///   the text does not fit, ``FileError``.
  func set(_ name: String, to text: String?) async throws {
    try checkGrant(name)
    let present = configuration
    do {
      if let source = try? present.value(for: name)?.source, source.outranksFile {
        throw HostError(
          kind: "outranked",
          message: "\(name) comes from the \(source), which outranks settings.json")
      }
      keep(
        try await offload {
          var changed = present
          if let text { try changed.set(name, to: text) } else { try changed.unset(name) }
          return changed
        })
    } catch let error as ConfigurationError {
      throw HostError(kind: "usage", message: "\(error)", underlying: error)
    }
  }

  /// Whether a script may see the text of a setting.
  func shows(_ setting: Setting) -> Bool { (try? checkShown(setting)) != nil }

  /// Checks that a script may see the text of a setting.
  /// - Throws: ``HostError`` of kind `denied` that names the flag.
  func checkShown(_ setting: Setting) throws {
    let variable = (try? configuration.value(for: setting.name))?.source.variable
    if let variable, !host.grants.sees(variable: variable), isForeign(variable, setting) {
      throw HostError.denied(
        "the setting \(setting.name) of another program comes from the environment variable "
          + "\(variable); allow it with --allow-env \(variable)")
    }
    guard setting.isSecret, !isGranted(setting, variable) else { return }
    throw HostError.denied(
      "the setting \(setting.name) is secret; allow it with --allow-env "
        + (setting.environment.first ?? Setting.environmentName(setting.name)))
  }

  /// Whether a variable that sets it was granted, wherever its value comes from. A program that was added sees of
  /// others' what the variable holds that it was accepted with, and nothing that is kept.
  private func isGranted(_ setting: Setting, _ variable: String?) -> Bool {
    let isOwn = host.settings.program()?.settings.contains { $0.name == setting.name } ?? false
    if isOwn || host.grants.hasAllKeys {
      return setting.environment.contains { host.grants.sees(variable: $0) }
    }
    return variable.map { host.grants.sees(variable: $0) } ?? false
  }

  /// Whether a variable counts because the user accepted another program than the one that runs.
  private func isForeign(_ variable: String, _ setting: Setting) -> Bool {
    let running = host.settings.program()?.path
    return configuration.registry.catalogue.programs.contains { program in
      program.path != running
        && program.foreignVariables.contains { $0.name == variable && $0.setting == setting.name }
    }
  }

  private func checkGrant(_ name: String) throws {
    if (try? host.grants.writable(host.home.settingsFile)) != nil { return }
    guard let setting = host.settings.program()?.settings.first(where: { $0.name == name }) else {
      throw HostError.denied(
        "a program sets the settings of its own manifest: not \(name)")
    }
    if setting.isSecret {
      throw HostError.denied("\(name) is secret: mixhost config set \(name) …")
    }
  }
}

extension Configuration.Source {
  /// The variable of that name in the environment or in `.env`.
  fileprivate var variable: String? {
    switch self {
    case .environment(let name), .envFile(_, let name): name
    case .flag, .settings, .initScript, .default: nil
    }
  }

  /// Whether a value from here counts more than one in settings.json.
  fileprivate var outranksFile: Bool {
    switch self {
    case .flag, .environment, .envFile: true
    case .settings, .initScript, .default: false
    }
  }
}
