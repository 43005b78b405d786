internal import CLua
internal import MixCore
internal import ScriptHost

/// Checked rules for filters: fields, the values that they take, and what goes together.
///
/// The table of a rule file is described by ``shapes``. `when`, `set` and `holds` get the state as a
/// read-only table of values by field; a field without a value is absent.
final class FilterRules: RuleSet {
  /// What must change where.
  struct Invariant {
    let name: String
    let doc: String?
    let when: RuleFunction
    let changes: Changes

    enum Changes {
      /// The same each time: places and values.
      case fixed([(place: Int, value: String?)])
      /// What a function returns.
      case computed(RuleFunction)
    }
  }

  /// What holds of every state.
  struct Statement {
    let name: String
    let holds: RuleFunction
  }

  static let kind = "filters"

  let origin: RuleOrigin
  let doc: String?
  let schema: FilterSchema
  let invariants: [Invariant]
  let always: [Statement]

  /// - Throws: ``HostError`` that names the file and the field.
  init(_ table: LuaTable, _ origin: RuleOrigin, _ call: HostCall) throws {
    let stack = call.stack
    let base = stack.count
    guard stack.reserve(40) else { throw HostError.usage("the Lua stack is full") }
    defer { lua_settop(stack.pointer, base) }
    table.push(stack)
    let reader = FilterRuleReader(call, path: origin.path)
    self.origin = origin
    try reader.fields.checkKeys(base + 1, "", Self.shapes[0].fields.map(\.name))
    doc = try reader.fields.optionalString(base + 1, "doc")
    let schema = FilterSchema(try reader.schemaFields(base + 1))
    self.schema = schema
    invariants = try reader.invariants(base + 1, schema)
    always = try reader.statements(base + 1)
  }

  private init(_ rules: FilterRules, _ schema: FilterSchema) {
    origin = rules.origin
    doc = rules.doc
    self.schema = schema
    invariants = rules.invariants
    always = rules.always
  }

  /// The same rules with other values of some fields, which are no longer open.
  /// - Throws: ``FilterError`` for an unknown field.
  func with(values: [String: [String]]) throws -> FilterRules {
    var schema = schema
    for (name, values) in values {
      let place = try schema.place(of: name)
      schema.fields[place].values = values
      schema.fields[place].isOpen = false
    }
    return FilterRules(self, schema)
  }

  // MARK: Applying them

  /// The state that the invariants make of another.
  /// - Throws: ``HostError`` that names invariants which undo each other; what a rule raises.
  func settle(_ state: FilterState, _ call: HostCall) throws -> FilterFixpoint.Outcome {
    do {
      return try fixpoint(call).settle(state)
    } catch let cycle as FilterFixpoint.Cycle {
      throw wrong(cycle)
    }
  }

  /// The invariants as functions of states.
  func fixpoint(_ call: HostCall) -> FilterFixpoint {
    let caller = RuleCaller(call, name: origin.name, path: origin.path)
    return FilterFixpoint(count: invariants.count) { place, state in
      try self.apply(self.invariants[place], state, caller)
    }
  }

  /// Invariants that undo each other, as an error.
  func wrong(_ cycle: FilterFixpoint.Cycle) -> HostError {
    let names = cycle.invariants.map { "'\(invariants[$0].name)'" }.joined(separator: " and ")
    let undo = cycle.invariants.count > 1 ? "undo each other" : "comes to no end"
    return HostError(
      kind: "rule",
      message: "\(origin.path): the invariants \(names) \(undo), at \(shown(cycle.state))",
      fields: [
        "path": .string(origin.path), "field": .string("invariants"),
        "rules": .array(cycle.invariants.map { .string(invariants[$0].name) }),
      ], delivery: .raised)
  }

  /// A state in words.
  func shown(_ state: FilterState) -> String {
    let text = schema.text(of: state)
    return text.isEmpty ? "the initial state" : text
  }

  private func apply(
    _ invariant: Invariant, _ state: FilterState, _ caller: RuleCaller
  ) throws -> FilterState {
    guard try ask(invariant.when, state, caller) else { return state }
    switch invariant.changes {
    case .fixed(let changes):
      return changes.reduce(state) { $0.with($1.place, $1.value) }
    case .computed(let function):
      let base = caller.call.stack.count
      defer { lua_settop(caller.call.stack.pointer, base) }
      push(state, caller.call.stack)
      try caller.run(function, arguments: 1, results: 1)
      do {
        return try FilterRuleReader(caller.call, path: origin.path)
          .changes(base + 1, schema).reduce(state) { $0.with($1.place, $1.value) }
      } catch let error as FilterError {
        throw caller.wrong(function, "returned a table of changes: \(error.message)")
      }
    }
  }

  /// Whether a function of the rules says yes to a state.
  func ask(_ function: RuleFunction, _ state: FilterState, _ caller: RuleCaller) throws -> Bool {
    let stack = caller.call.stack
    guard stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    push(state, stack)
    try caller.run(function, arguments: 1, results: 1)
    if stack.isNoneOrNil(base + 1) { return false }
    guard let answer = stack.boolean(base + 1) else {
      throw caller.wrong(function, "returned \(stack.typeName(base + 1)), a boolean expected")
    }
    return answer
  }

  private func push(_ state: FilterState, _ stack: LuaStack) {
    lua_createtable(stack.pointer, 0, Int32(schema.fields.count))
    for (field, value) in zip(schema.fields, state.values) {
      guard let value else { continue }
      stack.push(value)
      stack.setRawField(-2, field.name)
    }
    clua_push_frozen(stack.pointer, -1, "state")
    clua_remove(stack.pointer, -2)
  }
}
