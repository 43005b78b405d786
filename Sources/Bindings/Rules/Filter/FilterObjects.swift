internal import ScriptHost

/// A filter as scripts hold it: where states come from.
final class FilterSet: LuaObject {
  private let follower: RuleFollower<FilterRules>
  /// Values of fields that the script knows better than the file; `.nil`: none.
  private let values: LuaValue

  init(_ follower: RuleFollower<FilterRules>, values: LuaValue) {
    self.follower = follower
    self.values = values
  }

  /// Runs a function of the script on the rules as their file is now.
  func run(_ function: String, _ call: HostCall, _ arguments: [any LuaResult] = []) throws
    -> Pushed
  {
    try follower.current(call).run(function, call, [values] + arguments)
  }

  /// Runs a function that gives a state and its text, or nil and an error.
  func state(_ function: String, _ call: HostCall, _ arguments: [any LuaResult] = []) throws
    -> Pushed
  {
    let stack = call.stack
    let pushed = try run(function, call, arguments)
    guard stack.kind(-2) == .table, let text = stack.string(-1) else { return pushed }
    let state = FilterStateObject(self, call.context.keep(stack, at: -2), text)
    return Pushed(ObjectResult(state).push(call))
  }

  static let luaTypeName = "filter"
  static let luaType: ObjectType<FilterSet> = {
    var type = ObjectType<FilterSet>("A filter: fields, and what goes together.")
    type.description { "filter: \($0.follower.origin.name)" }
    type.method(
      "initial", "The state before any change.",
      returns: "filter.state  every field at its default",
      example: "local state = filter:initial()"
    ) { call, filter in try filter.state("initial", call) }
    type.method(
      "parse",
      "Reads a state as `tostring` writes it; fields that are not named are at their default.",
      Parameter(
        "text", "name=value pairs with spaces between; values with spaces in \\\"quotes\\\"",
        String.self),
      returns: "filter.state  with the invariants applied; nil, err of kind filter that suggests",
      example: "local state = filter:parse('genre=\\\"Science Fiction\\\" date=thisYear')"
    ) { call, filter, text in try filter.state("parse", call, [text]) }
    type.method(
      "fields", "The choices.", returns: "filter.field[]  in their order",
      example: "for _, field in ipairs(filter:fields()) do print(field.name) end"
    ) { call, filter in
      _ = try filter.run("fields", call)
      return try LuaValue(call.stack, -1)
    }
    type.method(
      "name", "The name that it was loaded by.", returns: "string  such as filters/trailers",
      example: "print(filter:name())"
    ) { _, filter in filter.follower.origin.name }
    type.method(
      "path", "The file that it comes from.", returns: "string  a path",
      example: "print(filter:path())"
    ) { _, filter in filter.follower.origin.path }
    return type
  }()
}

/// A state of a filter as scripts hold it; it never changes.
final class FilterStateObject: LuaObject {
  private let filter: FilterSet
  private let state: KeptValue
  private let text: String

  init(_ filter: FilterSet, _ state: KeptValue, _ text: String) {
    self.filter = filter
    self.state = state
    self.text = text
  }

  private func run(_ function: String, _ call: HostCall, _ arguments: any LuaResult...) throws
    -> Pushed
  {
    try call.run(FilterRules.script, function, [state] + arguments)
  }

  /// A copy of what a function gives.
  private func value(_ function: String, _ call: HostCall) throws -> LuaValue {
    _ = try run(function, call)
    return try LuaValue(call.stack, -1)
  }

  static let luaTypeName = "filter.state"
  static let luaType: ObjectType<FilterStateObject> = {
    var type = ObjectType<FilterStateObject>("A filter's setting. States do not change.")
    type.description { $0.text }
    type.method(
      "get", "The value of a field.",
      Parameter("field", "its name, or one of its keys", String.self),
      returns: "string?  nil: it has none", example: "print(state:get(\"sort\"))"
    ) { call, state, name in try state.run("get", call, name) }
    type.method(
      "values",
      "All values by field, as a table that may be changed; without those that have none.",
      returns: "table<string, string>  by the fields' names",
      example: "print(mix.json.encode(state:values()))"
    ) { call, state in try state.value("values", call) }
    type.method(
      "with", "The state with another value of a field, or of several; the invariants are applied.",
      Parameter("field", "its name, or values by field", KeptValue.self, as: "string|table"),
      Parameter(
        "value", "a text; nil or false: none, or its default", KeptValue.self,
        as: "string|false|nil"),
      returns: "filter.state  another one; nil, err of kind filter that suggests a value",
      example: "state = assert(state:with(\"genre\", \"Action\"))"
    ) { call, state, field, value in
      try state.filter.state("with", call, [state.state, field, value])
    }
    type.method(
      "fired", "The invariants that changed something in the last step.",
      returns: "filter.firing[]  in the order in which they did",
      example: "for _, rule in ipairs(state:fired()) do print(rule.doc) end"
    ) { call, state in try state.value("fired", call) }
    type.method(
      "active", "The fields that narrow the view.", returns: "string[]  names, in their order",
      example: "print(#state:active() .. \" filters\")"
    ) { call, state in try state.run("active", call) }
    type.method(
      "text", "The state as text, as `tostring` gives it; filter:parse reads it.",
      returns: "string  what is not at its default: genre=Action date=thisYear",
      example: "print(state:text())"
    ) { _, state in state.text }
    type.method(
      "equals", "Whether two states have the same values.",
      Parameter("other", "another state", ObjectArgument<FilterStateObject>.self),
      returns: "boolean  also when other invariants led there",
      example: "if not state:equals(before) then reload() end"
    ) { call, state, other in try state.run("equals", call, other.object.state) }
    return type
  }()

  static let firingShape = Shape(
    "filter.firing", "An invariant that changed a state.",
    [
      .init("name", "string", "its name"), .init("doc", "string?", "why, in one line"),
      .init("changes", "table<string, string|false>", "what it set; false: no value"),
    ])
}
