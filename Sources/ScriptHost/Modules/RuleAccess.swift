internal import CLua

/// The part of a module that rules may use: pure functions alone. Their results depend on their arguments
/// alone, and they neither wait nor change anything.
public enum RuleAccess: Sendable {
  /// Nothing. The reason completes "it …", such as `asks the network`.
  case refused(_ reason: String)
  /// All functions but these, which have reasons of the same kind by their names.
  case allowed(except: [String: String] = [:])

  /// Why rules may not use a function; nil: they may.
  func reason(against function: String) -> String? {
    switch self {
    case .refused(let reason): reason
    case .allowed(let exceptions): exceptions[function]
    }
  }
}

extension HostCall {
  /// Whether a rule makes the call.
  public var isInRule: Bool { state.isInRule }
}

extension ScriptState {
  /// The key of the rules' `mix` in the registry.
  private static let ruleModulesKey = "mix.rules"

  /// Whether a rule runs.
  var isInRule: Bool { vm.pointee.counting }

  /// Pushes `mix` as rules see it, one table for all rules of the state.
  func pushRuleModules(_ stack: LuaStack) {
    lua_getfield(stack.pointer, LUA_REGISTRY, Self.ruleModulesKey)
    guard stack.isNoneOrNil(-1) else { return }
    stack.pop()
    push(host: "mix", stack) { call in
      guard call.stack.count > 0 else {
        call.stack.push(.array(call.state.namesOfRuleModules.map(LuaValue.string)))
        return 1
      }
      guard let name = call.stack.string(1) else { return 0 }
      return try call.state.pushRuleModule(name, call.stack)
    }
    clua_push_rule_modules(stack.pointer)
    lua_pushvalue(stack.pointer, -1)
    lua_setfield(stack.pointer, LUA_REGISTRY, Self.ruleModulesKey)
  }

  private var namesOfRuleModules: [String] {
    moduleNames.filter { name in
      if case .allowed? = ruleAccess(to: name) { return true }
      return false
    }
  }

  /// The error for a module that rules may not use; nil: they may, or there is none.
  func refusal(ofModule name: String) -> HostError? {
    guard case .refused(let reason)? = ruleAccess(to: name) else { return nil }
    return Self.refused("mix.\(name)", reason)
  }

  private func ruleAccess(to name: String) -> RuleAccess? {
    let accesses = ruleAccesses ?? RuleAccesses()
    ruleAccesses = accesses
    if let known = accesses.byName[name] { return known }
    let access = makeModule(name)?.rules
    accesses.byName[name] = access
    return access
  }

  /// Pushes the table of what rules may use of a module.
  /// - Throws: ``HostError`` for a module that does not exist, or of kind `impure` for one that is not
  ///   for rules.
  private func pushRuleModule(_ name: String, _ stack: LuaStack) throws -> Int32 {
    let module = try module(name)
    let access = module.rules
    if case .refused(let reason) = access { throw Self.refused("mix.\(name)", reason) }
    push(module, stack) { access.reason(against: $0) == nil }
    guard case .allowed(let exceptions) = access, !exceptions.isEmpty else { return 1 }
    clua_newtable(stack.pointer)
    push(host: "index", stack) { call in
      guard let function = call.stack.string(2), let reason = exceptions[function] else { return 0 }
      throw Self.refused("mix.\(name).\(function)", reason)
    }
    lua_setfield(stack.pointer, -2, "__index")
    lua_setmetatable(stack.pointer, -2)
    return 1
  }

  private static func refused(_ name: String, _ reason: String) -> HostError {
    HostError(
      kind: "impure", message: "\(name) cannot be used in a rule: it \(reason)",
      delivery: .raised)
  }
}

/// The parts of modules that rules may use, by name; confined like the state that keeps it.
final class RuleAccesses {
  var byName: [String: RuleAccess] = [:]
}
