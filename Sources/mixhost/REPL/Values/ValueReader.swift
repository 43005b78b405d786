import ScriptHost

/// Copies values for display: without metamethods except `__tostring`, and no more than is shown.
struct ValueReader {
  private static let mostDepth = 8
  private static let mostElements = 200
  private static let mostFields = 200
  private static let mostBytes = 16_384
  /// Most fields that are sorted; sorting more would take too long.
  private static let mostSorted = 20_000
  private static let mostNodes = 5_000

  private let stack: LuaStack
  private var above: [UnsafeRawPointer] = []
  private var nodes = 0

  init(_ stack: LuaStack) { self.stack = stack }

  /// The top `count` values in their order.
  static func values(_ stack: LuaStack, _ count: Int32) -> [ShownValue] {
    guard count > 0 else { return [] }
    return (1...count).map { position in
      var reader = ValueReader(stack)
      return reader.read(stack.count - count + position)
    }
  }

  /// The value at an index, which is not relative to the top.
  mutating func read(_ index: Int32) -> ShownValue {
    nodes += 1
    switch stack.kind(index) {
    case .none, .nil: return .plain("nil", .nil)
    case .boolean: return .plain(stack.boolean(index) == true ? "true" : "false", .boolean)
    case .number: return .plain(stack.displayText(index), .number)
    case .string: return string(index)
    case .lightUserdata: return .plain(stack.typeName(index), .nil)
    case .table: return table(index)
    case .function: return .plain(Self.function(stack, index), .function)
    case .userdata:
      let isError = stack.objectTypeName(index) == "error"
      return .plain(stack.displayText(index), isError ? .error : .object)
    case .thread: return .plain(stack.displayText(index), .object)
    }
  }

  /// The text of a function: its name and parameters, or its place.
  static func function(_ stack: LuaStack, _ index: Int32) -> String {
    if let host = stack.hostFunction(index) {
      let path = host.name.dropLast(host.signature.name.count)
      return "function \(path)\(host.signature.call)"
    }
    return stack.functionPlace(index).map { "function <\($0.text)>" } ?? "function (of the library)"
  }

  private func string(_ index: Int32) -> ShownValue {
    stack.withBytes(index) { bytes in
      .string(String(decoding: bytes.prefix(Self.mostBytes), as: UTF8.self), bytes: bytes.count)
    } ?? .plain("nil", .nil)
  }

  private mutating func table(_ index: Int32) -> ShownValue {
    if stack.hasMetafield(index, "__tostring") { return .plain(stack.displayText(index), .object) }
    guard let identity = stack.identity(index) else { return .deep }
    if above.contains(identity) { return .cycle }
    guard above.count < Self.mostDepth, nodes < Self.mostNodes, stack.reserve(8) else {
      return .deep
    }
    above.append(identity)
    defer { above.removeLast() }
    var shown = ShownTable()
    // A read-only view is itself empty; its content is in the table behind it.
    if stack.rawLength(index) == 0, stack.pushFallback(index) {
      let behind = stack.count
      defer { stack.remove(behind) }
      if stack.isEmptyTable(index) {
        fill(&shown, behind)
        return .table(shown)
      }
    }
    fill(&shown, index)
    return .table(shown)
  }

  private mutating func fill(_ shown: inout ShownTable, _ index: Int32) {
    let count = stack.rawLength(index)
    shown.elementCount = Int(count)
    for position in 0..<min(count, Int64(Self.mostElements)) {
      stack.pushRawElement(index, position + 1)
      shown.elements.append(read(stack.count))
      stack.pop()
    }
    for key in keys(&shown, index, beyond: count).prefix(Self.mostFields) {
      shown.fields.append(ShownTable.Field(key: key.text, value: value(of: key, index)))
    }
  }

  private mutating func value(of key: Key, _ table: Int32) -> ShownValue {
    switch key {
    case .name(let name): stack.pushRawField(table, name)
    case .integer(let number): stack.pushRawElement(table, number)
    case .other(_, let value): return value
    }
    defer { stack.pop() }
    return read(stack.count)
  }

  /// A key that can be looked up after the walk.
  private enum Key {
    case name(String)
    case integer(Int64)
    /// A key of another type, whose value is read during the walk.
    case other(String, value: ShownValue)

    var text: String {
      switch self {
      case .name(let name): LuaText.isName(name) ? name : "[\(LuaText.quoted(name))]"
      case .integer(let number): "[\(number)]"
      case .other(let text, _): "[\(text)]"
      }
    }
  }

  /// The keys outside the sequence: integers first, then names in byte order, then others.
  private mutating func keys(
    _ shown: inout ShownTable, _ index: Int32, beyond count: Int64
  ) -> [Key] {
    var integers: [Int64] = []
    var names: [String] = []
    var others: [Key] = []
    var total = 0
    // The body throws nothing.
    try? stack.forEachPair(index) {
      let integer = stack.kind(-2) == .number ? stack.integer(-2) : nil
      if let integer, integer >= 1, integer <= count { return }
      total += 1
      guard total <= Self.mostSorted else { return }
      if let integer, stack.typeName(-2) == "integer" {
        integers.append(integer)
      } else if let name = stack.string(-2) {
        names.append(name)
      } else if others.count < Self.mostFields {
        let text = stack.kind(-2) == .table ? "a table" : stack.displayText(-2)
        others.append(.other(text, value: read(stack.count)))
      }
    }
    shown.fieldCount = total
    return integers.sorted().map(Key.integer) + names.sorted().map(Key.name) + others
  }
}
