internal import CLua

// Loading chunks, making and ending tasks.
extension ScriptState {
  private static let mostIdleThreads = 64

  /// Makes a task on a fresh or idle thread; its function and arguments are pushed next.
  func makeTask(_ name: String, number: Int? = nil) -> ScriptTask {
    let thread = idleThreads.popLast() ?? makeThread()
    clua_push_task_main(thread.pointer)
    return ScriptTask(thread: thread, name: name, number: number)
  }

  private func makeThread() -> TaskThread {
    let main = main.pointer
    let pointer = lua_newthread(main)!
    // Scripts must not resume a task's thread themselves.
    clua_set_guarded(pointer, true)
    return TaskThread(pointer: pointer, reference: luaL_ref(main, LUA_REGISTRY))
  }

  /// Takes back an ended task's thread: for the next task when it ended well.
  func recycle(_ task: ScriptTask) {
    if lua_status(task.thread.pointer) == LUA_OK, idleThreads.count < Self.mostIdleThreads {
      lua_settop(task.thread.pointer, 0)
      idleThreads.append(task.thread)
    } else {
      luaL_unref(main.pointer, LUA_REGISTRY, task.thread.reference)
    }
  }

  /// The error of a task that ended with one; its value is on top of the task's stack.
  func failure(of task: ScriptTask) -> any Error {
    if let fatal = takeFatal() { return fatal }
    defer {
      lastTraceback = []
      lastPosition = ""
    }
    return scriptError(on: task.stack)
  }

  /// Loads text onto a stack as a function.
  /// - Throws: ``ScriptError`` of kind `syntax`.
  func load(_ source: [UInt8], name: String, onto stack: LuaStack) throws {
    let text = Self.chunkText(source)
    let status = text.withUnsafeBytes { bytes in
      clua_load_text(
        stack.pointer, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, name)
    }
    guard status == LUA_OK else {
      let message = stack.string(-1) ?? "the text does not load"
      stack.pop()
      throw ScriptError(message: message, kind: "syntax")
    }
  }

  /// A file's text without a byte-order mark and a first line that starts with `#`.
  static func chunkText(_ source: [UInt8]) -> ArraySlice<UInt8> {
    var text = source[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    if text.first == UInt8(ascii: "#") { text = text.drop { $0 != UInt8(ascii: "\n") } }
    return text
  }

  /// Copies and pops the top `count` values.
  func popValues(_ count: Int32, _ stack: LuaStack) throws -> [LuaValue] {
    defer { stack.pop(count) }
    guard count > 0 else { return [] }
    return try (1...count).map { try LuaValue(stack, stack.count - count + $0) }
  }
}
