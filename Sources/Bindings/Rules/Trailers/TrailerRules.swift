internal import CLua
internal import ScriptHost

/// Checked rules for trailers: which of a film's or series' videos to show, and in which order.
///
/// The table a rule file returns: `{kind = "trailers", usable = function(video, wish), order =
/// {{name, key = function(video, wish), descending}, …}}`. Videos that are not usable are left out;
/// the others are compared by the keys of each criterion in turn.
final class TrailerRules: RuleSet {
  /// One thing that videos are compared by.
  struct Criterion {
    let name: String
    let isDescending: Bool
    let key: RuleFunction
  }

  /// A video among those that are usable.
  struct Ranked: Equatable {
    /// Its place in the list that was given, from 0.
    var index: Int
    /// The criterion that puts it before the next; nil for the last, and when all are equal.
    var decidedBy: String?
  }

  static let kind = "trailers"

  let origin: RuleOrigin
  private let usable: RuleFunction?
  private let order: [Criterion]

  /// - Throws: ``HostError`` that names the file and the field.
  init(_ table: LuaTable, _ origin: RuleOrigin, _ call: HostCall) throws {
    let stack = call.stack
    let base = stack.count
    guard stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
    defer { lua_settop(stack.pointer, base) }
    table.push(stack)
    let reader = FieldReader(call, path: origin.path)
    try reader.checkKeys(base + 1, "", Self.ruleShape.fields.map(\.name))
    _ = try reader.optionalString(base + 1, "name")
    _ = try reader.optionalString(base + 1, "doc")
    self.origin = origin
    usable = try reader.optionalFunction(base + 1, "usable")
    order = try reader.list(base + 1, "order") { index, place in
      try reader.checkKeys(index, place, Self.criterionShape.fields.map(\.name))
      let name = try reader.string(index, "name", place)
      _ = try reader.optionalString(index, "doc", place)
      return Criterion(
        name: name, isDescending: try reader.flag(index, "descending", place),
        key: try reader.function(index, "key", place, label: "criterion '\(name)'"))
    }
    guard !order.isEmpty else { throw reader.wrong("order", "needs at least one criterion") }
  }

  /// Orders the videos of a list, the best first; equal ones keep their order.
  /// - Parameters:
  ///   - videos: the stack index of a list of tables.
  ///   - wish: the stack index of a table.
  /// - Throws: ``HostError`` for a result of the wrong type, and what the rule raises.
  func rank(_ videos: Int32, _ wish: Int32, _ call: HostCall) throws -> [Ranked] {
    let stack = call.stack
    let base = stack.count
    guard stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
    defer { lua_settop(stack.pointer, base) }
    let caller = RuleCaller(call, name: origin.name, path: origin.path)
    let count = Int(lua_rawlen(stack.pointer, videos))
    var found: [(index: Int, keys: [Key])] = []
    for index in 0..<count {
      lua_rawgeti(stack.pointer, videos, Int64(index + 1))
      let video = stack.count
      defer { lua_settop(stack.pointer, base) }
      guard stack.kind(video) == .table, try isUsable(video, wish, caller) else { continue }
      found.append((index, try order.map { try key($0, video, wish, caller) }))
    }
    found.sort { first, second in
      let lead = lead(first.keys, second.keys)
      return lead.map { $0.isBefore } ?? (first.index < second.index)
    }
    return found.indices.map { place in
      let next = place + 1 < found.count ? lead(found[place].keys, found[place + 1].keys) : nil
      return Ranked(index: found[place].index, decidedBy: next.map { order[$0.criterion].name })
    }
  }

  private func isUsable(_ video: Int32, _ wish: Int32, _ caller: RuleCaller) throws -> Bool {
    guard let usable else { return true }
    let stack = caller.call.stack
    try ask(usable, video, wish, caller)
    defer { stack.pop() }
    guard stack.kind(-1) == .boolean else {
      throw caller.wrong(usable, "returned \(stack.typeName(-1)), a boolean expected")
    }
    return lua_toboolean(stack.pointer, -1) != 0
  }

  private func key(
    _ criterion: Criterion, _ video: Int32, _ wish: Int32, _ caller: RuleCaller
  ) throws -> Key {
    let stack = caller.call.stack
    try ask(criterion.key, video, wish, caller)
    defer { stack.pop() }
    if let key = Key(stack, -1) { return key }
    throw caller.wrong(
      criterion.key,
      "returned \(stack.typeName(-1)), a number, a text, a boolean or nil expected")
  }

  /// Leaves the result of a function on the stack.
  private func ask(
    _ function: RuleFunction, _ video: Int32, _ wish: Int32, _ caller: RuleCaller
  ) throws {
    clua_push_frozen(caller.call.stack.pointer, video, "video")
    clua_push_frozen(caller.call.stack.pointer, wish, "wish")
    try caller.run(function, arguments: 2, results: 1)
  }

  /// The first criterion by which two videos differ, and whether the first of them is before.
  private func lead(_ first: [Key], _ second: [Key]) -> (criterion: Int, isBefore: Bool)? {
    for (place, criterion) in order.enumerated() where first[place] != second[place] {
      let (one, other) = (first[place], second[place])
      // What is missing comes last either way.
      if one == .missing || other == .missing { return (place, other == .missing) }
      return (place, criterion.isDescending ? other < one : one < other)
    }
    return nil
  }

  /// What videos are compared by. True is before false, numbers are before texts.
  private enum Key: Comparable {
    case truth(Bool)
    case number(Double)
    case text(String)
    case missing

    /// Nil for values that have no order.
    init?(_ stack: LuaStack, _ index: Int32) {
      switch stack.kind(index) {
      case .nil: self = .missing
      case .boolean: self = .truth(lua_toboolean(stack.pointer, index) != 0)
      case .number:
        guard let number = stack.number(index), !number.isNaN else { return nil }
        self = .number(number)
      case .string: self = .text(stack.string(index) ?? "")
      default: return nil
      }
    }

    static func < (first: Key, second: Key) -> Bool {
      switch (first, second) {
      case (.truth(let one), .truth(let other)): one && !other
      case (.number(let one), .number(let other)): one < other
      case (.text(let one), .text(let other)):
        one.utf8.lexicographicallyPrecedes(other.utf8)
      default: first.rank < second.rank
      }
    }

    private var rank: Int {
      switch self {
      case .truth: 0
      case .number: 1
      case .text: 2
      case .missing: 3
      }
    }
  }
}
