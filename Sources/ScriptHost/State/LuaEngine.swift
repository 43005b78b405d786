internal import CLua
public import Notation
public import Reactor

/// Runs Lua: one state, its tasks, its limits. An actor bound to a reactor.
///
/// ```swift
/// let reactor = Reactor()
/// let engine = LuaEngine(reactor: reactor)
/// let values = try await engine.run("return 6 * 7", name: "=example")
/// // values == [.int(42)]
/// ```
public actor LuaEngine {
  nonisolated let state: ScriptState
  /// The reactor's executor, stored because every end of a wait reads it.
  public nonisolated let unownedExecutor: UnownedSerialExecutor

  /// Opens a state with the safe standard library.
  /// - Parameters:
  ///   - reactor: the thread that runs it, shared with the clients that scripts call.
  ///   - time: the source of timers; by default the machine's clocks.
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

  /// The source of timers.
  public nonisolated var time: any TimeSource { state.time }

  /// Registers a module as `mix.NAME`; `make` is called at its first use.
  public func register(_ name: String, _ make: @escaping @Sendable () -> Module) {
    state.register(name, make)
  }

  /// Registers modules unless some are registered already, so that several callers may try.
  public func registerOnce(_ makers: [(name: String, make: @Sendable () -> Module)]) {
    guard state.moduleNames.isEmpty else { return }
    for (name, make) in makers { state.register(name, make) }
  }

  /// Ends the running script and every later one with `CancellationError`, until
  /// ``clearInterrupt()``. Any thread.
  public nonisolated func interrupt() { state.interrupt() }

  /// Undoes ``interrupt()`` so that the engine runs scripts again: for a prompt that continues
  /// after Ctrl-C. Call it when the interrupted script has ended. Any thread.
  public nonisolated func clearInterrupt() { state.clearInterrupt() }

  /// Counts the memory of the engine's scripts and limits it.
  public nonisolated var memory: MemoryLedger { state.ledger }

  /// `file:line: ` of the first place where a script met a limit of time; empty before one has.
  public var limitPosition: String { state.endPosition }

  /// Bytes of Lua memory in use.
  public var memoryInUse: Int { Int(clua_used(state.vm)) }

  /// Bytes that Lua has from the system: those in use and freed blocks that are kept for reuse.
  public var memoryHeld: Int { Int(clua_held(state.vm)) }

  /// Loads a chunk of text and runs it to its end.
  /// - Parameters:
  ///   - source: Lua text; a first line that starts with `#` is skipped.
  ///   - name: in Lua's form: `@file.lua`, `=text`.
  ///   - arguments: the values of `...` and `arg`.
  /// - Returns: copies of the chunk's results.
  /// - Throws: ``ScriptError``, ``LimitExceeded``, `CancellationError`.
  @discardableResult
  public func run(
    _ source: String, name: String, arguments: [String] = []
  ) async throws -> [LuaValue] {
    try await run(Array(source.utf8), name: name, arguments: arguments)
  }

  /// ``run(_:name:arguments:)-(String,_,_)`` for bytes.
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

  /// Calls a function of a module: `require(module)[function](…)`.
  /// - Returns: copies of its results.
  /// - Throws: as ``run(_:name:arguments:)-(String,_,_)``.
  public func call(
    _ function: String, of module: String, _ arguments: [LuaValue]
  ) async throws -> [LuaValue] {
    let task = state.makeTask(module)
    defer { state.recycle(task) }
    state.beginSlice()
    let source = "local module, name = ...; return require(module)[name](select(3, ...))"
    try state.load(Array(source.utf8), name: "=\(module)", onto: task.stack)
    let all = [.string(module), .string(function)] + arguments
    try Self.reserve(all.count, on: task.stack)
    for argument in all { task.stack.push(argument) }
    let count = try await drive(task, arguments: Int32(all.count))
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

  /// Reserves stack for arguments, because a new thread's stack holds only a few dozen values.
  private static func reserve(_ count: Int, on stack: LuaStack) throws {
    guard count < 1_000_000, stack.reserve(Int32(count) + 4) else {
      throw HostError.usage("too many arguments")
    }
  }

  /// Runs a task to its end.
  /// - Returns: the number of results on top of the task's stack.
  func drive(_ task: ScriptTask, arguments: Int32) async throws -> Int32 {
    try await TaskRun(state, task, arguments: arguments).drive()
  }
}

/// The settings of an engine.
public struct EngineConfiguration: Sendable {
  /// Memory and running time.
  public var limits: Limits
  /// Folders that `require` searches, in their order; nothing outside them is loaded. Evaluated at
  /// the first `require`.
  public var moduleFolders: @Sendable () -> [String]
  /// A folder of rules that is searched after them: `require("rules.lib.words")` finds its
  /// `lib/words.lua`.
  public var rulesFolder: String?
  /// Whether `require` may load a file of those folders, by its real path; nil allows every file.
  public var mayLoad: (@Sendable (String) -> Bool)?
  /// Called with each file that `require` finds, on the engine's thread.
  public var onModule: @Sendable (String) -> Void
  /// Whether reading or writing an unknown global is an error.
  public var strictGlobals: Bool
  /// Environment variables that `os.getenv` shows.
  public var environment: EnvironmentVariables
  /// The clock and the seed of `os.time`, `os.date`, `os.clock` and `math.random`; nil for the
  /// machine's clock and entropy.
  public var sources: RunSources?

  /// Makes a configuration; the defaults suit a script of the user's own.
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
