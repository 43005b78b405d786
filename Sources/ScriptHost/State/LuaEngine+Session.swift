internal import CLua

// Calls for a prompt, an editor and a watcher.
extension LuaEngine {
  /// Loads and runs a chunk, and reads its results in place instead of copying them.
  /// - Parameters:
  ///   - name: in Lua's form: `=repl`.
  ///   - body: gets a stack with the results on top, and their number; it must leave the stack as
  ///     it was.
  /// - Throws: ``ScriptError``, ``LimitExceeded``, `CancellationError`; errors of `body`.
  public func run<R: Sendable>(
    _ source: [UInt8], name: String, reading body: @Sendable (LuaStack, Int32) throws -> R
  ) async throws -> R {
    // The next input at the prompt may end the waits of this code, which continues in the
    // background.
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
  /// - Throws: ``ScriptError`` of kind `syntax`; its message ends with `<eof>` when more text may
  ///   complete the chunk.
  public func check(_ source: [UInt8], name: String) throws {
    state.beginSlice()
    try state.load(source, name: name, onto: state.main)
    state.main.pop()
  }

  /// Passes the state's own stack to `body`, which must leave it as it was and must not keep it.
  public func withStack<R: Sendable>(_ body: @Sendable (LuaStack) throws -> R) throws -> R {
    guard state.main.reserve(64) else { throw HostError.usage("the Lua stack is full") }
    state.beginSlice()
    return try body(state.main)
  }

  /// The names of all registered modules, in byte order.
  public var moduleNames: [String] { state.moduleNames }

  /// The description of a registered module; nil when no module has that name.
  public func module(_ name: String) -> ModuleDescription? {
    state.makeModule(name).map(ModuleDescription.init)
  }
}
