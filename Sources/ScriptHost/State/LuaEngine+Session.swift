internal import CLua

// Calls that a prompt, an editor and a watcher need besides running a script to its end.
extension LuaEngine {
  /// Loads and runs a chunk, and reads its results in place instead of copying them.
  /// - Parameters:
  ///   - name: as Lua takes it: `=repl`.
  ///   - body: gets a stack with the results on top, and how many they are. It leaves the stack as it
  ///     found it.
  /// - Throws: ``ScriptError``, ``LimitExceeded``, `CancellationError`; what `body` throws.
  public func run<R: Sendable>(
    _ source: [UInt8], name: String, reading body: @Sendable (LuaStack, Int32) throws -> R
  ) async throws -> R {
    // The next input at the prompt may end the waits of the code that runs behind it.
    state.waits.isOpen = true
    let task = state.makeTask(String(name.dropFirst()))
    defer { state.recycle(task) }
    state.beginSlice()
    try state.load(source, name: name, onto: task.stack)
    let count = try await drive(task, arguments: 0)
    defer { task.stack.pop(count) }
    guard task.stack.reserve(32) else { throw HostError.usage("the Lua stack is full") }
    return try body(task.stack, count)
  }

  /// Compiles a chunk without running it.
  /// - Throws: ``ScriptError`` of kind `syntax`; its message ends with `<eof>` when more text may make
  ///   the chunk whole.
  public func check(_ source: [UInt8], name: String) throws {
    state.beginSlice()
    try state.load(source, name: name, onto: state.main)
    state.main.pop()
  }

  /// Lends the state's own stack. The body leaves it as it found it, and keeps nothing of it.
  public func withStack<R: Sendable>(_ body: @Sendable (LuaStack) throws -> R) throws -> R {
    guard state.main.reserve(64) else { throw HostError.usage("the Lua stack is full") }
    state.beginSlice()
    return try body(state.main)
  }

  /// The names of all registered modules, in byte order.
  public var moduleNames: [String] { state.moduleNames }

  /// A registered module as it describes itself; nil when no module has that name.
  public func module(_ name: String) -> ModuleDescription? {
    state.makeModule(name).map(ModuleDescription.init)
  }
}
