internal import CLua
internal import ScriptHost

/// A function of a rule file, with what messages say of it.
struct RuleFunction {
  let function: LuaFunction
  /// `feature 'title'`, `prepare`.
  let label: String
  /// `features[1].score`.
  let field: String
  /// Its first line.
  let line: Int
}

/// Calls the functions of one rule file; its errors name file, line and field.
struct RuleCaller {
  let call: HostCall
  let name: String
  let path: String
  private let budget: RuleBudget

  init(_ call: HostCall, name: String, path: String, budget: RuleBudget = RuleBudget()) {
    self.call = call
    self.name = name
    self.path = path
    self.budget = budget
  }

  /// Calls a function with the `arguments` on top of the stack; leaves `results` values.
  func run(_ function: RuleFunction, arguments: Int32, results: Int32) throws {
    let stack = call.stack
    function.function.push(stack)
    if arguments > 0 { clua_insert(stack.pointer, -arguments - 1) }
    do {
      try call.callRule(function.label, arguments: arguments, results: results, budget: budget)
    } catch {
      throw explained(error, function)
    }
  }

  /// The error for a function's result that is not allowed.
  func wrong(_ function: RuleFunction, _ message: String) -> HostError {
    HostError(
      kind: "rule", message: "\(place(function)): \(function.label) \(message)",
      fields: fields(function), delivery: .raised)
  }

  private func place(_ function: RuleFunction) -> String {
    function.line > 0 ? "\(path):\(function.line)" : path
  }

  private func fields(_ function: RuleFunction) -> [String: LuaValue] {
    [
      "path": .string(path), "field": .string(function.field), "line": .int(Int64(function.line)),
    ]
  }

  /// The error of a call: what was raised keeps its own file and line.
  private func explained(_ error: any Error, _ function: RuleFunction) -> any Error {
    if var error = error as? ScriptError {
      error.message += " (in \(function.label) of \(name))"
      switch error.value {
      case .nil: error.value = .object(fields(function))
      // The error's own fields come first.
      case .object(let own): error.value = .object(own.merging(fields(function)) { own, _ in own })
      default: break
      }
      return error
    }
    if var error = error as? HostError, error.kind == "limit" {
      error.message = "\(place(function)): \(error.message)"
      error.fields.merge(fields(function)) { $1 }
      return error
    }
    return error
  }
}
