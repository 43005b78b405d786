internal import Bindings
internal import HostSetup
internal import Logging
internal import MixCore
internal import Reactor
internal import ScriptHost
internal import Synchronization

/// Runs the screens of one program: its views and actions, under its grants, on its own thread.
///
/// The cost and the errors of a view affect only this program's screens. Screens of equal state are
/// drawn once.
actor ScreenEngine {
  struct Entry {
    let screen: OpenScreen
    var watch: Set<String> = []
    var isDrawn = false
    var isDirty = false
    /// When changes last had it drawn, and the pause that it takes before the next time.
    var lastTick: ContinuousClock.Instant?
    var pause = ScreenEngine.pause
    /// How often the view was started, and how often it has ended.
    var runs = 0
    var ends = 0
    /// Requests that wait for the present run to end. They resume one at a time, or each would find
    /// that another has started a run.
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// Whether the screen's `on_open` has ended, and who waits for that.
    var isBegun = false
    var beginning: [CheckedContinuation<Void, Never>] = []
  }

  /// The shortest time between two trees of a screen that changes cause, and the longest one.
  static let pause = Duration.milliseconds(100)
  static let longestPause = Duration.seconds(5)
  /// The pause after a drawing, as a multiple of the processor's time that it took. The socket
  /// compares and encodes the tree for about as long.
  static let costs = 40.0
  /// The same for newly opened screens; those opened together are drawn together.
  static let firstPause = Duration.milliseconds(20)
  /// How long a view may take, including its waits.
  static let viewTime = Duration.seconds(30)
  /// How often in a row scripts may exceed a limit before the program is ended.
  private static let mostExcesses = 3
  /// The most screens open at once.
  private static let mostScreens = 4_096

  nonisolated let unownedExecutor: UnownedSerialExecutor
  private nonisolated let reactor: Reactor
  private let setup: Setup
  private let chunk: [UInt8]
  let address: @Sendable (String, ScreenMedia) -> String?
  private let program: String
  private let ended: @Sendable (String) -> Void
  private let log: AccessLog
  let workNames: WorkNames
  // Topics come from any thread, and faster than they are handled.
  nonisolated let topics = Mutex<Set<String>>([])
  var screens: [Int: Entry] = [:]
  /// The screens that share the result of a screen being drawn.
  var groups: [Int: [Int]] = [:]
  /// The last tree of each screen whose group has not received it yet.
  var trees: [Int: DrawnTree] = [:]
  /// When dirty screens are drawn next; nil if none is dirty.
  var nextTick: ContinuousClock.Instant?
  /// When new screens were last drawn.
  var lastFirstTick: ContinuousClock.Instant?
  private var running: [Int: Task<Void, Never>] = [:]
  private var lastRun = 0
  var excesses = 0
  var isStopped = false

  /// - Parameters:
  ///   - setup: the program's set-up; see ``Setup/part(of:script:programs:mostSeconds:reactor:)``.
  ///   - workNames: keeps the names of screens that show works.
  ///   - address: returns the signed path that replaces a picture's address.
  ///   - ended: called with the reason when the program has to be ended.
  init(
    _ setup: Setup, program: String, log: AccessLog, workNames: WorkNames,
    address: @escaping @Sendable (String, ScreenMedia) -> String?,
    ended: @escaping @Sendable (String) -> Void
  ) {
    self.setup = setup
    self.program = program
    self.log = log
    self.workNames = workNames
    self.address = address
    self.ended = ended
    reactor = setup.engine.reactor
    unownedExecutor = reactor.asUnownedSerialExecutor()
    chunk = Array("return require(\"lib.program_screen.served\")[(...)](select(2, ...))".utf8)
  }

  /// Registers the modules. Call it before anything else.
  func prepare(onTopic: @escaping @Sendable (String) -> Void) async {
    setup.host.onEvent = onTopic
    await setup.host.install(in: setup.engine)
    await ServedScreens.install(in: setup.engine) { [weak self] number, tree in
      self?.assumeIsolated { $0.show(number, tree) }
    }
  }

  // MARK: Screens

  /// Opens a screen and draws it.
  func open(_ screen: OpenScreen) {
    guard !isStopped, screens.count < Self.mostScreens else {
      return screen.end(
        ScreenEnd(.refused, "too many screens are open: close some and open it again"))
    }
    screens[screen.number] = Entry(screen: screen)
    start { engine in
      do {
        let values = try await engine.run("open", [screen.number.description, screen.name])
        engine.opened(screen, values)
      } catch {
        engine.failed(error)
        screen.end(ScreenEnd(.failed, Self.text(error)))
        engine.forget(screen.number)
        return
      }
      // Screens opened together are drawn together, because they often show the same.
      engine.scheduleTick()
      await engine.firstRun(screen.number)
      await engine.begin(screen)
      engine.begun(screen.number)
    }
  }

  private func begun(_ number: Int) {
    screens[number]?.isBegun = true
    let beginning = screens[number]?.beginning ?? []
    screens[number]?.beginning = []
    for one in beginning { one.resume() }
  }

  /// Waits until the screen's `on_open` has ended, for clients that see only the outcome.
  func settled(_ number: Int) async {
    guard let entry = screens[number], !entry.isBegun else { return }
    await withCheckedContinuation { screens[number]?.beginning.append($0) }
  }

  /// Runs the screen's `begin` function, which may take long.
  private func begin(_ screen: OpenScreen) async {
    do {
      let values = try await run("begin", [screen.number.description])
      if values.first == .bool(true) { await redraw(screen.number) }
    } catch {
      failed(error)
      screen.fail(Self.text(error))
    }
  }

  /// Runs the `begin` function of a screen that somebody looks at again; not before its first run
  /// has ended.
  func look(_ screen: OpenScreen) {
    guard let entry = screens[screen.number], entry.ends > 0 else { return }
    start { engine in await engine.begin(screen) }
  }

  private func opened(_ screen: OpenScreen, _ values: [LuaValue]) {
    if case .string(let title)? = values.first { screen.name(title) }
    if case .array(let names)? = values.dropFirst().first {
      screens[screen.number]?.watch = Set(names.compactMap(\.shownText))
    }
    screens[screen.number]?.isDrawn = true
    screens[screen.number]?.isDirty = true
  }

  /// Waits until a screen was drawn for the first time.
  private func firstRun(_ number: Int) async {
    while let entry = screens[number], entry.ends == 0 {
      await withCheckedContinuation { screens[number]?.waiting.append($0) }
    }
  }

  /// Closes a screen. Actions under way run to their end.
  func close(_ number: Int) {
    forget(number)
    start { engine in _ = try? await engine.run("close", [number.description]) }
  }

  private func forget(_ number: Int) {
    guard let entry = screens.removeValue(forKey: number) else { return }
    for one in entry.waiting + entry.beginning { one.resume() }
  }

  /// Whether an open screen watches a topic.
  func watches(_ topic: String) -> Bool { screens.values.contains { $0.watch.contains(topic) } }

  // MARK: Actions

  /// Runs an action of a screen, then draws it.
  /// - Parameter args: JSON, or empty.
  /// - Returns: why the action failed; nil if it was done.
  func act(_ number: Int, _ action: String, _ args: String) async -> String? {
    guard screens[number] != nil, !isStopped else { return "the screen was closed" }
    let (results, result) = AsyncStream.makeStream(of: String?.self)
    start { engine in
      var failure: String?
      do {
        let values = try await engine.run("act", [number.description, action, args])
        engine.excesses = 0
        // An action that the screen does not offer was not run.
        failure = values.first?.shownText
      } catch {
        engine.failed(error)
        failure = Self.text(error)
      }
      await engine.redraw(number)
      result.yield(failure)
      result.finish()
    }
    for await failure in results { return failure }
    return "the program was ended"
  }

  // MARK: Runs

  func start(_ work: @escaping @Sendable (isolated ScreenEngine) async -> Void) {
    guard !isStopped else { return }
    lastRun += 1
    let number = lastRun
    running[number] = Task {
      await work(self)
      running[number] = nil
    }
  }

  func run(_ function: String, _ arguments: [String]) async throws -> [LuaValue] {
    try await setup.engine.run(chunk, name: "=[screens]", arguments: [function] + arguments)
  }

  /// Runs a function as ``run(_:_:)`` does, and cancels it after the time limit.
  func timed(_ function: String, _ arguments: [String]) async throws -> [LuaValue] {
    let task = Task { try await run(function, arguments) }
    let isLate = Atomic<Bool>(false)
    let timer = Deadline(in: Self.viewTime) {
      isLate.store(true, ordering: .relaxed)
      task.cancel()
    }
    defer { timer.cancel() }
    do {
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    } catch  where isLate.load(ordering: .relaxed) {
      throw LateView()
    }
  }

  private struct LateView: Error, CustomStringConvertible {
    let description = "the view took longer than \(viewTime.components.seconds) seconds"
  }

  /// Logs an error, and ends a program that keeps exceeding its limits.
  func failed(_ error: any Error) {
    if error is CancellationError { return }
    log.note(.warning, "screens of \(program): \(Self.text(error))")
    guard error is LimitExceeded else { return }
    excesses += 1
    guard excesses >= Self.mostExcesses else { return }
    ended("the program \(program) was ended: \(error)")
  }

  static func text(_ error: any Error) -> String {
    switch error {
    case let error as ScriptError: error.message
    case is CancellationError: "it was cancelled"
    case is ScriptExit: "the program ended itself"
    default: "\(error)"
    }
  }

  // MARK: End

  /// Closes all screens and ends everything that runs.
  func stop(_ end: ScreenEnd) async {
    guard !isStopped else { return }
    isStopped = true
    for entry in screens.values { entry.screen.end(end) }
    for number in Array(screens.keys) { forget(number) }
    let tasks = Array(running.values)
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    await setup.host.finish()
  }

  /// Interrupts Lua code that is computing. Called on any thread.
  nonisolated func interrupt() { setup.engine.interrupt() }
}
