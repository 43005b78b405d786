/// A server that takes mail: `smtp://host`, which has to offer STARTTLS, or `smtps://host`.
public struct MailServer: Sendable, Hashable {
  /// With its port: `smtp://mail.example.org:587`.
  public let address: String

  /// nil for any other text.
  public init?(_ text: String) {
    let lower = text.lowercased()
    let scheme = lower.hasPrefix("smtps://") ? "smtps" : "smtp"
    guard lower.hasPrefix("\(scheme)://") else { return nil }
    let rest = String(lower.dropFirst(scheme.utf8.count + 3))
    guard !rest.contains("@"), let url = try? HTTPURL("https://\(rest)"), url.target == "/" else {
      return nil
    }
    let port = rest.drop { $0 != "]" }.contains(":") || !rest.contains("[") && rest.contains(":")
    let host = url.host.contains(":") ? "[\(url.host)]" : url.host
    address = "\(scheme)://\(host):\(port ? url.port : scheme == "smtps" ? 465 : 587)"
  }
}
