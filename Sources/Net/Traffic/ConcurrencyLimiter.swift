internal import DequeModule
internal import Reactor

/// Layer 6: how many transfers run at once, per host and in all; who came first goes first.
final class ConcurrencyLimiter {
  private let reactor: Reactor
  private let time: any TimeSource
  private let monitor: HTTPMonitor
  private let globalLimit: Int
  private var globalCount = 0
  private var lanes: [String: Lane] = [:]
  // Lanes in which someone waits.
  private var waiting: [Lane] = []
  private var nextTicket: UInt64 = 0

  init(reactor: Reactor, time: any TimeSource, monitor: HTTPMonitor, limit: Int) {
    self.reactor = reactor
    self.time = time
    self.monitor = monitor
    globalLimit = max(1, limit)
  }

  /// Runs a transfer in a slot, which is waited for.
  /// - Throws: ``HTTPError`` of kind `timeout` when there was none until the request's deadline.
  func hold(
    _ call: HTTPCall, _ limits: LimitTable.Entry, _ transfer: () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let lane = lane(limits)
    if globalCount < globalLimit && lane.hasRoom && lane.queue.isEmpty {
      take(lane)
    } else {
      try await wait(call, limits, lane)
    }
    defer { release(lane) }
    try Task.checkCancellation()
    return try await transfer()
  }

  private func wait(_ call: HTTPCall, _ limits: LimitTable.Entry, _ lane: Lane) async throws {
    monitor.report(
      .waiting(TrafficWait(upstream: limits.concurrencyName, reason: .slot)), call)
    nextTicket += 1
    var timer: TimerID?
    defer { if let timer { time.cancelTimer(timer, on: reactor) } }
    try await WaitTicket<Void>.turn(on: reactor) { ticket in
      timer = time.scheduleTimer(at: call.deadline, on: reactor) {
        ticket.refuse(call.timeout("has no free slot"))
      }
      if lane.queue.isEmpty { waiting.append(lane) }
      lane.queue.append(Place(number: nextTicket, ticket: ticket))
      // Tickets of cancelled callers may be all that is before this one.
      admit()
    }
  }

  private func release(_ lane: Lane) {
    lane.count -= 1
    globalCount -= 1
    admit()
  }

  /// The names under which transfers run or wait for a slot, with how many; the most first.
  var inFlight: [(upstream: String, requests: Int)] {
    if globalCount == 0 { return [] }
    return lanes.map { name, lane in
      (upstream: name, requests: lane.count + lane.queue.count { $0.ticket.waits })
    }.filter { $0.requests > 0 }.sorted { ($1.requests, $0.upstream) < ($0.requests, $1.upstream) }
  }

  private func lane(_ limits: LimitTable.Entry) -> Lane {
    let name = limits.concurrencyName
    guard let lane = lanes[name] else {
      let lane = Lane(limit: limits.concurrency)
      lanes[name] = lane
      return lane
    }
    if lane.limit != limits.concurrency {
      lane.limit = limits.concurrency
      admit()
    }
    return lane
  }

  private func take(_ lane: Lane) {
    lane.count += 1
    globalCount += 1
  }

  /// Gives free slots to the longest waiting of those whose host has room.
  private func admit() {
    while globalCount < globalLimit {
      var best: Lane?
      for lane in waiting {
        lane.dropEnded()
        guard lane.hasRoom, let first = lane.queue.first else { continue }
        if let head = best?.queue.first, head.number < first.number { continue }
        best = lane
      }
      waiting.removeAll { $0.queue.isEmpty }
      guard let lane = best, let place = lane.queue.popFirst() else { return }
      if lane.queue.isEmpty { waiting.removeAll { $0 === lane } }
      take(lane)
      place.ticket.give(())
    }
  }

  /// The transfers of one host or named client.
  private final class Lane {
    var limit: Int
    var count = 0
    var queue: Deque<Place> = []

    init(limit: Int) { self.limit = limit }

    var hasRoom: Bool { count < limit }

    func dropEnded() {
      while let first = queue.first, !first.ticket.waits { queue.removeFirst() }
    }
  }

  /// The place of one waiting caller.
  private struct Place {
    let number: UInt64
    let ticket: WaitTicket<Void>
  }
}
