internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTP1

/// Facts that a request states about itself and its sender, for deciding about it.
///
/// The address is that of the socket, not a claim of the client. A trusted proxy's statement
/// replaces address, name and scheme (``TrustedProxies``).
struct RequestFacts: Sendable {
  /// The request's method, such as GET.
  var method = ""
  /// The name that the client used: the Host field, or the name that a trusted proxy passed on.
  var host: String?
  /// The Origin field.
  var origin: String?
  /// The Authorization field.
  var authorization: String?
  /// The Cookie fields.
  var cookie: String?
  /// Whether the request asks for a WebSocket.
  var isUpgrade = false
  /// `http` or `https`, as a trusted proxy reports; nil without a report.
  var scheme: String?
  /// The client's address, for logs.
  var address = "local"
  /// The key under which the client's requests are counted.
  var client = "local"
  /// The problem of fields that proxies added; nil without one.
  var proxyFault: String?

  /// Whether the method may change something.
  var changes: Bool { !["GET", "HEAD", "OPTIONS"].contains(method) }

  /// - Parameters:
  ///   - peer: the address of the socket's other end.
  ///   - values: returns the values of a field, by its lower-case name.
  init(
    method: String, host: String?, peer: SocketAddress?, isUpgrade: Bool = false,
    proxies: TrustedProxies, values: (String) -> [String]
  ) {
    func first(_ name: String) -> String? { values(name).first }
    let cookies = values("cookie")
    self.method = method
    self.host = host
    origin = first("origin")
    authorization = first("authorization")
    cookie = cookies.isEmpty ? nil : cookies.joined(separator: "; ")
    self.isUpgrade = isUpgrade
    address = ClientAddress.text(peer)
    if let forwarded = proxies.forwarded(by: address, values) {
      address = forwarded.client ?? address
      self.host = forwarded.host ?? host
      scheme = forwarded.scheme
      proxyFault = forwarded.fault
    }
    client = ClientAddress.key(address)
  }

  /// Facts of no request; the gate refuses them.
  init() {}
}

extension Request {
  /// The request's facts; see ``RequestFacts``.
  func facts(peer: SocketAddress?, proxies: TrustedProxies) -> RequestFacts {
    RequestFacts(
      method: method.rawValue, host: head.authority, peer: peer, proxies: proxies
    ) { name in HTTPField.Name(name).map { headers[values: $0] } ?? [] }
  }
}

extension HTTPRequestHead {
  /// The request's facts; see ``RequestFacts``.
  func facts(peer: SocketAddress?, proxies: TrustedProxies) -> RequestFacts {
    RequestFacts(
      method: method.rawValue, host: headers.first(name: "host"), peer: peer,
      isUpgrade: headers.contains(name: "upgrade"), proxies: proxies
    ) { headers[$0] }
  }
}
