public import Net

/// An outside service that a program asks, whose base address is a setting so that a stand-in can take
/// its place.
public struct Upstream: Sendable, Equatable {
  /// Such as `shop`: what clients, limits and the setting are called.
  public let name: String
  /// The base that scripts name and caches use in their keys, without a slash at the end. A service of
  /// the user's own has none: its base is under `.invalid` (RFC 2606), which never resolves, until the
  /// setting names one.
  public let canonical: String
  /// Whether each user runs or names it, so that it has no address of its own.
  public let isOfUser: Bool
  /// The service's wish to its callers.
  public let limits: ClientLimits

  /// - Parameter canonical: nil: a service that each user runs or names.
  public init(name: String, canonical: String?, limits: ClientLimits = ClientLimits()) {
    self.name = name
    isOfUser = canonical == nil
    // One host for each name: no part is dropped, also an empty one.
    let label = name.replacing("_", with: "-")
    self.canonical = canonical ?? "https://\(label).mixhost.invalid"
    self.limits = limits
  }

  /// The host of its base, by which limits apply to requests that name no client.
  public var host: String { (try? HTTPURL(canonical + "/"))?.host ?? "" }

  /// Scheme, host and port of its base: the one place of which a program may ask it.
  public var origin: String { HTTPOrigin.text(of: canonical + "/") ?? "" }

  /// The setting that holds its actual base, such as `upstream.shop`.
  public var setting: Setting {
    Setting("upstream.\(name)", .url, default: canonical, "The base address of \(name).")
  }
}
