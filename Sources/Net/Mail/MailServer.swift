/// A server that takes mail: `smtp://host`, which has to offer STARTTLS, or `smtps://host`.
public struct MailServer: Sendable, Hashable {
  /// With its port: `smtp://mail.example.org:587`.
  public let address: String

  private let host: String
  private let port: Int

  /// nil for any other text.
  public init?(_ text: String) {
    let lower = text.lowercased()
    let scheme = lower.hasPrefix("smtps://") ? "smtps" : "smtp"
    guard lower.hasPrefix("\(scheme)://") else { return nil }
    let rest = String(lower.dropFirst(scheme.utf8.count + 3))
    guard !rest.contains("@"), let url = try? HTTPURL("https://\(rest)"), url.target == "/" else {
      return nil
    }
    let isPortGiven =
      rest.drop { $0 != "]" }.contains(":") || !rest.contains("[") && rest.contains(":")
    host = url.host
    port = isPortGiven ? url.port : scheme == "smtps" ? 465 : 587
    address = "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  /// Whether a script with these grants may have mail sent there, as the user's settings name it: one that may
  /// ask any host, or this one.
  public func isGranted(by policy: HTTPPolicy) -> Bool {
    policy.allowsPublicHTTPS || policy.isGranted(host: host, port: port)
  }
}
