internal import CLua
internal import ScriptHost

/// Checked rules for playlists: the steps that a build goes through, each a function.
///
/// docs/playlists.md describes them.
final class PlaylistRules: RuleSet {
  /// A step: what it is given, and what it returns.
  struct Step {
    enum Result: String {
      case text = "a text"
      case table = "a table"
      case tableOrNil = "a table or nil"
      case integerOrNil = "a whole number or nil"
    }

    let name: String
    /// As messages call the arguments, which the step cannot change; `memory` it can.
    let parameters: [String]
    let result: Result
  }

  static let kind = "playlist"

  /// In the order in which they run; `resolve` runs for each name among the artists.
  static let steps = [
    Step(name: "name", parameters: ["options", "today"], result: .text),
    Step(name: "describe", parameters: ["options", "build"], result: .text),
    Step(name: "resolve", parameters: ["query", "matches"], result: .tableOrNil),
    Step(name: "artists", parameters: ["options", "found"], result: .table),
    Step(name: "tracks", parameters: ["options", "count"], result: .integerOrNil),
    Step(name: "dedupe", parameters: ["options", "fetched", "chosen", "memory"], result: .table),
    Step(name: "order", parameters: ["options", "tracks"], result: .table),
    Step(name: "trim", parameters: ["options", "tracks"], result: .table),
    Step(
      name: "target", parameters: ["options", "name", "playlists", "user"], result: .tableOrNil),
    Step(name: "write", parameters: ["options", "prepared", "existing"], result: .table),
  ]

  /// A step sees whole lists: more than the functions that are called for each candidate.
  private static let budget: RuleBudget = {
    var budget = RuleBudget()
    budget.instructions = 1_000_000_000
    budget.seconds = 5
    budget.bytes = 128_000_000
    return budget
  }()
  private static let deepestResult: Int32 = 8

  let origin: RuleOrigin
  private let functions: [RuleFunction]

  /// - Throws: ``HostError`` that names the file and the field.
  init(_ table: LuaTable, _ origin: RuleOrigin, _ call: HostCall) throws {
    let stack = call.stack
    let base = stack.count
    guard stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
    defer { lua_settop(stack.pointer, base) }
    table.push(stack)
    let reader = FieldReader(call, path: origin.path)
    try reader.checkKeys(base + 1, "", Self.shapes[0].fields.map(\.name))
    _ = try reader.optionalString(base + 1, "name")
    _ = try reader.optionalString(base + 1, "doc")
    var functions: [RuleFunction] = []
    try reader.table(base + 1, "steps") { index in
      try reader.checkKeys(index, "steps.", Self.steps.map(\.name))
      for step in Self.steps {
        functions.append(
          try reader.function(index, step.name, "steps.", label: "step '\(step.name)'"))
      }
    }
    guard !functions.isEmpty else {
      throw reader.wrong("steps", "is a table of functions, not nil")
    }
    self.origin = origin
    self.functions = functions
  }

  /// Runs a step under its budget; leaves its result on the stack.
  /// - Parameter arguments: where they are on the stack; what is missing is nil.
  /// - Throws: ``HostError`` for an unknown step or a result of another type, and what the step raises.
  func run(_ name: String, arguments: Range<Int32>, _ call: HostCall) throws {
    guard let place = Self.steps.firstIndex(where: { $0.name == name }) else {
      let known = Self.steps.map(\.name).joined(separator: ", ")
      throw HostError.usage("'\(name)' is no step of a playlist; the steps: \(known)")
    }
    let step = Self.steps[place]
    let stack = call.stack
    guard stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
    for (offset, parameter) in step.parameters.enumerated() {
      let index = arguments.lowerBound + Int32(offset)
      if !arguments.contains(index) {
        stack.pushNil()
      } else if stack.kind(index) == .table, parameter != "memory" {
        clua_push_frozen(stack.pointer, index, parameter)
      } else {
        stack.pushCopy(index)
      }
    }
    let caller = RuleCaller(call, name: origin.name, path: origin.path, budget: Self.budget)
    try caller.run(functions[place], arguments: Int32(step.parameters.count), results: 1)
    guard Self.fits(stack, step.result) else {
      throw caller.wrong(
        functions[place], "returned \(stack.typeName(-1)), \(step.result.rawValue) expected")
    }
    // What a step was given it may return, and scripts must not get views of it.
    guard clua_thaw_inside(stack.pointer, stack.count, Self.deepestResult) else {
      throw caller.wrong(
        functions[place],
        "returned tables that nest deeper than \(Self.deepestResult) levels, or too large ones")
    }
  }

  private static func fits(_ stack: LuaStack, _ result: Step.Result) -> Bool {
    switch result {
    case .text: stack.kind(-1) == .string
    case .table: stack.kind(-1) == .table
    case .tableOrNil: stack.kind(-1) == .table || stack.isNoneOrNil(-1)
    case .integerOrNil: stack.integer(-1) != nil || stack.isNoneOrNil(-1)
    }
  }
}
