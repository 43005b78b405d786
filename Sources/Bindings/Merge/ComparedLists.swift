internal import CLua
internal import ScriptHost

/// Lists in the order of a script's function, which compares them where they are (merge.c).
final class ComparedLists: ListOrder {
  private let lists: KeptValue
  private let function: LuaFunction
  private var heads: [Int64]
  private let ends: [Int64]
  private var tree: [Int32]
  private var isBuilt = false

  init(_ call: HostCall, _ lists: [KeptValue], _ function: LuaFunction) {
    let stack = call.stack
    lua_createtable(stack.pointer, Int32(clamping: lists.count), 0)
    ends = lists.enumerated().map { place, list in
      list.push(stack)
      defer { lua_rawseti(stack.pointer, -2, Int64(place) + 1) }
      return Int64(lua_rawlen(stack.pointer, -1))
    }
    self.lists = call.context.keep(stack, at: -1)
    stack.pop()
    self.function = function
    heads = [Int64](repeating: 1, count: lists.count)
    tree = [Int32](repeating: -1, count: max(1, lists.count))
  }

  var isAtEnd: Bool { zip(heads, ends).allSatisfy { $0 > $1 } }

  func pushNext(_ limit: Int, _ call: HostCall) throws -> Int {
    let before = heads
    do {
      return try heads.withUnsafeMutableBufferPointer { heads in
        try ends.withUnsafeBufferPointer { ends in
          try tree.withUnsafeMutableBufferPointer { tree in
            var merge = clua_merge()
            merge.count = Int32(ends.count)
            merge.heads = heads.baseAddress
            merge.ends = ends.baseAddress
            merge.tree = tree.baseAddress
            merge.built = isBuilt
            merge.limit = Int64(limit)
            isBuilt = false
            try run(&merge, call)
            isBuilt = true
            return Int(merge.merged)
          }
        }
      }
    } catch {
      heads = before
      throw error
    }
  }

  private func run(_ merge: inout clua_merge, _ call: HostCall) throws {
    let stack = call.stack
    guard stack.reserve(8) else { throw HostError.usage("the Lua stack is full") }
    try withUnsafeMutablePointer(to: &merge) { merge in
      clua_push_merge(stack.pointer, merge)
      lists.push(stack)
      function.push(stack)
      try call.context.callNow(on: stack, arguments: 3, results: 1)
    }
    guard merge.wrong_type == LUA_TNONE else {
      stack.pop()
      throw HostError.comparison(
        returned: merge.wrong_integer
          ? "integer" : String(cString: lua_typename(nil, merge.wrong_type)))
    }
  }
}

extension HostError {
  /// A comparison's answer that is none.
  static func comparison(returned type: String) -> HostError {
    .usage("the comparison returned \(type), a boolean expected")
  }
}
