internal import CLua
internal import ScriptHost

/// Lists in the order of a script's function, which compares them where they are (merge.c).
///
/// merge.c works on plain memory, for the function may ask for the merged list's state meanwhile.
final class ComparedLists: ListOrder {
  private let lists: KeptValue
  private let function: LuaFunction
  private let merge: UnsafeMutablePointer<clua_merge>
  private let heads: UnsafeMutableBufferPointer<Int64>
  private let ends: UnsafeMutableBufferPointer<Int64>
  private let tree: UnsafeMutableBufferPointer<Int32>

  init(_ call: HostCall, _ lists: [KeptValue], _ function: LuaFunction) {
    self.function = function
    heads = .allocate(capacity: lists.count)
    heads.initialize(repeating: 1)
    ends = .allocate(capacity: lists.count)
    tree = .allocate(capacity: max(1, lists.count))
    tree.initialize(repeating: -1)
    let stack = call.stack
    lua_createtable(stack.pointer, Int32(clamping: lists.count), 0)
    for (place, list) in lists.enumerated() {
      list.push(stack)
      ends.initializeElement(at: place, to: Int64(lua_rawlen(stack.pointer, -1)))
      lua_rawseti(stack.pointer, -2, Int64(place) + 1)
    }
    self.lists = call.context.keep(stack, at: -1)
    stack.pop()
    merge = .allocate(capacity: 1)
    merge.initialize(to: clua_merge())
    merge.pointee.count = Int32(lists.count)
    merge.pointee.heads = heads.baseAddress
    merge.pointee.ends = UnsafePointer(ends.baseAddress)
    merge.pointee.tree = tree.baseAddress
  }

  deinit {
    merge.deallocate()
    heads.deallocate()
    ends.deallocate()
    tree.deallocate()
  }

  var isAtEnd: Bool { zip(heads, ends).allSatisfy { $0 > $1 } }

  func pushNext(_ limit: Int, _ call: HostCall) throws -> Int {
    let before = Array(heads)
    merge.pointee.limit = Int64(limit)
    do { try run(call) } catch {
      _ = heads.update(from: before)
      merge.pointee.built = false
      throw error
    }
    return Int(merge.pointee.merged)
  }

  private func run(_ call: HostCall) throws {
    let stack = call.stack
    guard stack.reserve(8) else { throw HostError.usage("the Lua stack is full") }
    clua_push_merge(stack.pointer, merge)
    lists.push(stack)
    function.push(stack)
    try call.context.callNow(on: stack, arguments: 3, results: 1)
    let wrong = merge.pointee.wrong_type
    guard wrong == LUA_TNONE else {
      stack.pop()
      throw HostError.comparison(
        returned: merge.pointee.wrong_integer
          ? "integer" : String(cString: lua_typename(stack.pointer, wrong)))
    }
  }
}

extension HostError {
  /// A comparison's answer that is not a boolean.
  static func comparison(returned type: String) -> HostError {
    .usage("the comparison returned \(type), a boolean expected")
  }
}
