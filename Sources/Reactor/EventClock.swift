internal import CReactor
internal import Synchronization

// @unchecked Sendable: `now` is atomic; every other variable is touched on the reactor's thread only.
/// A clock that moves from event to event and stands still between them.
///
/// An event is a timer that is due or an arrival from outside, such as an answer of a server. The next
/// one happens when everything that the one before set off has come to rest, and `monotonic` is then
/// its time. So what a program does depends on the order and the times of its events and on nothing
/// else: a run on the same events is the same run. Live, the machine's clock says when an event is
/// due; otherwise none is waited for.
public final class EventClock: TimeSource, @unchecked Sendable {  // confined: see above
  private static let reading: UInt64 = 1_000

  /// When it began, in seconds since 1970.
  public let start: Double
  private let reactor: Reactor
  private let isLive: Bool
  private let isHeld: @Sendable () -> Bool
  // Nanoseconds since the start; read from any thread.
  private let now = Atomic<UInt64>(0)
  // The machine's time at the start; earlier when readings have run ahead of the machine.
  private var origin: UInt64
  private var timers = TimerQueue()
  private var arrivals = TimerQueue()
  // The reactor's timer that ends its wait for the next of `timers`.
  private var alarm: (deadline: UInt64, timer: TimerID)?
  private var standstillHandler: (() -> Bool)?

  /// Makes a clock at zero.
  /// - Parameters:
  ///   - reactor: whose rest is the time for the next event; it has no other such clock.
  ///   - start: the time of day at zero, in seconds since 1970.
  ///   - isLive: whether events happen at their time on the machine's clock, or at once.
  ///   - isHeld: whether something is at work elsewhere that comes back, so that no rest is rest.
  public init(
    reactor: Reactor, start: Double, isLive: Bool,
    isHeld: @escaping @Sendable () -> Bool = { false }
  ) {
    self.reactor = reactor
    self.start = start
    self.isLive = isLive
    self.isHeld = isHeld
    origin = creactor_monotonic_ns()
    reactor.post { [weak self] in
      reactor.setIdleHandler { self?.step() ?? false }
    }
  }

  /// Nanoseconds since the start.
  public var nanoseconds: UInt64 { now.load(ordering: .relaxed) }
  /// Time since the start.
  public var monotonic: Duration { .nanoseconds(Int64(clamping: nanoseconds)) }
  /// See ``TimeSource/wall``.
  public var wall: Double { start + Double(nanoseconds) / 1e9 }

  /// See ``TimeSource/passesWhileComputing``.
  public var passesWhileComputing: Bool { false }

  /// The same clock as scripts read it: each reading takes a microsecond, so that a loop that waits
  /// for a time comes to its end.
  public var forScripts: any TimeSource { ScriptClock(clock: self) }

  // MARK: Events, on the reactor's thread

  /// Adds an arrival.
  /// - Parameters:
  ///   - time: nanoseconds since the start; nil: now, on the machine's clock.
  ///   - action: what it does, at its turn.
  /// - Returns: what ``cancelArrival(_:)`` takes.
  public func addArrival(at time: UInt64? = nil, _ action: @escaping () -> Void) -> TimerID {
    arrivals.add(deadline: time ?? machineTime, action: action)
  }

  /// Forgets an arrival that has not had its turn.
  public func cancelArrival(_ id: TimerID) { arrivals.remove(id) }

  /// Sets what is asked, on the reactor's thread, when nothing can happen any more; it returns whether
  /// it made something happen. Any thread.
  public func setStandstillHandler(_ handler: @escaping () -> Bool) {
    let confined = Confined(handler, to: reactor)
    reactor.post { [weak self] in self?.standstillHandler = confined.value }
  }

  /// See ``TimeSource/scheduleTimer(at:on:_:)``.
  public func scheduleTimer(
    at deadline: Duration, on reactor: Reactor, _ action: @escaping () -> Void
  ) -> TimerID {
    timers.add(deadline: UInt64(clamping: deadline.nanoseconds), action: action)
  }

  /// See ``TimeSource/cancelTimer(_:on:)``.
  public func cancelTimer(_ id: TimerID, on reactor: Reactor) { timers.remove(id) }

  /// See ``TimeSource/sleep(until:)``.
  public func sleep(until deadline: Duration) async throws {
    try await TimerSleeper.sleep(until: deadline, self, on: reactor)
  }

  // MARK: One step

  private var machineTime: UInt64 { creactor_monotonic_ns() &- origin }

  /// Lets the next event happen. A timer goes before an arrival of the same time; of two arrivals at
  /// one time the second comes a nanosecond later.
  private func step() -> Bool {
    if isHeld() { return false }
    let arrival = arrivals.nextDeadline().map { max($0, nanoseconds + 1) }
    guard let timer = timers.nextDeadline().map({ max($0, nanoseconds) }),
      arrival.map({ timer <= $0 }) ?? true
    else {
      guard let arrival else { return standstillHandler?() ?? false }
      return happen(arrival, arrivals.popDue(now: .max, upTo: .max))
    }
    if isLive, arrival == nil, timer > machineTime {
      wake(at: timer)
      return false
    }
    return happen(timer, timers.popDue(now: .max, upTo: .max))
  }

  private func happen(_ time: UInt64, _ action: (() -> Void)?) -> Bool {
    now.store(time, ordering: .relaxed)
    action?()
    return true
  }

  private func wake(at deadline: UInt64) {
    if alarm?.deadline == deadline { return }
    if let alarm { reactor.cancelTimer(alarm.timer) }
    let timer = reactor.scheduleTimer(at: origin &+ deadline) { [weak self] in self?.alarm = nil }
    alarm = (deadline, timer)
  }

  fileprivate func read() {
    let time = nanoseconds + Self.reading
    now.store(time, ordering: .relaxed)
    let machine = machineTime
    if isLive, time > machine { origin &-= time - machine }
  }
}

/// See ``EventClock/forScripts``.
private struct ScriptClock: TimeSource {
  package let clock: EventClock

  package var passesWhileComputing: Bool { false }

  package var monotonic: Duration {
    clock.read()
    return clock.monotonic
  }

  package var wall: Double {
    clock.read()
    return clock.wall
  }

  package func sleep(until deadline: Duration) async throws {
    try await clock.sleep(until: deadline)
  }
}
