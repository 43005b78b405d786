internal import CReactor

/// A source of time: the machine's clock, or one that a test moves by hand.
///
/// Code that waits, expires or measures takes a `TimeSource`, so that no test sleeps.
public protocol TimeSource: Sendable {
  /// Time since an arbitrary start that never goes back.
  var monotonic: Duration { get }

  /// Seconds since 1970-01-01T00:00:00Z; may jump when the machine's clock is set.
  var wall: Double { get }

  /// Whether `monotonic` moves while the program computes; false for ``EventClock``, which stands
  /// still between events.
  var passesWhileComputing: Bool { get }

  /// Suspends the caller until `monotonic` reaches `deadline`.
  /// - Throws: `CancellationError` at once when the task is cancelled.
  func sleep(until deadline: Duration) async throws

  /// Calls `action` once, on the reactor's thread, when `monotonic` reaches `deadline`. Call it on
  /// that thread only.
  /// - Returns: the timer's number, for ``cancelTimer(_:on:)``.
  func scheduleTimer(
    at deadline: Duration, on reactor: Reactor, _ action: @escaping () -> Void
  ) -> TimerID

  /// Removes a timer. A timer that has fired already is ignored. Call it on the reactor's thread
  /// only.
  func cancelTimer(_ id: TimerID, on reactor: Reactor)
}

extension TimeSource {
  /// True unless a clock says otherwise. See ``TimeSource/passesWhileComputing``.
  public var passesWhileComputing: Bool { true }

  /// Suspends the caller for `duration`. Zero or less returns at once, after a check for
  /// cancellation.
  /// - Throws: `CancellationError`.
  public func sleep(for duration: Duration) async throws {
    try await sleep(until: monotonic + duration)
  }

  /// Uses a timer of the reactor, on the machine's clock. See
  /// ``TimeSource/scheduleTimer(at:on:_:)``.
  public func scheduleTimer(
    at deadline: Duration, on reactor: Reactor, _ action: @escaping () -> Void
  ) -> TimerID {
    let left = UInt64(clamping: (deadline - monotonic).nanoseconds)
    return reactor.scheduleTimer(at: Reactor.monotonicNanoseconds() + left, action)
  }

  /// See ``TimeSource/cancelTimer(_:on:)``.
  public func cancelTimer(_ id: TimerID, on reactor: Reactor) { reactor.cancelTimer(id) }
}

/// The machine's clocks. Sleeping uses a timer of the reactor, without a thread hop.
public struct SystemTime: TimeSource {
  private let reactor: Reactor
  private let rate: Double
  private let start: Double

  /// - Parameters:
  ///   - reactor: the reactor whose timers wake the sleepers.
  ///   - rate: how many seconds pass in one second of the machine; trials that simulate days use
  ///     it.
  ///   - start: the moment when both clocks agreed, in seconds since 1970; used for a rate other
  ///     than 1.
  public init(reactor: Reactor, rate: Double = 1, since start: Double = 0) {
    (self.reactor, self.rate, self.start) = (reactor, rate, start)
  }

  /// See ``TimeSource/monotonic``.
  public var monotonic: Duration {
    let machine = Int64(clamping: creactor_monotonic_ns())
    // A machine that runs for years at a high rate would overflow; its time stops at the maximum.
    return .nanoseconds(rate == 1 ? machine : Int64(min(Double(machine) * rate, 0x1p62)))
  }

  /// See ``TimeSource/wall``.
  public var wall: Double {
    let machine = creactor_wall_seconds()
    return rate == 1 ? machine : start + (machine - start) * rate
  }

  /// See ``TimeSource/scheduleTimer(at:on:_:)``.
  public func scheduleTimer(
    at deadline: Duration, on reactor: Reactor, _ action: @escaping () -> Void
  ) -> TimerID {
    var left = UInt64(clamping: (deadline - monotonic).nanoseconds)
    if rate != 1 { left = UInt64(Double(left) / rate) }
    return reactor.scheduleTimer(at: Reactor.monotonicNanoseconds() + left, action)
  }

  /// See ``TimeSource/sleep(until:)``.
  public func sleep(until deadline: Duration) async throws {
    try await TimerSleeper.sleep(until: deadline, self, on: reactor)
  }
}

/// A clock that a test moves: sleepers wake when ``advance(by:)`` passes their deadline.
///
/// With `autoAdvance`, a sleep moves the clock and returns at once; ``sleeps`` then lists the waits
/// of a back-off table.
///
/// ```swift
/// let time = ManualTime()
/// time.advance(by: .seconds(60))
/// ```
public final class ManualTime: TimeSource {
  private struct State {
    var monotonic: Duration = .seconds(1_000)
    var wall: Double
    var sleepers:
      [(deadline: Duration, id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    var sleeps: [Duration] = []
    var cancelled: Set<Int> = []
    var next = 0
  }

  private let state: Guarded<State>
  private let autoAdvance: Bool

  /// - Parameters:
  ///   - wall: the wall clock's first value, in seconds since 1970.
  ///   - autoAdvance: whether a sleep moves the clock instead of waiting.
  public init(wall: Double = 1_767_225_600, autoAdvance: Bool = false) {
    state = Guarded(State(wall: wall))
    self.autoAdvance = autoAdvance
  }

  /// See ``TimeSource/monotonic``.
  public var monotonic: Duration { state.withLock { $0.monotonic } }
  /// See ``TimeSource/wall``.
  public var wall: Double { state.withLock { $0.wall } }

  /// The lengths of all sleeps so far, in the order in which they began.
  public var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// The number of tasks that sleep now.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Moves both clocks forward and wakes the sleepers that are due, earliest deadline first.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.monotonic += duration
      state.wall += duration.seconds
      let due = state.sleepers.filter { $0.deadline <= state.monotonic }
      state.sleepers.removeAll { $0.deadline <= state.monotonic }
      return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Sets the wall clock only, as an administrator would.
  public func setWall(_ seconds: Double) { state.withLock { $0.wall = seconds } }

  /// See ``TimeSource/sleep(until:)``.
  public func sleep(until deadline: Duration) async throws {
    try Task.checkCancellation()
    let (id, wait) = state.withLock { state in
      state.next += 1
      state.sleeps.append(deadline - state.monotonic)
      return (state.next, deadline - state.monotonic)
    }
    if autoAdvance || wait <= .zero {
      if wait > .zero { advance(by: wait) }
      return await Task.yield()
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let done: Result<Void, any Error>? = state.withLock { state in
          if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
          if state.monotonic >= deadline { return .success(()) }
          state.sleepers.append((deadline, id, continuation))
          return nil
        }
        if let done { continuation.resume(with: done) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil as CheckedContinuation<Void, any Error>?
        }
        return state.sleepers.remove(at: index).continuation
      }
      sleeper?.resume(throwing: CancellationError())
    }
  }
}

extension Duration {
  /// The longest duration that ``seconds(clamping:)`` makes, in seconds: 300 years, which every
  /// clock can add without overflow.
  private static let longestSeconds = 1e10

  /// Converts a number of seconds without trapping. NaN becomes 0; longer than 300 years is
  /// clamped.
  public static func seconds(clamping number: Double) -> Duration {
    // Below 12 days the result is exact to the nanosecond.
    if abs(number) < 1e6 { return .nanoseconds(Int64((number * 1e9).rounded())) }
    return .seconds(number.isNaN ? 0 : min(max(number, -longestSeconds), longestSeconds))
  }

  /// The duration in seconds.
  public var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// The duration in whole nanoseconds, clamped to the range of `Int64`.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, carried) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return carried ? (seconds < 0 ? .min : .max) : sum
  }
}
