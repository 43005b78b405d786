internal import CLua
internal import Notation

/// The budget of one call of a rule, or of loading its file. It counts from the first check on,
/// which comes after 2 to 8 ms of work.
public struct RuleBudget: Sendable {
  /// Virtual instructions, counted by the thousand. Default 20 million.
  public var instructions: Int64 = 20_000_000
  /// Seconds of the thread's CPU time. Default 0.1.
  public var seconds = 0.1
  /// Bytes of Lua memory beyond those already in use. Default 32 MB.
  public var bytes = 32_000_000

  /// Makes the budget of a call.
  public init() {}

  /// The budget for loading a rule's file with the modules and data tables that it requires, which
  /// happens once.
  public static let loading: RuleBudget = {
    var budget = RuleBudget()
    budget.instructions = 200_000_000
    budget.seconds = 2
    budget.bytes = 128_000_000
    return budget
  }()
}

extension HostCall {
  /// Calls the function below the `arguments` on top of the stack as a rule; leaves `results`
  /// values.
  ///
  /// A call within another one, such as loading a module that a rule requires, counts against the
  /// outer budget; a used up budget ends the outer call.
  /// - Parameter name: names the rule in errors; evaluated only for them.
  /// - Throws: ``ScriptError`` for an error of the rule, ``HostError`` of kind `limit` when the
  ///   budget is used up, ``LimitExceeded`` when the script's own limits are.
  public func callRule(
    _ name: @autoclosure () -> String, arguments: Int32, results: Int32, budget: RuleBudget
  ) throws {
    let isWithin = state.vm.pointee.counting
    var stopped: Int32 = 0
    let status = clua_pcall_rule(
      stack.pointer, arguments, results, budget.instructions,
      UInt64(clamping: budget.seconds * 1e9),
      budget.bytes, &stopped)
    guard status != LUA_OK else { return }
    if isWithin, state.vm.pointee.fatal != CLUA_FATAL_NONE {
      stack.pop()
      throw StillStopping()
    }
    if let fatal = state.takeFatal(of: state.current) { throw fatal }
    defer { stack.pop() }
    let reason: String
    switch Int(stopped) {
    case CLUA_FATAL_NONE: throw state.ruleError(on: stack)
    case CLUA_FATAL_TIME:
      let milliseconds = Int(clamping: budget.seconds * 1000)
      reason =
        milliseconds < 1000
        ? "ran longer than \(milliseconds) ms" : "ran longer than \(milliseconds / 1000) s"
    case CLUA_FATAL_MEMORY: reason = "needed more than \(LimitExceeded.size(budget.bytes))"
    default: reason = "used more than \(budget.instructions) instructions"
    }
    throw HostError(kind: "limit", message: "rule \(name()): \(reason)", delivery: .raised)
  }
}
