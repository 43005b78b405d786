internal import Notation
internal import Reactor

/// Answers of the fleet: another host may have the answer, or be asking for it just now.
extension HTTPExchange {
  func enterShared(_ shared: SharedAnswers, _ call: HTTPCall) {
    guard inquiry != nil, claim == nil, !call.request.options.reload,
      !call.context.isRevalidation, shared.isUsable,
      let question = shared.question(self.call.request, self.call.url)
    else { return enterTraffic(call) }
    ask(shared, question, after: -.infinity, until: SharedAnswers.deadline)
  }

  private func ask(
    _ shared: SharedAnswers, _ question: SharedQuestion, after seen: Double, until deadline: Double
  ) {
    let reactor = stack.reactor
    let nanoseconds =
      Reactor.monotonicNanoseconds() + UInt64(clamping: SharedAnswers.patience * 1e9)
    var timer: TimerID?
    let ticket = WaitTicket<SharedAnswers.Found>(reactor) { [self] found in
      wait = .nothing
      if let timer { reactor.cancelTimer(timer) }
      take(found, shared, question, until: deadline)
    }
    wait = .shared(ticket)
    timer = reactor.scheduleTimer(at: nanoseconds) { ticket.give(SharedAnswers.Found()) }
    let confined = Confined(ticket, to: reactor)
    shared.ask(question, after: seen, until: deadline) { found in
      // A right that comes too late ends with what holds it.
      reactor.post { _ = confined.value.give(found) }
    }
  }

  private func take(
    _ found: SharedAnswers.Found, _ shared: SharedAnswers, _ question: SharedQuestion,
    until deadline: Double
  ) {
    if isCancelled { return leaveFlight(.failure(CancellationError())) }
    if let stored = found.response, let response = stack.cache.enter(call, with: stored) {
      if let flight {
        self.flight = nil
        stack.flights.leave(flight, .success(response), isCancelled: false)
      }
      return finish(response, call)
    }
    if found.isWorthWaiting, found.response != nil {
      return ask(shared, question, after: found.stored, until: deadline)
    }
    claim = found.claim
    enterTraffic(sent)
  }
}
