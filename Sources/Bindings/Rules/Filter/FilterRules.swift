internal import CLua
internal import MixCore
internal import ScriptHost

/// Checked rules for filters: fields, the values that they take, and what goes together.
///
/// `when`, `set` and `holds` get the state as a
/// read-only table of values by field; a field without a value is absent.
final class FilterRules: RuleSet {
  /// A change that an invariant demands.
  struct Invariant {
    let name: String
    let doc: String?
    let when: RuleFunction
    let changes: Changes

    enum Changes {
      /// The same each time: places and values.
      case fixed([(place: Int, value: String?)])
      /// The result of a function.
      case computed(RuleFunction)
    }
  }

  /// A statement about every state.
  struct Statement {
    let name: String
    let holds: RuleFunction
  }

  static let kind = "filters"

  static var objectTypes: [any LuaObjectType] { [FilterSet.luaType] }

  static func object(_ rules: RuleFollower<FilterRules>) -> any LuaResult {
    ObjectResult(FilterSet(rules, values: nil))
  }

  let origin: RuleOrigin
  let doc: String?
  let schema: FilterSchema
  let invariants: [Invariant]
  let always: [Statement]

  init(_ record: Fields, _ origin: RuleOrigin, _ call: HostCall) throws {
    self.origin = origin
    doc = record.string("doc")
    let schema = FilterSchema(record.records("fields").map(Self.field))
    self.schema = schema
    invariants = try record.records("invariants").map { try Self.invariant($0, schema, call) }
    always = record.records("always").map {
      Statement(name: $0.string("name") ?? "", holds: $0.ruleFunction("holds"))
    }
  }

  /// Applies the invariants once; ``findings(_:)`` goes through every state.
  func tryOut(_ call: HostCall) throws { _ = try settle(schema.standard, call) }

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
    let calls = FilterRuleCalls(call, self)
    return FilterFixpoint(count: invariants.count) { place, state in
      try self.apply(self.invariants[place], state, calls)
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
    _ invariant: Invariant, _ state: FilterState, _ calls: FilterRuleCalls
  ) throws -> FilterState {
    guard try calls.ask(invariant.when, state) else { return state }
    switch invariant.changes {
    case .fixed(let changes):
      return changes.reduce(state) { $0.with($1.place, $1.value) }
    case .computed(let function):
      let changes = try calls.changes(function, state)
      return changes.reduce(state) { $0.with($1.place, $1.value) }
    }
  }
}
