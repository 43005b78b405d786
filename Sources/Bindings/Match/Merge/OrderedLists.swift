internal import CLua
internal import MixCore
internal import ScriptHost

/// Lists that are in the order of declared keys, all of them numbers: merged in one walk, in which a key
/// is read where those before it are equal (merge_keys.c).
final class OrderedLists: ListOrder {
  /// How many items are merged before the limits of the script are looked at.
  private static let stretch: Int64 = 4096

  /// The items in their order; nil once all of them were given as one list.
  private var merged: KeptValue?
  private var given = 0
  private let count: Int

  /// - Parameter cap: how many items are given at most; 0: all.
  /// - Returns: nil for lists that need more: one is not in order, or a key is a text or computed.
  /// - Throws: what interrupts the script.
  init?(
    _ call: HostCall, _ lists: [KeptValue], _ keys: [(key: MergeKey, value: ItemValue?)], cap: Int
  ) throws {
    let stack = call.stack
    let slots = Int32(clamping: keys.count + 2 * lists.count) + 16
    guard keys.allSatisfy({ $0.value?.isField ?? true }), stack.reserve(slots) else { return nil }
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    let ends = Self.push(lists, stack)
    let merge = Self.push(keys, of: ends, stack)
    let total = ends.reduce(0, +)
    count = Int(cap == 0 ? total : min(total, Int64(cap)))
    merge.pointee.kept = Int64(count)
    lua_createtable(stack.pointer, Int32(clamping: count), 0)
    let result = stack.count
    while merge.pointee.merged < total, !merge.pointee.unfit {
      try call.context.checkpoint()
      clua_merge_by_keys(stack.pointer, merge, base + 1, base + 3, result, Self.stretch)
    }
    if merge.pointee.unfit { return nil }
    merged = call.context.keep(stack, at: result)
  }

  /// Pushes a table of the lists and returns their lengths.
  private static func push(_ lists: [KeptValue], _ stack: LuaStack) -> [Int64] {
    lua_createtable(stack.pointer, Int32(clamping: lists.count), 0)
    return lists.enumerated().map { place, list in
      list.push(stack)
      defer { lua_rawseti(stack.pointer, -2, Int64(place) + 1) }
      return stack.rawLength(-1)
    }
  }

  /// Pushes the merge and the names of its keys.
  private static func push(
    _ keys: [(key: MergeKey, value: ItemValue?)], of ends: [Int64], _ stack: LuaStack
  ) -> UnsafeMutablePointer<clua_key_merge> {
    let merge = clua_push_key_merge(stack.pointer, Int32(ends.count), Int32(keys.count))!
    for (place, end) in ends.enumerated() { merge.pointee.ends[place] = end }
    for (place, key) in keys.enumerated() {
      let packed = MergeWord.NumberKey(key.key)
      merge.pointee.keys[place] = clua_sort_key(
        flip: packed.flip, missing: packed.missing, is_rank: key.key.isRank)
      if case .field(let name, _)? = key.value { name.push(stack) } else { stack.pushNil() }
    }
    return merge
  }

  var isAtEnd: Bool { given == count }

  func pushNext(_ limit: Int, _ call: HostCall) throws -> Int {
    let found = min(limit, count - given)
    if found == count, let merged {
      merged.push(call.stack)
      self.merged = nil
    } else if let merged {
      merged.push(call.stack)
      clua_copy_elements(call.stack.pointer, -1, Int64(given) + 1, Int64(found))
      clua_remove(call.stack.pointer, -2)
    } else {
      lua_createtable(call.stack.pointer, 0, 0)
    }
    given += found
    return found
  }
}
