internal import Notation
internal import Reactor

/// Answers of the fleet: another host may have the answer, or be asking for it just now.
extension HTTPExchange {
  func enterShared(_ shared: any SharedAnswerSource, _ call: HTTPCall) {
    guard inquiry != nil, claim == nil, !call.request.options.reload,
      !call.context.isRevalidation, shared.isUsable,
      let question = shared.question(self.call.request, self.call.url)
    else { return enterTraffic(call, stack) }
    ask(shared, question, after: -.infinity, until: SharedFinding.deadline)
  }

  private func ask(
    _ shared: any SharedAnswerSource, _ question: SharedQuestion, after seen: Double,
    until deadline: Double
  ) {
    let reactor = stack.reactor
    let nanoseconds =
      Reactor.monotonicNanoseconds() + UInt64(clamping: SharedFinding.patience * 1e9)
    var timer: TimerID?
    let ticket = WaitTicket<SharedFinding>(reactor) { [self] found in
      wait = .nothing
      if let timer { reactor.cancelTimer(timer) }
      take(found, shared, question, until: deadline)
    }
    wait = .shared(ticket)
    timer = reactor.scheduleTimer(at: nanoseconds) { ticket.give(SharedFinding()) }
    let confined = Confined(ticket, to: reactor)
    shared.ask(question, after: seen, until: deadline) { found in
      // A right that comes too late ends with what holds it.
      reactor.post { _ = confined.value.give(found) }
    }
  }

  private func take(
    _ found: SharedFinding, _ shared: any SharedAnswerSource, _ question: SharedQuestion,
    until deadline: Double
  ) {
    if isCancelled { return leaveFlight(.failure(CancellationError()), stack) }
    if let response = usable(found) { return end(with: response) }
    if found.isWorthWaiting, found.response != nil {
      return ask(shared, question, after: found.stored, until: deadline)
    }
    claim = found.claim
    if found.isWorthWaiting { awaited = AwaitedAnswer(shared, question) }
    enterTraffic(sent, stack)
  }

  private func usable(_ found: SharedFinding) -> HTTPResponse? {
    found.response.flatMap { stack.cache.enter(call, with: $0) }
  }

  /// Ends the request with the answer of another host.
  private func end(with response: HTTPResponse) {
    if let flight {
      self.flight = nil
      stack.flights.leave(flight, .success(response), isCancelled: false)
    }
    finish(response, call, stack)
  }

  // MARK: While the request queues for its turn

  /// Looks for the other host's answer now and then until the request's turn comes.
  func lookAgain(
    _ awaited: AwaitedAnswer, _ limits: LimitTable.Entry, _ ticket: WaitTicket<TrafficLane.Turn>
  ) {
    let reactor = stack.reactor
    let pause = UInt64(clamping: awaited.nextPause() * 1e9)
    reactor.scheduleTimer(at: Reactor.monotonicNanoseconds() + pause) { [self] in
      guard ticket.waits, awaited.shared.isUsable else { return }
      let confined = Confined((self, awaited, limits, ticket), to: reactor)
      awaited.shared.lookOnce(awaited.question, after: awaited.seen) { found in
        reactor.post {
          let (exchange, awaited, limits, ticket) = confined.value
          exchange.takeWhileQueued(found, awaited, limits, ticket)
        }
      }
    }
  }

  private func takeWhileQueued(
    _ found: SharedFinding, _ awaited: AwaitedAnswer, _ limits: LimitTable.Entry,
    _ ticket: WaitTicket<TrafficLane.Turn>
  ) {
    guard ticket.waits, !isCancelled else { return }
    if let response = usable(found), stack.governor.withdraw(ticket, limits) {
      wait = .nothing
      return end(with: response)
    }
    awaited.seen = max(awaited.seen, found.stored)
    claim = claim ?? found.claim
    // A host with the right to ask waits for no other.
    if claim == nil { lookAgain(awaited, limits, ticket) }
  }
}

// Confined to the reactor's thread, as its exchange is.
/// An answer that another host of the fleet is asking for.
final class AwaitedAnswer {
  private static let (firstPause, longestPause) = (0.25, 2.0)

  let shared: any SharedAnswerSource
  let question: SharedQuestion
  /// Only answers that were stored later are of use.
  var seen = -Double.infinity
  private var pause = AwaitedAnswer.firstPause

  init(_ shared: any SharedAnswerSource, _ question: SharedQuestion) {
    (self.shared, self.question) = (shared, question)
  }

  /// Seconds until the next look: each wait is longer than the one before.
  func nextPause() -> Double {
    defer { pause = min(Self.longestPause, pause * 1.5) }
    return pause
  }
}
