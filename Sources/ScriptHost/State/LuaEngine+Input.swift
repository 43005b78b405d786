internal import CLua
internal import Reactor

/// Supplies the input of a script's `io.read`.
public protocol ScriptInput: Sendable {
  /// Reads one format of `io.read`.
  /// - Returns: the bytes; for `n` the number's text; nil at the end.
  /// - Throws: `CancellationError`; ``HostError`` when reading fails.
  func read(_ format: ScriptInputFormat) async throws -> [UInt8]?

  /// The same where it has arrived already; nil: it must be waited for. Called on the engine's reactor.
  /// - Throws: ``HostError``.
  func arrived(_ format: ScriptInputFormat) throws -> [UInt8]??
}

/// A format of `io.read` (manual, 6.8).
public enum ScriptInputFormat: Sendable {
  /// `l` and `L`.
  case line(keepsEnd: Bool)
  /// A number of bytes.
  case bytes(Int)
  /// `a`.
  case all
  /// `n`.
  case number
}

extension LuaEngine {
  /// Opens `io.read`, `io.lines` and `io.stdin` for scripts; they read from `input`.
  public func openInput(_ input: any ScriptInput) {
    let stack = state.main
    let iterators = InputFunctions.iterators(input, state)
    state.pushIO(stack)
    clua_push_stream(stack.pointer)
    for (name, body) in InputFunctions.all(input, iterators) {
      for table in [Int32(-4), -2] {
        state.push(
          FunctionEntry(signature: ScriptState.internalSignature("io." + name), body: body),
          fullName: "io." + name, stack)
        lua_setfield(stack.pointer, table, name)
      }
    }
    stack.pop()
    lua_setfield(stack.pointer, -2, "stdin")
    stack.pop()
  }
}

extension ScriptState {
  fileprivate func pushIO(_ stack: LuaStack) {
    clua_push_globals(stack.pointer)
    stack.push("io")
    lua_rawget(stack.pointer, -2)
    clua_remove(stack.pointer, -2)
  }
}

/// Implements `io.read` and `io.lines`, also as methods of `io.stdin`.
private enum InputFunctions {
  typealias Body = @Sendable (HostCall) throws -> HostReturn

  static func all(_ input: any ScriptInput, _ iterators: [KeptValue]) -> [(String, Body)] {
    [
      ("read", { call in try wait(call, try formats(call), input) }),
      ("lines", { call in try lines(call, iterators) }),
    ]
  }

  /// Iterators over lines, without and with line ends. Made once, because the state keeps its
  /// functions.
  static func iterators(_ input: any ScriptInput, _ state: ScriptState) -> [KeptValue] {
    [false, true].map { keepsEnd in
      let entry = FunctionEntry(signature: ScriptState.internalSignature("io.lines")) { call in
        try wait(call, [.line(keepsEnd: keepsEnd)], input)
      }
      state.push(entry, fullName: "io.lines", state.main)
      return KeptValue(popping: state.main, state: state)
    }
  }

  private static func lines(_ call: HostCall, _ iterators: [KeptValue]) throws -> HostReturn {
    let formats = try formats(call)
    guard formats.count == 1, case .line(let keepsEnd) = formats[0] else {
      throw call.badArgument("format", "\"l\" or \"L\" expected; io.read reads by other formats")
    }
    iterators[keepsEnd ? 1 : 0].push(call.stack)
    return .results(1)
  }

  private static func wait(
    _ call: HostCall, _ formats: [ScriptInputFormat], _ input: any ScriptInput
  ) throws -> HostReturn {
    try call.state.checkpoint(call)
    try call.state.checkMayWait(call)
    // A filter has a task for each block of its input, not for each line.
    if formats.count == 1, case .line = formats[0], let line = try input.arrived(formats[0]) {
      return .results(line.map { Bytes($0).push(call) } ?? LuaValue.nil.push(call))
    }
    return .wait(
      .body { context in
        let rest = context.state.reactor.restNanoseconds
        var results: [any LuaResult] = []
        for format in formats {
          let bytes = try await input.read(format)
          let result: (any LuaResult)? =
            if case .number = format { bytes.flatMap { number($0, context) } } else {
              bytes.map(Bytes.init)
            }
          results.append(result ?? LuaValue.nil)
          // After the first format that fails the others are not read.
          if result == nil { break }
        }
        // A filter may read for hours: a wait for input begins a new time slice, however short it
        // was.
        if context.state.reactor.restNanoseconds != rest { context.beginSlice() }
        return context.end(Several(results))
      })
  }

  /// The arguments as formats; without arguments one line.
  private static func formats(_ call: HostCall) throws -> [ScriptInputFormat] {
    let stack = call.stack
    // Called as a method, the first argument is the stream.
    let first: Int32 = stack.kind(1) == .userdata ? 2 : 1
    guard stack.count >= first else { return [.line(keepsEnd: false)] }
    return try (first...stack.count).map { index in
      if let count = stack.integer(index), count >= 0 { return .bytes(Int(count)) }
      switch stack.string(index)?.drop(while: { $0 == "*" }).first {
      case "l": return .line(keepsEnd: false)
      case "L": return .line(keepsEnd: true)
      case "a": return .all
      case "n": return .number
      default:
        throw call.badArgument(
          "format",
          "\"l\", \"L\", \"a\", \"n\" or a number of bytes expected; only standard input "
            + "can be read (files: mix.fs.read)")
      }
    }
  }

  /// Converts a text to a number as Lua does; nil when it is not a number.
  private static func number(_ text: [UInt8], _ context: HostContext) -> LuaValue? {
    context.withStack { stack in
      let isNumber = (text + [0]).withUnsafeBytes {
        lua_stringtonumber(stack.pointer, $0.bindMemory(to: CChar.self).baseAddress) != 0
      }
      guard isNumber else { return nil }
      defer { stack.pop() }
      return lua_isinteger(stack.pointer, -1) != 0
        ? stack.integer(-1).map(LuaValue.int) : stack.number(-1).map(LuaValue.number)
    }
  }
}
