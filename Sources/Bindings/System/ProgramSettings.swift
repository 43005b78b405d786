internal import MixCore
internal import Reactor
internal import ScriptHost

/// The settings as scripts see them, as their files say now, and those that a program may change: its
/// own, and with the grant `settings` all.
///
/// Touched on the reactor's thread only.
final class ProgramSettings {
  private let host: Host
  private var known: Configuration?
  private var stamps: [FileStamp] = []
  private var nextLook = Duration.zero

  init(_ host: Host) { self.host = host }

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

  private func checkGrant(_ name: String) throws {
    if (try? host.grants.writable(host.home.settingsFile)) != nil { return }
    guard let setting = host.settings.program()?.settings.first(where: { $0.name == name }) else {
      throw HostError.denied(
        "a program sets the settings of its own manifest, and others with the grant `settings`: not "
          + name)
    }
    if setting.isSecret {
      throw HostError.denied("\(name) is secret: mixhost config set \(name) …")
    }
  }
}

extension Configuration.Source {
  /// Whether a value from here counts more than one in settings.json.
  fileprivate var outranksFile: Bool {
    switch self {
    case .flag, .environment, .envFile: true
    case .settings, .initScript, .default: false
    }
  }
}
