internal import CReactor

// @unchecked Sendable: `reading` is guarded; the timers are touched on the reactor's thread only.
/// The machine's clock, which a test may stop and move. While it is held, its time moves by
/// ``advance(by:)`` only or, on request, to the next timer once all other work has finished.
///
/// Waits that began on the machine's time stay on it. `monotonic` never goes back, even when the
/// clock is released.
public final class TestClock: TimeSource, @unchecked Sendable {  // confined: see above
  private struct Reading {
    /// How far `monotonic` is ahead of the machine while the clock runs.
    var lead: Duration = .zero
    /// Both clocks while it is held.
    package var held: (monotonic: Duration, wall: Double)?
  }

  /// Timers of the held clock are numbered from here; those of a reactor from 1.
  private static let firstTimer: UInt64 = 1 << 62

  private let reactor: Reactor
  private let machine: SystemTime
  private let passesAtRest: Bool
  private let isBusy: @Sendable () -> Bool
  private let reading = Guarded(Reading())
  private var timers = TimerQueue(after: firstTimer)
  private var goal: (time: Duration, continuation: UnsafeContinuation<Void, any Error>)?

  /// Makes a clock that runs as the machine's does.
  /// - Parameters:
  ///   - reactor: the reactor whose idle moments let the clock move; it drives no other such clock.
  ///   - passesAtRest: whether a held clock moves to its next timer when nothing else can happen.
  ///   - isBusy: whether work runs elsewhere whose result will come back; the clock stays put
  ///     meanwhile.
  public init(
    reactor: Reactor, passesAtRest: Bool, isBusy: @escaping @Sendable () -> Bool = { false }
  ) {
    self.reactor = reactor
    self.passesAtRest = passesAtRest
    self.isBusy = isBusy
    machine = SystemTime(reactor: reactor)
    reactor.post { [weak self] in
      reactor.setIdleHandler { self?.step() ?? false }
    }
  }

  /// See ``TimeSource/monotonic``.
  public var monotonic: Duration {
    reading.withLock { $0.held?.monotonic ?? machine.monotonic + $0.lead }
  }
  /// See ``TimeSource/wall``.
  public var wall: Double { reading.withLock { $0.held?.wall } ?? machine.wall }
  /// Whether the clock is stopped.
  public var isHeld: Bool { reading.withLock { $0.held != nil } }

  // MARK: Moving it, on the reactor's thread

  /// Stops the clock.
  /// - Parameter wall: wall time to show, in seconds since 1970; nil keeps the present one.
  public func hold(at wall: Double? = nil) {
    let now = (monotonic, wall ?? self.wall)
    reading.withLock { $0.held = now }
  }

  /// Sets the wall time of a held clock, as an administrator would. No sleeper wakes.
  public func set(wall: Double) { reading.withLock { $0.held?.wall = wall } }

  /// Moves a held clock forward. Timers due on the way fire at their time, and all work that they
  /// start finishes before the clock moves further.
  /// - Throws: `CancellationError` when the task is cancelled or another call replaces this one.
  public func advance(by duration: Duration) async throws {
    try Task.checkCancellation()
    let time = monotonic + duration
    try await reactor.suspend { continuation in
      goal?.continuation.resume(throwing: CancellationError())
      goal = (time, continuation)
    } onCancel: { [self] in
      let waiting = goal
      goal = nil
      waiting?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Lets the clock follow the machine's time again. Pending timers keep their remaining time.
  public func release() {
    guard let now = reading.withLock({ $0.held?.monotonic }) else { return }
    let ahead = now - machine.monotonic
    reading.withLock { $0 = Reading(lead: ahead, held: nil) }
    while let deadline = timers.nextDeadline(),
      let action = timers.popDue(now: deadline, upTo: .max)
    {
      let left = max(.zero, .nanoseconds(Int64(clamping: deadline)) - now)
      _ = machine.scheduleTimer(at: machine.monotonic + left, on: reactor, action)
    }
  }

  /// Lets the next event happen, once all other work has finished.
  private func step() -> Bool {
    guard isHeld, !isBusy() else { return false }
    let next = timers.nextDeadline().map { Duration.nanoseconds(Int64(clamping: $0)) }
    if let goal, next.map({ $0 > goal.time }) ?? true {
      self.goal = nil
      move(to: goal.time)
      goal.continuation.resume()
      return true
    }
    guard let next, goal != nil || passesAtRest else { return false }
    move(to: next)
    timers.popDue(now: UInt64(clamping: next.nanoseconds), upTo: .max)?()
    return true
  }

  private func move(to time: Duration) {
    reading.withLock { reading in
      guard let held = reading.held, time > held.monotonic else { return }
      reading.held = (time, held.wall + (time - held.monotonic).seconds)
    }
  }

  // MARK: Waiting

  /// See ``TimeSource/sleep(until:)``.
  public func sleep(until deadline: Duration) async throws {
    try await TimerSleeper.sleep(until: deadline, self, on: reactor)
  }

  /// See ``TimeSource/scheduleTimer(at:on:_:)``.
  public func scheduleTimer(
    at deadline: Duration, on reactor: Reactor, _ action: @escaping () -> Void
  ) -> TimerID {
    let (isHeld, lead) = reading.withLock { ($0.held != nil, $0.lead) }
    if isHeld {
      return timers.add(deadline: UInt64(clamping: deadline.nanoseconds), action: action)
    }
    return machine.scheduleTimer(at: deadline - lead, on: reactor, action)
  }

  /// See ``TimeSource/cancelTimer(_:on:)``.
  public func cancelTimer(_ id: TimerID, on reactor: Reactor) {
    if id.number > Self.firstTimer { timers.remove(id) } else { reactor.cancelTimer(id) }
  }
}
