// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Requirements of the protocols are documented there.

internal import CLua

/// A Swift type that a host function takes as a parameter.
public protocol LuaArgument: SendableMetatype {
  /// The type's name in messages and editor types: `string`, `integer`, …
  static var luaTypeName: String { get }

  /// Reads the value; nil when it is of another type.
  static func read(_ call: HostCall, _ index: Int32) throws -> Self?
}

extension Int64: LuaArgument {
  public static var luaTypeName: String { "integer" }
  @inlinable
  public static func read(_ call: HostCall, _ index: Int32) -> Int64? { call.stack.integer(index) }
}

extension Int: LuaArgument {
  public static var luaTypeName: String { "integer" }
  @inlinable
  public static func read(_ call: HostCall, _ index: Int32) -> Int? {
    call.stack.integer(index).map(Int.init)
  }
}

extension Double: LuaArgument {
  public static var luaTypeName: String { "number" }
  @inlinable
  public static func read(_ call: HostCall, _ index: Int32) -> Double? { call.stack.number(index) }
}

extension Bool: LuaArgument {
  public static var luaTypeName: String { "boolean" }
  @inlinable
  public static func read(_ call: HostCall, _ index: Int32) -> Bool? { call.stack.boolean(index) }
}

extension String: LuaArgument {
  public static var luaTypeName: String { "string" }
  /// Reads the argument at an index; nil when it is of another type.
  /// - Throws: ``HostError`` of kind `usage` for bytes that are not UTF-8.
  @inlinable
  public static func read(_ call: HostCall, _ index: Int32) throws -> String? {
    if let text = call.stack.text(index) { return text }
    try call.stack.refuseBytes(index)
    return nil
  }
}

/// A text for people: bytes that are not UTF-8 are shown as U+FFFD.
public struct ShownArgument: LuaArgument, Sendable {
  public static var luaTypeName: String { "string" }
  /// The text.
  public let text: String
  public static func read(_ call: HostCall, _ index: Int32) -> ShownArgument? {
    // An error that a script hands on is shown by its message.
    let text = call.stack.string(index) ?? call.state.errorBox(call.stack, index)?.error.message
    return text.map(ShownArgument.init(text:))
  }
}

/// A string as bytes, without a check or repair of UTF-8.
public struct Bytes: LuaArgument, LuaResult, Sendable {
  public static var luaTypeName: String { "string" }
  /// The bytes.
  public var bytes: [UInt8]
  /// Wraps bytes.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
  public static func read(_ call: HostCall, _ index: Int32) -> Bytes? {
    call.stack.bytes(index).map(Bytes.init)
  }
  public func push(_ call: HostCall) -> Int32 {
    call.stack.push(bytes)
    return 1
  }
}

/// Any value, copied.
extension LuaValue: LuaArgument {
  public static var luaTypeName: String { "any" }
  public static func read(_ call: HostCall, _ index: Int32) throws -> LuaValue? {
    try LuaValue(call.stack, index)
  }
}

/// A parameter that may be missing or nil.
extension Optional: LuaArgument where Wrapped: LuaArgument {
  public static var luaTypeName: String { Wrapped.luaTypeName + "?" }
  @inlinable
  public static func read(_ call: HostCall, _ index: Int32) throws -> Wrapped?? {
    if call.stack.isNoneOrNil(index) { return .some(nil) }
    return try Wrapped.read(call, index).map(Optional.some)
  }
}

/// A sequence of values of one type.
extension Array: LuaArgument where Element: LuaArgument {
  public static var luaTypeName: String { Element.luaTypeName + "[]" }
  public static func read(_ call: HostCall, _ index: Int32) throws -> [Element]? {
    guard call.stack.kind(index) == .table, call.stack.reserve(4) else { return nil }
    let table = lua_absindex(call.stack.pointer, index)
    let count = try call.stack.listCount(table)
    try call.stack.countCopy(count * MemoryLayout<Element>.stride)
    var values: [Element] = []
    values.reserveCapacity(count)
    var copied = 0
    for position in 0..<count {
      // A list may hold one long text many times.
      try call.stack.checkCopies(since: &copied)
      lua_rawgeti(call.stack.pointer, table, Int64(position) + 1)
      defer { call.stack.pop() }
      guard let value = try Element.read(call, -1) else {
        throw HostError.usage(
          "element \(position + 1) of the list is \(call.stack.typeName(-1)), "
            + "\(Element.luaTypeName) expected")
      }
      values.append(value)
    }
    return values
  }
}

/// The stack position of a table, which is read in place during a synchronous call.
public struct TablePosition: LuaArgument {
  public static var luaTypeName: String { "table" }
  /// The table's index on the stack.
  public let index: Int32
  public static func read(_ call: HostCall, _ index: Int32) -> TablePosition? {
    call.stack.kind(index) == .table ? TablePosition(index: index) : nil
  }
}

/// The stack position of any value, which is read in place during a synchronous call.
public struct ValuePosition: LuaArgument {
  public static var luaTypeName: String { "any" }
  /// The value's index on the stack.
  public let index: Int32

  @inlinable
  init(index: Int32) { self.index = index }

  @inlinable
  public static func read(_ call: HostCall, _ index: Int32) -> ValuePosition? {
    ValuePosition(index: index)
  }
}

extension LuaFunction: LuaArgument {
  public static var luaTypeName: String { "function" }
  public static func read(_ call: HostCall, _ index: Int32) -> Self? {
    guard call.stack.kind(index) == .function else { return nil }
    return Self(popping: copy(call.stack, index), state: call.state)
  }
}

extension LuaTable: LuaArgument {
  public static var luaTypeName: String { "table" }
  public static func read(_ call: HostCall, _ index: Int32) -> Self? {
    guard call.stack.kind(index) == .table else { return nil }
    return Self(popping: copy(call.stack, index), state: call.state)
  }
}

/// All arguments from here on, unchanged, including functions and objects.
public struct Rest: LuaArgument {
  public static var luaTypeName: String { "any…" }
  /// In their order.
  public let values: [KeptValue]

  /// Keeps the arguments from an index on.
  public static func read(_ call: HostCall, _ index: Int32) throws -> Rest? {
    guard index <= call.stack.count else { return Rest(values: []) }
    return Rest(
      values: (index...call.stack.count).map {
        KeptValue(popping: LuaReference.copy(call.stack, $0), state: call.state)
      })
  }
}

extension LuaStack {
  /// The number of elements of the list at `index`.
  /// - Throws: ``HostError`` for a table with keys and no element: a record passed where a list of records is
  ///   expected is not an empty list.
  func listCount(_ index: Int32) throws -> Int {
    let count = Int(lua_rawlen(pointer, index))
    if count == 0, !isEmptyTable(index) {
      throw HostError.usage("a list expected, got a table without the keys 1…n")
    }
    return count
  }
}
