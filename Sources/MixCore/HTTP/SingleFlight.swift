internal import DequeModule
internal import Reactor

/// Layer 3: identical GETs share one transfer, and shortly after its end its result.
///
/// The first caller leads: the transfer runs in its task, without a task of its own. When the leader
/// is cancelled, the next follower leads; when it fails, one follower tries once more.
final class SingleFlight {
  /// What makes two requests identical: everything that may change the answer or the right to it.
  private struct Key: Hashable {
    let call: HTTPCall
    private let hash: Int

    init(_ call: HTTPCall) {
      self.call = call
      // The rest seldom differs where the address is the same.
      hash = call.url.text.hashValue
    }

    var url: String { call.url.text }

    /// Whether a result may be shared after the transfer's end: not with those who want a new one.
    var allowsSharingLater: Bool {
      !call.request.options.reload && call.request.options.ttl != 0
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    static func == (left: Key, right: Key) -> Bool {
      if left.call === right.call { return true }
      let (a, b) = (left.call, right.call)
      return left.hash == right.hash && a.url.text == b.url.text
        && a.request.headers == b.request.headers && a.request.options == b.request.options
        && a.context.policy == b.context.policy
    }
  }

  /// The most that is kept for sharing after a transfer's end.
  private static let maxFinished = 64
  private static let maxFinishedBytes = 4_000_000

  private let reactor: Reactor
  private let time: any TimeSource
  private let monitor: HTTPMonitor
  private let window: Duration
  // Running transfers, and finished ones whose result is still shared.
  private var flights: [Key: Flight] = [:]
  // The finished ones, oldest first.
  private var finished: Deque<(key: Key, flight: Flight)> = []
  private var finishedBytes = 0

  init(reactor: Reactor, time: any TimeSource, monitor: HTTPMonitor, window: Double) {
    self.reactor = reactor
    self.time = time
    self.monitor = monitor
    self.window = .seconds(window)
  }

  @inline(__always)
  func send(
    _ call: HTTPCall, next: (HTTPCall) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard call.request.method == "GET" else {
      if !call.isSafe { forget(call.url.text) }
      return try await next(call)
    }
    let key = Key(call)
    if let flight = flights[key] {
      if let response = flight.response {
        if flight.until > time.monotonic, key.allowsSharingLater { return share(response, call) }
      } else {
        switch try await flight.join(on: reactor) {
        case .response(let response): return share(response, call)
        case .lead: return try await lead(flight, key, call, next)
        }
      }
    }
    let flight = Flight()
    if let old = flights.updateValue(flight, forKey: key) { old.isDetached = true }
    return try await lead(flight, key, call, next)
  }

  @inline(__always)
  private func lead(
    _ flight: Flight, _ key: Key, _ call: HTTPCall,
    _ next: (HTTPCall) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    do {
      let response = try await next(call)
      keep(response, flight, key)
      flight.finish(.success(response))
      return response
    } catch {
      let cancelled = error is CancellationError || Task.isCancelled
      if !cancelled { flight.failures += 1 }
      if flight.failures > 1 || !flight.handOver() {
        close(flight, key)
        flight.finish(.failure(error))
      }
      throw error
    }
  }

  private func close(_ flight: Flight, _ key: Key) {
    if !flight.isDetached { flights[key] = nil }
    flight.isDetached = true
  }

  private func share(_ response: HTTPResponse, _ call: HTTPCall) -> HTTPResponse {
    monitor.stats.shared += 1
    monitor.report(.shared, call)
    var response = response
    response.shared = true
    return response
  }

  // MARK: finished flights

  /// Keeps a result for the window, unless it or the request forbids any reuse.
  private func keep(_ response: HTTPResponse, _ flight: Flight, _ key: Key) {
    guard !flight.isDetached else { return }
    guard window > .zero, key.allowsSharingLater, response.status < 400,
      response.body.count < Self.maxFinishedBytes / 4, !Self.forbidsReuse(response.headers)
    else {
      close(flight, key)
      return
    }
    let now = time.monotonic
    flight.response = response
    flight.until = now + window
    finished.append((key, flight))
    finishedBytes += response.body.count
    while let first = finished.first,
      first.flight.until <= now || finished.count > Self.maxFinished
        || finishedBytes > Self.maxFinishedBytes
    {
      finished.removeFirst()
      finishedBytes -= first.flight.response?.body.count ?? 0
      close(first.flight, first.key)
    }
  }

  /// Whether the origin forbids what sharing after the end amounts to: answering from memory.
  private static func forbidsReuse(_ headers: HTTPHeaders) -> Bool {
    guard let control = headers["Cache-Control"] else { return false }
    // no-store and no-cache, and max-age=0: told by "no-" and "=0".
    var last: (UInt8, UInt8) = (0, 0)
    for byte in control.utf8 {
      if byte == 0x2D, last.0 | 0x20 == 0x6E, last.1 | 0x20 == 0x6F { return true }
      if byte == 0x30, last.1 == 0x3D { return true }
      last = (last.1, byte)
    }
    return false
  }

  /// After a request that may change the resource: nobody joins what began before it.
  private func forget(_ url: String) {
    for (key, flight) in flights where key.url == url { close(flight, key) }
  }
}

/// One shared transfer and those who wait for it.
final class Flight {
  /// What a follower gets.
  enum Turn {
    case response(HTTPResponse)
    /// It is to make the transfer itself.
    case lead
  }

  /// The result, once there is one that is shared until ``until``.
  var response: HTTPResponse?
  var until = Duration.zero
  /// Whether newcomers no longer find it.
  var isDetached = false
  /// How often a leader failed.
  var failures = 0
  private var followers: Deque<Follower> = []

  /// Waits for the leader.
  /// - Throws: the leaders' error, or `CancellationError`.
  func join(on reactor: Reactor) async throws -> Turn {
    let follower = Follower()
    // Before the suspension: the leader may end on the way into it.
    followers.append(follower)
    return try await reactor.suspend { continuation in
      follower.wait(continuation)
    } onCancel: {
      follower.resume(.failure(CancellationError()))
    }
  }

  /// Makes the next follower the leader. Returns whether there was one.
  func handOver() -> Bool {
    while let follower = followers.popFirst() {
      if follower.resume(.success(.lead)) { return true }
    }
    return false
  }

  /// Gives the outcome to all followers.
  func finish(_ result: Result<HTTPResponse, any Error>) {
    while let follower = followers.popFirst() {
      follower.resume(result.map { .response($0) })
    }
  }

  /// @unchecked Sendable: touched on the reactor's thread only.
  private final class Follower: @unchecked Sendable {  // confined: see above
    private var continuation: UnsafeContinuation<Turn, any Error>?
    private var early: Result<Turn, any Error>?
    private var hasEnded = false

    func wait(_ continuation: UnsafeContinuation<Turn, any Error>) {
      if let early { return continuation.resume(with: early) }
      self.continuation = continuation
    }

    @discardableResult
    func resume(_ result: Result<Turn, any Error>) -> Bool {
      if hasEnded { return false }
      hasEnded = true
      guard let continuation else {
        early = result
        return true
      }
      self.continuation = nil
      continuation.resume(with: result)
      return true
    }
  }
}
