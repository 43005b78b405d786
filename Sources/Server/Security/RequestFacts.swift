internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTP1

/// A request's words about itself and its sender, for the decisions about it.
///
/// The peer's own words count for little: its address is the socket's. A trusted proxy's word replaces
/// address, name and scheme (``TrustedProxies``).
struct RequestFacts: Sendable {
  /// GET, POST, …
  var method = ""
  /// The name that the client asked by: the Host field, or what a trusted proxy saw in its place.
  var host: String?
  /// The Origin field.
  var origin: String?
  /// The Authorization field.
  var authorization: String?
  /// The Cookie fields.
  var cookie: String?
  /// Whether it asks for a WebSocket.
  var isUpgrade = false
  /// `http` or `https`, as a trusted proxy says; nil: nobody has said.
  var scheme: String?
  /// The client's address, for logs.
  var address = "local"
  /// The counter of the client's requests.
  var client = "local"
  /// The fault of what proxies added, in words; nil: none.
  var proxyFault: String?

  /// Whether the method may change something.
  var changes: Bool { !["GET", "HEAD", "OPTIONS"].contains(method) }

  /// - Parameters:
  ///   - peer: the address of the socket's other end.
  ///   - values: the values of a field, by its name in lower case.
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

  /// Nobody: the gate refuses it.
  init() {}
}

extension Request {
  /// See ``RequestFacts``.
  func facts(peer: SocketAddress?, proxies: TrustedProxies) -> RequestFacts {
    RequestFacts(
      method: method.rawValue, host: head.authority, peer: peer, proxies: proxies
    ) { name in HTTPField.Name(name).map { headers[values: $0] } ?? [] }
  }
}

extension HTTPRequestHead {
  /// See ``RequestFacts``.
  func facts(peer: SocketAddress?, proxies: TrustedProxies) -> RequestFacts {
    RequestFacts(
      method: method.rawValue, host: headers.first(name: "host"), peer: peer,
      isUpgrade: headers.contains(name: "upgrade"), proxies: proxies
    ) { headers[$0] }
  }
}
