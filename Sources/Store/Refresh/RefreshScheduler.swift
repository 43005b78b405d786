public import Reactor

/// A scheduler's needs of the program around it.
public protocol RefreshSurroundings: Sendable {
  /// The thread that it runs on.
  var reactor: Reactor { get }
  /// The clocks.
  var time: any TimeSource { get }
  /// Asks a rule.
  /// - Throws: what is wrong with the rule.
  func decide(_ rule: String, _ facts: RefreshFacts) async throws -> RefreshDecision
  /// Runs blocking work on what is kept about refreshes, off the reactor.
  /// - Throws: ``DataFileError``, and what the work throws.
  func run<T: Sendable>(_ work: @escaping @Sendable (RefreshStore) throws -> T) async throws -> T
  /// Notes what went wrong.
  func warn(_ message: String)
}

/// Runs refreshers when their policies say so. An actor on a reactor.
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
/// A run's own record by `mix.policy.record` counts; a run that records nothing counts as a success
/// when it returns and as a failure when it throws.
public actor RefreshScheduler {
  /// Runs a refresher to its end.
  public typealias Run = @Sendable (_ refresher: Refresher, _ forced: Bool) async throws -> Void

  /// Asked again at least that often: the clock may be set, and the machine may sleep. Seconds.
  private static let longestPause = 60.0

  private let surroundings: any RefreshSurroundings
  private var refreshers: [Refresher]
  private let changed: (@Sendable () -> [Refresher]?)?
  private let isOnDuty: @Sendable () -> Bool
  private let isVisible: @Sendable (Refresher) -> Bool
  private let onChange: @Sendable (RefresherState) -> Void
  private let body: Run
  private var running: Set<String> = []
  /// When each scheduled run began, by name and key: a run may leave no trace in its history.
  private var begun: [String: Double] = [:]

  /// The reactor of the program.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    surroundings.reactor.asUnownedSerialExecutor()
  }

  /// - Parameters:
  ///   - surroundings: asked for rules, clocks and the data file.
  ///   - refreshers: those that there are; with ``Refresher/every`` nil they run only when asked for.
  ///   - changed: asked every second: the refreshers anew when settings have changed, else nil; nil: they
  ///     never change.
  ///   - isOnDuty: asked every second: whether it runs what is due. Of a fleet's hosts one does.
  ///   - isVisible: whether somebody looks at what a refresher fetches.
  ///   - onChange: called when a run begins or has ended, on the reactor.
  ///   - run: runs one refresher; called for several at once, never twice for one.
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

  /// Runs what is due, until the task is cancelled; waits for what runs then.
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

  /// Waits until a time, or until settings have changed.
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
        // Those whose settings differ are shown anew.
        for refresher in fresh where !old.contains(refresher) { await tell(refresher) }
        return
      }
    } while surroundings.time.wall < next
  }

  /// nil when the rule or the data file cannot be asked: the failure is reported, and
  /// the question repeated later.
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

  /// Runs one refresher now, because the user wants it, and waits for its end.
  /// - Returns: how it stands then; without another run when it runs already.
  /// - Throws: ``UnknownRefresher``, ``DataFileError``.
  @discardableResult
  public func refresh(_ name: String) async throws -> RefresherState {
    let refresher = try refresher(name)
    if running.insert(name).inserted { await perform(refresher, forced: true) }
    return try await state(refresher)
  }

  /// Runs and notes how it went; `running` holds its name already.
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

  /// Notes the end of a run that has not done so itself.
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
