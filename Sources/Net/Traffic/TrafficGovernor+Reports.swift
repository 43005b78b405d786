internal import Dispatch
internal import Reactor

/// The governor's lessons from requests, and its reports on upstreams.
extension TrafficGovernor {
  /// Learns how a try has ended.
  func report(
    _ result: Result<HTTPResponse, any Error>, _ call: HTTPCall, _ limits: LimitTable.Entry
  ) {
    guard case .success(let response) = result else { return }
    guard response.status >= 400,
      response.status == 429 || response.status == 503
        || limits.rateLimitStatuses.contains(response.status)
    else { return usedUp(response, limits) }
    let pause = RetryAfter.seconds(response.headers, now: time.wall) ?? 0
    let lane = lane(limits)
    lane.pause(pause, now: time.monotonic)
    if let limit = lane.limit {
      // The rest of the block was counted wrong.
      _ = lane.dropBlock()
      let (store, name, now) = (store, lane.name, clocks)
      ask { store.refused(name, limit, pause: pause, now: now) }
    } else if pause > 0, !limits.isRoute {
      holds?.pause(host(call), pause)
    }
    if !lane.queue.isEmpty {
      turnAway(lane)
      admit(lane)
    }
  }

  /// Pauses where a service says that this was the last request of its window.
  private func usedUp(_ response: HTTPResponse, _ limits: LimitTable.Entry) {
    guard limits.rate != nil,
      let pause = RetryAfter.untilReset(response.headers, now: time.wall)
    else { return }
    lane(limits).pause(pause, now: time.monotonic)
  }

  /// Learns how a request that was let pass has ended, after all its tries.
  func conclude(
    _ result: Result<HTTPResponse, any Error>, _ call: HTTPCall, _ limits: LimitTable.Entry,
    _ passage: Passage
  ) {
    count(result, call, isLimited: limits.rate != nil)
    noteFailure(result, call)
    let host = host(call)
    let change = circuits.leave(host, result, probes: passage.probes, now: time.monotonic)
    holds?.change(host, change)
  }

  private func count(
    _ result: Result<HTTPResponse, any Error>, _ call: HTTPCall, isLimited: Bool
  ) {
    let now = time.wall
    let failed = TrafficFailure(result, now: now) != nil
    let host = call.url.authority
    if isLimited {
      keep(counts.add(host, failed: failed, now: now))
    } else {
      let complete = ownCounts.add(host, failed: failed, now: now)
      if !complete.isEmpty { ownMinutes.count(complete) }
    }
  }

  private func keep(_ minutes: [TrafficMinute]) {
    if !minutes.isEmpty { ask { [store] in store.count(minutes) } }
  }

  /// The requests since a time, in seconds since 1970, by time and host: of all processes of the home to
  /// services with a rate limit, and of this one to the others.
  func minutes(since start: Int) async -> [TrafficMinute] {
    keep(counts.take())
    ownMinutes.count(ownCounts.take())
    let (store, own) = (store, ownMinutes.minutes(since: start))
    let shared = await withCheckedContinuation { continuation in
      ask { continuation.resume(returning: store.minutes(since: start)) }
    }
    return (shared + own).sorted { ($0.start, $0.host) < ($1.start, $1.host) }
  }

  /// Keeps how a request failed; the same again within some seconds is not worth a write.
  private func noteFailure(_ result: Result<HTTPResponse, any Error>, _ call: HTTPCall) {
    guard let failure = TrafficFailure(result, now: time.wall) else { return }
    let host = call.url.authority
    if let last = notedFailures[host], last.kind == failure.kind, last.status == failure.status,
      abs(failure.time - last.time) < TrafficFailure.interval
    {
      return
    }
    if notedFailures.count >= TrafficFailure.mostHosts { notedFailures.removeAll() }
    notedFailures[host] = failure
    ask { [store] in store.failed(host, failure) }
  }

  /// The state of an upstream: the governor's own view, and the store's.
  func state(of url: HTTPURL, _ limits: LimitTable.Entry) async -> UpstreamState {
    let lane = lane(limits)
    let clocks = clocks
    let (store, name, host) = (store, lane.name, url.authority)
    let (bucket, failure, found) = await withCheckedContinuation { continuation in
      ask {
        continuation.resume(
          returning: (
            store.bucket(name, now: clocks), store.lastFailure(of: host), store.holds(now: clocks)
          ))
      }
    }
    holds?.take(found)
    let actual = upstreams.actual(for: url)?.authority ?? host
    if lane.limit == nil, let end = holds?.pauseEnd({ actual }) { lane.pause(until: end) }
    let now = time.monotonic
    let circuit = circuits.openUntil(actual, now: now).map(wall)
    let pause = lane.isPaused(now) ? wall(lane.pauseEnd) : nil
    var state = UpstreamState(
      name: name, limit: lane.limit, perSecond: lane.limit?.perSecond, pausedUntil: pause,
      circuitUntil: circuit, failure: failure)
    if let limit = lane.limit, var bucket {
      bucket.advance(limit, clocks)
      state.perSecond = limit.perSecond * bucket.share
      if bucket.pause > 0 { state.pausedUntil = max(pause ?? 0, clocks.wall + bucket.pause) }
    }
    return state
  }

  /// Gives tokens back that were taken and not used: at the end of a run.
  package func giveBack() async {
    keep(counts.take())
    for lane in lanes.values {
      let count = lane.dropBlock()
      if let limit = lane.limit { giveBack(count, lane.name, limit) }
    }
    if store.isImmediate { return }
    await withCheckedContinuation { continuation in
      Self.offReactor.async { continuation.resume() }
    }
  }

  /// The requests to upstreams with a limit.
  var limitedTraffic: [LimitedTraffic] {
    lanes.values.compactMap { lane in
      lane.perSecond.map {
        LimitedTraffic(upstream: lane.name, sent: lane.sent, perSecond: $0)
      }
    }
  }
}
