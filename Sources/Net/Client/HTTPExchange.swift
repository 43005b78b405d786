internal import Notation
internal import Reactor

/// One request on its way through the layers, hop by hop. Confined to the client's reactor.
///
/// Each layer is a type of its own and calls the next one. A cancelled task ends its wait in whatever layer
/// it is; what the layers above hold is freed on the way back.
final class HTTPExchange {
  private let stack: LayerStack
  private let attempts = RetryLayer.Attempts()
  private let shared: SharedLayer
  // The hop that is under way.
  private var call: HTTPCall

  init(_ call: HTTPCall, through stack: LayerStack) {
    (self.call, self.stack) = (call, stack)
    shared = SharedLayer(stack.reactor, stack.cache)
  }

  /// The answer of the last hop.
  /// - Throws: ``HTTPError``; of kind `cancelled` when the task is cancelled.
  func response() async throws -> HTTPResponse {
    defer { shared.end() }
    stack.monitor.report(.started(method: call.request.method), call)
    var redirects = 0
    do {
      while true {
        let response = try await hop()
        stack.keepCookies(of: response, to: call)
        guard RedirectRule.isRedirect(response, call.request),
          let location = response.headers["Location"]
        else { return try finished(response) }
        redirects += 1
        call = try stack.redirected(call, response.status, to: location, count: redirects)
      }
    } catch {
      var named = stack.upstreams.shown(HTTPError.named(error, call.url.text), of: call.url)
      named.isOfRedirect = redirects > 0
      stack.monitor.report(.failed(named), call)
      throw named
    }
  }

  private func finished(_ response: HTTPResponse) throws -> HTTPResponse {
    try checkWhole(response)
    let seconds = (stack.time.monotonic - call.started).seconds
    stack.monitor.report(
      .finished(status: response.status, bytes: response.body.count, seconds: seconds), call)
    return response
  }

  /// Refuses a part of a file that the request did not ask for: a reader would take it for the whole file.
  /// Ranges of other units are pages of an answer.
  private func checkWhole(_ response: HTTPResponse) throws(HTTPError) {
    guard response.status == 206, call.request.headers["Range"] == nil,
      call.request.attachments?.sink == nil,
      let field = response.headers["Content-Range"], field.lowercased().hasPrefix("bytes")
    else { return }
    if let range = ContentRange(field), range.first == 0, range.total == range.last + 1 { return }
    throw HTTPError(
      .protocolError, "\(call.url.authority) sends a part that was not asked for (\(field))",
      url: call.url.text, status: response.status)
  }

  /// One hop: cache, single flight, the fleet's answers, then the tries.
  private func hop() async throws -> HTTPResponse {
    let call = call
    return try await stack.cache.answer(call) { inquiry in
      let sent = inquiry.map { call.adding($0.validators) } ?? call
      return try await stack.flights.share(sent) { leadsFirst in
        let asks = leadsFirst && inquiry != nil
        if let answer = try await shared.answer(call, asks: asks) { return answer }
        // A caller that asks for a new answer wants it more than the older one.
        return try await tries(
          sent, hasStandIn: !call.request.options.reload && inquiry?.hasStandIn == true)
      }
    }
  }

  /// The tries of a hop: each one waits for its turn and a slot, and is sent.
  private func tries(_ call: HTTPCall, hasStandIn: Bool) async throws -> HTTPResponse {
    let (governor, slots) = (stack.governor, stack.slots)
    let limits = stack.limits.entry(
      host: call.url.authority, client: call.request.options.client)
    let route = call.request.options.pausesRoute ? LimitTable.Entry(route: call, limits) : nil
    let passage = TrafficGovernor.Passage()
    let result = await Result {
      try await stack.retries.tries(call, limits, attempts, hasStandIn: hasStandIn) {
        try await governor.pass(call, limits, passage, whileQueued: shared.watch)
        if let route { try await governor.pass(call, route, passage, whileQueued: shared.watch) }
        let result = await Result {
          try await slots.hold(call, limits) { try await stack.transfer(call) }
        }
        governor.report(result, call, route ?? limits)
        return result
      }
    }
    if case .failure(let answered as AnsweredMeanwhile) = result { return answered.response }
    governor.conclude(result, call, limits, passage)
    return try result.get()
  }
}

extension Result where Failure == any Error {
  /// The outcome of asynchronous work.
  init(_ work: () async throws -> Success) async {
    do { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
