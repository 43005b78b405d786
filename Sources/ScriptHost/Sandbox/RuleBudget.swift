internal import CLua
internal import Notation

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
