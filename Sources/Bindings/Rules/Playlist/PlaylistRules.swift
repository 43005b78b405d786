internal import CLua
internal import ScriptHost

/// Checked rules for playlists: the steps that a build goes through, each a function.
///
/// docs/playlists.md describes them.
final class PlaylistRules: ObjectRules {
  static let kind = "playlist"

  static let shape = Shape.file(
    "playlist.rule", kind: kind,
    [
      .init(
        "steps",
        .record(
          Shape(
            "playlist.steps",
            "The steps of a build; docs/playlists.md says what they take and return.",
            steps.map {
              .init($0.name, .function($0.type), $0.doc, required: !$0.isOptional)
            }, naming: .each("step"))),
        "what a build goes through", required: true)
    ])

  static let objectName = "rules.playlist"
  static let objectType: ObjectType<RulesObject<PlaylistRules>> = objectType(
    "Checked rules for playlists.", example: "playlist/classic"
  ) { type in
    type.method(
      "run", "Runs a step; a budget of 5 s and 128 MB holds.",
      Parameter(
        "step",
        steps.map(\.name).dropLast().joined(separator: ", ") + " or \(steps[steps.count - 1].name)",
        String.self),
      Parameter("...", "what the step takes, see playlist.steps", Rest.self),
      returns: "any  what the step decides",
      example: "local tracks = rules:run(\"trim\", options, tracks)"
    ) { call, rules, step, _ in
      let first: Int32 = 3
      let end = max(first, call.stack.count + 1)
      try rules.follower.current(call).run(step, arguments: first..<end, call)
      return Pushed(1)
    }
  }

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
  /// In the order of ``steps``; nil for one that the rules leave out.
  private let functions: [RuleFunction?]

  init(_ record: Fields, _ origin: RuleOrigin, _ call: HostCall) throws {
    self.origin = origin
    let found = record.record("steps")
    functions = Self.steps.map { found?.optionalRuleFunction($0.name) }
  }

  /// Runs every step on a short list and on nothing.
  func tryOut(_ call: HostCall) throws {
    for isFull in [true, false] {
      let example = PlaylistExample(isFull: isFull)
      for step in Self.steps {
        let base = call.stack.count
        guard call.stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
        defer { lua_settop(call.stack.pointer, base) }
        for parameter in step.parameters { call.stack.push(example.value(parameter.name)) }
        try run(step.name, arguments: base + 1..<call.stack.count + 1, call)
      }
    }
  }

  /// Runs a step under its budget; leaves its result on the stack.
  /// - Parameter arguments: where they are on the stack; what is missing is nil.
  /// - Throws: ``HostError`` for an unknown step or a result of another type, and what the step raises.
  func run(_ name: String, arguments: Range<Int32>, _ call: HostCall) throws {
    guard let place = Self.steps.firstIndex(where: { $0.name == name }) else {
      let known = Self.steps.map(\.name).joined(separator: ", ")
      throw HostError.usage("'\(name)' is not a step of a playlist; the steps: \(known)")
    }
    let step = Self.steps[place]
    let stack = call.stack
    guard stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
    guard let function = functions[place] else { return stack.pushNil() }
    for (offset, parameter) in step.parameters.map(\.name).enumerated() {
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
    try caller.run(function, arguments: Int32(step.parameters.count), results: 1)
    guard step.result.fits(stack) else {
      throw caller.wrong(
        function, "returned \(stack.typeName(-1)), \(step.result.words) expected")
    }
    // A step may return its own arguments, and scripts must not get views of them.
    guard clua_thaw_inside(stack.pointer, stack.count, Self.deepestResult) else {
      throw caller.wrong(
        function,
        "returned tables that nest deeper than \(Self.deepestResult) levels, or too large ones")
    }
  }
}
