internal import CLua
internal import MixCore
internal import ScriptHost

/// Lists in the order of declared keys, which are read once and, where a list is not in their order, sorted.
final class KeyedLists: ListOrder {
  /// The number of items whose sort keys are read at a time.
  private static let batch = 256

  private let lists: KeptValue
  private let merge: KWayMerge

  init(
    _ call: HostCall, _ lists: [KeptValue], _ keys: [(key: MergeKey, value: ItemValue?)]
  ) throws {
    let stack = call.stack
    merge = KWayMerge(sources: lists.count, keys: keys.map(\.key), lookahead: .max)
    guard stack.reserve(Int32(clamping: keys.count) + 16) else {
      throw HostError.usage("too many sort keys")
    }
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    lua_createtable(stack.pointer, Int32(clamping: lists.count), 0)
    // The items are given by their places, whatever becomes of the script's own lists.
    for (place, list) in lists.enumerated() {
      list.push(stack)
      clua_copy_elements(stack.pointer, -1, 1, stack.rawLength(-1))
      lua_rawseti(stack.pointer, base + 1, Int64(place) + 1)
      stack.pop()
    }
    self.lists = call.context.keep(stack, at: -1)
    for source in lists.indices { try read(source, keys, call, lists: base + 1) }
  }

  private func read(
    _ source: Int, _ keys: [(key: MergeKey, value: ItemValue?)], _ call: HostCall, lists: Int32
  ) throws {
    let (stack, context) = (call.stack, call.context)
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    lua_rawgeti(stack.pointer, lists, Int64(source) + 1)
    let isPlain = keys.allSatisfy { $0.value?.isField ?? true }
    for key in keys {
      if case .field(let name, _)? = key.value { name.push(stack) } else { stack.pushNil() }
    }
    let count = stack.rawLength(base + 1)
    merge.reserve(Int(count), in: source)
    var numbers = [Double](repeating: .nan, count: Self.batch * keys.count)
    var position: Int64 = 1
    while position <= count {
      try context.checkpoint()
      let wanted = min(Int64(Self.batch), count - position + 1)
      let found =
        isPlain
        ? clua_list_numbers(
          stack.pointer, base + 1, position, Int(wanted), base + 2, Int32(keys.count), &numbers) : 0
      numbers.withUnsafeBufferPointer {
        merge.append(
          handlesFrom: Int(position),
          numbers: UnsafeBufferPointer(rebasing: $0[..<(found * keys.count)]), to: source)
      }
      position += Int64(found)
      guard found < wanted else { continue }
      lua_rawgeti(stack.pointer, base + 1, position)
      let item = stack.count
      merge.append(
        Int(position), try keys.map { try $0.value?.read(of: item, context, stack) ?? .missing },
        to: source)
      stack.pop()
      position += 1
    }
    merge.settle(source)
    merge.finish(source)
  }

  var isAtEnd: Bool { merge.count == 0 }

  func pushNext(_ limit: Int, _ call: HostCall) throws -> Int {
    let stack = call.stack
    lua_createtable(stack.pointer, Int32(clamping: min(limit, merge.count)), 0)
    lists.push(stack)
    defer { stack.pop() }
    var count = 0
    var places: [clua_place] = []
    while count < limit {
      places.removeAll(keepingCapacity: true)
      while places.count < min(limit - count, 1024), let row = try merge.next() {
        places.append(clua_place(source: Int64(row.source), position: Int64(row.handle)))
      }
      if places.isEmpty { break }
      clua_gather(stack.pointer, -1, -2, Int64(count) + 1, places, places.count)
      count += places.count
    }
    return count
  }
}
