internal import Notation
internal import Reactor

// @unchecked Sendable: touched on the reactor's thread only; `cancel` posts to it.
/// One request on its way through the layers: what it holds, and what it waits for.
///
/// It goes from layer to layer by plain calls. Where nothing has to be waited for, libcurl has the
/// request when `start` returns, and its end runs back up through the layers into the completion.
/// Tasks are made for retries and for what stands in for libcurl.
public final class HTTPExchange: @unchecked Sendable {  // confined: see above
  /// How an exchange ends.
  public typealias Completion = @Sendable (Result<HTTPResponse, HTTPError>) -> Void

  /// A wait of the exchange.
  enum Wait {
    case nothing
    case transfer(CurlTransfer)
    case flight(WaitTicket<Flight.Turn>)
    case shared(WaitTicket<SharedFinding>)
    case look(WaitTicket<Void>)
    case turn(WaitTicket<TrafficLane.Turn>)
    case slot(ConcurrencyLimiter.Place)
    case task(Task<Void, Never>)
  }

  let stack: LayerStack
  private var completion: Completion?
  private var isStarting = false
  var isCancelled = false
  var wait = Wait.nothing
  private var (started, redirects) = (Duration.zero, 0)

  // The hop that is under way, and what it holds in each layer. `call` is set by `start`.
  var call: HTTPCall!
  var inquiry: CacheLayer.Inquiry?
  var sent: HTTPCall!
  var flight: Flight?
  /// The right to ask for all hosts of a fleet; ends with the request.
  var claim: (any SharedClaim)?
  /// The answer that another host is asking for while this request queues for its turn.
  var awaited: AwaitedAnswer?
  private var probes = false
  private var attempts = RetryLayer.Attempts()
  private var limits: LimitTable.Entry!
  private var lane: ConcurrencyLimiter.Lane?

  init(_ stack: LayerStack) { self.stack = stack }

  /// Starts the request.
  /// - Parameter completion: called once, on the reactor's thread, and not before this has returned.
  func start(
    _ request: HTTPRequest, _ context: RequestContext, isCancelled: Bool = false,
    _ completion: @escaping Completion
  ) {
    self.completion = completion
    self.isCancelled = isCancelled
    isStarting = true
    defer { isStarting = false }
    begin(request, context, stack)
  }

  private func begin(_ request: HTTPRequest, _ context: RequestContext, _ stack: LayerStack) {
    started = stack.time.monotonic
    do {
      call = try stack.makeCall(request, context, started: started)
    } catch {
      stack.monitor.stats.failures += 1
      return complete(.failure(error))
    }
    stack.monitor.report(.started(method: request.method), call)
    enterCache(stack)
  }

  /// Ends the request, in a later turn of the reactor, with ``HTTPError/Kind/cancelled``. Any thread.
  public func cancel() {
    stack.reactor.post { self.cancelNow() }
  }

  private func cancelNow() {
    if completion == nil || isCancelled { return }
    isCancelled = true
    switch wait {
    case .nothing: break
    case .transfer(let transfer): transfer.cancel(for: self)
    // A request whose turn has come is notified soon, and checks then for cancellation.
    case .flight(let ticket):
      if ticket.withdraw() { leaveCache(.failure(CancellationError()), stack) }
    case .shared(let ticket):
      if ticket.withdraw() { leaveFlight(.failure(CancellationError()), stack) }
    case .look(let ticket): if ticket.withdraw() { judge(.failure(CancellationError()), stack) }
    case .turn(let ticket):
      if stack.governor.withdraw(ticket, limits) { judge(.failure(CancellationError()), stack) }
    case .slot(let place):
      if stack.slots.withdraw(place) { judge(.failure(CancellationError()), stack) }
    case .task(let task): task.cancel()
    }
  }

  // MARK: Down

  // Held objects are handed on as well: a variable is retained again wherever it is read. So is a layer that a call
  // reaches through `self.stack`, for as long as the call lasts, but not one reached through a parameter.

  private func enterCache(_ stack: LayerStack) {
    do {
      let call: HTTPCall = call
      switch try stack.cache.enter(call) {
      case .answer(let response): finish(response, call, stack)
      case .ask(let inquiry): enterFlight(inquiry, stack)
      }
    } catch {
      fail(error)
    }
  }

  private func enterFlight(_ inquiry: CacheLayer.Inquiry?, _ stack: LayerStack) {
    let call: HTTPCall = inquiry.map { self.call.adding($0.validators) } ?? self.call
    self.inquiry = inquiry
    sent = call
    if awaited != nil { awaited = nil }
    switch stack.flights.enter(call) {
    case .alone: enterTraffic(call, stack)
    case .lead(let flight):
      self.flight = flight
      if let shared = stack.cache.shared {
        enterShared(shared, call)
      } else {
        enterTraffic(call, stack)
      }
    case .share(let response): leaveCache(.success(response), stack)
    case .follow(let flight):
      let ticket = WaitTicket<Flight.Turn>(stack.reactor) { self.takeTurn($0, in: flight) }
      wait = .flight(ticket)
      flight.join(ticket)
    }
  }

  private func takeTurn(_ turn: Flight.Turn, in flight: Flight) {
    wait = .nothing
    switch turn {
    case .lead:
      self.flight = flight
      if isCancelled {
        leaveFlight(.failure(CancellationError()), stack)
      } else {
        enterTraffic(sent, stack)
      }
    case .ended(.success(let response)):
      leaveCache(.success(stack.flights.share(response, sent)), stack)
    case .ended(.failure(let error)): leaveCache(.failure(error), stack)
    }
  }

  func enterTraffic(_ call: HTTPCall, _ stack: LayerStack) {
    limits = stack.limits.entry(host: call.url.authority, client: call.request.options.client)
    probes = false
    attempt(call, limits, stack)
  }

  private func attempt(_ call: HTTPCall, _ limits: LimitTable.Entry, _ stack: LayerStack) {
    // Here and below a copy is lent: an access to a variable of the exchange that lasts as long as a layer's
    // work would have to be checked at run time.
    var probes = probes
    let permit = stack.governor.permit(call, limits, probes: &probes)
    self.probes = probes
    switch permit {
    case .go: enterSlot(call, limits, stack)
    case .refuse(let error): leaveTraffic(call, limits, .failure(error), stack)
    case .look:
      let ticket = WaitTicket<Void>(stack.reactor) { [self] in
        wait = .nothing
        if isCancelled {
          judge(.failure(CancellationError()), stack)
        } else {
          attempt(call, limits, stack)
        }
      }
      wait = .look(ticket)
      stack.governor.look(ticket)
    case .wait:
      let ticket = WaitTicket<TrafficLane.Turn>(stack.reactor) { [self] turn in
        wait = .nothing
        switch turn {
        case .success where isCancelled: judge(.failure(CancellationError()), stack)
        case .success: enterSlot(call, limits, stack)
        case .failure(let error): leaveTraffic(call, limits, .failure(error), stack)
        }
      }
      wait = .turn(ticket)
      stack.governor.queue(call, limits, ticket)
      if let awaited, !probes { lookAgain(awaited, limits, ticket) }
    }
  }

  private func enterSlot(_ call: HTTPCall, _ limits: LimitTable.Entry, _ stack: LayerStack) {
    if let lane = stack.slots.take(limits) {
      self.lane = lane
      return transfer(call, stack)
    }
    let ticket = WaitTicket<ConcurrencyLimiter.Turn>(stack.reactor) { [self] turn in
      wait = .nothing
      switch turn {
      case .success(let lane):
        self.lane = lane
        transfer(call, stack)
      case .failure(let error): judge(.failure(error), stack)
      }
    }
    wait = .slot(stack.slots.wait(call, limits, ticket))
  }

  private func transfer(_ call: HTTPCall, _ stack: LayerStack) {
    if isCancelled { return leaveSlot(.failure(CancellationError()), stack) }
    if let standIn = stack.standIn {
      let (confined, call) = (Confined(standIn, to: stack.reactor), call)
      return run(
        { try await confined.value.answer(call) }, then: { [self] in leaveSlot($0, stack) })
    }
    do {
      wait = .transfer(try stack.transport.start(call, for: self))
    } catch {
      leaveSlot(.failure(error), stack)
    }
  }

  // MARK: Up

  private func leaveSlot(_ result: Result<HTTPResponse, any Error>, _ stack: LayerStack) {
    if let lane {
      self.lane = nil
      stack.slots.release(lane)
    }
    judge(result, stack)
  }

  private func judge(_ result: Result<HTTPResponse, any Error>, _ stack: LayerStack) {
    let (call, limits): (HTTPCall, LimitTable.Entry) = (sent, limits)
    stack.governor.report(result, call, limits)
    // A caller that asks for a new answer wants it more than the older one.
    let hasStandIn = !call.request.options.reload && inquiry?.hasStandIn == true
    var attempts = attempts
    let verdict = stack.retries.judge(result, call, limits, &attempts, hasStandIn: hasStandIn)
    self.attempts = attempts
    if isCancelled { return leaveTraffic(call, limits, result, stack) }
    switch verdict {
    case .stands: leaveTraffic(call, limits, result, stack)
    case .fails(let error): leaveTraffic(call, limits, .failure(error), stack)
    case .again(let seconds):
      sleep(seconds) { [self] result in
        if case .failure(let error) = result {
          return leaveTraffic(call, limits, .failure(error), stack)
        }
        attempt(call, limits, stack)
      }
    }
  }

  private func leaveTraffic(
    _ call: HTTPCall, _ limits: LimitTable.Entry, _ result: Result<HTTPResponse, any Error>,
    _ stack: LayerStack
  ) {
    stack.governor.conclude(result, call, limits, probes: probes)
    leaveFlight(result, stack)
  }

  func leaveFlight(_ result: Result<HTTPResponse, any Error>, _ stack: LayerStack) {
    if let flight {
      self.flight = nil
      stack.flights.leave(flight, result, isCancelled: isCancelled)
    }
    leaveCache(result, stack)
  }

  private func leaveCache(_ result: Result<HTTPResponse, any Error>, _ stack: LayerStack) {
    let call: HTTPCall = call
    stack.flights.noteChange(by: call)
    do {
      switch try stack.cache.leave(inquiry, call, result) {
      case .answer(let response): finish(response, call, stack)
      case .ask(let inquiry): enterFlight(inquiry, stack)
      }
    } catch {
      fail(error)
    }
  }

  func finish(_ response: HTTPResponse, _ call: HTTPCall, _ stack: LayerStack) {
    stack.keepCookies(of: response, to: call)
    if RedirectRule.isRedirect(response, call.request),
      let location = response.headers["Location"]
    {
      redirects += 1
      do {
        self.call = try stack.redirected(call, response.status, to: location, count: redirects)
      } catch {
        return fail(error)
      }
      return enterCache(stack)
    }
    stack.monitor.report(
      .finished(
        status: response.status, bytes: response.body.count,
        seconds: (stack.time.monotonic - started).seconds), call)
    complete(.success(response))
  }

  private func fail(_ error: any Error) {
    let named = HTTPError.named(error, call.url.text)
    stack.monitor.stats.failures += 1
    stack.monitor.report(.failed(named), call)
    complete(.failure(named))
  }

  private func complete(_ result: Result<HTTPResponse, HTTPError>) {
    guard let completion else { return }
    self.completion = nil
    claim = nil
    wait = .nothing
    guard isStarting else { return completion(result) }
    WaitTicket(stack.reactor, completion).give(result)
  }
}

extension HTTPExchange: TransferClient {
  func transferEnded(_ result: Result<HTTPResponse, any Error>) {
    wait = .nothing
    leaveSlot(result, stack)
  }
}
