internal import Logging
public import MixCore
internal import Reactor
public import ScriptHost

/// Where a refresher stands.
public struct RefresherState: Sendable, Equatable {
  /// Which one.
  public let refresher: Refresher
  /// How earlier runs went.
  public let history: RefreshHistory
  /// What its rule says now; nil when the rule cannot be asked.
  public let decision: RefreshDecision?
  /// What is wrong with its rule; nil when nothing is.
  public let problem: String?
  /// Whether it runs now.
  public let isRunning: Bool
}

/// Runs refreshers when their policies say so. An actor on the host's reactor.
///
/// ```swift
/// let scheduler = RefreshScheduler(
///   host: host, engine: engine, refreshers: try Refresher.all(host.settings.configuration)
/// ) { refresher, forced in try await runScript(refresher, forced) }
/// let loop = Task { await scheduler.run() }
/// let states = try await scheduler.states()
/// try await scheduler.refresh("chart")
/// loop.cancel()
/// ```
///
/// What a run leaves behind with `mix.policy.record` counts; a run that says nothing counts as a success
/// when it returns and as a failure when it throws.
public actor RefreshScheduler {
  /// Runs a refresher to its end.
  public typealias Run = @Sendable (_ refresher: Refresher, _ forced: Bool) async throws -> Void

  /// Asked again at least that often: the clock may be set, and the machine may sleep. Seconds.
  private static let longestPause = 60.0
  /// The least time between two runs of one refresher that nobody asked for, whatever its rule says.
  private static let shortestInterval = 60.0

  private let host: Host
  private let engine: LuaEngine
  private let book: Confined<RefreshRuleBook>
  private var refreshers: [Refresher]
  private let changed: (@Sendable () -> [Refresher]?)?
  private let isVisible: @Sendable (Refresher) -> Bool
  private let onChange: @Sendable (RefresherState) -> Void
  private let body: Run
  private var running: Set<String> = []
  /// When each began that nobody asked for, by name and key: a run may leave no trace in its history.
  private var begun: [String: Double] = [:]

  /// The reactor of the host.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    host.reactor.asUnownedSerialExecutor()
  }

  /// - Parameters:
  ///   - host: with the folders of rules and the data file.
  ///   - engine: asks the rules; on the host's reactor.
  ///   - refreshers: those that there are; with ``Refresher/every`` nil they run only when asked for.
  ///   - changed: asked every second: the refreshers anew when settings have changed, else nil; nil: they
  ///     never change.
  ///   - isVisible: whether somebody looks at what a refresher fetches.
  ///   - onChange: called when a run begins or has ended, on the reactor.
  ///   - run: runs one refresher; called for several at once, never twice for one.
  public init(
    host: Host, engine: LuaEngine, refreshers: [Refresher],
    changed: (@Sendable () -> [Refresher]?)? = nil,
    isVisible: @escaping @Sendable (Refresher) -> Bool = { _ in false },
    onChange: @escaping @Sendable (RefresherState) -> Void = { _ in }, run: @escaping Run
  ) {
    self.host = host
    self.engine = engine
    self.refreshers = refreshers
    self.changed = changed
    self.isVisible = isVisible
    self.onChange = onChange
    body = run
    book = Confined(RefreshRuleBook(host), to: host.reactor)
  }

  // MARK: Asking

  /// Where every refresher stands, in their order.
  /// - Throws: ``DataFileError``.
  public func states() async throws -> [RefresherState] {
    var states: [RefresherState] = []
    for refresher in refreshers { states.append(try await state(refresher)) }
    return states
  }

  /// Where one refresher stands.
  /// - Throws: ``UnknownRefresher``, ``DataFileError``.
  public func state(of name: String) async throws -> RefresherState {
    try await state(refresher(name))
  }

  private func state(_ refresher: Refresher, forced: Bool = false) async throws -> RefresherState {
    let now = host.time.wall
    let history = try await history(refresher)
    let facts = RefreshFacts(
      now: now, history: history, every: refresher.every, forced: forced,
      visible: isVisible(refresher))
    var decision: RefreshDecision?
    var problem: String?
    do {
      let book = book
      decision = try await engine.withCall("refresh") {
        try book.value.decide(refresher.rule, facts, $0)
      }
    } catch {
      problem = "\(error)"
    }
    if let asked = decision, refresher.every == nil, !forced {
      decision = RefreshDecision(
        .wait, nextAt: now + RefreshMinimum.longestWait,
        reason: "fetched when asked for" + (asked.reason == "off" ? "" : "; \(asked.reason)"))
    }
    return RefresherState(
      refresher: refresher, history: history, decision: decision, problem: problem,
      isRunning: running.contains(refresher.name))
  }

  private func history(_ refresher: Refresher) async throws -> RefreshHistory {
    let now = host.time.wall
    return try await host.refreshes.run {
      try $0.history(refresher.name, key: refresher.key, now: now)
    }
  }

  /// The answer while another run is at it.
  static func busy(_ now: Double) -> RefreshDecision {
    RefreshDecision(
      .wait, nextAt: now + RefreshMinimum.lease, reason: "another run is at it")
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
        var next = host.time.wall + Self.longestPause
        for refresher in refreshers where !running.contains(refresher.name) {
          guard let decision = await due(refresher) else { continue }
          if decision.isDue {
            running.insert(refresher.name)
            begun[refresher.name + " " + refresher.key] = host.time.wall
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
      return try await host.time.sleep(for: .seconds(clamping: max(1, next - host.time.wall)))
    }
    repeat {
      try await host.time.sleep(for: .seconds(1))
      if let fresh = changed() {
        let old = refreshers
        refreshers = fresh
        // Those whose settings differ are shown anew.
        for refresher in fresh where !old.contains(refresher) { await tell(refresher) }
        return
      }
    } while host.time.wall < next
  }

  /// nil when the rule or the data file cannot be asked: it is told, and asked again later.
  private func due(_ refresher: Refresher) async -> RefreshDecision? {
    guard refresher.every != nil else { return nil }
    do {
      let state = try await state(refresher)
      if let problem = state.problem { warn(refresher, problem) }
      guard let decision = state.decision else { return nil }
      let now = host.time.wall
      if let last = begun[refresher.name + " " + refresher.key], last <= now,
        now < last + Self.shortestInterval
      {
        return RefreshDecision(
          .wait, nextAt: last + Self.shortestInterval, reason: decision.reason)
      }
      return RefreshMinimum(
        afterSuccess: Self.shortestInterval, afterFailure: Self.shortestInterval
      ).apply(
        to: decision,
        RefreshFacts(now: now, history: state.history, every: refresher.every))
    } catch {
      warn(refresher, "\(error)")
      return nil
    }
  }

  private func warn(_ refresher: Refresher, _ problem: String) {
    host.settings.logger.warning("refresh \(refresher.name): \(problem)")
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
    let isNoted =
      after.lastSuccess != before.lastSuccess || after.lastFailure != before.lastFailure
      || after.failures != before.failures || after.notBefore != before.notBefore
    if isNoted { return }
    let now = host.time.wall
    try await host.refreshes.run { store in
      try store.record(
        failure.map { .failure($0) } ?? .success(changes: []), refresher.name, key: refresher.key,
        now: now)
    }
  }

  private func tell(_ refresher: Refresher) async {
    do { onChange(try await state(refresher)) } catch { warn(refresher, "\(error)") }
  }
}

/// A name that no refresher has.
public struct UnknownRefresher: Error, Sendable, CustomStringConvertible {
  let name: String
  let known: [String]

  /// What was asked for, and what there is.
  public var description: String {
    "there is no refresher '\(name)'; there are \(known.joined(separator: ", "))"
  }
}
