internal import CLua
internal import Reactor

// @unchecked Sendable: confined as stated below; debug builds assert it in `invoke`.
/// One Lua state and the host's data of it.
///
/// Confined: every method but `init`, `interrupt` and `clearInterrupt` runs on the reactor's
/// thread, inside the engine's isolation or inside a host function that the engine's `lua_resume`
/// called.
final class ScriptState: @unchecked Sendable {  // confined: see above
  let vm: UnsafeMutablePointer<clua_vm>
  let reactor: Reactor
  let time: any TimeSource
  let limits: Limits
  let ledger: MemoryLedger
  /// The actor that owns this state; set once, before the first use.
  unowned(unsafe) var engine: LuaEngine!

  /// The task whose Lua code is running.
  var current: ScriptTask? {
    didSet { vm.pointee.timed = current?.timeScope != nil }
  }
  /// The wait of the task that came to rest last, from the host function's return until the driver
  /// awaits it.
  var wait: HostWait?
  /// The runs that start in the reactor's next turn; see ``beginSoon(_:)``.
  weak var beginnings: Beginnings?
  /// The innermost running function inside which scripts cannot wait, as errors name it; nil for
  /// none.
  var forbidsWaits: String?
  /// Whether a run of this state has ended by a ``ScriptEnd``; only then are ends looked up.
  var hasKeptEnd = false
  /// The reactor's rest, in nanoseconds, when the slice began.
  private var restAtSlice: UInt64 = 0
  /// Whether an interrupt has begun to unwind tasks; see ``unwindsFurther``.
  var hasUnwound = false
  /// The error that stops the script (a limit, its own exit) while it unwinds the stack.
  var stop: (any Error)?
  /// Whether a script has ended at its memory limit since the last collection of garbage.
  var endedByMemory = false
  /// The frames where the last error that left a task was raised, the innermost first.
  var lastTraceback: [String] = []
  /// `file:line: ` of that frame.
  var lastPosition = ""
  /// `file:line: ` of the first limit that a script met; empty without one.
  var endPosition = ""
  /// The modules that `require` is loading.
  let loads: ModuleLoads
  /// The table that a task raised as its error, on its way through the parent tasks, and the frames
  /// that it has passed.
  var raised: (value: KeptValue, traceback: [String])?
  /// The suggestion for a misspelt field in the last error.
  var lastHint: String?
  /// The texts that were loaded, for excerpts.
  var chunks = ChunkTexts()
  /// The waits of the state's tasks.
  let waits: TaskWaits
  /// Threads of ended tasks, for reuse.
  let idleThreads = IdleThreads()
  private var boxes: [HostFunctionBox] = []
  /// The parts of the used modules that rules may use; nil before the first rule, because a
  /// dictionary would slow down each start.
  var ruleAccesses: RuleAccesses?
  private var moduleMakers: [(name: String, make: @Sendable () -> Module)] = []
  /// The texts of host scripts by their names; nil: there are none.
  var scriptText: (@Sendable (String) throws -> [UInt8])?

  init(reactor: Reactor, time: any TimeSource, limits: Limits) {
    self.reactor = reactor
    self.time = time
    self.limits = limits
    loads = ModuleLoads(reactor: reactor)
    waits = TaskWaits(reactor)
    ledger = MemoryLedger(limit: limits.memoryBytes, reactor: reactor)
    guard
      let vm = clua_open(
        ledger.record, nil, dispatchHostCall, releaseHostObject, noteScriptError, isTimeOver)
    else {
      preconditionFailure("out of memory while starting the script engine")
    }
    self.vm = vm
    vm.pointee.owner = Unmanaged.passUnretained(self).toOpaque()
    ledger.open(self)
    vm.pointee.slice_ns = limits.sliceNanoseconds
    guard clua_open_libraries(vm) == LUA_OK else {
      preconditionFailure("the memory limit is too small to start the script engine")
    }
    ArrayMark.open(main)
  }

  deinit {
    ledger.open(nil)
    clua_close(vm)
  }

  /// The main thread's stack: for tables and references, never for running scripts.
  var main: LuaStack { LuaStack(vm.pointee.main) }

  /// Asks the running script to stop. Any thread.
  func interrupt() { clua_interrupt(vm, Int32(CLUA_FATAL_CANCELLED)) }

  /// Whether ``interrupt()`` was called and not undone.
  var isInterrupted: Bool { clua_interrupted(vm) }

  /// Undoes ``interrupt()``. Any thread.
  func clearInterrupt() { clua_interrupt(vm, Int32(CLUA_FATAL_NONE)) }

  // MARK: Host functions

  /// Pushes a host function that lives as long as the state.
  func push(_ entry: FunctionEntry, fullName: String, _ stack: LuaStack) {
    push(
      HostFunctionBox(fullName: fullName, signature: entry.signature, body: entry.body), stack)
  }

  /// Pushes a host function that lives as long as the state.
  func push(_ box: HostFunctionBox, _ stack: LuaStack) {
    boxes.append(box)
    clua_push_host_function(stack.pointer, Unmanaged.passUnretained(box).toOpaque())
  }

  /// Runs a host function for the trampoline. Returns a number of results or a CLUA_ code.
  func invoke(_ function: HostFunctionBox, _ pointer: OpaquePointer) -> Int32 {
    assert(reactor.isCurrent || current == nil, "a script runs on its reactor's thread only")
    let stack = LuaStack(pointer)
    let call = HostCall(stack: stack, state: self, function: function)
    let copiedBefore = vm.pointee.copied
    vm.pointee.copied = 0
    defer { vm.pointee.copied = copiedBefore }
    do {
      switch try function.body(call) {
      case .results(let count):
        if mayHaveEnded, let end = end(of: current) { throw end }
        if vm.pointee.copied > Self.mostUncharged { clua_charge_object(pointer, 1) }
        return count
      case .wait(let wait):
        self.wait = wait
        holdCopies()
        current?.waitingFunction = function
        current?.waitingThread = pointer
        return Int32(CLUA_YIELD)
      }
    } catch {
      guard stack.reserve(8) else { return Int32(CLUA_RAISE) }
      return deliver(error, stack, trace: pointer)
    }
  }

  /// Bytes that an object's method may copy before the object's charge is checked.
  private static let mostUncharged = 256

  /// Charges the running call's copies to its task, because the call may keep them while it waits.
  private func holdCopies() {
    guard let current, vm.pointee.copied > 0 else { return }
    current.heldBytes += vm.pointee.copied
    clua_hold(vm, vm.pointee.copied)
  }

  /// Ends the charge of a task's waiting call; returns its bytes.
  @discardableResult
  func releaseCopies(_ task: ScriptTask) -> Int {
    let bytes = task.heldBytes
    task.heldBytes = 0
    if bytes > 0 { ledger.give(bytes) }
    return bytes
  }

  /// Runs `body`, which copies values outside a host call.
  func copying<Value>(_ body: () throws -> Value) rethrows -> Value {
    let before = vm.pointee.copied
    vm.pointee.copied = 0
    defer { vm.pointee.copied = before }
    return try body()
  }

  /// Throws when the running task's run has ended or the task was cancelled.
  func checkpoint(_ call: HostCall) throws {
    // A `<close>` handler that waits while a limit unwinds its task would let other tasks run with
    // the limit exceeded.
    try checkStopping()
    if mayHaveEnded, let end = end(of: current) { throw end }
    if current?.isCancelled ?? false || Task.isCancelled { throw CancellationError() }
  }

  /// Throws when an interrupt or a limit of time or memory has to stop the script.
  func checkDue() throws {
    try checkStopping()
    guard clua_settle_memory(main.pointer) else { throw ledger.exceeded }
    let due = clua_due(vm)
    guard due != Int32(CLUA_FATAL_NONE) else { return }
    clua_mark_fatal(vm.pointee.task ?? vm.pointee.main, due)
    throw StillStopping()
  }

  /// Begins a slice: the running time starts from zero.
  func beginSlice() {
    restAtSlice = reactor.restNanoseconds
    clua_begin_slice(vm)
  }

  /// Whether the reactor has rested since the slice began. A wait that another task cancels is no
  /// real wait: thousands of them may end in one turn.
  var hasRested: Bool { reactor.restNanoseconds - restAtSlice >= TaskRun.realWait }

  /// Begins a slice for a task that has really waited. The tasks of an ended run share the rest of
  /// the last slice.
  func beginSlice(of task: ScriptTask) {
    if !hasEnded(task) { beginSlice() }
  }

  /// Throws while a fatal error unwinds the stack.
  func checkStopping() throws {
    if vm.pointee.fatal != Int32(CLUA_FATAL_NONE) { throw StillStopping() }
  }

  /// Throws where scripts cannot wait, and names the C function that forbids it.
  func checkMayWait(_ call: HostCall) throws {
    if let forbidsWaits {
      throw HostError.usage(
        "\(call.functionName) cannot wait inside \(forbidsWaits): do that before or after it")
    }
    if current != nil, clua_may_wait(call.stack.pointer, nil, 0) { return }
    var reason = [CChar](repeating: 0, count: 96)
    _ = clua_may_wait(call.stack.pointer, &reason, reason.count)
    let name = String(
      decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    throw HostError.usage("\(call.functionName) cannot wait inside \(name)")
  }

  // MARK: Modules

  /// Registers a module; `make` is called when a script first uses it.
  func register(_ name: String, _ make: @escaping @Sendable () -> Module) {
    moduleMakers.append((name, make))
  }

  /// The names of all registered modules.
  var moduleNames: [String] { moduleMakers.map(\.name).sorted() }

  /// Builds a registered module; nil when no module has that name.
  func makeModule(_ name: String) -> Module? {
    // Of modules registered by one name the last counts.
    moduleMakers.last { $0.name == name }?.make()
  }
}

/// Rethrows the fatal error that is already being raised.
struct StillStopping: Error {}

/// Entry from C: see `clua_dispatch`.
private func dispatchHostCall(_ pointer: OpaquePointer?, _ box: UnsafeMutableRawPointer?) -> Int32 {
  let state = Unmanaged<ScriptState>.fromOpaque(clua_vm_of(pointer).pointee.owner)
  let function = Unmanaged<HostFunctionBox>.fromOpaque(box!)
  return state._withUnsafeGuaranteedRef { state in
    function._withUnsafeGuaranteedRef { state.invoke($0, pointer!) }
  }
}

/// Entry from C: reads the stack of an error that leaves its task, before it unwinds.
private func noteScriptError(_ pointer: OpaquePointer?) {
  let state = Unmanaged<ScriptState>.fromOpaque(clua_vm_of(pointer).pointee.owner)
  state._withUnsafeGuaranteedRef { state in
    // Level 0 is the handler itself.
    guard state.vm.pointee.fatal == CLUA_FATAL_NONE else {
      if state.endPosition.isEmpty {
        state.endPosition = Traceback.position(of: pointer!, from: 1)
      }
      return
    }
    state.lastTraceback = Traceback.lines(of: pointer!, from: 1)
    state.lastPosition = Traceback.position(of: pointer!, from: 1)
    state.lastHint = FieldHint.find(LuaStack(pointer!), state.chunks)
  }
}

/// Entry from C: whether the time-outs around the running task are over, by the clock.
private func isTimeOver(_ vm: UnsafeMutablePointer<clua_vm>?) -> Bool {
  let state = Unmanaged<ScriptState>.fromOpaque(vm!.pointee.owner)
  return state._withUnsafeGuaranteedRef { $0.current?.timeScope?.look() ?? false }
}

/// Entry from C: releases a userdata's object.
private func releaseHostObject(_ object: UnsafeMutableRawPointer?) {
  if let object { Unmanaged<AnyObject>.fromOpaque(object).release() }
}
