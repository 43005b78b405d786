internal import Notation
internal import Reactor

/// Layer 7 of a run that is recorded or replayed.
///
/// To the caller both are the same: it begins a transfer and is woken at the transfer's turn among the
/// events of ``EventClock``. Recording, libcurl brings the outcome; replaying, the cassette has it.
final class CassetteTransport: TransferStandIn {
  private let cassette: Cassette
  private let reactor: Reactor
  private let monitor: HTTPMonitor
  private let upstreams: UpstreamMap
  private let transfer: CurlTransport
  private var count = 0
  // Replayed transfers that ended in the recording because the run took them back.
  private var unanswered: [Ticket] = []

  init(
    _ cassette: Cassette, reactor: Reactor, monitor: HTTPMonitor, upstreams: UpstreamMap,
    transfer: CurlTransport
  ) {
    self.cassette = cassette
    self.reactor = reactor
    self.monitor = monitor
    self.upstreams = upstreams
    self.transfer = transfer
    cassette.clock.setStandstillHandler { [weak self] in self?.giveUp() ?? false }
  }

  /// - Throws: ``HTTPError`` or `CancellationError`.
  func send(_ call: HTTPCall) async throws -> HTTPResponse {
    try Task.checkCancellation()
    let question = CassetteQuestion(call.hop, cassette.mask)
    let ticket = Ticket(cassette.clock)
    if let writer = cassette.writer {
      return try await record(call, question, ticket, writer)
    }
    let exchange = try cassette.answers.take(question, url: call.url.text)
    switch exchange.outcome {
    case .cancelled: unanswered.append(ticket)
    default: ticket.arrive(.success(exchange.outcome), at: ticket.start + exchange.elapsed)
    }
    return try await outcome(of: ticket, call)
  }

  private func record(
    _ call: HTTPCall, _ question: CassetteQuestion, _ ticket: Ticket, _ writer: CassetteWriter
  ) async throws -> HTTPResponse {
    count += 1
    let number = count
    let clock = cassette.clock
    func write(_ outcome: CassetteExchange.Outcome) {
      writer.append(
        CassetteExchange(
          number: number, start: ticket.start, elapsed: clock.nanoseconds - ticket.start,
          question: question, outcome: outcome))
    }
    let confined = Confined((self, ticket), to: reactor)
    let task = Task(executorPreference: reactor) {
      let (transport, ticket) = confined.value
      ticket.arrive(await transport.transferred(call), at: nil)
    }
    do {
      let response = try await outcome(of: ticket, call)
      write(.response(response))
      return response
    } catch {
      task.cancel()
      if let error = error as? HTTPError { write(.failure(error)) } else { write(.cancelled) }
      throw error
    }
  }

  private func transferred(_ call: HTTPCall) async -> Result<CassetteExchange.Outcome, any Error> {
    do {
      return .success(.response(canonical(try await transfer.send(call), call)))
    } catch let error as HTTPError {
      return .success(.failure(error))
    } catch {
      return .failure(error)
    }
  }

  /// A replay knows no stand-in upstreams: an answer that refers to one names what it stands for.
  private func canonical(_ response: HTTPResponse, _ call: HTTPCall) -> HTTPResponse {
    guard upstreams.actual(for: call.url) != nil, response.headers["Location"] != nil else {
      return response
    }
    var response = response
    response.headers = HTTPHeaders(
      response.headers.fields.map { name, value in
        guard name.lowercased() == "location",
          let target = try? upstreams.redirect(from: call.url, location: value)
        else { return (name, value) }
        return (name, target.text)
      })
    return response
  }

  private func outcome(of ticket: Ticket, _ call: HTTPCall) async throws -> HTTPResponse {
    monitor.transferBegan()
    var bytes = 0
    defer { monitor.transferEnded(bytes: bytes) }
    let outcome = try await reactor.suspend { continuation in
      ticket.wait(continuation)
    } onCancel: {
      ticket.end(.failure(CancellationError()))
    }
    switch outcome {
    case .response(var response):
      bytes = response.body.count
      response.url = call.url.text
      response.age = Double(Freshness.ageField(response.headers))
      return response
    case .failure(var error):
      error.url = SecretMask.url(call.url.text)
      throw error
    case .cancelled: throw CancellationError()
    }
  }

  /// Nothing can happen any more, and a transfer waits to be taken back as it was in the recording.
  private func giveUp() -> Bool {
    while let ticket = unanswered.popLast() {
      if ticket.hasEnded { continue }
      let error = HTTPError(
        .notRecorded,
        "the recording \(cassette.path) ends while this request is on its way: record the run again"
      )
      ticket.end(.success(.failure(error)))
      return true
    }
    return false
  }

  /// One transfer that a caller waits for. Confined to the reactor.
  private final class Ticket {
    typealias Outcome = CassetteExchange.Outcome

    let start: UInt64
    private(set) var hasEnded = false
    private let clock: EventClock
    private var arrival: TimerID?
    private var continuation: UnsafeContinuation<Outcome, any Error>?
    private var early: Result<Outcome, any Error>?

    init(_ clock: EventClock) {
      self.clock = clock
      start = clock.nanoseconds
    }

    /// Ends at its turn; `time` nil: now, on the machine's clock.
    func arrive(_ result: Result<Outcome, any Error>, at time: UInt64?) {
      if hasEnded { return }
      arrival = clock.addArrival(at: time) { [self] in end(result) }
    }

    func wait(_ continuation: UnsafeContinuation<Outcome, any Error>) {
      if let early { return continuation.resume(with: early) }
      self.continuation = continuation
    }

    func end(_ result: Result<Outcome, any Error>) {
      if hasEnded { return }
      hasEnded = true
      if let arrival { clock.cancelArrival(arrival) }
      guard let continuation else {
        early = result
        return
      }
      self.continuation = nil
      continuation.resume(with: result)
    }
  }
}
