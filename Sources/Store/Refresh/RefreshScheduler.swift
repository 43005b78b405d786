public import Reactor

/// The services that a scheduler needs from the program around it.
public protocol RefreshSurroundings: Sendable {
  /// The reactor that the scheduler runs on.
  var reactor: Reactor { get }
  /// The clocks.
  var time: any TimeSource { get }
  /// Asks a rule for its decision.
  /// - Throws: the rule's error.
  func decide(_ rule: String, _ facts: RefreshFacts) async throws -> RefreshDecision
  /// Runs blocking work on the histories of refreshes, off the reactor.
  /// - Throws: ``DataFileError``, and errors of the work.
  func run<T: Sendable>(_ work: @escaping @Sendable (RefreshStore) throws -> T) async throws -> T
  /// Reports a problem.
  func warn(_ message: String)
}

/// Runs refreshers when their rules decide so. An actor on a reactor.
///
/// ```swift
/// let scheduler = RefreshScheduler(surroundings, refreshers: try Refresher.all(configuration)) {
///   refresher, forced in try await runScript(refresher, forced)
/// }
/// let loop = Task { await scheduler.run() }
/// let states = try await scheduler.states()
/// try await scheduler.refresh("chart")
/// loop.cancel()
/// ```
///
/// A run can record its own result by `mix.policy.record`. A run that records nothing is judged by
/// its end: a return is a success, an error a failure.
public actor RefreshScheduler {
  /// Runs a refresher to its end.
  public typealias Run = @Sendable (_ refresher: Refresher, _ forced: Bool) async throws -> Void

  /// The longest pause between two looks at the rules, in seconds: the clock may be set, and the
  /// machine may sleep.
  private static let longestPause = 60.0

  private let surroundings: any RefreshSurroundings
  private var refreshers: [Refresher]
  private let changed: (@Sendable () -> [Refresher]?)?
  private let isOnDuty: @Sendable () -> Bool
  private let isVisible: @Sendable (Refresher) -> Bool
  private let onChange: @Sendable (RefresherState) -> Void
  private let body: Run
  private var running: Set<String> = []
  /// When each scheduled run began, by name and key; a run may leave no trace in its history.
  private var begun: [String: Double] = [:]

  /// The executor of the program's reactor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    surroundings.reactor.asUnownedSerialExecutor()
  }

  /// - Parameters:
  ///   - surroundings: provides rules, clocks and the data file.
  ///   - refreshers: all refreshers; one whose ``Refresher/every`` is nil runs only on request.
  ///   - changed: called every second; returns the new refreshers after settings have changed,
  ///     otherwise nil. nil if they never change.
  ///   - isOnDuty: called every second; whether this process runs what is due. In a fleet one node
  ///     does.
  ///   - isVisible: whether a refresher's result is on somebody's screen.
  ///   - onChange: called on the reactor when a run begins or has ended.
  ///   - run: runs one refresher; called for several at once, never twice for the same.
  public init(
    _ surroundings: any RefreshSurroundings, refreshers: [Refresher],
    changed: (@Sendable () -> [Refresher]?)? = nil,
    isOnDuty: @escaping @Sendable () -> Bool = { true },
    isVisible: @escaping @Sendable (Refresher) -> Bool = { _ in false },
    onChange: @escaping @Sendable (RefresherState) -> Void = { _ in }, run: @escaping Run
  ) {
    self.surroundings = surroundings
    self.refreshers = refreshers
    self.changed = changed
    self.isOnDuty = isOnDuty
    self.isVisible = isVisible
    self.onChange = onChange
    body = run
  }

  // MARK: Asking

  /// The states of all refreshers, in their order.
  /// - Throws: ``DataFileError``.
  public func states() async throws -> [RefresherState] {
    var states: [RefresherState] = []
    for refresher in refreshers { states.append(try await state(refresher)) }
    return states
  }

  /// The state of one refresher.
  /// - Throws: ``UnknownRefresher``, ``DataFileError``.
  public func state(of name: String) async throws -> RefresherState {
    try await state(refresher(name))
  }

  private func state(_ refresher: Refresher, forced: Bool = false) async throws -> RefresherState {
    let now = surroundings.time.wall
    let history = try await history(refresher)
    let facts = RefreshFacts(
      now: now, history: history, every: refresher.every, forced: forced,
      visible: isVisible(refresher))
    var decision: RefreshDecision?
    var problem: String?
    do {
      decision = try await surroundings.decide(refresher.rule, facts)
    } catch {
      problem = "\(error)"
    }
    if let asked = decision, refresher.every == nil, !forced { decision = asked.onRequest(now) }
    return RefresherState(
      refresher: refresher, history: history, decision: decision, problem: problem,
      isRunning: running.contains(refresher.name))
  }

  private func history(_ refresher: Refresher) async throws -> RefreshHistory {
    let now = surroundings.time.wall
    return try await surroundings.run {
      try $0.history(refresher.name, key: refresher.key, now: now)
    }
  }

  private func refresher(_ name: String) throws -> Refresher {
    guard let found = refreshers.first(where: { $0.name == name }) else {
      throw UnknownRefresher(name: name, known: refreshers.map(\.name))
    }
    return found
  }

  // MARK: Running

  /// Runs due refreshers until the task is cancelled, then waits for the running ones.
  public func run() async {
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        let isOnDuty = isOnDuty()
        var next = surroundings.time.wall + (isOnDuty ? Self.longestPause : 1)
        for refresher in refreshers where isOnDuty && !running.contains(refresher.name) {
          guard let decision = await due(refresher) else { continue }
          if decision.isDue {
            running.insert(refresher.name)
            begun[refresher.name + " " + refresher.key] = surroundings.time.wall
            group.addTask { await self.perform(refresher, forced: false) }
          } else {
            next = min(next, decision.nextAt)
          }
        }
        do {
          try await wait(until: next)
        } catch {
          break
        }
      }
    }
  }

  /// Waits until a time, or until settings change.
  private func wait(until next: Double) async throws {
    guard let changed else {
      let pause = max(1, next - surroundings.time.wall)
      return try await surroundings.time.sleep(for: .seconds(clamping: pause))
    }
    repeat {
      try await surroundings.time.sleep(for: .seconds(1))
      if let fresh = changed() {
        let old = refreshers
        refreshers = fresh
        // Report refreshers whose settings differ.
        for refresher in fresh where !old.contains(refresher) { await tell(refresher) }
        return
      }
    } while surroundings.time.wall < next
  }

  /// The decision on a scheduled refresher. nil when the rule or the data file fails: the failure
  /// is reported, and the decision is retried later.
  private func due(_ refresher: Refresher) async -> RefreshDecision? {
    guard refresher.every != nil else { return nil }
    do {
      let state = try await state(refresher)
      if let problem = state.problem { warn(refresher, problem) }
      guard let decision = state.decision else { return nil }
      let facts = RefreshFacts(
        now: surroundings.time.wall, history: state.history, every: refresher.every)
      return RefreshMinimum.unasked.apply(
        to: decision, facts, begun: begun[refresher.name + " " + refresher.key])
    } catch {
      warn(refresher, "\(error)")
      return nil
    }
  }

  private func warn(_ refresher: Refresher, _ problem: String) {
    surroundings.warn("refresh \(refresher.name): \(problem)")
  }

  /// Runs one refresher now, at the user's request, and waits for its end.
  /// - Returns: the state afterwards; if it already runs, its present state without another run.
  /// - Throws: ``UnknownRefresher``, ``DataFileError``.
  @discardableResult
  public func refresh(_ name: String) async throws -> RefresherState {
    let refresher = try refresher(name)
    if running.insert(name).inserted { await perform(refresher, forced: true) }
    return try await state(refresher)
  }

  /// Runs a refresher and records the result. `running` must hold its name already.
  private func perform(_ refresher: Refresher, forced: Bool) async {
    await tell(refresher)
    var failure: String?
    do {
      let before = try await history(refresher)
      do { try await body(refresher, forced) } catch { failure = "\(error)" }
      try await settle(refresher, before, failure)
    } catch {
      warn(refresher, "\(error)")
    }
    if let failure { warn(refresher, failure) }
    running.remove(refresher.name)
    await tell(refresher)
  }

  /// Records the end of a run that has not recorded it itself.
  private func settle(
    _ refresher: Refresher, _ before: RefreshHistory, _ failure: String?
  ) async throws {
    let after = try await history(refresher)
    if after.hasRecord(since: before) { return }
    let now = surroundings.time.wall
    try await surroundings.run { store in
      try store.record(
        failure.map { .failure($0) } ?? .success(changes: []), refresher.name, key: refresher.key,
        now: now)
    }
  }

  private func tell(_ refresher: Refresher) async {
    do { onChange(try await state(refresher)) } catch { warn(refresher, "\(error)") }
  }
}
