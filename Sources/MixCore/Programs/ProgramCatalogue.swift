internal import Files
public import Net

/// The programs that a host knows, and what becomes of their manifests: settings, upstreams, commands.
///
/// Of two that claim the same name, the one that comes with mixhost stays, then the one that the user accepted
/// first, then the first by name; what is left out is a problem, and the others stay.
public struct ProgramCatalogue: Sendable {
  /// A manifest that does not count, or a part of one.
  public struct Problem: Sendable, Equatable {
    /// The manifest's file.
    public let path: String
    /// The fault, with file and line where they are known.
    public let message: String
    /// Whether the file is a program's manifest, which is refused; else it may be any file of that name.
    public let isManifest: Bool

    /// A problem of a file.
    public init(path: String, message: String, isManifest: Bool = false) {
      self.path = path
      self.message = message
      self.isManifest = isManifest
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
  ///   - commands: words that are the host's own.
  ///   - problems: of manifests that could not be read.
  public init(
    _ manifests: [ProgramManifest], commands: [String] = [], problems: [Problem] = []
  ) {
    self.problems = problems
    var claims = ProgramClaims(commands: commands)
    let ordered = manifests.sorted { a, b in
      if a.isBundled != b.isBundled { return a.isBundled }
      // A service belongs to the program that names it, and not to those that ask all of them.
      if a.isBundled { return (a.services.count, a.name) < (b.services.count, b.name) }
      return (a.acceptedAt ?? .max, a.isAccepted ? 0 : 1, a.name)
        < (b.acceptedAt ?? .max, b.isAccepted ? 0 : 1, b.name)
    }
    for manifest in ordered {
      if let error = claims.refuse(manifest) {
        // Read again for the line: it happens once in a while, and the texts of all others need not be kept.
        let text = try? PrivateFile.read(manifest.path)
        self.problems.append(
          Problem(
            path: manifest.path, message: error.text(manifest.path, text ?? []), isManifest: true))
      } else {
        claims.take(manifest)
        programs.append(manifest)
        for problem in manifest.problems where !self.problems.contains(problem) {
          self.problems.append(problem)
        }
      }
    }
    var upstreams: [Upstream] = []
    for upstream in programs.flatMap(\.upstreams) where !upstreams.contains(upstream) {
      upstreams.append(upstream)
    }
    self.upstreams = upstreams
    programs.sort { a, b in
      a.isBundled == b.isBundled ? a.name < b.name : a.isBundled
    }
    // Programs that name the same service have the same settings of it.
    var named: Set<String> = []
    let ofServices = programs.flatMap(\.serviceSettings).filter { named.insert($0.name).inserted }
    settings = programs.flatMap(\.settings) + ofServices + upstreams.map(\.setting)
  }

  /// The program of a name; nil when there is none.
  public func program(_ name: String) -> ProgramManifest? { programs.first { $0.name == name } }

  /// The program that a command's word runs; nil when there is none.
  public func program(command: String) -> ProgramManifest? {
    programs.first { $0.command == command }
  }

  /// The upstream of a name; nil when there is none.
  public func upstream(_ name: String) -> Upstream? { upstreams.first { $0.name == name } }

  /// The services' wishes to their callers, by host: those of the first that names it, for a later program says
  /// nothing about another's service.
  public var limits: [String: ClientLimits] {
    Dictionary(upstreams.map { ($0.host, $0.limits) }, uniquingKeysWith: { first, _ in first })
      .filter { $0.value != ClientLimits() }
  }
}
