/// The programs that a host knows, and what becomes of their manifests: settings, upstreams, commands.
///
/// Of two that claim the same name, the one that comes with mixhost stays, then the first by name; what
/// is left out is a problem, and the others stay.
public struct ProgramCatalogue: Sendable {
  /// A manifest that does not count, or a part of one.
  public struct Problem: Sendable, Equatable {
    /// The manifest's file.
    public let path: String
    /// The fault, with file and line where they are known.
    public let message: String

    /// A problem of a file.
    public init(path: String, message: String) {
      self.path = path
      self.message = message
    }
  }

  /// The programs, those that come with mixhost first, each group by name.
  public private(set) var programs: [ProgramManifest] = []
  /// The declarations that do not count, and why.
  public private(set) var problems: [Problem]
  /// All their settings, those of their upstreams included.
  public let settings: [Setting]
  /// All their upstreams; each once.
  public let upstreams: [Upstream]

  /// No programs.
  public static let empty = ProgramCatalogue([])

  /// - Parameters:
  ///   - manifests: in any order.
  ///   - reserved: names of settings that are the host's own.
  ///   - commands: words that are the host's own.
  ///   - problems: of manifests that could not be read.
  public init(
    _ manifests: [ProgramManifest], reserved: [String] = [], commands: [String] = [],
    problems: [Problem] = []
  ) {
    self.problems = problems
    var claims = Claims(settings: reserved, commands: commands)
    let ordered = manifests.sorted { a, b in
      a.isBundled == b.isBundled ? a.name < b.name : a.isBundled
    }
    for manifest in ordered {
      if let error = claims.refuse(manifest) {
        // Read again for the line: it happens once in a while, and the texts of all others need not be kept.
        let text = try? PrivateFile.read(manifest.path)
        self.problems.append(
          Problem(path: manifest.path, message: error.text(manifest.path, text ?? [])))
      } else {
        claims.take(manifest)
        programs.append(manifest)
      }
    }
    var upstreams: [Upstream] = []
    for upstream in programs.flatMap(\.upstreams) where !upstreams.contains(upstream) {
      upstreams.append(upstream)
    }
    self.upstreams = upstreams
    settings = programs.flatMap(\.settings) + upstreams.map(\.setting)
  }

  /// The program of a name; nil when there is none.
  public func program(_ name: String) -> ProgramManifest? { programs.first { $0.name == name } }

  /// The program that a command's word runs; nil when there is none.
  public func program(command: String) -> ProgramManifest? {
    programs.first { $0.command == command }
  }

  /// The upstream of a name; nil when there is none.
  public func upstream(_ name: String) -> Upstream? { upstreams.first { $0.name == name } }

  /// The services' wishes to their callers, by host.
  public var limits: [String: ClientLimits] {
    Dictionary(
      upstreams.filter { $0.limits != ClientLimits() }.map { ($0.host, $0.limits) },
      uniquingKeysWith: { first, _ in first })
  }
}

/// The names that are taken, and by whom.
private struct Claims {
  private var programs: [String: ProgramManifest] = [:]
  private var commands: [String: String] = [:]
  private var settings: [String: String] = [:]
  private var refreshers: [String: String] = [:]
  private var upstreams: [String: (upstream: Upstream, program: String)] = [:]

  init(settings: [String], commands: [String]) {
    for name in settings { self.settings[name] = "mixhost" }
    for word in commands { self.commands[word] = "mixhost" }
  }

  /// Why a manifest cannot stand beside those that were taken; nil: it can.
  func refuse(_ manifest: ProgramManifest) -> ManifestError? {
    if let other = programs[manifest.name] {
      return taken("name", manifest.name, other.path)
    }
    if let owner = commands[manifest.command] {
      return taken(manifest.command == manifest.name ? "name" : "command", manifest.command, owner)
    }
    for (place, setting) in manifest.settings.enumerated() {
      if let owner = settings[setting.name] {
        return taken("settings[\(place + 1)]", setting.name, owner)
      }
    }
    for refresher in manifest.refreshers {
      if let owner = refreshers[refresher.name] {
        return taken("refreshers.\(refresher.name)", refresher.name, owner)
      }
    }
    for upstream in manifest.upstreams {
      if let known = upstreams[upstream.name], known.upstream != upstream {
        return ManifestError(
          field: "upstreams.\(upstream.name)", message: "is another service in \(known.program)")
      }
    }
    return nil
  }

  private func taken(_ field: String, _ name: String, _ owner: String) -> ManifestError {
    ManifestError(field: field, message: "is \"\(name)\", which belongs to \(owner)")
  }

  mutating func take(_ manifest: ProgramManifest) {
    programs[manifest.name] = manifest
    commands[manifest.command] = manifest.name
    for setting in manifest.settings { settings[setting.name] = manifest.name }
    for refresher in manifest.refreshers { refreshers[refresher.name] = manifest.name }
    // Programs may share a service; it is known by the first one.
    for upstream in manifest.upstreams where upstreams[upstream.name] == nil {
      upstreams[upstream.name] = (upstream, manifest.name)
    }
  }
}
