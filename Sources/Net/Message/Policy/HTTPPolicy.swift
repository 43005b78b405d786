/// The hosts that a script may talk to: its grants.
///
/// A granted host may have a private address; every other host must resolve to a public one.
public struct HTTPPolicy: Sendable, Hashable {
  /// One granted host, on one port or on all.
  public struct HostGrant: Sendable, Hashable {
    /// In lower case; IPv6 literals without brackets.
    public let host: String
    /// nil: every port.
    public let port: Int?
    /// Whether it may be asked over plain http, too.
    public let allowsPlainHTTP: Bool

    /// Parses `host`, `host:port`, `[::1]`, `[::1]:port`, or one of these after `http://` or `https://`,
    /// as `--allow-net` takes them. With a scheme and no port, the port is the scheme's.
    /// - Returns: nil when it is not one of these.
    public init?(_ text: String) {
      if text.contains("://") {
        guard let url = try? HTTPURL(text), url.target == "/", !text.contains("#") else {
          return nil
        }
        (host, port, allowsPlainHTTP) = (url.host, url.port, url.scheme == .http)
        return
      }
      allowsPlainHTTP = false
      let (url, explicitPort): (HTTPURL, Bool)
      do {
        url = try HTTPURL("https://\(text)/")
        explicitPort = text.hasSuffix("]") ? false : text.utf8.last.map(Self.isDigit) ?? false
      } catch {
        return nil
      }
      guard url.target == "/" else { return nil }
      host = url.host
      let afterHost = text.drop { $0 != "]" }
      let tail = afterHost.isEmpty ? Substring(text) : afterHost
      port = explicitPort && tail.contains(":") ? url.port : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  }

  /// Whether every host with a public address may be asked over https.
  public var allowsPublicHTTPS: Bool
  /// Whether this machine (`localhost`, 127.0.0.0/8, ::1) may be asked, also over plain http.
  public var allowsLoopback: Bool
  /// Hosts that may be asked whatever their address.
  public var grants: [HostGrant]

  /// Hosts that may be asked over https where they have a public address, when not every host may.
  public var publicHosts: [HostGrant] = []

  /// Makes a policy.
  public init(
    allowsPublicHTTPS: Bool = true, allowsLoopback: Bool = false, grants: [HostGrant] = []
  ) {
    self.allowsPublicHTTPS = allowsPublicHTTPS
    self.allowsLoopback = allowsLoopback
    self.grants = grants
  }

  /// Every public host, over https.
  public static let standard = HTTPPolicy()
  /// Nothing at all: what `--sandbox strict` starts from.
  public static let strict = HTTPPolicy(allowsPublicHTTPS: false)

  func grantsPlainHTTP(host: String, port: Int) -> Bool {
    grants.contains { $0.allowsPlainHTTP && $0.host == host && $0.port == port }
  }

  func isGranted(host: String, port: Int) -> Bool {
    Self.hold(grants, host, port)
  }

  func isPublic(host: String, port: Int) -> Bool {
    allowsPublicHTTPS || Self.hold(publicHosts, host, port)
  }

  private static func hold(_ grants: [HostGrant], _ host: String, _ port: Int) -> Bool {
    if grants.isEmpty { return false }
    for grant in grants where grant.host == host && (grant.port == nil || grant.port == port) {
      return true
    }
    return false
  }
}
