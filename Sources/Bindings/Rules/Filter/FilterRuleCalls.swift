internal import CLua
internal import MixCore
internal import ScriptHost

/// Calls the functions of filter rules. The table of a state is made once for the calls that follow
/// each other with it, which are most.
final class FilterRuleCalls {
  private let caller: RuleCaller
  private let rules: FilterRules
  private var shown: (state: FilterState, table: KeptValue)?

  init(_ call: HostCall, _ rules: FilterRules) {
    caller = RuleCaller(call, name: rules.origin.name, path: rules.origin.path)
    self.rules = rules
  }

  private var stack: LuaStack { caller.call.stack }

  /// Whether a function says yes to a state; nil is no.
  /// - Throws: what the rule raises; ``HostError`` for another answer.
  func ask(_ function: RuleFunction, _ state: FilterState) throws -> Bool {
    try withAnswer(function, state) { answer in
      if stack.isNoneOrNil(answer) { return false }
      guard let isSo = stack.boolean(answer) else {
        throw caller.wrong(function, "returned \(stack.typeName(answer)), a boolean expected")
      }
      return isSo
    }
  }

  /// The changes that a function returns for a state.
  /// - Throws: what the rule raises; ``HostError`` for anything that is not a table of changes.
  func changes(
    _ function: RuleFunction, _ state: FilterState
  ) throws -> [(place: Int, value: String?)] {
    try withAnswer(function, state) { answer in
      do {
        return try FilterChanges.read(stack, answer, rules.schema)
      } catch let error as FilterError {
        throw caller.wrong(function, "returned a table of changes: \(error.message)")
      }
    }
  }

  /// The error for a function's result that is not allowed.
  func wrong(_ function: RuleFunction, _ message: String) -> HostError {
    caller.wrong(function, message)
  }

  private func withAnswer<Value>(
    _ function: RuleFunction, _ state: FilterState, _ read: (Int32) throws -> Value
  ) throws -> Value {
    guard stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    push(state)
    try caller.run(function, arguments: 1, results: 1)
    return try read(base + 1)
  }

  private func push(_ state: FilterState) {
    if let shown, shown.state == state { return shown.table.push(stack) }
    lua_createtable(stack.pointer, 0, Int32(rules.schema.fields.count))
    for (field, value) in zip(rules.schema.fields, state.values) {
      guard let value else { continue }
      stack.push(value)
      stack.setRawField(-2, field.name)
    }
    clua_push_frozen(stack.pointer, -1, "state")
    clua_remove(stack.pointer, -2)
    shown = (state, caller.call.context.keep(stack, at: -1))
  }
}
