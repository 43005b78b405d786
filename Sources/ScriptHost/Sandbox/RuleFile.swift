internal import Notation
internal import CLua

/// What one call of a rule may use up. Time and instructions are counted from the first look at the
/// running call on, which comes after 2 to 8 ms of work.
public struct RuleBudget: Sendable {
  /// Virtual instructions (counted by the thousand). Default 20 million.
  public var instructions: Int64 = 20_000_000
  /// Seconds of the thread's own time. Default 0.1.
  public var seconds = 0.1
  /// Bytes of Lua memory beyond what is in use. Default 32 MB.
  public var bytes = 32_000_000

  /// The default budget.
  public init() {}
}

/// Loads rule files: pure functions in an environment of their own, called under a budget.
///
/// A rule sees copies of the pure libraries, `text`, `random`, and `require` for other files of the rules
/// folders. It cannot wait, and nothing it changes is seen by scripts or other rules.
public struct RuleFile {
  /// Modules of the host whose functions are pure: what they return depends on what they are given.
  private static let modules = ["text", "random"]

  private let call: HostCall
  private let search: ModuleSearch
  /// The files that `require` has read for this rule, also those that its functions ask for later.
  public let required = RequiredFiles()

  /// - Parameters:
  ///   - call: the call on whose behalf rules run.
  ///   - folders: where rules and what they require are found, the first first.
  public init(_ call: HostCall, folders: [String]) {
    self.call = call
    search = ModuleSearch(folders: folders)
  }

  /// Runs a rule file's text and keeps the table that it returns.
  /// - Throws: ``ScriptError`` for text that does not load or fails, ``HostError`` for another result.
  public func load(_ text: [UInt8], path: String) throws -> LuaTable {
    let stack = call.stack
    guard stack.reserve(16) else { throw HostError.usage("the Lua stack is full") }
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    let environment = try makeEnvironment()
    try Self.run(text, path: path, in: environment, call)
    guard let table = LuaTable.read(call, -1) else {
      throw HostError.usage("\(path): a rule file returns a table, not \(stack.typeName(-1))")
    }
    return table
  }

  private func makeEnvironment() throws -> LuaTable {
    let stack = call.stack
    clua_push_pure_environment(stack.pointer)
    for name in Self.modules where call.state.hasModule(name) {
      _ = try call.state.pushModule(name, stack)
      lua_setfield(stack.pointer, -2, name)
    }
    let environment = LuaTable(popping: stack, state: call.state)
    let search = search
    let loaded = required
    let signature = FunctionSignature(
      name: "require", doc: "", parameters: [], returns: "", example: "", waits: false)
    // Not kept by the state, which keeps its functions: an environment goes with its rule.
    loaded.environment = environment
    let entry = FunctionEntry(signature: signature) { [weak loaded] call in
      guard let loaded, let environment = loaded.environment else {
        throw HostError.usage("the rule has been unloaded")
      }
      let name = call.stack.string(1) ?? ""
      if let value = loaded.values[name] {
        value.push(call.stack)
        return .results(1)
      }
      guard loaded.running.insert(name).inserted else {
        throw HostError.usage("module '\(name)' requires itself")
      }
      defer { loaded.running.remove(name) }
      let found = try search.find(name)
      loaded.paths.append(found.shownPath)
      try Self.run(found.text, path: found.shownPath, in: environment, call)
      let value = KeptValue(popping: LuaReference.copy(call.stack, -1), state: call.state)
      loaded.values[name] = value
      return .results(1)
    }
    environment.push(stack)
    call.state.push(entry, fullName: "require", stack)
    lua_setfield(stack.pointer, -2, "require")
    stack.pop()
    return environment
  }

  /// Runs a chunk; leaves its first result on the stack.
  private static func run(
    _ text: [UInt8], path: String, in environment: LuaTable, _ call: HostCall
  ) throws {
    let stack = call.stack
    try call.state.load(text, name: "@" + path, onto: stack)
    environment.push(stack)
    lua_setupvalue(stack.pointer, -2, 1)
    try call.callRule(path, arguments: 0, results: 1, budget: RuleBudget())
  }

}

// @unchecked Sendable: confined to the engine's reactor.
/// What `require` has loaded for one rule.
public final class RequiredFiles: @unchecked Sendable {  // confined: see above
  /// The files in the order in which they were asked for.
  public fileprivate(set) var paths: [String] = []
  fileprivate var values: [String: KeptValue] = [:]
  fileprivate var running: Set<String> = []
  /// The globals of the rule and of what it requires.
  fileprivate var environment: LuaTable?
}

extension HostCall {
  /// Calls the function below the `arguments` on top of the stack as a rule; leaves `results` values.
  /// - Parameter name: how errors name it; asked for only then.
  /// - Throws: ``ScriptError`` for what the rule raises, ``HostError`` of kind `limit` when the
  ///   budget is used up, ``LimitExceeded`` when the script's own limits are.
  public func callRule(
    _ name: @autoclosure () -> String, arguments: Int32, results: Int32, budget: RuleBudget
  ) throws {
    var stopped: Int32 = 0
    let status = clua_pcall_rule(
      stack.pointer, arguments, results, budget.instructions,
      UInt64(clamping: budget.seconds * 1e9),
      budget.bytes, &stopped)
    guard status != LUA_OK else { return }
    if let fatal = state.takeFatal(of: state.current) { throw fatal }
    defer { stack.pop() }
    let reason: String
    switch Int(stopped) {
    case CLUA_FATAL_NONE: throw state.ruleError(on: stack)
    case CLUA_FATAL_TIME: reason = "ran longer than \(Int(clamping: budget.seconds * 1000)) ms"
    case CLUA_FATAL_MEMORY: reason = "needed more than \(LimitExceeded.size(budget.bytes))"
    default: reason = "used more than \(budget.instructions) instructions"
    }
    throw HostError(kind: "limit", message: "rule \(name()): \(reason)", delivery: .raised)
  }
}
