internal import Notation
internal import Bindings
internal import Glibc
internal import MixCore
internal import Reactor

/// Sets up `--record` and `--replay` for a run.
enum CassetteSetup {
  /// Settings of the node rather than of the run. They are neither recorded nor taken from a
  /// recording, which may come from anybody.
  private static let local = [
    "upstream.", "log.", "http.contact", "http.proxy", "http.plain_proxy",
    "http.no_proxy", "http.ca_file", "http.credentials", "auth.", "store", "mail.", "script.",
  ]

  private static func isLocal(_ name: String, _ programs: ProgramCatalogue) -> Bool {
    // Sign-ins belong to the node, too.
    let signIns = programs.programs.lazy.flatMap(\.signIns).map { $0 + "." }
    return local.contains(where: name.hasPrefix) || signIns.contains(where: name.hasPrefix)
  }

  /// The settings that a replay takes from its recording.
  static func replayed(
    _ header: CassetteHeader, _ programs: ProgramCatalogue
  ) -> [String: String] {
    var settings = header.settings.filter { !isLocal($0.key, programs) }
    for upstream in programs.upstreams where upstream.isOfUser {
      guard header.settings[upstream.setting.name] != nil else { continue }
      settings[upstream.setting.name] = recorded(upstream)
    }
    return settings
  }

  /// Says that the user has their own service, but not its address.
  private static func recorded(_ upstream: Upstream) -> String {
    upstream.canonical + "/recorded"
  }

  /// - Throws: ``CassetteError``.
  static func replay(_ path: String, _ reactor: Reactor) throws -> Cassette {
    try Cassette(replaying: path, on: reactor) { reactor.hasWorkElsewhere }
  }

  /// - Throws: ``CassetteError``.
  static func record(
    _ path: String, _ source: ScriptSource, _ configuration: Configuration?, liftsRateLimits: Bool,
    _ reactor: Reactor
  ) throws -> Cassette {
    let now = SystemTime(reactor: reactor).wall
    let header = CassetteHeader(
      script: source.shownName, startMilliseconds: Int(clamping: (now * 1_000).rounded()),
      seed: Int.random(in: 0..<1 << 53), liftsRateLimits: liftsRateLimits,
      settings: configuration.map(settings) ?? [:])
    return try Cassette(
      recordingTo: path, header, secrets: configuration.map(hidden) ?? [], on: reactor
    ) { reactor.hasWorkElsewhere }
  }

  /// Connects a run with its cassette, and keeps its caches in memory: a recording must hold every
  /// answer that the run needs.
  static func apply(_ cassette: Cassette?, to settings: HostSettings) -> HostSettings {
    guard let cassette else { return settings }
    var settings = settings
    settings.http.cassette = cassette
    settings.http.random = cassette.random
    settings.diskCache = false
    return settings
  }

  /// The texts that never reach the file.
  private static func hidden(_ configuration: Configuration) -> [String] {
    let own = configuration.registry.all.filter(\.isPrivate)
    return configuration.secrets + own.compactMap { try? configuration.string($0.name) }
  }

  private static func settings(_ configuration: Configuration) -> [String: String] {
    var settings: [String: String] = [:]
    let programs = configuration.registry.catalogue
    let mask = SecretMask(secrets: hidden(configuration))
    let lines = configuration.all().filter { $0.source != nil && $0.source != .default }
    for line in lines where line.problem == nil && !isLocal(line.name, programs) {
      // The mask leaves texts below four bytes as they are, here as in requests.
      settings[line.name] = line.text.map(mask.mask)
    }
    for upstream in programs.upstreams where upstream.isOfUser {
      guard lines.contains(where: { $0.name == upstream.setting.name }) else { continue }
      settings[upstream.setting.name] = recorded(upstream)
    }
    return settings
  }
}
