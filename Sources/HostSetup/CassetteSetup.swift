internal import Notation
internal import Bindings
internal import Glibc
internal import MixCore
internal import Reactor

/// `--record` and `--replay` in the set-up of a run.
enum CassetteSetup {
  /// Settings of the place where a run happens and not of the run: they are not recorded.
  private static let local = [
    "upstream.", "log.", "http.contact", "http.proxy", "http.plain_proxy",
    "http.no_proxy", "http.ca_file", "http.credentials", "auth.", "spotify.",
  ]

  /// - Throws: ``CassetteError``.
  static func replay(_ path: String, _ reactor: Reactor) throws -> Cassette {
    try Cassette(replaying: path, on: reactor) { OffloadedWork.isPending }
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
      recordingTo: path, header, secrets: configuration?.secrets ?? [], on: reactor
    ) { OffloadedWork.isPending }
  }

  /// Gives a run its cassette, and caches of its own in memory: a recording holds every answer that
  /// the run needed, and a replay needs the same ones.
  static func apply(_ cassette: Cassette?, to settings: HostSettings) -> HostSettings {
    guard let cassette else { return settings }
    var settings = settings
    settings.http.cassette = cassette
    settings.http.random = cassette.random
    settings.diskCache = false
    return settings
  }

  private static func settings(_ configuration: Configuration) -> [String: String] {
    var settings: [String: String] = [:]
    for line in configuration.all() where line.source != nil && line.source != .default {
      if line.problem != nil || local.contains(where: line.name.hasPrefix) { continue }
      settings[line.name] = line.text
    }
    // Scripts ask whether there is a hub; where it is nobody needs to know.
    if configuration.all().contains(where: { $0.name == "upstream.hub" && $0.source != .default }) {
      settings["upstream.hub"] = "https://hub.mixhost.invalid/recorded"
    }
    return settings
  }
}
