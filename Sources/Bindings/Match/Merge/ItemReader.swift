internal import CLua
internal import MixCore
internal import ScriptHost

/// An item of a merge: a Lua value, as it is.
struct MergeItem: LuaResult, Sendable {
  let value: KeptValue
  /// Holds the bytes of its sort keys.
  let charge: MemoryCharge

  func push(_ call: HostCall) -> Int32 { value.push(call) }
}

/// Reads keys and identities out of the items of a merge, and compares them by a function.
final class ItemReader {
  private let options: MergeOptions
  /// The call that reads; set while a function of the merge runs. Not kept beyond it: the
  /// state holds the merge.
  var context: HostContext?
  /// Whether that call has not waited: then its limits can be looked at.
  private var isCalled = false
  private var reads = 0

  init(_ options: MergeOptions) { self.options = options }

  /// Runs `body` as part of a call.
  func within<Value>(_ call: HostCall, _ body: () throws -> Value) rethrows -> Value {
    let before = (context, isCalled)
    (context, isCalled) = (call.context, true)
    defer { (context, isCalled) = before }
    return try body()
  }

  /// Now and then looks whether the script is to stop: a list may be long.
  private func reading() throws -> HostContext {
    guard let context else { preconditionFailure("an item is read outside of a call") }
    reads &+= 1
    if isCalled, reads & 0xFF == 0 { try context.checkpoint() }
    return context
  }

  private func withContext<Value>(
    _ body: (HostContext, LuaStack) throws -> Value
  ) throws -> Value {
    let context = try reading()
    return try context.withStack { stack in
      let base = stack.count
      guard stack.reserve(12) else { throw HostError.usage("the Lua stack is full") }
      defer { lua_settop(stack.pointer, base) }
      return try body(context, stack)
    }
  }

  /// Keeps the value at an index.
  func item(at index: Int32, _ stack: LuaStack) throws -> MergeItem {
    let context = try reading()
    return MergeItem(
      value: context.keep(stack, at: index), charge: try context.memory.charge())
  }

  /// Keeps the elements of the list at an index.
  func items(listAt index: Int32, _ stack: LuaStack) throws -> [MergeItem] {
    try stride(from: 1, through: stack.rawLength(index), by: 1).map { position in
      stack.pushRawElement(index, position)
      defer { stack.pop() }
      return try item(at: -1, stack)
    }
  }

  /// An item's sort keys.
  /// - Throws: ``HostError`` for an item that is not a table; what a function raises.
  func values(_ item: MergeItem, _ keys: [MergeOptions.Key]) throws -> [MergeValue] {
    try withContext { context, stack in
      item.value.push(stack)
      let index = stack.count
      var bytes = 0
      let values = try keys.map { key in
        let value = try key.value?.read(of: index, context, stack) ?? .missing
        bytes += MemoryLayout<MergeValue>.stride
        if case .text(let text) = value { bytes += text.utf8.count }
        return value
      }
      try item.charge.grow(by: bytes)
      return values
    }
  }

  /// The text that tells an item from others; nil: none does.
  /// - Throws: what a function raises; ``HostError`` for a table.
  func identity(_ item: MergeItem) throws -> String? {
    try withContext { context, stack in
      item.value.push(stack)
      let index = stack.count
      var key = ""
      for source in options.unique {
        switch try source.read(of: index, context, stack) {
        case .missing: return nil
        case .integer(let number): key += "i\(number)\u{1F}"
        case .number(let number): key += "n\(number)\u{1F}"
        case .text(let text): key += "t\(text.utf8.count):\(text)\u{1F}"
        }
      }
      return key
    }
  }

  /// Whether one item comes before another by a script's function.
  /// - Throws: what the function raises.
  func precedes(_ left: MergeItem, _ right: MergeItem, _ comparison: LuaFunction) throws -> Bool {
    try withContext { context, stack in
      comparison.push(stack)
      left.value.push(stack)
      right.value.push(stack)
      try context.callNow(on: stack, arguments: 2, results: 1)
      guard let answer = stack.boolean(-1) else {
        throw HostError.usage(
          "the comparison returned \(stack.typeName(-1)), a boolean expected")
      }
      return answer
    }
  }
}
