internal import Notation
internal import Glibc
internal import Reactor

// @unchecked Sendable: the sockets are touched by the one thread that waits; `wakeUp` is written once.
/// Waits on a loopback address for the browser that comes back from a log-in (RFC 8252, section 7.3).
///
/// It answers one path of one host; the first answer that counts ends the wait. Browsers open
/// connections that they do not use, so it listens to several at once; each has ten seconds to say
/// what it wants.
public final class CallbackListener: @unchecked Sendable {  // confined: see above
  /// The redirect address, with the port that is listened on.
  public let redirect: String
  private let authority: String
  private let path: String
  private var listener: Int32
  /// A pipe that ends the wait: read end, write end.
  private let wakeUp: (read: Int32, write: Int32)
  private var connections: [CallbackConnection] = []

  /// Browsers open six connections to a host at most.
  private static let mostConnections = 32

  /// Begins to listen.
  /// - Parameters:
  ///   - provider: whose redirect address it is.
  ///   - port: instead of the address's own; 0: one that is free.
  /// - Throws: ``AuthError`` of reason `portInUse`, or `unconfigured` for an address elsewhere.
  public init(_ provider: AuthProvider, port: Int? = nil) throws(AuthError) {
    let wanted = try LoopbackRedirect(provider.redirect)
    var socket = LoopbackSocket.open(wanted.host, port: port ?? wanted.port)
    if case .failure(EADDRINUSE) = socket, provider.takesAnyPort, port == nil {
      socket = LoopbackSocket.open(wanted.host, port: 0)
    }
    switch socket {
    case .success(let listening):
      listener = listening.file
      redirect = wanted.address(port: listening.port)
      authority = wanted.authority(port: listening.port)
    case .failure(let code):
      throw Self.cannotListen(code, wanted.authority(port: port ?? wanted.port), provider)
    }
    path = wanted.path
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 { ends.forEach(LoopbackSocket.setFlags) }
    wakeUp = (ends[0], ends[1])
  }

  deinit {
    stop()
    close(wakeUp.read)
    close(wakeUp.write)
  }

  /// Ends a ``wait(for:seconds:note:)`` from any thread.
  func cancel() {
    var byte: UInt8 = 1
    // A pipe that is full wakes as well.
    _ = write(wakeUp.write, &byte, 1)
  }

  /// Waits for the answer to a log-in. Blocks the thread; answers that do not belong to it go to
  /// `note` and are ignored.
  /// - Returns: what the answer comes to, and the browser that waits for a page.
  /// - Throws: ``AuthError`` of reason `timeout`; `CancellationError` after ``cancel()``.
  func wait(
    for attempt: LoginAttempt, seconds: Double, note: (String) -> Void
  ) throws -> (verdict: LoginAttempt.Verdict, browser: CallbackBrowser) {
    let end = Self.now + seconds
    while true {
      let left = end - Self.now
      guard left > 0 else {
        throw AuthError(
          .timeout,
          "no answer came within \(Int(clamping: seconds)) s: log in again, or with --paste when the browser "
            + "is on another machine")
      }
      try turn(milliseconds: Int32(clamping: min(left, 1) * 1_000) + 1)
      for connection in connections {
        guard let request = connection.takeRequest() else { continue }
        guard let query = admit(request, connection) else { continue }
        switch attempt.judge(query) {
        case .foreign(let why):
          note("an answer was ignored: \(why)")
          connection.answer(400, .foreign(why))
        case let verdict:
          connections.removeAll { $0 === connection }
          return (verdict, CallbackBrowser(connection: connection, query: query))
        }
      }
      connections.removeAll(where: \.isDone)
    }
  }

  /// Shows a browser its page, again when it is loaded again, and stops listening. Blocks the thread.
  /// - Parameter seconds: how long the page can be loaded again.
  func answer(_ browser: CallbackBrowser, _ page: CallbackPage, again seconds: Double) {
    defer { stop() }
    browser.connection.answer(200, page)
    let end = Self.now + seconds
    while Self.now < end {
      // Ctrl-C: the log-in itself is complete.
      guard (try? turn(milliseconds: Int32(clamping: (end - Self.now) * 1_000) + 1)) != nil else {
        return
      }
      for connection in connections {
        guard let request = connection.takeRequest(), let query = admit(request, connection) else {
          continue
        }
        let isSame = query == browser.query
        connection.answer(
          isSame ? 200 : 400, isSame ? page : .foreign("it is over"))
      }
      connections.removeAll(where: \.isDone)
    }
  }

  /// The query of a request for the redirect address; nil when it was something else.
  private func admit(_ request: CallbackRequest, _ connection: CallbackConnection) -> String? {
    guard request.host == authority else {
      connection.answer(403, .problem("This address is for the log-in alone."))
      return nil
    }
    let parts = request.target.split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0] == path else {
      connection.answer(404, .problem("There is nothing here."))
      return nil
    }
    guard request.method == "GET" else {
      connection.answer(405, .problem("This address is for the browser that comes back."))
      return nil
    }
    return parts.count == 2 ? String(parts[1]) : ""
  }

  /// One turn: waits for something to happen, takes connections, reads.
  private func turn(milliseconds: Int32) throws {
    var events = [listener, wakeUp.read].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    events += connections.map { pollfd(fd: $0.file, events: Int16(POLLIN), revents: 0) }
    let ready = poll(&events, nfds_t(events.count), milliseconds)
    guard ready > 0 else { return }
    if events[1].revents != 0 { throw CancellationError() }
    for (event, connection) in zip(events.dropFirst(2), connections) where event.revents != 0 {
      connection.read()
    }
    if events[0].revents != 0, connections.count < Self.mostConnections {
      let file = accept(listener, nil, nil)
      LoopbackSocket.setFlags(file)
      if file >= 0 { connections.append(CallbackConnection(file, until: Self.now + 10)) }
    }
  }

  private func stop() {
    if listener >= 0 { close(listener) }
    listener = -1
    connections = []
  }

  static var now: Double { Double(Reactor.monotonicNanoseconds()) / 1e9 }

  private static func cannotListen(
    _ code: Int32, _ authority: String, _ provider: AuthProvider
  ) -> AuthError {
    guard code == EADDRINUSE else {
      return AuthError(
        .unconfigured, "cannot listen on \(authority): \(String(cString: strerror(code)))")
    }
    let set = provider.redirectSetting.map { " (mixhost config set \($0) ADDRESS)" } ?? ""
    return AuthError(
      .portInUse,
      "\(authority) is in use by another program, perhaps by another log-in: end that, log in with "
        + "--paste, or register another redirect address with \(provider.title) and set it\(set)")
  }
}

/// A browser that has come back and waits for its page.
struct CallbackBrowser {
  let connection: CallbackConnection
  /// Its answer to the log-in.
  let query: String
}

/// Listening sockets of this machine's two loopback addresses.
enum LoopbackSocket {
  /// A socket and its port.
  struct Listening {
    let file: Int32
    let port: Int
  }

  enum Outcome {
    case success(Listening)
    /// The `errno`.
    case failure(Int32)
  }

  static func open(_ host: String, port: Int) -> Outcome {
    let isSix = host == "::1"
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let file = socket(isSix ? AF_INET6 : AF_INET, kind, 0)
    guard file >= 0 else { return .failure(errno) }
    // A log-in right after another one: its old connections still linger.
    var one: Int32 = 1
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &one, 4)
    let bound = isSix ? bindSix(file, port) : bindFour(file, port)
    guard bound == 0, listen(file, 16) == 0, let port = localPort(file) else {
      let code = errno
      close(file)
      return .failure(code)
    }
    return .success(Listening(file: file, port: port))
  }

  /// Not for children, and never to be waited for.
  static func setFlags(_ file: Int32) {
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    _ = fcntl(file, F_SETFL, O_NONBLOCK)
  }

  private static func bindFour(_ file: Int32, _ port: Int) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func bindSix(_ file: Int32, _ port: Int) -> Int32 {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = UInt16(port).bigEndian
    address.sin6_addr = in6addr_loopback
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
  }

  private static func localPort(_ file: Int32) -> Int? {
    // Both families have the port at the same place.
    var address = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(file, $0, &size) }
    }
    return result == 0 ? Int(UInt16(bigEndian: address.sin6_port)) : nil
  }
}
