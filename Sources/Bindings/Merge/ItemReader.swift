internal import CLua
internal import MixCore
internal import ScriptHost

// @unchecked Sendable: confined to the engine's reactor.
/// Reads keys and identities out of the items of a merge, and compares them by a function.
final class ItemReader: @unchecked Sendable {  // confined: see above
  private let store: ItemStore
  private let keys: [ItemValue?]
  private let unique: [ItemValue]
  private let comparison: LuaFunction?
  /// Whose call it is that reads; set while a function of the merge runs. Not kept beyond it: the
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

  // MARK: Keys

  /// An item's sort keys.
  /// - Throws: ``HostError`` for an item that is no table; what a function raises.
  func values(_ slot: Int) throws -> [MergeValue] {
    try withContext { context, stack in
      store.push(slot, stack)
      let item = stack.count
      return try keys.map { source in
        guard let source else { return .missing }
        try push(source, of: item, context, stack)
        defer { stack.pop() }
        return try value(stack, source)
      }
    }
  }

  private func value(_ stack: LuaStack, _ source: ItemValue) throws -> MergeValue {
    switch stack.kind(-1) {
    case .nil, .none: return .missing
    case .boolean: return .integer(stack.boolean(-1) == true ? 1 : 0)
    case .number:
      return stack.integer(-1).map(MergeValue.integer) ?? stack.number(-1).map(MergeValue.number)
        ?? .missing
    case .string:
      let text = stack.string(-1) ?? ""
      return text.isEmpty ? .missing : .text(text)
    default:
      if stack.isNull(-1) { return .missing }
      throw HostError.usage(
        "\(name(source)) of an item is \(stack.typeName(-1)); a sort key is a number, a text, a "
          + "boolean or nothing")
    }
  }

  /// Pushes a value of the item at an index.
  private func push(
    _ source: ItemValue, of item: Int32, _ context: HostContext, _ stack: LuaStack
  ) throws {
    switch source {
    case .field(let key, let name):
      guard stack.kind(item) == .table else {
        throw HostError.usage(
          "an item is \(stack.typeName(item)); '\(name)' is read from tables: give keys with "
            + "`value`, a function, or compare by a function")
      }
      key.push(stack)
      lua_rawget(stack.pointer, item)
    case .function(let function):
      function.push(stack)
      lua_pushvalue(stack.pointer, item)
      try context.callNow(on: stack, arguments: 1, results: 1)
    }
  }

  private func name(_ source: ItemValue) -> String {
    switch source {
    case .field(_, let name): "'\(name)'"
    case .function: "the computed key"
    }
  }

  // MARK: Identity

  /// What tells an item from others; nil: nothing does.
  /// - Throws: what a function raises; ``HostError`` for a table.
  func identity(_ slot: Int) throws -> String? {
    try withContext { context, stack in
      store.push(slot, stack)
      let item = stack.count
      var key = ""
      for source in unique {
        try push(source, of: item, context, stack)
        defer { stack.pop() }
        switch try value(stack, source) {
        case .missing: return nil
        case .integer(let number): key += "i\(number)\u{1F}"
        case .number(let number): key += "n\(number)\u{1F}"
        case .text(let text): key += "t\(text.utf8.count):\(text)\u{1F}"
        }
      }
      return key
    }
  }

  // MARK: Comparison

  /// Whether one item comes before another.
  /// - Throws: what the function raises.
  func precedes(_ left: Int, _ right: Int) throws -> Bool {
    try withContext { context, stack in
      comparison?.push(stack)
      store.push(left, stack)
      store.push(right, stack)
      try context.callNow(on: stack, arguments: 2, results: 1)
      guard let answer = stack.boolean(-1) else {
        throw HostError.usage("the comparison returned \(stack.typeName(-1)), a boolean expected")
      }
      return answer
    }
  }
}
