/// Where the server listens, and which clients it answers.
package struct ServerOptions: Sendable {
  /// The address to listen on.
  package var host = "127.0.0.1"
  /// The TCP port; 0 for a free one.
  package var port = 8787
  /// PEM files of the certificate chain and its private key; nil for plain HTTP.
  package var certificate: (chain: String, key: String)?
  /// Whether an address other than loopback may be served without TLS.
  package var insecure = false
  /// Names, besides loopback ones and ``host``, that a request's Host field may have (RFC 9110).
  package var allowedHosts: [String] = []
  /// The reverse proxies that are trusted to name their clients.
  package var proxies = TrustedProxies()
  /// Whether `/ws/echo` exists, for conformance suites.
  package var testRoutes = false
  /// The items of a job worked on at once, 1 to 64.
  package var concurrency = 6
  /// The name of the match rules that jobs use.
  package var rules = "standard"
  /// Whether refreshers run automatically.
  package var refreshes = true
  /// The global options as given, which are passed to refreshers' scripts.
  package var globals: [String] = []
  /// The limits for clients.
  package var limits = ServerLimits()

  /// Makes options for loopback, port 8787.
  package init() {}

  /// Whether only this machine can reach the server.
  package var isLoopback: Bool { HostName.isLoopback(HostName.parse(host)?.name ?? host) }

  /// The option whose name or address is invalid, and what to write; nil where all are right.
  package var problem: String? {
    // A zone (`fe80::1%eth0`) is the system's to judge.
    if !host.contains("%") {
      let name = HostName.parse("[\(host)]") ?? HostName.parse(host)
      guard let name, name.port == nil else {
        return "--host \(host) is not an address: write --host 127.0.0.1 --port 8787"
      }
    }
    return allowedHosts.first { HostName.parse($0) == nil }.map {
      "--allow-host \($0) is not a name: write media.home or media.home:8787"
    }
  }

  /// - Throws: ``ServerError/exposed(host:)`` for a network address without TLS.
  func check() throws {
    if isLoopback || insecure || certificate != nil { return }
    throw ServerError.exposed(host: host)
  }
}

/// The limits for clients; times are in seconds.
package struct ServerLimits: Sendable {
  /// The most header fields of a request.
  package var headerFields = 100
  /// The most bytes of all header fields together.
  package var headerBytes = 32_768
  /// The most bytes of a request's body.
  package var bodyBytes = 4_000_000
  /// The most bytes of bodies and actions' inputs held at once over all connections.
  package var heldBytes = 64_000_000
  /// From the connection's start to the end of its TLS handshake.
  package var handshakeTime = 10.0
  /// From the connection's start, or its TLS handshake, to the end of the first header.
  package var headTime = 10.0
  /// From the header to the end of the body.
  package var bodyTime = 30.0
  /// From the body to the end of the answer, except for event streams.
  package var answerTime = 60.0
  /// Between two requests on a connection.
  package var idleTime = 60.0
  /// How long a client may read nothing of what is sent to it.
  package var stallTime = 30.0
  /// The bytes that the system buffers for a client that does not read; the system rounds the
  /// number.
  package var sendBytes = 262_144
  /// How long clients and jobs may take to end when the server stops.
  package var drainTime = 5.0
  /// The most connections served at once, including WebSockets and event streams.
  package var connections = 4_096
  /// The most of these connections for one client.
  package var connectionsPerClient: Int { max(1, connections / 2) }
  /// The most requests that a client may make in a burst.
  package var burst = 1_000
  /// The most requests a second that a client may sustain.
  package var requestsPerSecond = 200.0
  /// The most bytes of a WebSocket message.
  package var messageBytes = 1 << 20
  /// The interval of pings to a WebSocket client.
  package var pingTime = 30.0
  /// How long a WebSocket waits for a job that is not started yet.
  package var startTime = 300.0
  /// How long a program's screens stay ready after the last one was closed.
  package var screenTime = 60.0
  /// How long the page's HTML waits for the content of its screen, in seconds.
  package var firstTreeTime = 0.25
  /// How long a closing WebSocket waits for the client's close.
  package var closeTime = 5.0

  /// Makes limits for a home server.
  package init() {}
}

/// Why the server cannot run.
package enum ServerError: Error, Equatable, CustomStringConvertible {
  /// Another program listens on the port; `free` is an unused one.
  case portInUse(host: String, port: Int, free: Int?)
  /// The server cannot listen on the address, for another reason.
  case cannotListen(host: String, port: Int, reason: String)
  /// The address is reachable from the network, without TLS.
  case exposed(host: String)
  /// The certificate or its key cannot be used.
  case certificate(path: String, reason: String)
  /// The file with the token is not private.
  case token(path: String, reason: String)
  /// The text is not the address of a proxy.
  case proxy(String)
  /// Scripts or the page are missing from the installation.
  case incomplete(String)

  /// The message to the user, one sentence.
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
