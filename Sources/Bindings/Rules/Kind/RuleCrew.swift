internal import Reactor
internal import ScriptHost
internal import Synchronization

/// Several engines with the rules of one file, each on a thread of its own, so that rules run on more cores
/// than the script's.
///
/// Rules are pure, so it makes no difference which of them is asked.
final class RuleCrew<Rules: RuleSet>: Sendable {
  let workers: [RuleWorker<Rules>]

  /// - Parameters:
  ///   - name: of the rules, as `mix.rules.load` takes it.
  ///   - size: how many engines.
  ///   - memoryBytes: what each may hold.
  init(_ name: String, size: Int, _ host: any RulesHost, memoryBytes: Int) {
    workers = (0..<max(1, size)).map { _ in
      RuleWorker(name, host, memoryBytes: memoryBytes)
    }
  }
}

/// An engine that runs the rules of one file.
final class RuleWorker<Rules: RuleSet>: Sendable {
  private let reactor = Reactor(name: "rules")
  private let parts: Guarded<Parts?>

  /// The parts that belong to the reactor's thread.
  private final class Parts: Sendable {
    let host: any RulesHost
    let engine: LuaEngine
    let book: Confined<Book>

    init(_ host: any RulesHost, _ engine: LuaEngine, _ book: Confined<Book>) {
      (self.host, self.engine, self.book) = (host, engine, book)
    }
  }

  /// The rules, once they are loaded.
  private final class Book {
    private let name: String
    private let host: any RulesHost
    private var follower: RuleFollower<Rules>?

    init(_ name: String, _ host: any RulesHost) { (self.name, self.host) = (name, host) }

    func rules(_ call: HostCall) throws -> Rules {
      if let follower { return follower.current(call) }
      // The script was warned of an older form when it loaded the same file.
      let loaded = try RuleFollower<Rules>(loading: name, call, host) { _ in }
      follower = loaded
      return loaded.rules
    }
  }

  init(_ name: String, _ host: any RulesHost, memoryBytes: Int) {
    let own = host.beside(reactor)
    let engine = LuaEngine(
      reactor: reactor,
      configuration: EngineConfiguration(limits: Limits(memoryBytes: memoryBytes)))
    parts = Guarded(Parts(own, engine, Confined(Book(name, own), to: reactor)))
  }

  deinit {
    // The thread's own parts end on the thread.
    let held = parts.withLock { parts in
      defer { parts = nil }
      return parts
    }
    reactor.post { withExtendedLifetime(held) {} }
    reactor.stop()
  }

  /// Runs what asks the rules. Nothing in it may wait.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (HostCall, Rules) throws -> Value
  ) async throws -> Value {
    guard let parts = parts.withLock({ $0 }) else { throw CancellationError() }
    await parts.host.registerOnce(in: parts.engine)
    return try await parts.engine.withCall("a worker") { call in
      try body(call, try parts.book.value.rules(call))
    }
  }
}
