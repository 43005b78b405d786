internal import CLua
internal import MixCore
internal import ScriptHost

/// Lua values that a merge holds, by number: they stay in Lua, as they are.
final class ItemStore {
  private let table: LuaTable
  private var used = 0
  private var free: [Int] = []

  init(_ context: HostContext) { table = context.makeTable() }

  /// Keeps the elements of the list at an index.
  func insert(listAt index: Int32, _ stack: LuaStack) -> [Int] {
    let list = lua_absindex(stack.pointer, index)
    let count = Int(lua_rawlen(stack.pointer, list))
    table.push(stack)
    defer { stack.pop() }
    return stride(from: 1, through: count, by: 1).map { position in
      let slot = nextSlot()
      lua_rawgeti(stack.pointer, list, Int64(position))
      lua_rawseti(stack.pointer, -2, Int64(slot))
      return slot
    }
  }

  /// Keeps the elements of a list.
  func insert(_ list: KeptValue, _ stack: LuaStack) -> [Int] {
    list.push(stack)
    defer { stack.pop() }
    return insert(listAt: -1, stack)
  }

  /// Keeps the value at an index.
  func insert(valueAt index: Int32, _ stack: LuaStack) -> Int {
    let value = lua_absindex(stack.pointer, index)
    let slot = nextSlot()
    table.push(stack)
    lua_pushvalue(stack.pointer, value)
    lua_rawseti(stack.pointer, -2, Int64(slot))
    stack.pop()
    return slot
  }

  private func nextSlot() -> Int {
    if let slot = free.popLast() { return slot }
    used += 1
    return used
  }

  /// Pushes a value.
  func push(_ slot: Int, _ stack: LuaStack) {
    table.push(stack)
    lua_rawgeti(stack.pointer, -1, Int64(slot))
    clua_remove(stack.pointer, -2)
  }

  /// Pushes a list of values and lets go of them.
  func pushList(removing slots: [Int], _ stack: LuaStack) {
    lua_createtable(stack.pointer, Int32(clamping: slots.count), 0)
    table.push(stack)
    for (position, slot) in slots.enumerated() {
      lua_rawgeti(stack.pointer, -1, Int64(slot))
      lua_rawseti(stack.pointer, -3, Int64(position) + 1)
      clear(slot, stack)
    }
    stack.pop()
    ArrayMark.mark(stack)
  }

  /// Lets go of a value.
  func remove(_ slot: Int, _ stack: LuaStack) {
    table.push(stack)
    clear(slot, stack)
    stack.pop()
  }

  /// The table is on top.
  private func clear(_ slot: Int, _ stack: LuaStack) {
    lua_pushnil(stack.pointer)
    lua_rawseti(stack.pointer, -2, Int64(slot))
    free.append(slot)
  }

  // MARK: Results

  /// One item, or nil, as a result that lets go of it.
  func item(_ slot: Int?) -> MergedItem {
    MergedItem { [self] call in
      guard let slot else {
        call.stack.pushNil()
        return 1
      }
      push(slot, call.stack)
      remove(slot, call.stack)
      return 1
    }
  }

  /// Items as a list that lets go of them.
  func items(_ slots: [Int]) -> MergedItem {
    MergedItem { [self] call in
      pushList(removing: slots, call.stack)
      return 1
    }
  }
}
