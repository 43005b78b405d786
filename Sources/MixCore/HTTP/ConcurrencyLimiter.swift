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

  /// Waits for a slot, runs `body` and gives the slot back.
  /// - Throws: `CancellationError`, ``HTTPError`` of kind `timeout`, or what `body` throws.
  @inline(__always)
  func withSlot(
    _ call: HTTPCall, _ limits: LimitTable.Entry,
    body: () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let lane = lane(limits)
    if globalCount < globalLimit && lane.hasRoom && lane.queue.isEmpty {
      take(lane)
    } else {
      monitor.report(.waiting(.slot), call)
      try await wait(in: lane, call)
    }
    defer { release(lane) }
    return try await body()
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

  private func release(_ lane: Lane) {
    lane.count -= 1
    globalCount -= 1
    if !waiting.isEmpty { admit() }
  }

  private func wait(in lane: Lane, _ call: HTTPCall) async throws {
    nextTicket += 1
    let ticket = Ticket(number: nextTicket)
    let time = time
    let reactor = reactor
    try await reactor.suspend { continuation in
      ticket.continuation = continuation
      ticket.timer = time.scheduleTimer(at: call.deadline, on: reactor) {
        ticket.end(.failure(call.timeout("has no free slot")), time, reactor)
      }
      if lane.queue.isEmpty { waiting.append(lane) }
      lane.queue.append(ticket)
      // Tickets of cancelled callers may be all that is before this one.
      admit()
    } onCancel: {
      ticket.end(.failure(CancellationError()), time, reactor)
    }
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
      guard let lane = best, let ticket = lane.queue.popFirst() else { return }
      if lane.queue.isEmpty { waiting.removeAll { $0 === lane } }
      take(lane)
      ticket.end(.success(()), time, reactor)
    }
  }

  /// The transfers of one host or named client.
  final class Lane {
    fileprivate(set) var limit: Int
    fileprivate var count = 0
    fileprivate var queue: Deque<Ticket> = []

    fileprivate init(limit: Int) { self.limit = limit }

    fileprivate var hasRoom: Bool { count < limit }

    fileprivate func dropEnded() {
      while let first = queue.first, first.continuation == nil { queue.removeFirst() }
    }
  }

  /// One waiting caller. @unchecked Sendable: touched on the reactor's thread only.
  fileprivate final class Ticket: @unchecked Sendable {  // confined: see above
    let number: UInt64
    var continuation: UnsafeContinuation<Void, any Error>?
    var timer: TimerID?

    init(number: UInt64) { self.number = number }

    func end(_ result: Result<Void, any Error>, _ time: any TimeSource, _ reactor: Reactor) {
      guard let continuation else { return }
      self.continuation = nil
      if let timer { time.cancelTimer(timer, on: reactor) }
      continuation.resume(with: result)
    }
  }
}
