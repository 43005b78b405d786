/// How the server listens and whom it answers.
package struct ServerOptions: Sendable {
  /// The address to listen on.
  package var host = "127.0.0.1"
  /// The TCP port; 0 for a free one.
  package var port = 8787
  /// PEM files of the certificate chain and its private key; nil: plain HTTP.
  package var certificate: (chain: String, key: String)?
  /// Whether another address than a loopback one may be served without TLS.
  package var insecure = false
  /// Names besides the loopback ones and ``host`` under which clients may ask (RFC 9110, Host).
  package var allowedHosts: [String] = []
  /// The reverse proxies whose word about their clients counts.
  package var proxies = TrustedProxies()
  /// Whether `/ws/echo` exists, for conformance suites.
  package var testRoutes = false
  /// Items of a job at work at once, 1 to 64.
  package var concurrency = 6
  /// The name of the match rules that jobs decide by.
  package var rules = "standard"
  /// Whether refreshers run by themselves.
  package var refreshes = true
  /// The options that every command takes, as they were given: refreshers' scripts get them, too.
  package var globals: [String] = []
  /// The limits of a client.
  package var limits = ServerLimits()

  /// Loopback, port 8787.
  package init() {}

  /// Whether only this machine can reach the server.
  package var isLoopback: Bool { HostName.isLoopback(HostName.parse(host)?.name ?? host) }

  /// - Throws: ``ServerError/exposed(host:)`` for an address of the network without TLS.
  func check() throws {
    if isLoopback || insecure || certificate != nil { return }
    throw ServerError.exposed(host: host)
  }
}

/// The limits of a client; times are in seconds.
package struct ServerLimits: Sendable {
  /// Header fields of a request.
  package var headerFields = 100
  /// Bytes of all header fields together.
  package var headerBytes = 32_768
  /// Bytes of a request's body.
  package var bodyBytes = 4_000_000
  /// Bytes of bodies, and of what actions were given, that are held at once over all connections.
  package var heldBytes = 64_000_000
  /// From the connection to the end of its TLS handshake.
  package var handshakeTime = 10.0
  /// From the connection, or its TLS handshake, to the end of the first header.
  package var headTime = 10.0
  /// From the header to the end of the body.
  package var bodyTime = 30.0
  /// From the body to the end of the answer, event streams excepted.
  package var answerTime = 60.0
  /// Between two requests of a connection.
  package var idleTime = 60.0
  /// How long a client may take nothing of what is sent to it.
  package var stallTime = 30.0
  /// Bytes that the system holds for a client that does not read, as it rounds them.
  package var sendBytes = 262_144
  /// How long clients and jobs may take to end in order when the server stops.
  package var drainTime = 5.0
  /// Connections that are served at once, WebSockets and event streams among them.
  package var connections = 4_096
  /// Those of them that one client may have.
  package var connectionsPerClient: Int { max(1, connections / 2) }
  /// Requests that a client may make at once.
  package var burst = 1_000
  /// Requests a second that a client may make on and on.
  package var requestsPerSecond = 200.0
  /// Bytes of a WebSocket message.
  package var messageBytes = 1 << 20
  /// Between two signs of life that a WebSocket client is asked for.
  package var pingTime = 30.0
  /// How long a WebSocket waits for a job that nobody has started yet.
  package var startTime = 300.0
  /// How long a program's screens are kept ready when nobody has one open any more.
  package var screenTime = 60.0
  /// How long the page's HTML waits for what its screen shows, in seconds.
  package var firstTreeTime = 0.25
  /// How long the end of a WebSocket waits for the client's.
  package var closeTime = 5.0

  /// Limits for a home server.
  package init() {}
}

/// Why the server does not run.
package enum ServerError: Error, Equatable, CustomStringConvertible {
  /// Another program listens on the port; `free` is one that nobody uses.
  case portInUse(host: String, port: Int, free: Int?)
  /// The address cannot be listened on for another reason.
  case cannotListen(host: String, port: Int, reason: String)
  /// An address of the network without TLS.
  case exposed(host: String)
  /// The certificate or its key cannot be used.
  case certificate(path: String, reason: String)
  /// The file of the token is not private.
  case token(path: String, reason: String)
  /// A text that names no proxy.
  case proxy(String)
  /// The scripts or the page that come with mixhost are not there.
  case incomplete(String)

  /// One sentence for the user.
  package var description: String {
    switch self {
    case .portInUse(let host, let port, let free):
      "port \(port) on \(host) is in use by another program; "
        + (free.map { "\($0) is free: --port \($0)" } ?? "choose another with --port")
    case .cannotListen(let host, let port, let reason):
      "cannot listen on \(host):\(port): \(reason)"
    case .exposed(let host):
      "\(host) can be reached from the network: give --certificate and --key, or say --insecure"
    case .certificate(let path, let reason): "\(path): \(reason)"
    case .token(let path, let reason): "the token \(path) \(reason)"
    case .proxy(let text):
      "--trusted-proxy takes an address or a network, such as 127.0.0.1 or 172.17.0.0/16, not "
        + "\"\(text)\""
    case .incomplete(let what): "\(what) was not found beside mixhost; install mixhost again"
    }
  }
}
