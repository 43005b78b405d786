internal import Logging
public import MixCore
internal import Reactor
public import ScriptHost

extension RefreshScheduler {
  /// A scheduler of a host, which asks its refresh rules.
  /// - Parameters:
  ///   - host: with the folders of rules and the data file.
  ///   - engine: runs the rules; on the host's reactor.
  ///   - refreshers: those that there are; with `Refresher.every` nil they run only when asked for.
  ///   - changed: asked every second: the refreshers anew when settings have changed, else nil; nil: they
  ///     never change.
  ///   - isOnDuty: asked every second: whether it runs what is due.
  ///   - isVisible: whether somebody looks at what a refresher fetches.
  ///   - onChange: called when a run begins or has ended, on the reactor.
  ///   - run: runs one refresher; called for several at once, never twice for one.
  public init(
    host: Host, engine: LuaEngine, refreshers: [Refresher],
    changed: (@Sendable () -> [Refresher]?)? = nil,
    isOnDuty: @escaping @Sendable () -> Bool = { true },
    isVisible: @escaping @Sendable (Refresher) -> Bool = { _ in false },
    onChange: @escaping @Sendable (RefresherState) -> Void = { _ in }, run: @escaping Run
  ) {
    self.init(
      HostRefreshes(host, engine), refreshers: refreshers, changed: changed, isOnDuty: isOnDuty,
      isVisible: isVisible, onChange: onChange, run: run)
  }
}

/// A host as its scheduler sees it.
private struct HostRefreshes: RefreshSurroundings {
  private let host: Host
  private let engine: LuaEngine
  private let book: Confined<RefreshRuleBook>

  init(_ host: Host, _ engine: LuaEngine) {
    self.host = host
    self.engine = engine
    book = Confined(RefreshRuleBook(host), to: host.reactor)
  }

  var reactor: Reactor { host.reactor }
  var time: any TimeSource { host.time }

  func decide(_ rule: String, _ facts: RefreshFacts) async throws -> RefreshDecision {
    try await engine.withCall("refresh") { [book] in try book.value.decide(rule, facts, $0) }
  }

  func run<T: Sendable>(_ work: @escaping @Sendable (RefreshStore) throws -> T) async throws -> T {
    try await host.refreshes.run(work)
  }

  func warn(_ message: String) { host.settings.logger.warning("\(message)") }
}
