internal import CLua
internal import ScriptHost

// How rules for trailers order videos.
extension TrailerRules {
  /// A video among those that are usable.
  struct Ranked: Equatable {
    /// Its place in the list that was given, from 0.
    var index: Int
    /// The criterion that puts it before the next; nil for the last, and when all are equal.
    var decidedBy: String?
  }

  /// Pushes the ranked videos as scripts get them.
  func pushRanked(_ videos: Int32, _ wish: Int32, _ call: HostCall) throws -> Pushed {
    let ranked = try rank(videos, wish, call)
    let stack = call.stack
    guard stack.reserve(10) else { throw HostError.usage("the Lua stack is full") }
    clua_newtable(stack.pointer)
    ArrayMark.mark(stack)
    for (place, entry) in ranked.enumerated() {
      clua_newtable(stack.pointer)
      lua_rawgeti(stack.pointer, videos, Int64(entry.index + 1))
      lua_setfield(stack.pointer, -2, "video")
      stack.push(Int64(entry.index + 1))
      lua_setfield(stack.pointer, -2, "index")
      if let name = entry.decidedBy {
        stack.push(name)
        lua_setfield(stack.pointer, -2, "decided_by")
      }
      lua_rawseti(stack.pointer, -2, Int64(place + 1))
    }
    return Pushed(1)
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
      // Missing values come last either way.
      if one == .missing || other == .missing { return (place, other == .missing) }
      return (place, criterion.isDescending ? other < one : one < other)
    }
    return nil
  }

  /// The values that videos are compared by. True is before false, numbers are before texts.
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
