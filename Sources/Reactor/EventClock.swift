internal import CReactor
internal import Synchronization

// @unchecked Sendable: `now` is atomic; every other variable is touched on the reactor's thread only.
/// A clock that moves from event to event and stands still between them.
///
/// An event is a due timer or an arrival from outside, such as a server's answer. The next event
/// happens when all work of the previous one has finished; `monotonic` is then the event's time. A
/// program therefore depends on the order and times of its events only, and a run with the same
/// events is the same run. A live clock waits until the machine's clock reaches an event's time; a
/// replaying one waits for nothing.
public final class EventClock: TimeSource, @unchecked Sendable {  // confined: see above
  private static let reading: UInt64 = 1_000

  /// Wall time at the clock's start, in seconds since 1970.
  public let start: Double
  private let reactor: Reactor
  private let isLive: Bool
  private let isHeld: @Sendable () -> Bool
  // Nanoseconds since the start; read from any thread.
  private let now = Atomic<UInt64>(0)
  // The machine's time at the start; moved back when readings have run ahead of the machine.
  private var origin: UInt64
  private var timers = TimerQueue()
  private var arrivals = TimerQueue()
  // The reactor's timer that ends its wait for the earliest of `timers`.
  private var alarm: (deadline: UInt64, timer: TimerID)?
  private var standstillHandler: (() -> Bool)?

  /// Makes a clock at zero.
  /// - Parameters:
  ///   - reactor: the reactor whose idle moments trigger the next event; it drives no other such
  ///     clock.
  ///   - start: wall time at zero, in seconds since 1970.
  ///   - isLive: whether an event waits for its time on the machine's clock, or happens at once.
  ///   - isHeld: whether work runs elsewhere whose result will come back; no event happens
  ///     meanwhile.
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

  /// Nanoseconds since the clock's start.
  public var nanoseconds: UInt64 { now.load(ordering: .relaxed) }
  /// The time since the clock's start.
  public var monotonic: Duration { .nanoseconds(Int64(clamping: nanoseconds)) }
  /// See ``TimeSource/wall``.
  public var wall: Double { start + Double(nanoseconds) / 1e9 }

  /// See ``TimeSource/passesWhileComputing``.
  public var passesWhileComputing: Bool { false }

  /// The same clock for scripts: each reading moves it by a microsecond, so that a loop that polls
  /// the time ends.
  public var forScripts: any TimeSource { ScriptClock(clock: self) }

  // MARK: Events, on the reactor's thread

  /// Adds an arrival from outside.
  /// - Parameters:
  ///   - time: nanoseconds since the start; nil for now on the machine's clock.
  ///   - action: the work that the arrival does at its turn.
  /// - Returns: the arrival's number, for ``cancelArrival(_:)``.
  public func addArrival(at time: UInt64? = nil, _ action: @escaping () -> Void) -> TimerID {
    arrivals.add(deadline: time ?? machineTime, action: action)
  }

  /// Removes an arrival that has not happened yet.
  public func cancelArrival(_ id: TimerID) { arrivals.remove(id) }

  /// Sets the function that is called on the reactor's thread when no event is left. It returns
  /// whether it made one. Call this from any thread.
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

  /// Lets the next event happen. A timer goes before an arrival of the same time; of two arrivals
  /// of the same time the second is a nanosecond later.
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
