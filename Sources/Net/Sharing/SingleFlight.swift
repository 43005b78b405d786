internal import DequeModule
internal import Reactor

/// Layer 3: identical GETs share one transfer, and shortly after its end its result, unless its origin
/// was asked to change something meanwhile.
///
/// The first caller leads: it makes the transfer. When the leader is cancelled, the next follower
/// leads; when it fails, one follower tries once more.
final class SingleFlight {
  /// The most that is kept for sharing after a transfer's end.
  private static let maxFinished = 64
  private static let maxFinishedBytes = 4_000_000
  /// The most origins whose last change is remembered separately.
  private static let maxChanged = 256

  private let reactor: Reactor
  private let time: any TimeSource
  private let monitor: HTTPMonitor
  private let window: Duration
  // Running transfers, and finished ones whose result is still shared.
  private var flights = FlightTable()
  // The finished ones, oldest first.
  private var finished: Deque<Flight> = []
  private var finishedBytes = 0
  // Flights and changes are numbered in one sequence. Later requests never share a flight that began
  // before its origin was asked to change something.
  private var sequence = 0
  private var lastChanges: [String: Int] = [:]
  // The same for the origins that `lastChanges` no longer names.
  private var lastOtherChange = 0

  init(reactor: Reactor, time: any TimeSource, monitor: HTTPMonitor, window: Double) {
    (self.reactor, self.time, self.monitor) = (reactor, time, monitor)
    self.window = .seconds(clamping: window)
  }

  /// Answers with another request's transfer, or with one of its own.
  /// - Parameter transfer: makes the transfer; its argument says whether it is a flight's first.
  func share(
    _ call: HTTPCall, _ transfer: (Bool) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    switch enter(call) {
    case .alone:
      defer { noteChange(by: call) }
      return try await transfer(false)
    case .share(let response): return shared(response, call)
    case .lead(let flight): return try await lead(flight) { try await transfer(true) }
    case .follow(let flight):
      let turn = try await WaitTicket<Flight.Turn>.turn(on: reactor) { flight.join($0) }
      if case .ended(let response) = turn { return shared(response, call) }
      return try await lead(flight) {
        try Task.checkCancellation()
        return try await transfer(false)
      }
    }
  }

  private func lead(
    _ flight: Flight, _ transfer: () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    do {
      let response = try await transfer()
      keep(response, flight)
      flight.finish(response)
      return response
    } catch {
      fail(flight, error, isCancelled: Task.isCancelled || error is CancellationError)
      throw error
    }
  }

  /// How a request continues.
  private enum Entry {
    /// It shares nothing.
    case alone
    /// It makes the transfer that others may join.
    case lead(Flight)
    /// A transfer that has ended a moment ago answers it.
    case share(HTTPResponse)
    /// It waits for the end of another's transfer.
    case follow(Flight)
  }

  /// Finds what a request may share.
  private func enter(_ call: HTTPCall) -> Entry {
    // A request with cookies of its own, or one that goes into a file, is its caller's alone.
    guard call.request.method == "GET", call.isSafe, call.request.attachments == nil else {
      noteChange(by: call)
      return .alone
    }
    if let running = flights.find(call) {
      if isOutdated(running) {
        close(running)
        return .lead(begin(call))
      }
      guard let response = running.response else { return .follow(running) }
      if running.until > time.monotonic, call.allowsSharingLater {
        return .share(response)
      }
      close(running)
    }
    return .lead(begin(call))
  }

  /// A request that may change something at its origin is sent, or has been answered: later
  /// requests join no transfer that began before it.
  private func noteChange(by call: HTTPCall) {
    if call.isSafe { return }
    sequence += 1
    if lastChanges.count == Self.maxChanged, lastChanges[call.url.origin.text] == nil {
      lastChanges = [:]
      lastOtherChange = sequence
    }
    lastChanges[call.url.origin.text] = sequence
  }

  private func isOutdated(_ flight: Flight) -> Bool {
    flight.number < lastChanges[flight.call.url.origin.text] ?? lastOtherChange
  }

  /// An answer that another request's transfer has brought.
  private func shared(_ response: HTTPResponse, _ call: HTTPCall) -> HTTPResponse {
    monitor.stats.shared += 1
    monitor.report(.shared, call)
    var response = response
    response.shared = true
    return response
  }

  private func begin(_ call: HTTPCall) -> Flight {
    sequence += 1
    let flight = Flight(call, number: sequence)
    flights.insert(flight)
    return flight
  }

  private func fail(_ flight: Flight, _ error: any Error, isCancelled: Bool) {
    if !isCancelled { flight.failures += 1 }
    if flight.failures > 1 || !flight.handOver() {
      close(flight)
      flight.fail(error)
    }
  }

  private func close(_ flight: Flight) {
    if flight.isDetached { return }
    flights.remove(flight)
    flight.isDetached = true
  }

  // MARK: finished flights

  /// Keeps a result for the window, unless it or the request forbids any reuse.
  private func keep(_ response: HTTPResponse, _ flight: Flight) {
    guard !flight.isDetached else { return }
    guard window > .zero, flight.call.allowsSharingLater, !isOutdated(flight),
      response.status < 400,
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
    if headers["Vary"]?.utf8.contains(UInt8(ascii: "*")) == true { return true }
    let control = CacheControl(headers)
    return control.noStore || control.noCache || !control.noCacheFields.isEmpty
      || control.maxAge == 0
  }
}

extension HTTPCall {
  /// Whether a result may be shared after the transfer's end: not with those who want a new one.
  fileprivate var allowsSharingLater: Bool {
    if request.options.reload || request.options.ttl == 0 { return false }
    let control = CacheControl(request.headers)
    return !control.noCache && !control.noStore && control.maxAge != 0
  }
}

/// One shared transfer and those who wait for it.
final class Flight {
  /// The request that began it.
  let call: HTTPCall
  /// Its place among all flights and changes of the client.
  let number: Int
  /// A follower's turn.
  enum Turn: Sendable {
    case ended(HTTPResponse)
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
  private var followers: Deque<WaitTicket<Turn>> = []

  init(_ call: HTTPCall, number: Int) {
    self.call = call
    self.number = number
  }

  /// Waits for the leader.
  func join(_ follower: WaitTicket<Turn>) { followers.append(follower) }

  /// Makes the next follower the leader. Returns whether there was one.
  func handOver() -> Bool {
    while let follower = followers.popFirst() {
      if follower.give(.lead) { return true }
    }
    return false
  }

  /// Gives the answer to all followers.
  func finish(_ response: HTTPResponse) {
    while let follower = followers.popFirst() { follower.give(.ended(response)) }
  }

  /// Gives the failure to all followers.
  func fail(_ error: any Error) {
    while let follower = followers.popFirst() { follower.refuse(error) }
  }
}
