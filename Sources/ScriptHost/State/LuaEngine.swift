internal import CLua
public import Notation
public import Reactor

/// Runs Lua: one state, its tasks, its limits. An actor pinned to a reactor.
///
/// ```swift
/// let reactor = Reactor()
/// let engine = LuaEngine(reactor: reactor)
/// let values = try await engine.run("return 6 * 7", name: "=example")
/// // values == [.int(42)]
/// ```
public actor LuaEngine {
  nonisolated let state: ScriptState
  /// The reactor's executor. Kept, for it is asked for at every end of a wait.
  public nonisolated let unownedExecutor: UnownedSerialExecutor

  /// Opens a state with the safe standard library.
  /// - Parameters:
  ///   - reactor: the thread that runs it, shared with the clients that scripts call.
  ///   - time: where timers come from; the machine's clocks by default.
  public init(
    reactor: Reactor, time: (any TimeSource)? = nil,
    configuration: EngineConfiguration = EngineConfiguration()
  ) {
    state = ScriptState(
      reactor: reactor, time: time ?? SystemTime(reactor: reactor), limits: configuration.limits)
    unownedExecutor = reactor.asUnownedSerialExecutor()
    state.engine = self
    state.openGlobals(configuration)
  }

  /// The reactor that runs the engine.
  public nonisolated var reactor: Reactor { state.reactor }

  /// The source of the engine's timers.
  public nonisolated var time: any TimeSource { state.time }

  /// Makes a module available as `mix.NAME`; it is built at its first use.
  public func register(_ name: String, _ make: @escaping @Sendable () -> Module) {
    state.register(name, make)
  }

  /// Makes modules available in one step, unless some are registered: several callers may be the first.
  public func registerOnce(_ makers: [(name: String, make: @Sendable () -> Module)]) {
    guard state.moduleNames.isEmpty else { return }
    for (name, make) in makers { state.register(name, make) }
  }

  /// Stops the script that computes now, and every later one until ``clearInterrupt()``: they end with
  /// `CancellationError`. Any thread.
  public nonisolated func interrupt() { state.interrupt() }

  /// Takes ``interrupt()`` back, so that the engine runs scripts again: for a prompt that continues
  /// after Ctrl-C. Call it when the interrupted script has ended. Any thread.
  public nonisolated func clearInterrupt() { state.clearInterrupt() }

  /// The limits and rights of the engine's scripts.
  public nonisolated var memory: MemoryLedger { state.ledger }

  /// Bytes of Lua memory in use.
  public var memoryInUse: Int { Int(clua_used(state.vm)) }

  /// Bytes that Lua has of the system: those in use and freed blocks that the state keeps for its next ones.
  public var memoryHeld: Int { Int(clua_held(state.vm)) }

  /// Loads and runs a chunk of text to its end.
  /// - Parameters:
  ///   - source: Lua text; a first line that starts with `#` is skipped.
  ///   - name: as Lua takes it: `@file.lua`, `=text`.
  ///   - arguments: what `...` and `arg` hold.
  /// - Returns: copies of what the chunk returned.
  /// - Throws: ``ScriptError``, ``LimitExceeded``, `CancellationError`.
  @discardableResult
  public func run(
    _ source: String, name: String, arguments: [String] = []
  ) async throws -> [LuaValue] {
    try await run(Array(source.utf8), name: name, arguments: arguments)
  }

  /// As ``run(_:name:arguments:)-(String,_,_)``, for bytes.
  @discardableResult
  public func run(
    _ source: [UInt8], name: String, arguments: [String] = []
  ) async throws -> [LuaValue] {
    let task = state.makeTask(String(name.dropFirst()))
    defer { state.recycle(task) }
    state.beginSlice()
    try state.load(source, name: name, onto: task.stack)
    state.setArguments(arguments, script: String(name.dropFirst()))
    try Self.reserve(arguments.count, on: task.stack)
    for argument in arguments { task.stack.push(argument) }
    let count = try await drive(task, arguments: Int32(arguments.count))
    return try state.popValues(count, task.stack)
  }

  /// Calls a Lua function as a child of `parent` within the current Swift task.
  func call(
    _ function: LuaFunction, _ arguments: [LuaValue], parent: ScriptTask?, mark: String? = nil,
    raisesReturned: Bool = false
  ) async throws -> [LuaValue] {
    let task = try state.makeCallback(of: parent)
    if let mark { task.marks = task.marks + [mark] }
    defer { state.recycle(task) }
    function.push(task.stack)
    try Self.reserve(arguments.count, on: task.stack)
    for argument in arguments { task.stack.push(argument) }
    let count = try await drive(task, arguments: Int32(arguments.count))
    if raisesReturned, count >= 2 {
      let first = task.stack.count - count + 1
      if task.stack.kind(first) == .nil, let box = state.errorBox(task.stack, first + 1) {
        throw box.error
      }
    }
    return try state.popValues(count, task.stack)
  }

  /// Makes room for arguments: a fresh thread's stack holds a few dozen values.
  private static func reserve(_ count: Int, on stack: LuaStack) throws {
    guard count < 1_000_000, stack.reserve(Int32(count) + 4) else {
      throw HostError.usage("too many arguments")
    }
  }

  /// Drives a task to its end.
  /// - Returns: how many results are on top of the task's stack.
  func drive(_ task: ScriptTask, arguments: Int32) async throws -> Int32 {
    try await TaskRun(state, task, arguments: arguments).drive()
  }
}

/// How an engine is set up.
public struct EngineConfiguration: Sendable {
  /// Memory and running time.
  public var limits: Limits
  /// Folders in which `require` looks, in their order; nothing outside them is loaded. Asked for at
  /// the first `require`.
  public var moduleFolders: @Sendable () -> [String]
  /// A folder of rules that comes after them: `require("rules.lib.words")` finds its `lib/words.lua`.
  public var rulesFolder: String?
  /// Whether `require` may load a file of those folders, by its real path; nil: each.
  public var mayLoad: (@Sendable (String) -> Bool)?
  /// Told each file that `require` has found, on the engine's thread.
  public var onModule: @Sendable (String) -> Void
  /// Whether reading or writing an unknown global is an error.
  public var strictGlobals: Bool
  /// Environment variables that `os.getenv` shows.
  public var environment: EnvironmentVariables
  /// The start of `os.time`, `os.date`, `os.clock` and `math.random`; nil: the machine's clock and
  /// entropy.
  public var sources: RunSources?

  /// A configuration; the defaults suit a script of the user's own.
  public init(
    limits: Limits = Limits(),
    moduleFolders: @escaping @autoclosure @Sendable () -> [String] = [], rulesFolder: String? = nil,
    mayLoad: (@Sendable (String) -> Bool)? = nil,
    onModule: @escaping @Sendable (String) -> Void = { _ in }, strictGlobals: Bool = true,
    environment: EnvironmentVariables = [:], sources: RunSources? = nil
  ) {
    self.limits = limits
    self.moduleFolders = moduleFolders
    self.rulesFolder = rulesFolder
    self.mayLoad = mayLoad
    self.onModule = onModule
    self.strictGlobals = strictGlobals
    self.environment = environment
    self.sources = sources
  }
}
