internal import CReactor

/// A source of time: the machine, or a test that moves it by hand.
///
/// Everything that waits, expires or measures takes one, so that no test sleeps.
public protocol TimeSource: Sendable {
  /// Time since an arbitrary start that never goes back.
  var monotonic: Duration { get }

  /// Seconds since 1970-01-01T00:00:00Z; may jump when the machine's clock is set.
  var wall: Double { get }

  /// Whether `monotonic` moves while the program computes; false where it stands still between two
  /// events (``EventClock``).
  var passesWhileComputing: Bool { get }

  /// Waits until `monotonic` has reached `deadline`.
  /// - Throws: `CancellationError` at once when the task is cancelled.
  func sleep(until deadline: Duration) async throws

  /// Calls `action` once, on the reactor's thread, when `monotonic` has reached `deadline`. Only on
  /// that thread.
  /// - Returns: what ``cancelTimer(_:on:)`` takes.
  func scheduleTimer(
    at deadline: Duration, on reactor: Reactor, _ action: @escaping () -> Void
  ) -> TimerID

  /// Forgets a timer; nothing happens when it has fired already. Only on the reactor's thread.
  func cancelTimer(_ id: TimerID, on reactor: Reactor)
}

extension TimeSource {
  /// See ``TimeSource/passesWhileComputing``: it does.
  public var passesWhileComputing: Bool { true }

  /// Waits for `duration`; zero and less return at once (after a check for cancellation).
  /// - Throws: `CancellationError`.
  public func sleep(for duration: Duration) async throws {
    try await sleep(until: monotonic + duration)
  }

  /// See ``TimeSource/scheduleTimer(at:on:_:)``: a timer of the reactor, on the machine's clock.
  public func scheduleTimer(
    at deadline: Duration, on reactor: Reactor, _ action: @escaping () -> Void
  ) -> TimerID {
    let left = UInt64(clamping: (deadline - monotonic).nanoseconds)
    return reactor.scheduleTimer(at: Reactor.monotonicNanoseconds() + left, action)
  }

  /// See ``TimeSource/cancelTimer(_:on:)``.
  public func cancelTimer(_ id: TimerID, on reactor: Reactor) { reactor.cancelTimer(id) }
}

/// The machine's clocks; sleeping is a timer of the reactor, without a thread hop.
public struct SystemTime: TimeSource {
  private let reactor: Reactor
  // With these two it still fits into three words: `any TimeSource` holds it without a box.
  private let rate: Double
  private let start: Double

  /// - Parameters:
  ///   - reactor: whose timers wake the sleepers.
  ///   - rate: seconds that pass in one of the machine's, for trials that have to last days.
  ///   - start: when it showed what the machine's clock showed, in seconds since 1970; for another rate than 1.
  public init(reactor: Reactor, rate: Double = 1, since start: Double = 0) {
    (self.reactor, self.rate, self.start) = (reactor, rate, start)
  }

  /// See ``TimeSource/monotonic``.
  public var monotonic: Duration {
    let machine = Int64(clamping: creactor_monotonic_ns())
    // A machine that runs for years at a high rate reaches the end of the numbers, and stays there.
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
/// With `autoAdvance`, a sleep moves the clock itself and returns at once, which turns a back-off
/// table into a list of recorded waits (``sleeps``).
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

  /// How many tasks sleep now.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Moves both clocks on and wakes whom it concerns, earliest deadline first.
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

  /// Sets the wall clock alone, as an administrator would.
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
  /// The longest length that ``seconds(clamping:)`` makes, in seconds: 300 years, so that every clock can
  /// add it.
  private static let longestSeconds = 1e10

  /// A number of seconds as a length: never traps. NaN is 0, what is longer than 300 years is cut to that.
  public static func seconds(clamping number: Double) -> Duration {
    // Those of requests and waits, to the nanosecond: `.seconds` computes with 128 bits.
    if abs(number) < 1e6 { return .nanoseconds(Int64((number * 1e9).rounded())) }
    return .seconds(number.isNaN ? 0 : min(max(number, -longestSeconds), longestSeconds))
  }

  /// The length in seconds.
  public var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// The length in whole nanoseconds, clamped to what an `Int64` holds.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, carried) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return carried ? (seconds < 0 ? .min : .max) : sum
  }
}
