internal import CLua
internal import Notation

// How Swift errors enter Lua and leave it again.
extension ScriptState {
  /// Pushes an error by its delivery. Returns the trampoline's code: 2 for `nil, err`, or a raise
  /// code with the value on top.
  func deliver(_ error: any Error, _ stack: LuaStack, trace: OpaquePointer) -> Int32 {
    // Most errors are HostErrors, and each type check is slow, so this one comes first.
    if let error = error as? HostError { return deliver(error, nil, stack, trace) }
    if let fatal = markFatal(error) {
      if unwindsFurther {
        clua_mark_further(stack.pointer, fatal)
      } else {
        clua_mark_fatal(stack.pointer, fatal)
      }
      stack.push("stopped")
      return Int32(CLUA_RAISE_FATAL)
    }
    let passed = error as? ScriptError
    if let passed, let table = passed.table, table.belongs(to: self) {
      raised = (table, passed.traceback)
      table.push(stack)
      return Int32(CLUA_RAISE)
    }
    return deliver(HostError(error), passed, stack, trace)
  }

  /// Pushes an error.
  /// - Parameter passed: the script error that it was made from.
  private func deliver(
    _ error: HostError, _ passed: ScriptError?, _ stack: LuaStack, _ trace: OpaquePointer
  ) -> Int32 {
    guard error.delivery == .raised || passed != nil else {
      stack.pushNil()
      push(ErrorBox(error: error, position: "", traceback: []), stack)
      return 2
    }
    var lines = Traceback.lines(of: trace)
    var position = Traceback.position(of: trace)
    if let passed {
      // The frames of a child task come before those of the task that receives its error.
      lines = passed.traceback + Traceback.joint(passed.task, at: position, lines)
      position = ""
    }
    let box = ErrorBox(error: error, position: position, traceback: lines)
    box.hint = passed?.hint
    push(box, stack)
    return Int32(CLUA_RAISE)
  }

  /// The code of an error that no `pcall` may catch; nil for others.
  private func markFatal(_ error: any Error) -> Int32? {
    let pending = vm.pointee.fatal
    if error is StillStopping { return pending }
    // A `<close>` handler that calls os.exit does not replace the end that unwinds the stack; only
    // a cancellation, which ends one task, gives way to an end of the script.
    let isFinal = pending != Int32(CLUA_FATAL_NONE) && pending != Int32(CLUA_FATAL_CANCELLED)
    if isFinal, error is any ScriptEnd { return pending }
    if let exceeded = error as? LimitExceeded {
      stop = exceeded
      switch exceeded {
      case .time: return Int32(CLUA_FATAL_TIME)
      case .memory, .outOfMemory: return Int32(CLUA_FATAL_MEMORY)
      case .instructions: return Int32(CLUA_FATAL_INSTRUCTIONS)
      case .outputClosed: return Int32(CLUA_FATAL_OUTPUT)
      }
    }
    if error is ScriptExit {
      stop = error
      return Int32(CLUA_FATAL_EXIT)
    }
    if error is CancellationError,
      current?.isCancelled ?? false || Task.isCancelled || isInterrupted
    {
      return Int32(CLUA_FATAL_CANCELLED)
    }
    return nil
  }

  /// Converts the error value on top of a task's stack; `lastTraceback` has the frames of its
  /// place.
  func scriptError(on stack: LuaStack) -> ScriptError {
    var error = bareError(on: stack)
    if error.traceback.first == "in for iterator", error.message == "attempt to index a nil value" {
      // An iterator of C, about which Lua itself says no more.
      error.message = lastPosition + "attempt to loop over nil: the list is not there"
    }
    error.excerpt = chunks.excerpt(for: error.message, traceback: error.traceback)
    error.hint = errorBox(stack, -1).map(\.hint) ?? lastHint
    return error
  }

  private func bareError(on stack: LuaStack) -> ScriptError {
    let traceback = lastTraceback
    if let box = errorBox(stack, -1) {
      return ScriptError(
        message: box.text, kind: box.error.kind,
        traceback: box.traceback.isEmpty ? traceback : box.traceback,
        value: .object(box.error.fields), underlying: box.error.underlying ?? box.error)
    }
    guard stack.kind(-1) == .table else { return plainError(on: stack, traceback, nil) }
    let table = KeptValue(popping: LuaReference.copy(stack, -1), state: self)
    var passed: [String] = []
    if let raised, isTop(of: stack, raised.value) { passed = raised.traceback }
    raised = nil
    return plainError(on: stack, passed + traceback, table)
  }

  /// Copies the error of a rule, because no function of a rule may run after its call has ended.
  func ruleError(on stack: LuaStack) -> ScriptError {
    guard errorBox(stack, -1) == nil, stack.kind(-1) != .string else {
      return scriptError(on: stack)
    }
    let value = (try? LuaValue(stack, -1)) ?? .nil
    var message = "(error object is a \(stack.typeName(-1)) value)"
    if case .object(let fields) = value, let own = fields["message"]?.shownText { message = own }
    return ScriptError(
      message: lastPosition + message, traceback: lastTraceback, value: value, table: nil)
  }

  private func isTop(of stack: LuaStack, _ value: KeptValue) -> Bool {
    value.push(stack)
    defer { stack.pop() }
    return lua_rawequal(stack.pointer, -1, -2) != 0
  }

  /// Makes an error for a value that is not an error object.
  private func plainError(
    on stack: LuaStack, _ traceback: [String], _ table: KeptValue?
  ) -> ScriptError {
    let value = (try? LuaValue(stack, -1)) ?? .nil
    if let message = value.shownText {
      return ScriptError(message: message, traceback: traceback)
    }
    clua_tostring_safe(stack.pointer, -1)
    _ = takeFatal(of: nil)  // the task has ended: nothing is left to stop
    let text = stack.string(-1) ?? "?"
    stack.pop()
    if text.hasPrefix("table:"), case .object(let fields) = value,
      let own = fields["message"]?.shownText
    {
      return ScriptError(
        message: lastPosition + own, traceback: traceback, value: value, table: table)
    }
    let message: String
    switch stack.kind(-1) {
    case .table where !text.hasPrefix("table:"), .userdata: message = text
    default: message = "(error object is a \(stack.typeName(-1)) value\(Self.fields(value)))"
    }
    return ScriptError(
      message: lastPosition + message, traceback: traceback, value: value, table: table)
  }

  /// The fields of a table in a few words, `: {code = 3, why = "x"}`; empty for none.
  private static func fields(_ value: LuaValue) -> String {
    guard case .object(let fields) = value, !fields.isEmpty else { return "" }
    let shown = fields.sorted { $0.key < $1.key }.map { name, value in
      switch value {
      case .string(let text): "\(name) = \"\(text)\""
      case .int(let number): "\(name) = \(number)"
      case .number(let number): "\(name) = \(number)"
      case .bool(let flag): "\(name) = \(flag)"
      default: "\(name) = …"
      }
    }
    return LongText.cut(": {\(shown.joined(separator: ", "))}", to: 200)
  }

  // MARK: The error object

  /// Pushes an error object.
  func push(_ box: ErrorBox, _ stack: LuaStack) {
    openErrorType(stack)
    clua_push_object(
      stack.pointer, Unmanaged<AnyObject>.passRetained(box).toOpaque(), objectKey(ErrorBox.self))
  }

  /// The error object at `index`; nil for other values.
  func errorBox(_ stack: LuaStack, _ index: Int32) -> ErrorBox? {
    guard let pointer = clua_object(stack.pointer, index, objectKey(ErrorBox.self)) else {
      return nil
    }
    return Unmanaged<ErrorBox>.fromOpaque(pointer).takeUnretainedValue()
  }

  private func openErrorType(_ stack: LuaStack) {
    guard clua_new_object_type(stack.pointer, objectKey(ErrorBox.self)) else { return stack.pop() }
    let methods: [(String, @Sendable (HostCall) throws -> Int32)] = [
      (
        "__index",
        { call in
          let field = call.stack.string(2) ?? ""
          call.stack.push(call.state.errorBox(call.stack, 1)?.value(field) ?? .nil)
          return 1
        }
      ),
      (
        "__tostring",
        { call in
          call.stack.push(call.state.errorBox(call.stack, 1)?.text ?? "error")
          return 1
        }
      ),
      (
        "__concat",
        { call in
          clua_tostring_safe(call.stack.pointer, 1)
          clua_tostring_safe(call.stack.pointer, 2)
          // The other operand's `__tostring` may have met a limit or called os.exit.
          try call.state.checkStopping()
          call.stack.push((call.stack.bytes(-2) ?? []) + (call.stack.bytes(-1) ?? []))
          return 1
        }
      ),
    ]
    for (name, body) in methods {
      let signature = FunctionSignature(
        name: name, doc: "", parameters: [], returns: "", example: "", waits: false)
      let entry = FunctionEntry(signature: signature) { call in .results(try body(call)) }
      push(entry, fullName: name == "__index" ? "error" : name, stack)
      lua_setfield(stack.pointer, -2, name)
    }
    stack.push("error")
    lua_setfield(stack.pointer, -2, "__name")
    stack.pop()
  }
}

extension ScriptError: ScriptVisibleError {
  /// The error as a parent task sees it: the same kind, message and Swift error.
  public var hostError: HostError {
    var fields: [String: LuaValue] = [:]
    if case .object(let own) = value { fields = own }
    return HostError(
      kind: kind, message: message, retryable: (underlying as? HostError)?.retryable ?? false,
      fields: fields, delivery: .raised, underlying: underlying ?? self)
  }
}
