internal import CLua
internal import ScriptHost

/// A kind of rules whose work a Lua file does: Swift declares the form of its rule files, and what their objects
/// are asked.
///
/// That file has a function `try(rules)`, which runs every function of the rules on made-up values. It gets the
/// rules as a rule file declares them, with each absent list empty, and `file`, the rule file's path. A function of
/// the rules is an object: `host.ask(fn, …)` calls it under the kind's budget with arguments that it cannot change,
/// and checks the type of its result; `host.wrong(fn, message)` raises that a result is not allowed.
protocol ScriptedRules: RuleSet {
  /// Its Lua file below `scripts`, without the ending.
  static var script: HostScript { get }
  /// The budget of each call of a function.
  static var budget: RuleBudget { get }
  /// The parameters whose tables the functions may change.
  static var changeable: [String] { get }

  var origin: RuleOrigin { get }
  /// The rules as the Lua file sees them.
  var table: KeptValue { get }

  init(origin: RuleOrigin, table: KeptValue)
}

extension ScriptedRules {
  static var budget: RuleBudget { RuleBudget() }
  static var changeable: [String] { [] }

  init(_ record: Fields, _ origin: RuleOrigin, _ call: HostCall) throws {
    self.init(origin: origin, table: try Self.table(of: record, origin, call))
  }

  /// The rules as the Lua file sees them.
  static func table(
    of record: Fields, _ origin: RuleOrigin, _ call: HostCall
  ) throws -> KeptValue {
    let stack = call.stack
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    try record.push(shape, call) { function, type in
      ScriptedFunction(function, type, origin, budget, changeable: changeable)
    }
    stack.push(origin.path)
    stack.setRawField(-2, "file")
    return call.context.keep(stack, at: -1)
  }

  /// Runs a function of the kind's file on the rules; its results are on top of the stack.
  func run(_ function: String, _ call: HostCall, _ arguments: [any LuaResult] = []) throws
    -> Pushed
  {
    try call.run(Self.script, function, [table] + arguments)
  }

  func tryOut(_ call: HostCall) throws {
    let base = call.stack.count
    defer { lua_settop(call.stack.pointer, base) }
    _ = try run("try", call)
  }
}

extension HostScript {
  /// The Lua file of a kind of rules.
  init(rules name: String) {
    self.init(
      name,
      [
        ("ask", { call in try ScriptedFunction.ask(call) }),
        ("wrong", { call in try ScriptedFunction.wrong(call) }),
      ])
  }
}

/// A function of a rule file as the Lua file of its kind holds it.
private final class ScriptedFunction: LuaObject {
  private static let deepestResult: Int32 = 8

  private let function: RuleFunction
  private let type: FunctionType
  private let origin: RuleOrigin
  private let budget: RuleBudget
  private let changeable: [String]

  init(
    _ function: RuleFunction, _ type: String, _ origin: RuleOrigin, _ budget: RuleBudget,
    changeable: [String]
  ) {
    self.function = function
    self.type = FunctionType(type)
    self.origin = origin
    self.budget = budget
    self.changeable = changeable
  }

  static let luaTypeName = "rules.function"
  static let luaType = ObjectType<ScriptedFunction>("A function of a rule file.")

  private static func called(_ call: HostCall) throws -> ScriptedFunction {
    guard let function = ObjectArgument<ScriptedFunction>.read(call, 1)?.object else {
      throw HostError.usage("a function of a rule file expected, got \(call.stack.typeName(1))")
    }
    return function
  }

  /// Calls the function at 1 with the arguments behind it.
  static func ask(_ call: HostCall) throws -> Int32 {
    let asked = try called(call)
    let (stack, count) = (call.stack, call.stack.count)
    guard stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
    for (place, name) in asked.type.parameters.enumerated() {
      let index = Int32(place) + 2
      if index > count {
        stack.pushNil()
      } else if stack.kind(index) == .table, !asked.changeable.contains(name) {
        clua_push_frozen(stack.pointer, index, name)
      } else {
        stack.pushCopy(index)
      }
    }
    let caller = asked.caller(call)
    try caller.run(
      asked.function, arguments: Int32(asked.type.parameters.count), results: 1)
    guard asked.type.fits(stack) else {
      throw caller.wrong(
        asked.function, "returned \(stack.typeName(-1)), \(asked.type.result) expected")
    }
    // A function may return its own arguments, and scripts must not get views of them.
    guard clua_thaw_inside(stack.pointer, stack.count, deepestResult) else {
      throw caller.wrong(
        asked.function,
        "returned tables that nest deeper than \(deepestResult) levels, or too large ones")
    }
    return 1
  }

  /// Raises the error for a result of the function at 1; the message is at 2.
  static func wrong(_ call: HostCall) throws -> Int32 {
    let asked = try called(call)
    throw asked.caller(call).wrong(asked.function, call.stack.string(2) ?? "")
  }

  private func caller(_ call: HostCall) -> RuleCaller {
    RuleCaller(call, name: origin.name, path: origin.path, budget: budget)
  }
}

/// A function's type as shapes write it: `fun(video: table, wish: trailers.wish): number|nil`.
private struct FunctionType {
  let parameters: [String]
  private let results: [Substring]

  init(_ text: String) {
    // Of several types, that of the function is last.
    let parts = text.split(separator: ":")
    parameters = parts.dropLast().compactMap { part in
      let name = part.reversed().prefix { $0.isLetter || $0 == "_" }.reversed()
      return name.isEmpty ? nil : String(name)
    }
    results = (parts.last ?? "").drop { $0 == " " }.split(separator: "|").flatMap {
      $0.hasSuffix("?") ? [$0.dropLast(), "nil"] : [$0]
    }
  }

  private static let words = [
    "nil": "nil", "boolean": "a boolean", "number": "a number", "integer": "a whole number",
    "string": "a text",
  ]

  /// The types of the result in a message.
  var result: String {
    let words = results.map { Self.words[String($0)] ?? "a table" }
    return (words.count > 1 ? words.dropLast().joined(separator: ", ") + " or " : "")
      + words[words.count - 1]
  }

  /// Whether the value on top of a stack is of one of the types.
  func fits(_ stack: LuaStack) -> Bool {
    results.contains { type in
      switch type {
      case "any": true
      case "nil": stack.isNoneOrNil(-1)
      case "boolean": stack.kind(-1) == .boolean
      case "number": stack.kind(-1) == .number
      case "integer": stack.integer(-1) != nil
      case "string": stack.kind(-1) == .string
      default: stack.kind(-1) == .table
      }
    }
  }
}

/// Makes the object of a function by its type.
private typealias FunctionObject = (RuleFunction, String) -> ScriptedFunction

extension Fields {
  /// Pushes the table that was read by a shape.
  fileprivate func push(_ shape: Shape, _ call: HostCall, _ object: FunctionObject) throws {
    let stack = call.stack
    guard stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
    clua_newtable(stack.pointer)
    for field in shape.fields {
      if let function = optionalRuleFunction(field.name) {
        _ = ObjectResult(object(function, field.kind.functionType)).push(call)
      } else if let value = self[field.name] {
        try value.push(field.kind, call, object)
      } else {
        switch field.kind {
        case .list, .map: clua_newtable(stack.pointer)
        case .flag: stack.push(false)
        default: stack.pushNil()
        }
      }
      stack.setRawField(-2, field.name)
    }
  }
}

extension Fields.Value {
  fileprivate func push(_ kind: Shape.Kind, _ call: HostCall, _ object: FunctionObject) throws {
    let stack = call.stack
    switch (self, kind) {
    case (.plain(let value), _): stack.push(value)
    case (.kept(let value), _): value.push(stack)
    case (.fields(let fields), .record(let shape)): try fields.push(shape, call, object)
    case (.list(let values), .list(let element)):
      clua_newtable(stack.pointer)
      for (position, value) in values.enumerated() {
        try value.push(element, call, object)
        lua_rawseti(stack.pointer, -2, Int64(position) + 1)
      }
    case (.map(let values), .map(let element)):
      clua_newtable(stack.pointer)
      for (name, value) in values {
        try value.push(element, call, object)
        stack.setRawField(-2, name)
      }
    default: stack.pushNil()
    }
  }
}

extension Shape.Kind {
  /// The type of a function in the field. The Lua file checks the results of functions in fields that may hold
  /// other values.
  fileprivate var functionType: String {
    switch self {
    case .function(let type): type
    case .kept(let type): type + "|any"
    default: "any"
    }
  }
}
