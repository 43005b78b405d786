internal import CLua
internal import Reactor

// Loads chunks; makes and ends tasks.
extension ScriptState {
  /// Makes a task on a new or reused thread; push its function and arguments next.
  func makeTask(_ name: String, number: Int? = nil, of count: Int? = nil) -> ScriptTask {
    if endedByMemory {
      // Lua runs no finalizers while memory is short, so objects of the script that ran out are
      // released here.
      endedByMemory = false
      clua_collect(main.pointer)
    }
    let thread = idleThreads.take() ?? makeThread()
    ledger.add(ScriptTask.ownBytes)
    waits.begin()
    clua_push_task_main(thread.pointer)
    return ScriptTask(thread: thread, name: name, number: number, of: count)
  }

  /// Makes a task for a Lua function that a host function calls on behalf of the task that called
  /// it.
  /// - Throws: ``HostError`` when such calls are nested too deeply.
  func makeCallback(of parent: ScriptTask?) throws -> ScriptTask {
    try ScriptTask.checkDepth(below: parent)
    let task = makeTask(parent?.label ?? "callback")
    task.isCallback = true
    if let parent {
      task.join(parent)
      parent.callbacks &+= 1
    }
    return task
  }

  private func makeThread() -> TaskThread {
    let main = main.pointer
    let pointer = lua_newthread(main)!
    // Scripts must not resume a task's thread themselves.
    clua_set_guarded(pointer, true)
    return TaskThread(pointer: pointer, reference: luaL_ref(main, LUA_REGISTRY))
  }

  /// Releases an ended task's thread; after a success the next task reuses it.
  func recycle(_ task: ScriptTask) {
    ledger.give(ScriptTask.ownBytes)
    waits.end()
    releaseCopies(task)
    if lua_status(task.thread.pointer) == LUA_OK, idleThreads.hasRoom {
      lua_settop(task.thread.pointer, 0)
      idleThreads.keep(task.thread)
    } else {
      luaL_unref(main.pointer, LUA_REGISTRY, task.thread.reference)
    }
  }

  /// Starts a run in a later turn of the reactor. All runs of one turn share one closure, because a
  /// hundred thousand closures would take half as much memory as the rest.
  func beginSoon(_ run: TaskRun) {
    if let beginnings { return beginnings.runs.append(run) }
    let made = Beginnings([run])
    beginnings = made
    // Only the reactor keeps the closure: jobs that it drops at its end must not form a cycle with
    // this state.
    reactor.later { [self] in
      beginnings = nil
      for run in made.runs { run.begin() }
    }
  }

  /// Runs that start in the same turn.
  final class Beginnings {
    fileprivate var runs: [TaskRun]

    fileprivate init(_ runs: [TaskRun]) { self.runs = runs }
  }

  /// Why a resumed task came to rest.
  enum Rest {
    /// It ended, with the number of results on top of its stack, or with an error.
    case ended(Result<Int32, any Error>)
    /// It waits; ``ScriptState/wait`` has the reason.
    case waits
  }

  /// Resumes a task with the top `count` values of its stack.
  func resume(_ task: ScriptTask, _ count: Int32) -> Rest {
    var results: Int32 = 0
    let before = current
    current = task
    wait = nil
    let status = clua_resume(vm, task.thread.pointer, count, &results)
    current = before
    if status == LUA_OK, !vm.pointee.failed { return .ended(.success(results)) }
    guard status == LUA_YIELD, wait != nil else {
      return .ended(.failure(failure(of: task)))
    }
    task.stack.pop(results)
    StandardOutput.flush()
    if StandardOutput.failure != nil {
      keep(LimitExceeded.outputClosed, of: task)
      return .ended(.failure(LimitExceeded.outputClosed))
    }
    return .waits
  }

  /// Pushes the outcome of the call that a task waits for: `true, results…` or `false, error`.
  /// - Parameter push: pushes the results, or throws the error.
  /// - Returns: the number of pushed values.
  func pushEnd(_ task: ScriptTask, _ push: (HostCall) throws -> Int32) -> Int32 {
    let stack = task.stack
    let base = stack.count
    let copiedBefore = vm.pointee.copied
    // An object that the call made may keep the arguments.
    vm.pointee.copied = releaseCopies(task)
    defer { vm.pointee.copied = copiedBefore }
    do {
      // The end of a callback or a child, even if the host function ignored it.
      if let end = end(of: task) { throw end }
      stack.push(true)
      _ = try push(HostCall(stack: stack, state: self, function: task.waitingFunction))
    } catch {
      lua_settop(stack.pointer, base)
      let before = current
      current = task
      defer { current = before }
      let code = deliver(error, stack, trace: task.waitingThread ?? task.thread.pointer)
      stack.push(code >= 0)
      clua_insert(stack.pointer, base + 1)
    }
    return stack.count - base
  }

  /// The error of a task that failed; its value is on top of the task's stack.
  func failure(of task: ScriptTask) -> any Error {
    if let fatal = takeFatal(of: task) { return fatal }
    defer {
      lastTraceback = []
      lastPosition = ""
      lastHint = nil
    }
    return copying { scriptError(on: task.stack) }
  }

  /// Loads text onto a stack as a function.
  /// - Throws: ``ScriptError`` of kind `syntax`; errors that stop the script, because compiling
  ///   takes time.
  func load(_ source: [UInt8], name: String, onto stack: LuaStack) throws {
    let text = try Self.chunkText(source, name: name)
    chunks.add(source, name: name)
    let status = text.withUnsafeBytes { bytes in
      clua_load_text(
        stack.pointer, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, name)
    }
    guard status == LUA_OK else {
      let message = stack.string(-1) ?? "the text does not load"
      stack.pop()
      if let fatal = takeFatal(of: current) { throw fatal }
      var error = ScriptError(
        message: Self.withWholePath(message, of: name), kind: "syntax",
        excerpt: chunks.excerpt(for: message, traceback: []))
      error.hint = chunks.syntaxHint(message)
      throw error
    }
  }

  /// The message with the whole path of the file; Lua shows its last 56 bytes after "...".
  private static func withWholePath(_ message: String, of name: String) -> String {
    // The parser says where each other fault is.
    if message == "C stack overflow" { return "\(name.dropFirst()): the text nests too deeply" }
    guard name.hasPrefix("@"), message.hasPrefix("...") else { return message }
    let end = String(decoding: name.utf8.suffix(shownOfPath), as: UTF8.self)
    guard message.dropFirst(3).hasPrefix(end + ":") else { return message }
    return String(name.dropFirst()) + message.dropFirst(3 + end.count)
  }

  /// LUA_IDSIZE minus the dots and the zero at its end.
  private static let shownOfPath = 60 - 3 - 1

  /// A file's text without a byte-order mark and a first line that starts with `#`.
  /// - Throws: ``ScriptError`` of kind `syntax` for UTF-16, which editors on Windows write, and for bytecode.
  static func chunkText(_ source: [UInt8], name: String) throws -> ArraySlice<UInt8> {
    var text = source[...]
    if isUTF16(text) {
      throw ScriptError(
        message: "\(name.dropFirst()):1: the text is UTF-16: save it as UTF-8", kind: "syntax")
    }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    if text.first == UInt8(ascii: "#") { text = text.drop { $0 != UInt8(ascii: "\n") } }
    if text.drop(while: { $0 == UInt8(ascii: "\n") }).first == 0x1B {
      throw ScriptError(
        message: "\(name.dropFirst()):1: bytecode is not run, since it can crash the interpreter: "
          + "run the script's source", kind: "syntax")
    }
    return text
  }

  /// Whether the text begins with a byte-order mark of UTF-16, or with ASCII characters in UTF-16.
  private static func isUTF16(_ text: ArraySlice<UInt8>) -> Bool {
    let start = Array(text.prefix(4))
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return true }
    guard start.count == 4 else { return false }
    let zeros = start.map { $0 == 0 }
    return zeros == [false, true, false, true] || zeros == [true, false, true, false]
  }

  /// Copies and pops the top `count` values.
  func popValues(_ count: Int32, _ stack: LuaStack) throws -> [LuaValue] {
    defer { stack.pop(count) }
    guard count > 0 else { return [] }
    return try copying {
      try (1...count).map { try LuaValue(stack, stack.count - count + $0) }
    }
  }
}
