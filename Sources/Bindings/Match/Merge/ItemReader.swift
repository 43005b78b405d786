internal import CLua
internal import MixCore
internal import ScriptHost

/// Reads keys and identities out of the items of a merge, and compares them by a function.
final class ItemReader {
  private let store: ItemStore
  private let keys: [ItemValue?]
  private let unique: [ItemValue]
  private let comparison: LuaFunction?
  /// The call that reads; set while a function of the merge runs. Not kept beyond it: the
  /// state holds the merge.
  var context: HostContext?

  init(_ store: ItemStore, _ options: MergeOptions) {
    self.store = store
    unique = options.unique
    switch options.order {
    case .keys(let keys):
      self.keys = keys.map(\.value)
      comparison = nil
    case .comparison(let function):
      keys = []
      comparison = function
    }
  }

  private func withContext<Value>(
    _ body: (HostContext, LuaStack) throws -> Value
  ) throws -> Value {
    guard let context else { preconditionFailure("an item is read outside of a call") }
    return try context.withStack { stack in
      let base = stack.count
      guard stack.reserve(12) else { throw HostError.usage("the Lua stack is full") }
      defer { lua_settop(stack.pointer, base) }
      return try body(context, stack)
    }
  }

  /// An item's sort keys.
  /// - Throws: ``HostError`` for an item that is not a table; what a function raises.
  func values(_ slot: Int) throws -> [MergeValue] {
    try withContext { context, stack in
      store.push(slot, stack)
      let item = stack.count
      return try keys.map { try $0?.read(of: item, context, stack) ?? .missing }
    }
  }

  /// The text that tells an item from others; nil: none does.
  /// - Throws: what a function raises; ``HostError`` for a table.
  func identity(_ slot: Int) throws -> String? {
    try withContext { context, stack in
      store.push(slot, stack)
      let item = stack.count
      var key = ""
      for source in unique {
        switch try source.read(of: item, context, stack) {
        case .missing: return nil
        case .integer(let number): key += "i\(number)\u{1F}"
        case .number(let number): key += "n\(number)\u{1F}"
        case .text(let text): key += "t\(text.utf8.count):\(text)\u{1F}"
        }
      }
      return key
    }
  }

  /// Whether one item comes before another.
  /// - Throws: what the function raises.
  func precedes(_ left: Int, _ right: Int) throws -> Bool {
    try withContext { context, stack in
      comparison?.push(stack)
      store.push(left, stack)
      store.push(right, stack)
      try context.callNow(on: stack, arguments: 2, results: 1)
      guard let answer = stack.boolean(-1) else {
        throw HostError.comparison(returned: stack.typeName(-1))
      }
      return answer
    }
  }
}
