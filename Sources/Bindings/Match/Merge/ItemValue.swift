internal import CLua
internal import MixCore
internal import ScriptHost

/// A source for the value of a key or an identity.
enum ItemValue {
  /// A field of the item; the kept value is its name.
  case field(KeptValue, name: String)
  /// The result of a function that gets the item.
  case function(LuaFunction)
}

extension ItemValue {
  /// Reads it.
  /// - Parameter item: the item's index on the stack.
  /// - Throws: ``HostError`` for an item or a value that is not a key; what a function raises.
  func read(
    of item: Int32, _ context: HostContext, _ stack: LuaStack
  ) throws -> MergeValue {
    try push(of: item, context, stack)
    defer { stack.pop() }
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
        "\(words) of an item is \(stack.typeName(-1)); a sort key is a number, a text, a "
          + "boolean or nothing")
    }
  }

  private func push(
    of item: Int32, _ context: HostContext, _ stack: LuaStack
  ) throws {
    switch self {
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

  private var words: String {
    switch self {
    case .field(_, let name): "'\(name)'"
    case .function: "the computed key"
    }
  }
}
