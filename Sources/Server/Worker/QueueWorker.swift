internal import Bindings
package import HostSetup
internal import Logging
internal import MixCore
internal import Reactor
internal import ScriptHost
internal import Synchronization

/// `mixhost worker`: works on all open jobs of a store until it is stopped. Any number of workers
/// may share a store.
package final class QueueWorker: Sendable {
  /// The time in seconds after which one of the workers resumes a paused job.
  private static let pauseLength = 60.0
  /// How often to poll the store without a notification, in seconds.
  private static let lookPause = 5.0

  /// The options of a worker.
  package struct Options: Sendable {
    /// The number of items worked on at once.
    package var concurrency = 6
    /// The name of the match rules.
    package var rules = "standard"
    /// How long items stay with an unresponsive worker, in seconds.
    package var lease = 60.0

    /// Makes the defaults: six items at once, by the standard rules.
    package init() {}
  }

  struct State {
    var task: Task<[LuaValue], any Error>?
    var isStopping = false
    /// The number of items by how they ended.
    var counts: [String: Int] = [:]
    /// Why the last check or run failed; nil if it succeeded.
    var problem: String?
  }

  let store: SQLJobStore
  /// The store's name in messages, without a password.
  package let label: String
  private let check: StoreCheck
  private let tidy: FleetTidy?
  private let setup: Setup
  private let script: BundledScript
  private let options: Options
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  // Items come on the reactor, other calls from any task.
  private let state = Mutex(State())

  /// Opens the store. Blocks.
  /// - Throws: `ConfigurationError`, `DataFileError`, ``ServerError/incomplete(_:)``.
  package init(_ options: Options, setup: Setup) throws {
    self.options = options
    self.setup = setup
    let host = setup.host
    let data = try DataStore.open(
      DataStore.address(host.settings.configuration), dataFile: host.home.dataFile)
    store = SQLJobStore(data)
    label = data.label
    check = try StoreCheck(data)
    tidy = try FleetTidy(host, data)
    script = try BundledScript(JobScript.path)
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    host.onJobItem = { [weak self] _, verdict in self?.count(verdict) }
  }

  /// The parts that its scripts share.
  var host: Host { setup.host }
  /// The home that it works in.
  var home: Home { host.home }
  var logger: Logger { setup.host.settings.logger }
  var time: any TimeSource { setup.host.time }

  // MARK: Work

  /// Works until ``stop()``; items in hand then go back to the queue.
  package func run() async {
    let watch = store.watch { [signal] change in
      if case .progress = change { return }
      signal.yield()
    }
    let tidying = tidy.map { tidy in
      Task(executorPreference: setup.host.reactor) { await tidy.run() }
    }
    defer { tidying?.cancel() }
    while !isStopping {
      do {
        if try await hasWork() { try await work() }
        state.withLock { $0.problem = nil }
      } catch is CancellationError {
        // The run was stopped.
      } catch {
        note("\((error as? ScriptError)?.message ?? "\(error)")")
      }
      if !isStopping { await wait() }
    }
    withExtendedLifetime(watch) {}
    await Task(executorPreference: setup.host.reactor) { [host = setup.host] in
      await host.finish()
    }.value
  }

  /// Ends ``run()``.
  package func stop() {
    let task = state.withLock { state in
      state.isStopping = true
      return state.task
    }
    task?.cancel()
    signal.yield()
  }

  private var isStopping: Bool { state.withLock { $0.isStopping } }

  private func hasWork() async throws -> Bool {
    let (store, now) = (store, now)
    return try await blocking {
      try store.recover(now: now)
      try store.resumePaused(after: Self.pauseLength, now: now)
      return try store.jobs().contains { $0.state == .open && $0.open > 0 }
    }
  }

  private var now: ClockTime {
    ClockTime(wall: setup.host.time.wall, monotonic: setup.host.time.monotonic.seconds)
  }

  private func work() async throws {
    let (setup, script) = (setup, script)
    let arguments = ["", "\(options.concurrency)", options.rules, "\(options.lease)"]
    let task = Task(executorPreference: setup.host.reactor) {
      let engine = await setup.freshEngine()
      return try await engine.run(script.text, name: script.name, arguments: arguments)
    }
    let goesOn = state.withLock { state in
      state.task = task
      return !state.isStopping
    }
    if !goesOn { task.cancel() }
    defer { state.withLock { $0.task = nil } }
    _ = try await task.value
  }

  private func wait() async {
    let timer = Task { [signal] in
      guard (try? await Task.sleep(for: .seconds(clamping: Self.lookPause))) != nil else { return }
      signal.yield()
    }
    for await _ in signals { break }
    timer.cancel()
  }

  // MARK: How it goes

  private func count(_ verdict: ItemVerdict) {
    let end: String? =
      switch verdict {
      case .done(let end): end.name
      case .failed: ItemState.failed.name
      case .removed: ItemState.removed.name
      case .again: "retried"
      case .released, .postponed: nil
      }
    if let end { state.withLock { $0.counts[end, default: 0] += 1 } }
  }

  private func note(_ problem: String) {
    let isNews = state.withLock { state in
      defer { state.problem = problem }
      return state.problem != problem && !state.isStopping
    }
    if isNews { setup.host.settings.logger.error("\(problem)") }
  }

  /// The number of items by how they ended, since the start.
  package var counts: [String: Int] { state.withLock { $0.counts } }

  /// One line of progress: items done, and items left in the store.
  /// - Throws: `DataFileError`.
  package func line() async throws -> String {
    let store = store
    let open = try await blocking {
      try store.jobs().filter { $0.state == .open }.reduce(0) { $0 + $1.open }
    }
    let counts = counts
    let done = counts.reduce(0) { $0 + ($1.key == "retried" ? 0 : $1.value) }
    let parts = counts.sorted { $0.key < $1.key }.map { "\($1) \($0)" }
    return "\(done) done" + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
      + ", \(open) left in the queue"
  }

  /// The store's problem; nil without one.
  func problem() async -> DataFileError? {
    let check = check
    do {
      try await blocking { try check.look() }
      return nil
    } catch { return error as? DataFileError }
  }
}
