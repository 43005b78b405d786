internal import CLua

/// A copy of a Lua value, independent of the state it came from.
///
/// Functions and objects stay references (``LuaFunction``, ``LuaObjectReference``).
///
/// ```swift
/// let film: LuaValue = .object(["title": .string("Heat"), "year": .int(1995)])
/// ```
public enum LuaValue: Sendable, Hashable {
  case `nil`
  /// `json.null`: a JSON null, distinct from "no value".
  case null
  case bool(Bool)
  case int(Int64)
  case number(Double)
  case string(String)
  /// A string that is not valid UTF-8.
  case bytes([UInt8])
  /// A sequence: a table with the keys 1…n, or with the array mark.
  case array([LuaValue])
  /// Any other table with string keys.
  case object([String: LuaValue])
  /// A function, a coroutine or a userdata, represented by the name of its type.
  case opaque(String)

  /// Deepest nesting of tables that are copied.
  public static let maxDepth = 100
}

extension LuaValue {
  /// Makes a string of bytes: ``string(_:)`` when they are UTF-8, else ``bytes(_:)``.
  public init(bytes: [UInt8]) {
    self = String(validating: bytes, as: UTF8.self).map(LuaValue.string) ?? .bytes(bytes)
  }

  /// The value of a member; nil for anything that is not an object.
  public subscript(name: String) -> LuaValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// A string for display, with bytes that are not UTF-8 as U+FFFD; nil for other values.
  public var shownText: String? {
    switch self {
    case .string(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    default: nil
    }
  }

  /// Copies the value at `index`.
  /// - Throws: ``HostError`` for tables nested deeper than ``maxDepth`` (usually a cycle) or with
  ///   keys that are neither strings nor 1…n; ``LimitExceeded`` when the copy exceeds the script's
  ///   memory or time.
  public init(_ stack: LuaStack, _ index: Int32, depth: Int = 0) throws {
    switch stack.kind(index) {
    case .none, .nil: self = .nil
    case .boolean: self = .bool(stack.boolean(index) ?? false)
    case .number:
      self =
        lua_isinteger(stack.pointer, index) != 0
        ? .int(stack.integer(index) ?? 0) : .number(stack.number(index) ?? 0)
    case .string:
      self =
        try stack.withBytes(index) { bytes in
          try stack.countCopy(bytes.count)
          return LuaStack.valid(bytes).map(LuaValue.string) ?? .bytes(Array(bytes))
        } ?? .nil
    case .lightUserdata: self = stack.isNull(index) ? .null : .opaque("light userdata")
    case .table: self = try Self.table(stack, lua_absindex(stack.pointer, index), depth)
    case .function, .userdata, .thread: self = .opaque(stack.typeName(index))
    }
  }

  private static func table(_ stack: LuaStack, _ index: Int32, _ depth: Int) throws -> LuaValue {
    guard depth < maxDepth, stack.reserve(6) else {
      throw HostError.usage(
        "a table nests deeper than \(maxDepth) levels (does it contain itself?)")
    }
    let count = Int(lua_rawlen(stack.pointer, index))
    if count > 0 || ArrayMark.isMarked(stack, index) {
      if let array = try sequence(stack, index, count, depth) { return .array(array) }
    }
    var fields: [String: LuaValue] = [:]
    try stack.forEachPair(index) {
      // The size of a dictionary's entry with its share of free slots.
      try stack.countCopy(96)
      guard let key = try stack.key(-2) else {
        throw HostError.usage(
          "a table has a \(stack.typeName(-2)) as key; string keys or the keys 1…n are expected")
      }
      fields[key] = try LuaValue(stack, -1, depth: depth + 1)
    }
    return .object(fields)
  }

  /// The values of the keys 1…count when the table has no other keys; nil otherwise.
  private static func sequence(
    _ stack: LuaStack, _ index: Int32, _ count: Int, _ depth: Int
  ) throws -> [LuaValue]? {
    var pairs = 0
    try stack.forEachPair(index) {
      if let key = stack.integer(-2), key >= 1, key <= Int64(count) {
        pairs += 1
      } else {
        pairs = .min
      }
    }
    guard pairs == count else { return nil }
    try stack.countCopy(count * MemoryLayout<LuaValue>.stride)
    var values: [LuaValue] = []
    values.reserveCapacity(count)
    for position in 0..<count {
      lua_rawgeti(stack.pointer, index, Int64(position) + 1)
      defer { stack.pop() }
      values.append(try LuaValue(stack, -1, depth: depth + 1))
    }
    return values
  }
}

extension LuaValue {
  /// The host's approximate memory for the value, in bytes.
  public var heldBytes: Int {
    switch self {
    case .nil, .null, .bool, .int, .number: MemoryLayout<LuaValue>.stride
    case .string(let text): 48 + text.utf8.count
    case .opaque(let type): 48 + type.utf8.count
    case .bytes(let bytes): 48 + bytes.count
    case .array(let values): values.reduce(48) { $0 + $1.heldBytes }
    case .object(let fields): fields.reduce(96) { $0 + 64 + $1.key.utf8.count + $1.value.heldBytes }
    }
  }
}

extension LuaStack {
  /// Visits the pairs of a table without metamethods; during the call the key is at -2, the value
  /// at -1. The body must leave the stack and the table unchanged.
  public func forEachPair(_ index: Int32, _ body: () throws -> Void) throws {
    let table = lua_absindex(pointer, index)
    lua_pushnil(pointer)
    while lua_next(pointer, table) != 0 {  // allowed: the table does not change during the walk
      do { try body() } catch {
        pop(2)
        throw error
      }
      pop()
    }
  }

  /// Whether a table has no pairs.
  public func isEmptyTable(_ index: Int32) -> Bool {
    let table = lua_absindex(pointer, index)
    lua_pushnil(pointer)
    guard lua_next(pointer, table) != 0 else { return true }  // allowed: nil is a valid first key
    pop(2)
    return false
  }

  /// A key as a string; integers in decimal; nil for other types.
  /// - Throws: ``HostError`` of kind `usage` for bytes that are not UTF-8.
  func key(_ index: Int32) throws -> String? {
    if let text = text(index) { return text }
    do { try refuseBytes(index) } catch let error as HostError {
      throw HostError.usage("a key of a table: \(error.message)")
    }
    return integer(index).map(String.init)
  }

  /// Pushes a copy of a value.
  public func push(_ value: LuaValue) {
    switch value {
    case .nil, .opaque: pushNil()
    case .null: pushNull()
    case .bool(let value): push(value)
    case .int(let value): push(value)
    case .number(let value): push(value)
    case .string(let value): push(value)
    case .bytes(let value): push(value)
    case .array(let values):
      guard reserve(4) else { return pushNil() }
      lua_createtable(pointer, Int32(clamping: values.count), 0)
      for (position, value) in values.enumerated() {
        push(value)
        lua_rawseti(pointer, -2, Int64(position) + 1)
      }
      ArrayMark.mark(self)
    case .object(let fields):
      guard reserve(4) else { return pushNil() }
      lua_createtable(pointer, 0, Int32(clamping: fields.count))
      for (key, value) in fields {
        push(key)
        push(value)
        lua_rawset(pointer, -3)  // allowed: the key is a string
      }
    }
  }
}

/// Marks tables as arrays or objects by shared metatables, which matters when they are empty.
public enum ArrayMark {
  /// The registry keys of the two metatables, shared with the JSON codec.
  static let arrayKey = "mix.json.array"
  static let objectKey = "mix.json.object"

  /// Makes both metatables in a new state.
  static func open(_ stack: LuaStack) {
    for (key, name) in [(arrayKey, "array"), (objectKey, "object")] {
      clua_newtable(stack.pointer)
      stack.push(name)
      lua_setfield(stack.pointer, -2, "__name")
      // All tables of the kind share it, so scripts must not add a `__gc` or an `__index`.
      stack.push(false)
      lua_setfield(stack.pointer, -2, "__metatable")
      lua_setfield(stack.pointer, LUA_REGISTRY, key)
    }
  }

  /// Marks the table on top of the stack as an array.
  public static func mark(_ stack: LuaStack) { set(stack, arrayKey) }

  /// Marks the table on top of the stack as an object.
  public static func markObject(_ stack: LuaStack) { set(stack, objectKey) }

  private static func set(_ stack: LuaStack, _ key: String) {
    lua_getfield(stack.pointer, LUA_REGISTRY, key)
    lua_setmetatable(stack.pointer, -2)
  }

  /// Whether the table at `index` has the array mark.
  public static func isMarked(_ stack: LuaStack, _ index: Int32) -> Bool {
    let index = lua_absindex(stack.pointer, index)
    guard lua_getmetatable(stack.pointer, index) != 0 else { return false }
    defer { stack.pop(2) }
    lua_getfield(stack.pointer, LUA_REGISTRY, arrayKey)
    return lua_rawequal(stack.pointer, -1, -2) != 0
  }
}

/// The registry's pseudo-index.
let LUA_REGISTRY = clua_registryindex()
