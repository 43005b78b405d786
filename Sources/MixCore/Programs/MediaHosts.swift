internal import Net

/// The hosts from which a program's screens may show pictures and sounds: those of its upstreams, those
/// that its manifest names in `media`, and what it was granted.
public struct MediaHosts: Sendable {
  private let hosts: Set<String>
  /// Such as `.mzstatic.com`.
  private let endings: [String]

  /// The hosts of a program.
  public init(_ program: ProgramManifest) {
    let named = program.upstreams.map(\.host) + program.media + program.grants.net
    hosts = Set(named.filter { !$0.hasPrefix("*.") }.map { $0.lowercased() })
    endings = named.filter { $0.hasPrefix("*.") }.map { String($0.dropFirst()).lowercased() }
  }

  /// Whether an address may be asked for.
  public func allow(_ address: String) -> Bool {
    guard let url = try? HTTPURL(address), url.scheme == .https else { return false }
    return hosts.contains(url.host) || hosts.contains("\(url.host):\(url.port)")
      || endings.contains { url.host.hasSuffix($0) && url.host.utf8.count > $0.utf8.count }
  }
}

extension MediaHosts {
  /// The target of a redirect; nil for a text that is not an address.
  /// - Parameters:
  ///   - location: the field of the answer.
  ///   - address: what was asked for.
  public static func target(_ location: String, from address: String) -> String? {
    try? HTTPURL(address).resolving(location).text
  }
}
