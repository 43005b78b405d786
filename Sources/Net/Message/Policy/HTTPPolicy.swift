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
    /// The path below which it may be asked, without a slash at its end; empty: everywhere.
    package let path: Substring

    /// Parses `host`, `host:port`, `[::1]`, `[::1]:port`, or one of these after `http://` or `https://`,
    /// as `--allow-net` takes them. With a scheme and no port, the port is the scheme's.
    /// - Returns: nil when it is not one of these.
    public init?(_ text: String) {
      if text.contains("://") {
        guard let url = try? HTTPURL(text), url.target == "/", !text.contains("#") else {
          return nil
        }
        (host, port, allowsPlainHTTP, path) = (url.host, url.port, url.scheme == .http, "")
        return
      }
      (allowsPlainHTTP, path) = (false, "")
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

    /// A grant of a place on a host: of what lies below the path of an address.
    /// - Returns: nil when it is not an address.
    package init?(place: String) {
      guard let url = try? HTTPURL(place) else { return nil }
      (host, port, allowsPlainHTTP) = (url.host, url.port, false)
      path = url.path.hasSuffix("/") ? url.path.dropLast() : url.path
    }

    fileprivate func holds(_ url: HTTPURL) -> Bool {
      guard host == url.host, port == nil || port == url.port else { return false }
      if path.isEmpty { return true }
      let asked = url.path
      guard asked.hasPrefix(path) else { return false }
      let rest = asked.dropFirst(path.count)
      return (rest.isEmpty || rest.hasPrefix("/")) && !Self.climbs(rest)
    }

    /// Whether a server that decodes a path before it reads it would leave the folder.
    private static func climbs(_ path: Substring) -> Bool {
      let plain = path.lowercased().replacing("%2e", with: ".").replacing("%2f", with: "/")
        .replacing("%5c", with: "\\")
      return plain.split { $0 == "/" || $0 == "\\" }.contains { $0.hasPrefix("..") }
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

  func isGranted(_ url: HTTPURL) -> Bool { grants.contains { $0.holds(url) } }

  func isPublic(_ url: HTTPURL) -> Bool {
    allowsPublicHTTPS || publicHosts.contains { $0.holds(url) }
  }

  /// Whether a server of another protocol is granted, which a place on a host does not open.
  func isGranted(host: String, port: Int) -> Bool {
    grants.contains {
      $0.path.isEmpty && $0.host == host && ($0.port == nil || $0.port == port)
    }
  }
}
