/// Layer 1: decides whether a request may go to an address.
///
/// The name is judged here before anything is looked up; the addresses that it resolves to are judged
/// by ``AddressRule`` while the connection is made.
struct PolicyCheck {
  /// Judges the canonical address of a request or of a redirect's target.
  /// - Returns: what the addresses behind the name may be.
  /// - Throws: ``HTTPError`` of kind `denied` that names the rule.
  func check(_ url: HTTPURL, _ policy: HTTPPolicy) throws(HTTPError) -> AddressRule {
    let isLoopback = Self.isLoopback(url)
    let granted = policy.isGranted(url)
    if url.scheme == .http {
      if policy.grantsPlainHTTP(host: url.host, port: url.port) { return .any }
      guard isLoopback else {
        throw HTTPError(
          .denied,
          "plain http is refused: use https, or run with --allow-net http://\(url.authority) "
            + "if you trust the network between",
          url: url.text, rule: .httpsOnly)
      }
      guard granted || policy.allowsLoopback else { throw notGranted(url) }
      return .loopback
    }
    if granted { return .any }
    if isLoopback {
      guard policy.allowsLoopback else { throw notGranted(url) }
      return .loopback
    }
    guard policy.isPublic(url) else { throw notGranted(url) }
    if let purpose = url.origin.address?.specialPurpose {
      throw AddressRule.refusal(address: url.host, purpose: purpose, url: url)
    }
    return .publicOnly
  }

  /// Judges a hop from one address to the next.
  /// - Throws: ``HTTPError`` of kind `denied`.
  func checkRedirect(from: HTTPURL, to: HTTPURL) throws(HTTPError) {
    if from.scheme == .https && to.scheme == .http {
      throw HTTPError(
        .denied, "\(from.authority) redirects from https to http, which is refused", url: to.text,
        rule: .noDowngrade)
    }
  }

  /// Judges an address that a proxy is to be asked for, which alone will see where its name leads.
  /// - Throws: ``HTTPError`` of kind `denied` for a name without a grant that only a local network knows.
  func checkProxied(_ url: HTTPURL, _ policy: HTTPPolicy) throws(HTTPError) {
    guard !policy.isGranted(url), Self.isLocalName(url) else { return }
    throw HTTPError(
      .denied,
      "\(url.host) is a name of a local network, and a proxy decides where it leads: run with "
        + "--allow-net \(url.authority) if that is meant",
      url: url.text, rule: .publicAddresses)
  }

  /// Whether only a local network knows a name.
  static func isLocalName(_ url: HTTPURL) -> Bool {
    guard url.origin.address == nil else { return false }
    let name = url.host.hasSuffix(".") ? url.host.dropLast() : url.host[...]
    let labels = name.split(separator: ".")
    return labels.count < 2 || localDomains.contains(String(labels[labels.count - 1]))
  }

  /// Top-level names that public resolvers do not know (RFC 6761, RFC 6762, RFC 8375, ICANN's
  /// reservation of `internal`, and what routers use).
  private static let localDomains: Set<String> = [
    "arpa", "corp", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain",
    "private", "test",
  ]

  /// Whether an address names this machine.
  static func isLoopback(_ url: HTTPURL) -> Bool { url.origin.isLoopback }

  private func notGranted(_ url: HTTPURL) -> HTTPError {
    HTTPError(
      .denied, "\(url.authority) is not granted: run with --allow-net \(url.authority)",
      url: url.text, rule: .grantedHosts)
  }
}

/// The addresses that a host's name may stand for.
enum AddressRule: Sendable, Hashable {
  /// The host is granted by name.
  case any
  /// Only this machine.
  case loopback
  /// Only public unicast addresses.
  case publicOnly

  /// Whether a connection to an address may be made.
  func allows(_ address: IPAddress) -> Bool {
    switch self {
    case .any: true
    case .loopback: address.isLoopback
    case .publicOnly: address.specialPurpose == nil
    }
  }

  /// The error for an address that is refused.
  static func refusal(address: String, purpose: String, url: HTTPURL) -> HTTPError {
    HTTPError(
      .denied,
      "\(url.host) has the \(purpose) address \(address): run with --allow-net \(url.authority) "
        + "if that is meant",
      url: url.text, rule: .publicAddresses)
  }
}
