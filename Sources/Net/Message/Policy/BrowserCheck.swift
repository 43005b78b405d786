internal import Glibc

/// The same rules for what a browser opens: an address that carries something to its host, or reaches a machine of
/// the local network, does so whoever asks for it.
extension HTTPPolicy {
  /// An https address as the client would ask for it, to hand to another program.
  /// - Throws: ``HTTPError`` of kind `invalidURL`, or `denied` for plain http and hosts not granted.
  public func checkedHTTPS(_ text: String) throws(HTTPError) -> String {
    let url = try HTTPURL(text)
    guard url.scheme == .https else {
      throw HTTPError(.denied, "plain http is refused: use https", url: url.text, rule: .httpsOnly)
    }
    return try checked(text)
  }

  /// An address that the client might ask for.
  /// - Throws: ``HTTPError`` of kind `invalidURL`, or `denied`.
  public func checked(_ text: String) throws(HTTPError) -> String {
    let url = try HTTPURL(text)
    _ = try PolicyCheck().check(url, self)
    return url.text
  }

  /// Judges where the name of an address leads, which no connection of the client's tells here. A name that is not
  /// known leads nowhere. Blocks.
  /// - Throws: ``HTTPError`` of kind `denied`.
  public func checkPlace(of text: String) throws(HTTPError) {
    let url = try HTTPURL(text)
    let rule = try PolicyCheck().check(url, self)
    guard rule != .any, url.origin.address == nil else { return }
    if PolicyCheck.isLocalName(url), rule == .publicOnly {
      throw AddressRule.refusal(address: url.host, purpose: "local", url: url)
    }
    for text in Self.addresses(of: url.host) {
      guard let address = IPAddress(text), !rule.allows(address) else { continue }
      throw AddressRule.refusal(
        address: text, purpose: address.specialPurpose ?? "public", url: url)
    }
  }

  private static func addresses(of host: String) -> [String] {
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, nil, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    return sequence(first: list, next: { $0?.pointee.ai_next }).compactMap(\.self).compactMap {
      var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let entry = $0.pointee
      guard
        getnameinfo(
          entry.ai_addr, entry.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
          == 0
      else { return nil }
      return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}
