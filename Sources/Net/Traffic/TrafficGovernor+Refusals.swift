internal import DequeModule
internal import Notation
internal import Reactor

/// When a request does not wait.
extension TrafficGovernor {
  /// Ends the waits of those who do not want to wait as long as they now would have to.
  func turnAway(_ lane: TrafficLane) {
    let now = time.monotonic
    let places = lane.queue
    lane.queue = []
    for place in places where place.ticket.waits {
      if let error = refusal(place.call, lane, ahead: lane.queue.count, now) {
        place.ticket.refuse(error)
      } else {
        lane.queue.append(place)
      }
    }
  }

  /// Why a request should not wait; nil: it may.
  func refusal(
    _ call: HTTPCall, _ lane: TrafficLane, ahead: Int, _ now: Duration
  ) -> HTTPError? {
    let end = lane.expected(ahead: ahead, now: now)
    let wait = expectedWait(lane, ahead: ahead, now)
    let isTooLong = end >= call.deadline && end > now
    if wait.reason == .paused {
      let pause = (lane.pauseEnd - now).seconds
      guard isTooLong || pause > call.request.options.patience ?? .infinity else { return nil }
      return .paused(wait, seconds: pause, call)
    }
    guard isTooLong, let limit = lane.limit else { return nil }
    let seconds = Int(clamping: (end - now).seconds.rounded(.up))
    var error = HTTPError(
      .rateLimited,
      "the rate limit of \(lane.name) (\(limit.count) per \(limit.seconds) s) would make this "
        + "request wait \(seconds) s, longer than its time budget", url: call.url.text)
    error.wait = wait
    return error
  }

  func unreachable(_ call: HTTPCall, _ until: Duration) -> HTTPError {
    let seconds = Int(clamping: (until - time.monotonic).seconds.rounded(.up))
    var error = HTTPError(
      .offline,
      "\(call.url.authority) could not be reached several times; it is asked again in \(seconds) s",
      url: call.url.text)
    error.wait = TrafficWait(
      upstream: call.url.authority, reason: .circuit, until: wall(until))
    return error
  }
}
