internal import DequeModule
internal import Dispatch
internal import Notation
internal import Reactor

/// Decides when a request may be sent: the circuit of its host, then pause and rate of its upstream.
///
/// Tokens come in blocks from a ``TrafficStore``. Only the request at the head of an upstream's queue
/// makes a process take the next block, so that processes take turns.
package final class TrafficGovernor {
  /// A request on its way through the governor, over all its tries.
  final class Passage {
    /// Whether it is the one that finds out whether its host is back.
    fileprivate(set) var probes = false
  }

  private enum Permit {
    case go
    /// It has to wait for what other processes know, and ask again.
    case look
    /// It has to queue up.
    case wait
  }

  private let reactor: Reactor
  let time: any TimeSource
  private let monitor: HTTPMonitor
  let store: any TrafficStore
  let circuits: CircuitTable
  // nil where there is nobody to share with.
  let holds: SharedHolds?
  let upstreams: UpstreamMap
  var lanes: [String: TrafficLane] = [:]
  // The last failure of each host that this process has handed to the store.
  var notedFailures: [String: TrafficFailure] = [:]
  // The requests to services with a limit since the last hand-over to the store.
  let counts = TrafficCounts()
  // The requests to the others: they cost no file.
  let ownCounts = TrafficCounts()
  let ownMinutes = InMemoryTrafficStore()
  /// One thread for all stores: calls block, and keep their order.
  static let offReactor = DispatchQueue(label: "mixhost.traffic")

  init(
    reactor: Reactor, time: any TimeSource, monitor: HTTPMonitor, store: any TrafficStore,
    circuits: CircuitTable, upstreams: UpstreamMap
  ) {
    self.reactor = reactor
    self.time = time
    self.monitor = monitor
    self.store = store
    self.circuits = circuits
    self.upstreams = upstreams
    holds =
      store.isImmediate
      ? nil
      : SharedHolds(
        store, reactor: reactor, time: time, queue: Self.offReactor, circuits: circuits)
  }

  // MARK: Decisions

  /// Waits until a try of a request may be sent.
  /// - Parameter whileQueued: gets the ticket of a request that queues up for its turn.
  /// - Throws: ``HTTPError`` where the wait would be too long or the host's circuit is open, and what the
  ///   ticket is refused with.
  func pass(
    _ call: HTTPCall, _ limits: LimitTable.Entry, _ passage: Passage,
    whileQueued: (WaitTicket<Void>) -> Void
  ) async throws {
    while true {
      switch try permit(call, limits, passage) {
      case .go: return
      case .look: try await holds?.wait()
      case .wait:
        let lane = lane(limits)
        do {
          try await WaitTicket<Void>.turn(on: reactor) { ticket in
            lane.queue.append(TrafficLane.Place(call: call, ticket: ticket))
            admit(lane)
            if !passage.probes, ticket.waits { whileQueued(ticket) }
          }
        } catch {
          // It was at the head, maybe.
          admit(lane)
          throw error
        }
        return try Task.checkCancellation()
      }
    }
  }

  private func permit(
    _ call: HTTPCall, _ limits: LimitTable.Entry, _ passage: Passage
  ) throws(HTTPError) -> Permit {
    if let holds, !holds.isCurrent(time.monotonic) { return .look }
    if !circuits.isEmpty, !passage.probes {
      switch circuits.enter(host(call), now: time.monotonic) {
      case .pass: break
      case .probe: passage.probes = true
      case .refused(let until): throw unreachable(call, until)
      }
    }
    let lane = lane(limits)
    if let end = holds?.pauseEnd({ lane.limit == nil ? host(call) : lane.name }) {
      lane.pause(until: end)
    }
    if lane.isFree { return .go }
    let now = time.monotonic
    if !lane.isPaused(now), lane.queue.isEmpty {
      if lane.limit == nil { return .go }
      if renewBlock(lane, now), let next = lane.nextToken, next <= now, !lane.isPaused(now) {
        lane.useToken()
        return .go
      }
    }
    if let error = refusal(call, lane, ahead: lane.queue.count, now) { throw error }
    return .wait
  }

  /// The real target of a request: a stand-in's pauses are none of the service's.
  func host(_ call: HTTPCall) -> String {
    upstreams.actual(for: call.url)?.authority ?? call.url.authority
  }

  // MARK: Lanes

  func lane(_ limits: LimitTable.Entry) -> TrafficLane {
    let lane = lanes[limits.rateName] ?? TrafficLane(limits.rateName)
    if lanes.count > 4096 { lanes = lanes.filter { !$0.value.isFree || !$0.value.queue.isEmpty } }
    lanes[limits.rateName] = lane
    if let rest = lane.setLimit(limits.rate) { giveBack(rest.count, lane.name, rest.limit) }
    return lane
  }

  var clocks: ClockTime { ClockTime(wall: time.wall, monotonic: time.monotonic.seconds) }

  func wall(_ moment: Duration) -> Double {
    time.wall + (moment - time.monotonic).seconds
  }

  func giveBack(_ count: Int, _ name: String, _ limit: RateLimit) {
    guard count > 0 else { return }
    let (store, now) = (store, clocks)
    ask { store.giveBack(count, name, limit, now: now) }
  }

  /// Tells the store something, where it may block.
  func ask(_ work: @escaping @Sendable () -> Void) {
    if store.isImmediate { work() } else { Self.offReactor.async { work() } }
  }

  /// Sees to it that there is a token, now or in the future.
  /// - Returns: false while the store is being asked.
  private func renewBlock(_ lane: TrafficLane, _ now: Duration) -> Bool {
    guard let limit = lane.limit else { return true }
    let expired = lane.dropExpired(now)
    giveBack(expired, lane.name, limit)
    if lane.nextToken != nil { return true }
    if lane.isTaking { return false }
    let (store, name, clocks) = (store, lane.name, clocks)
    let wanted = max(1, lane.queue.count { $0.ticket.waits })
    if store.isImmediate {
      lane.accept(store.take(name, limit, wanted: wanted, now: clocks), asked: now, now: now)
      return true
    }
    lane.isTaking = true
    let (reactor, confined) = (reactor, Confined((self, lane), to: reactor))
    Self.offReactor.async {
      let grant = store.take(name, limit, wanted: wanted, now: clocks)
      reactor.post {
        let (governor, lane) = confined.value
        governor.accept(grant, limit, in: lane, asked: now)
      }
    }
    return false
  }

  private func accept(
    _ grant: TrafficGrant, _ limit: RateLimit, in lane: TrafficLane, asked: Duration
  ) {
    lane.isTaking = false
    // Another limit may hold by now.
    if lane.limit == limit {
      lane.accept(grant, asked: asked, now: time.monotonic)
    } else {
      giveBack(grant.count, lane.name, limit)
    }
    admit(lane)
  }

  /// Lets those go whose time has come, and sets the alarm for the next.
  func admit(_ lane: TrafficLane) {
    guard isInformed(lane) else { return setAlarm(lane, nil) }
    while true {
      while let first = lane.queue.first, !first.ticket.waits { lane.queue.removeFirst() }
      guard let first = lane.queue.first else { return setAlarm(lane, nil) }
      let now = time.monotonic
      let isPaused = lane.isPaused(now)
      if !isPaused, !renewBlock(lane, now) { return setAlarm(lane, nil) }
      let next = max(lane.pauseEnd, isPaused ? .zero : lane.nextToken ?? .zero)
      if next > now {
        if let error = refusal(first.call, lane, ahead: 0, now) {
          lane.queue.removeFirst()
          first.ticket.refuse(error)
          continue
        }
        reportWaits(lane, now)
        return setAlarm(lane, next)
      }
      if lane.limit != nil { lane.useToken() }
      lane.queue.removeFirst()
      first.ticket.give(())
    }
  }

  /// Whether a lane knows the pauses that other processes learned of; else it is admitted once they are read.
  private func isInformed(_ lane: TrafficLane) -> Bool {
    guard let holds, lane.limit != nil, !lane.queue.isEmpty else { return true }
    guard holds.isCurrent(time.monotonic) else {
      if !lane.isLooking {
        lane.isLooking = true
        holds.whenRead { [weak self] in
          lane.isLooking = false
          self?.admit(lane)
        }
      }
      return false
    }
    if let end = holds.pauseEnd({ lane.name }) { lane.pause(until: end) }
    return true
  }

  private func setAlarm(_ lane: TrafficLane, _ at: Duration?) {
    if let alarm = lane.alarm {
      if alarm.at == at { return }
      alarm.task.cancel()
      lane.alarm = nil
    }
    guard let at else { return }
    let (time, reactor, confined) = (time, reactor, Confined((self, lane), to: reactor))
    let task = Task(executorPreference: reactor) {
      guard (try? await time.sleep(until: at)) != nil else { return }
      // In a turn of its own: what follows must not run within this task.
      reactor.post {
        let (governor, lane) = confined.value
        governor.ring(lane, at)
      }
    }
    lane.alarm = (at, task)
  }

  private func ring(_ lane: TrafficLane, _ at: Duration) {
    guard lane.alarm?.at == at else { return }
    lane.alarm = nil
    admit(lane)
  }

  private func reportWaits(_ lane: TrafficLane, _ now: Duration) {
    // Those that are not yet reported are the last ones.
    let reported = lane.queue.lastIndex(where: \.isReported).map { $0 + 1 } ?? 0
    for index in reported..<lane.queue.count {
      lane.queue[index].isReported = true
      let wait = expectedWait(lane, ahead: index, now)
      monitor.reportWait(.waiting(wait), lane.queue[index].call)
    }
  }

  func expectedWait(_ lane: TrafficLane, ahead: Int, _ now: Duration) -> TrafficWait {
    TrafficWait(
      upstream: lane.name, reason: lane.isPaused(now) ? .paused : .rate,
      until: wall(lane.expected(ahead: ahead, now: now)))
  }
}
