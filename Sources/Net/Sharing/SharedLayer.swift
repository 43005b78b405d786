internal import Notation
internal import Reactor

/// Between single flight and the tries: another node of the fleet may have the answer to a request, or be
/// asking for it just now. One for each request, confined to the client's reactor.
final class SharedLayer {
  private let reactor: Reactor
  private let cache: CacheLayer
  /// The right to ask for all nodes of a fleet; ends with the request.
  private var claim: (any SharedClaim)?
  /// The answer that another node is asking for.
  private var awaited: Awaited?

  private struct Awaited {
    let source: any SharedAnswerSource
    let question: SharedQuestion
    let call: HTTPCall
  }

  init(_ reactor: Reactor, _ cache: CacheLayer) { (self.reactor, self.cache) = (reactor, cache) }

  /// The request has ended, and its answer is stored.
  func end() { claim = nil }

  /// The answer of another node, which is in this one's cache from then on.
  /// - Parameter asks: whether another node may have the answer.
  /// - Returns: nil when the service has to be asked.
  func answer(_ call: HTTPCall, asks: Bool) async throws -> HTTPResponse? {
    awaited = nil
    guard asks, let source = cache.shared, claim == nil, !call.request.options.reload,
      !call.context.isRevalidation, source.isUsable,
      let question = source.question(call.request, call.url)
    else { return nil }
    // In seconds of the machine's clock.
    let deadline = PresentTime.monotonic + source.patience
    var found = SharedFinding()
    repeat {
      found = try await ask(source, question, after: found.stored, until: deadline)
      try Task.checkCancellation()
      if let response = usable(found, call) { return response }
    } while found.isWorthWaiting && found.response != nil
    claim = found.claim
    if found.isWorthWaiting { awaited = Awaited(source: source, question: question, call: call) }
    return nil
  }

  private func ask(
    _ source: any SharedAnswerSource, _ question: SharedQuestion, after seen: Double,
    until deadline: Double
  ) async throws -> SharedFinding {
    let end =
      Reactor.monotonicNanoseconds() + UInt64(clamping: source.patience * 1e9)
    return try await WaitTicket<SharedFinding>.turn(on: reactor) { [reactor] ticket in
      let timer = reactor.scheduleTimer(at: end) { ticket.give(SharedFinding()) }
      let confined = Confined(ticket, to: reactor)
      source.ask(question, after: seen, until: deadline) { found in
        // A right that comes too late ends with what holds it.
        reactor.post {
          reactor.cancelTimer(timer)
          confined.value.give(found)
        }
      }
    }
  }

  private func usable(_ found: SharedFinding, _ call: HTTPCall) -> HTTPResponse? {
    found.response.flatMap { cache.enter(call, with: $0) }
  }

  // MARK: While the request queues for its turn

  private static let (firstPause, longestPause) = (0.25, 2.0)

  /// Looks for the other node's answer now and then until the request's turn comes, and ends the wait with
  /// ``AnsweredMeanwhile``.
  func watch(_ ticket: WaitTicket<Void>) {
    guard awaited != nil else { return }
    let confined = Confined((self, ticket), to: reactor)
    Task(executorPreference: reactor) {
      let (layer, ticket) = confined.value
      await layer.look(for: ticket)
    }
  }

  private func look(for ticket: WaitTicket<Void>) async {
    let time = SystemTime(reactor: reactor)
    var (seen, pause) = (-Double.infinity, Self.firstPause)
    // A node with the right to ask waits for no other.
    while let awaited, claim == nil {
      try? await time.sleep(for: .seconds(clamping: pause))
      guard ticket.waits, awaited.source.isUsable else { return }
      let found = await withUnsafeContinuation { continuation in
        awaited.source.lookOnce(awaited.question, after: seen) {
          continuation.resume(returning: $0)
        }
      }
      guard ticket.waits else { return }
      if let response = usable(found, awaited.call) {
        ticket.refuse(AnsweredMeanwhile(response: response))
        return
      }
      claim = found.claim
      seen = max(seen, found.stored)
      pause = min(Self.longestPause, pause * 1.5)
    }
  }
}

/// Another node has answered a request while it waited for its turn: nothing is sent.
struct AnsweredMeanwhile: Error {
  let response: HTTPResponse
}
