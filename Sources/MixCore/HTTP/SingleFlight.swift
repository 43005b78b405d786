internal import DequeModule
internal import Reactor

/// Layer 3: identical GETs share one transfer, and shortly after its end its result.
///
/// The first caller leads: the transfer runs in its task, without a task of its own. When the leader
/// is cancelled, the next follower leads; when it fails, one follower tries once more.
final class SingleFlight {
  /// The most that is kept for sharing after a transfer's end.
  private static let maxFinished = 64
  private static let maxFinishedBytes = 4_000_000

  private let reactor: Reactor
  private let time: any TimeSource
  private let monitor: HTTPMonitor
  private let window: Duration
  // Running transfers, and finished ones whose result is still shared.
  private var flights = FlightTable()
  // The finished ones, oldest first.
  private var finished: Deque<Flight> = []
  private var finishedBytes = 0

  init(reactor: Reactor, time: any TimeSource, monitor: HTTPMonitor, window: Double) {
    self.reactor = reactor
    self.time = time
    self.monitor = monitor
    self.window = .seconds(window)
  }

  // One place calls `next`, so that the layers below are inlined there.
  @inline(__always)
  func send(
    _ call: HTTPCall, next: (HTTPCall) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    var led: Flight?
    if call.request.method == "GET" {
      let hash = FlightTable.hash(call)
      if let running = flights.find(call, hash: hash) {
        if let response = running.response {
          if running.until > time.monotonic, call.allowsSharingLater {
            return share(response, call)
          }
          close(running)
        } else {
          switch try await running.join(on: reactor) {
          case .response(let response): return share(response, call)
          case .lead: led = running
          }
        }
      }
      if led == nil { led = begin(call, hash) }
    } else if !call.isSafe {
      forget(call.url.text)
    }
    do {
      let response = try await next(call)
      if let led {
        keep(response, led)
        led.finish(.success(response))
      }
      return response
    } catch {
      if let led { fail(led, error) }
      throw error
    }
  }

  private func begin(_ call: HTTPCall, _ hash: Int) -> Flight {
    let flight = Flight(call, hash: hash)
    flights.insert(flight)
    return flight
  }

  private func fail(_ flight: Flight, _ error: any Error) {
    let cancelled = error is CancellationError || Task.isCancelled
    if !cancelled { flight.failures += 1 }
    if flight.failures > 1 || !flight.handOver() {
      close(flight)
      flight.finish(.failure(error))
    }
  }

  private func close(_ flight: Flight) {
    if flight.isDetached { return }
    flights.remove(flight)
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
  private func keep(_ response: HTTPResponse, _ flight: Flight) {
    guard !flight.isDetached else { return }
    guard window > .zero, flight.call.allowsSharingLater, response.status < 400,
      response.body.count < Self.maxFinishedBytes / 4, !Self.forbidsReuse(response.headers)
    else {
      close(flight)
      return
    }
    let now = time.monotonic
    flight.response = response
    flight.until = now + window
    finished.append(flight)
    finishedBytes += response.body.count
    while let first = finished.first,
      first.until <= now || finished.count > Self.maxFinished
        || finishedBytes > Self.maxFinishedBytes
    {
      finished.removeFirst()
      finishedBytes -= first.response?.body.count ?? 0
      close(first)
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
    for flight in flights.flights(to: url) { close(flight) }
  }
}

extension HTTPCall {
  /// Whether a result may be shared after the transfer's end: not with those who want a new one.
  fileprivate var allowsSharingLater: Bool { !request.options.reload && request.options.ttl != 0 }
}

/// One shared transfer and those who wait for it.
final class Flight {
  /// The request that began it.
  let call: HTTPCall
  /// ``FlightTable/hash(_:)`` of it.
  let hash: Int
  /// The next in its bucket; kept by ``FlightTable``.
  var next: Flight?
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

  init(_ call: HTTPCall, hash: Int) {
    self.call = call
    self.hash = hash
  }

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
