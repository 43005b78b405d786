internal import CLua
internal import MixCore
internal import ScriptHost

/// A state of a filter as scripts hold it; it never changes.
final class FilterStateObject: LuaObject {
  private let filter: FilterSet
  private let schema: FilterSchema
  private let state: FilterState
  /// The invariants that led here, as scripts see them.
  private let firings: [LuaValue]

  /// The state that the rules make of the one that was asked for.
  /// - Throws: what the rules raise.
  init(
    _ filter: FilterSet, _ rules: FilterRules, _ asked: FilterState, _ call: HostCall
  ) throws {
    let outcome = try rules.settle(asked, call)
    self.filter = filter
    schema = rules.schema
    state = outcome.state
    var before = asked
    firings = outcome.fired.map { firing in
      defer { before = firing.state }
      return Self.value(firing, after: before, rules)
    }
  }

  private static func value(
    _ firing: FilterFixpoint.Firing, after before: FilterState, _ rules: FilterRules
  ) -> LuaValue {
    let invariant = rules.invariants[firing.invariant]
    var changes: [String: LuaValue] = [:]
    for (place, field) in rules.schema.fields.enumerated()
    where before.values[place] != firing.state.values[place] {
      changes[field.name] = firing.state.values[place].map(LuaValue.string) ?? .bool(false)
    }
    var fields: [String: LuaValue] = [
      "name": .string(invariant.name), "changes": .object(changes),
    ]
    fields["doc"] = invariant.doc.map(LuaValue.string)
    return .object(fields)
  }

  /// The values, which a state takes over from the one before, and what is known of its firings.
  var heldBytes: Int {
    firings.reduce(0) { $0 + $1.heldBytes }
      + state.values.reduce(0) { $0 + 32 + ($1?.utf8.count ?? 0) }
  }

  static let luaTypeName = "filter.state"
  static let luaType: ObjectType<FilterStateObject> = {
    var type = ObjectType<FilterStateObject>("A filter's setting. States do not change.")
    type.description { $0.schema.text(of: $0.state) }
    type.method(
      "get", "The value of a field.",
      Parameter("field", "its name, or one of its keys", String.self),
      returns: "string?  nil: it has none", example: "print(state:get(\"sort\"))"
    ) { _, state, name -> String? in
      state.state.values[try place(name, state.schema)]
    }
    type.method(
      "values",
      "All values by field, as a table that may be changed; without those that have none.",
      returns: "table<string, string>  by the fields' names",
      example: "print(mix.json.encode(state:values()))"
    ) { _, state in state.values }
    type.method(
      "with", "The state with another value of a field, or of several; the invariants are applied.",
      Parameter("field", "its name, or values by field", ValuePosition.self, as: "string|table"),
      Parameter(
        "value", "a text; nil or false: none, or its default", ValuePosition.self,
        as: "string|false|nil"),
      returns: "filter.state  another one; nil, err of kind filter that suggests a value",
      example: "state = assert(state:with(\"genre\", \"Action\"))"
    ) { call, state, field, value in
      ObjectResult(try state.with(field.index, value.index, call))
    }
    type.method(
      "fired", "The invariants that changed something in the last step.",
      returns: "filter.firing[]  in the order in which they did",
      example: "for _, rule in ipairs(state:fired()) do print(rule.doc) end"
    ) { _, state in state.firings }
    type.method(
      "active", "The fields that narrow the view.", returns: "string[]  names, in their order",
      example: "print(#state:active() .. \" filters\")"
    ) { _, state in state.schema.activeFields(of: state.state) }
    type.method(
      "text", "The state as text, as `tostring` gives it; filter:parse reads it.",
      returns: "string  what is not at its default: genre=Action date=thisYear",
      example: "print(state:text())"
    ) { _, state in state.schema.text(of: state.state) }
    type.method(
      "equals", "Whether two states have the same values.",
      Parameter("other", "another state", ObjectArgument<FilterStateObject>.self),
      returns: "boolean  also when other invariants led there",
      example: "if not state:equals(before) then reload() end"
    ) { _, state, other in
      state.schema == other.object.schema && state.state == other.object.state
    }
    return type
  }()

  static let firingShape = Shape(
    "filter.firing", "An invariant that changed a state.",
    [
      .init("name", "string", "its name"), .init("doc", "string?", "why, in one line"),
      .init("changes", "table<string, string|false>", "what it set; false: no value"),
    ])

  private var values: LuaValue {
    var values: [String: LuaValue] = [:]
    for (field, value) in zip(schema.fields, state.values) {
      values[field.name] = value.map(LuaValue.string)
    }
    return .object(values)
  }

  private func with(_ field: Int32, _ value: Int32, _ call: HostCall) throws -> FilterStateObject {
    let stack = call.stack
    let rules = try filter.rules(call)
    var next = try state(under: rules.schema)
    if stack.kind(field) == .table {
      try stack.forEachPair(field) { try Self.set(stack.string(-2), &next, rules.schema, stack) }
    } else {
      lua_pushvalue(stack.pointer, value)
      defer { stack.pop() }
      try Self.set(stack.string(field), &next, rules.schema, stack)
    }
    return try FilterStateObject(filter, rules, next, call)
  }

  /// The state under the fields that a changed rule file declares.
  private func state(under current: FilterSchema) throws -> FilterState {
    guard current != schema else { return state }
    return try FilterSet.visible { () throws(FilterError) in
      try current.parse(schema.text(of: state))
    }
  }

  /// Sets a field to the value on top.
  private static func set(
    _ name: String?, _ state: inout FilterState, _ schema: FilterSchema, _ stack: LuaStack
  ) throws {
    guard let name else { throw HostError.usage("a field's name, or a table by field, expected") }
    let place = try place(name, schema)
    let value = try FilterSet.visible { () throws(FilterError) -> String? in
      if stack.isNoneOrNil(-1) { return schema.fields[place].standard }
      return try FilterChanges.value(stack, schema.fields[place])
    }
    state.values[place] = value
  }

  private static func place(_ name: String, _ schema: FilterSchema) throws -> Int {
    do { return try schema.place(of: name) } catch { throw HostError.usage(error.message) }
  }
}
