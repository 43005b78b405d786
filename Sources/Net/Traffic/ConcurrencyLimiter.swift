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
  private var waiting: [Lane] = [] {
    didSet { isAwaited = !waiting.isEmpty }
  }
  // Whether there is any: asked with the end of each transfer.
  private var isAwaited = false
  private var nextTicket: UInt64 = 0

  init(reactor: Reactor, time: any TimeSource, monitor: HTTPMonitor, limit: Int) {
    self.reactor = reactor
    self.time = time
    self.monitor = monitor
    globalLimit = max(1, limit)
  }

  /// How a wait for a slot ends.
  typealias Turn = Result<Lane, HTTPError>

  /// Takes a free slot, to be given back by ``release(_:)``.
  /// - Returns: nil when there is none, or others wait for one.
  func take(_ limits: LimitTable.Entry) -> Lane? {
    let lane = lane(limits)
    guard globalCount < globalLimit && lane.hasRoom && lane.queue.isEmpty else { return nil }
    take(lane)
    return lane
  }

  /// Queues up for a slot. The ticket's turn is the slot, or ``HTTPError`` of kind `timeout`.
  func wait(_ call: HTTPCall, _ limits: LimitTable.Entry, _ ticket: WaitTicket<Turn>) -> Place {
    monitor.report(
      .waiting(TrafficWait(upstream: limits.concurrencyName, reason: .slot)), call)
    let lane = lane(limits)
    nextTicket += 1
    let timer = time.scheduleTimer(at: call.deadline, on: reactor) {
      ticket.give(.failure(call.timeout("has no free slot")))
    }
    if lane.queue.isEmpty { waiting.append(lane) }
    let place = Place(number: nextTicket, ticket: ticket, timer: timer)
    lane.queue.append(place)
    // Tickets of cancelled callers may be all that is before this one.
    admit()
    return place
  }

  /// Leaves the queue. Returns false when its turn has come already; it is then still notified.
  func withdraw(_ place: Place) -> Bool {
    guard place.ticket.withdraw() else { return false }
    time.cancelTimer(place.timer, on: reactor)
    return true
  }

  /// Gives a slot back.
  func release(_ lane: Lane) {
    lane.count -= 1
    globalCount -= 1
    if isAwaited { admit() }
  }

  /// The names under which transfers run or wait for a slot, with how many; the most first.
  var inFlight: [(upstream: String, requests: Int)] {
    if globalCount == 0 { return [] }
    return lanes.map { name, lane in
      (upstream: name, requests: lane.count + lane.queue.count { $0.ticket.waits })
    }.filter { $0.requests > 0 }.sorted { ($1.requests, $0.upstream) < ($0.requests, $1.upstream) }
  }

  private func lane(_ limits: LimitTable.Entry) -> Lane {
    if let lane = limits.lane, lane.limit == limits.concurrency { return lane }
    let lane = namedLane(limits)
    limits.lane = lane
    return lane
  }

  private func namedLane(_ limits: LimitTable.Entry) -> Lane {
    let name = limits.concurrencyName
    if let lane = lanes[name] {
      if lane.limit != limits.concurrency {
        lane.limit = limits.concurrency
        admit()
      }
      return lane
    }
    let lane = Lane(limit: limits.concurrency)
    lanes[name] = lane
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
      time.cancelTimer(place.timer, on: reactor)
      take(lane)
      place.ticket.give(.success(lane))
    }
  }

  // @unchecked Sendable: touched on the reactor's thread only.
  /// The transfers of one host or named client.
  final class Lane: @unchecked Sendable {  // confined: see above
    fileprivate(set) var limit: Int
    fileprivate var count = 0
    fileprivate var queue: Deque<Place> = []

    fileprivate init(limit: Int) { self.limit = limit }

    fileprivate var hasRoom: Bool { count < limit }

    fileprivate func dropEnded() {
      while let first = queue.first, !first.ticket.waits { queue.removeFirst() }
    }
  }

  /// The place of one waiting caller.
  struct Place {
    fileprivate let number: UInt64
    fileprivate let ticket: WaitTicket<Turn>
    fileprivate let timer: TimerID
  }
}
