internal import Dispatch
internal import Logging
internal import NIOHTTP1
internal import Notation
internal import Synchronization

/// Logs requests, sign-ins and refusals, and counts them in ``Metrics``.
///
/// Paths are logged without queries, which may contain codes, and without the secret part of an
/// address of a program. Entries are written on a separate
/// queue, so that a blocking log, such as a full pipe, does not hold up an event loop.
final class AccessLog: Sendable {
  /// The most entries that may wait; more are dropped until there is room.
  private static let most = 1_000
  /// The longest logged path, in characters.
  private static let pathLength = 200
  /// Behind this beginning of a path comes a secret.
  static let secretRoot = "/connect/"

  let metrics: Metrics
  private let logger: Logger
  private let queue = DispatchQueue(label: "mixhost.access-log")
  private let waiting = Atomic<Int>(0)
  private let dropped = Atomic<Int>(0)

  /// - Parameter logger: a logger that masks secrets; it is called on this log's queue.
  init(_ logger: Logger, metrics: Metrics) {
    self.logger = logger
    self.metrics = metrics
  }

  /// Logs a request that a route has answered.
  /// - Parameters:
  ///   - route: the route's pattern, such as `/api/library/works/:id`; nil if none matched.
  ///   - seconds: the time from the request's header to the answer's.
  func answered(
    method: String, path: String, route: String?, status: Int, seconds: Double, client: String
  ) {
    metrics.answered(method: method, status: status)
    metrics.took(seconds, method: method, route: route ?? "none")
    write(
      Self.level(status), "request",
      [
        "method": "\(method)", "path": "\(Self.short(path))", "status": "\(status)",
        "ms": "\(Int(clamping: (seconds * 1_000).rounded()))", "client": "\(client)",
      ])
  }

  /// Logs a request that was refused before a route saw it.
  /// - Parameter head: the request's header; nil if it could not be read.
  func refused(_ head: HTTPRequestHead?, status: Int, client: String) {
    let method = head.map { Metrics.label($0.method.rawValue) } ?? "other"
    metrics.answered(method: method, status: status)
    var fields: Logger.Metadata = ["status": "\(status)", "client": "\(client)"]
    if let head {
      fields["method"] = "\(method)"
      fields["path"] = "\(Self.short(String(head.uri.prefix { $0 != "?" })))"
    }
    write(.notice, "request refused", fields)
  }

  /// Logs the start of a WebSocket.
  func upgraded(path: String, client: String) {
    metrics.answered(method: "GET", status: 101)
    write(.info, "websocket", ["path": "\(Self.short(path))", "client": "\(client)"])
  }

  /// Logs a sign-in or a refused attempt.
  /// - Parameter way: how the client signed in, `token` or `code`.
  func signIn(way: String, succeeded: Bool, client: String) {
    metrics.signIn(succeeded: succeeded)
    write(
      succeeded ? .notice : .warning, succeeded ? "signed in" : "sign-in refused",
      ["by": "\(way)", "client": "\(client)"])
  }

  /// Logs a failed route.
  func failed(method: String, path: String, _ error: any Error) {
    write(
      .error, "request failed",
      ["method": "\(method)", "path": "\(Self.short(path))", "reason": "\(error)"])
  }

  /// Logs that the system accepts no connections for now.
  func cannotAccept(_ error: any Error) {
    metrics.acceptFailed()
    write(.warning, "cannot take connections, trying again", ["reason": "\(error)"])
  }

  /// Logs an event of the server itself.
  func note(_ level: Logger.Level, _ message: String) { write(level, message, [:]) }

  /// Waits until all entries are written, at most a second.
  func flush() async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    queue.async { end.finish() }
    let deadline = Task {
      try await Task.sleep(for: .seconds(1))
      end.finish()
    }
    for await _ in ended {}
    deadline.cancel()
  }

  private func write(_ level: Logger.Level, _ message: String, _ fields: Logger.Metadata) {
    if waiting.add(1, ordering: .relaxed).newValue > Self.most {
      waiting.subtract(1, ordering: .relaxed)
      dropped.add(1, ordering: .relaxed)
      return
    }
    queue.async { [self] in
      defer { waiting.subtract(1, ordering: .relaxed) }
      let lost = dropped.exchange(0, ordering: .relaxed)
      if lost > 0 { logger.warning("entries lost", metadata: ["count": "\(lost)"]) }
      logger.log(level: level, "\(message)", metadata: fields)
    }
  }

  /// Refusals have a higher level, so that a log level can select them.
  private static func level(_ status: Int) -> Logger.Level {
    [401, 403, 429, 503].contains(status) ? .notice : .info
  }

  private static func short(_ path: String) -> String {
    if path.hasPrefix(secretRoot) { return secretRoot + "…" }
    return path.count > pathLength ? path.prefix(pathLength) + "…" : path
  }
}
