public import CLua
internal import Glibc

/// A Lua thread's stack, as host functions see it: typed reads that never raise, and pushes.
///
/// It is valid only while the host function runs. Reads leave the stack unchanged; a push adds one
/// value. No method runs a metamethod or raises, so Swift frames are never jumped over.
///
/// ```swift
/// guard let title = stack.text(1) else { throw HostError.usage("a title is expected") }
/// ```
public struct LuaStack {
  /// Lua's pointer of the thread.
  public let pointer: OpaquePointer

  /// Wraps the thread that a callback received.
  public init(_ pointer: OpaquePointer) { self.pointer = pointer }

  /// The type of a value; `none` past the top.
  public enum Kind: Int32, Sendable {
    case none = -1
    case `nil`, boolean, lightUserdata, number, string, table, function, userdata, thread
  }

  /// The index of the top value; 0 for an empty stack.
  @inlinable public var count: Int32 { lua_gettop(pointer) }

  /// The type of the value at `index`.
  @inlinable public func kind(_ index: Int32) -> Kind {
    Kind(rawValue: lua_type(pointer, index)) ?? .none
  }

  /// Whether the value is missing or nil.
  @inlinable public func isNoneOrNil(_ index: Int32) -> Bool { lua_type(pointer, index) <= 0 }

  /// Whether the value is `json.null`.
  public func isNull(_ index: Int32) -> Bool {
    lua_type(pointer, index) == LUA_TLIGHTUSERDATA && lua_touserdata(pointer, index) == nil
  }

  /// The name of the value's type in messages: `nil`, `integer`, `float`, `table`, `error`, …
  public func typeName(_ index: Int32) -> String {
    switch kind(index) {
    case .none: return "no value"
    case .number: return lua_isinteger(pointer, index) != 0 ? "integer" : "float"
    case .lightUserdata: return isNull(index) ? "json.null" : "light userdata"
    default: return String(cString: clua_type_name(pointer, index))
    }
  }

  /// An integer, or a float with an integer value; nil otherwise (strings are not converted).
  @inlinable public func integer(_ index: Int32) -> Int64? {
    guard lua_type(pointer, index) == LUA_TNUMBER else { return nil }
    var ok: Int32 = 0
    let value = lua_tointegerx(pointer, index, &ok)
    return ok != 0 ? value : nil
  }

  /// A number; nil for anything else (strings are not converted).
  @inlinable public func number(_ index: Int32) -> Double? {
    guard lua_type(pointer, index) == LUA_TNUMBER else { return nil }
    return lua_tonumberx(pointer, index, nil)
  }

  /// A boolean; nil for anything else.
  @inlinable public func boolean(_ index: Int32) -> Bool? {
    lua_type(pointer, index) == LUA_TBOOLEAN ? lua_toboolean(pointer, index) != 0 : nil
  }

  /// Calls `body` with the bytes of a string, which are valid only during the call; nil for other
  /// values.
  @inlinable public func withBytes<R>(
    _ index: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R? {
    var length = 0
    guard let start = clua_tolstring_raw(pointer, index, &length) else { return nil }
    return try start.withMemoryRebound(to: UInt8.self, capacity: length) {
      try body(UnsafeBufferPointer(start: $0, count: length))
    }
  }

  /// A copy of a string's bytes; nil when the value is not a string.
  @inlinable public func bytes(_ index: Int32) -> [UInt8]? {
    withBytes(index) { bytes in
      noteCopy(bytes.count)
      return Array(bytes)
    }
  }

  /// A string in UTF-8; nil for other bytes and other values. Use it for texts that are stored,
  /// sent or looked up, because repaired bytes would be a different text.
  @inlinable public func text(_ index: Int32) -> String? {
    withBytes(index) { bytes in
      noteCopy(bytes.count)
      return LuaStack.valid(bytes)
    } ?? nil
  }

  /// Bytes as a string; nil when they are not UTF-8.
  @usableFromInline static func valid(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    // `String(validating:as:)` is slow for short texts; a text that the repair leaves unchanged is
    // valid. For long texts the copy would be wasted when they are invalid.
    guard bytes.count <= 1024 else { return String(validating: bytes, as: UTF8.self) }
    var text = String(decoding: bytes, as: UTF8.self)
    let isSame = text.withUTF8 {
      guard $0.count == bytes.count, let repaired = $0.baseAddress, let given = bytes.baseAddress
      else { return $0.count == bytes.count }
      return memcmp(repaired, given, bytes.count) == 0
    }
    return isSame ? text : nil
  }

  /// A string for display; invalid UTF-8 is repaired with U+FFFD. Nil when the value is not a
  /// string.
  @inlinable public func string(_ index: Int32) -> String? {
    withBytes(index) { bytes in
      noteCopy(bytes.count)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Counts bytes that were copied out of Lua and that the running call may keep.
  @inlinable func noteCopy(_ bytes: Int) { _ = clua_note_copy(pointer, bytes) }

  /// ``noteCopy(_:)`` with a check, for copies that may not end: a table may be reached by many
  /// paths.
  /// - Throws: ``LimitExceeded`` or `CancellationError` when the script has to stop.
  public func countCopy(_ bytes: Int) throws {
    if clua_note_copy(pointer, bytes) { try checkCopy() }
  }

  /// Checks the limits when reads that do not throw have copied another 64 KB.
  /// - Throws: like ``countCopy(_:)``.
  func checkCopies(since last: inout Int) throws {
    let copied = clua_vm_of(pointer).pointee.copied
    guard copied - last >= 65_536 else { return }
    last = copied
    try checkCopy()
  }

  private func checkCopy() throws {
    let vm = clua_vm_of(pointer)!
    switch Int(clua_copy_due(pointer)) {
    case CLUA_FATAL_NONE: return
    case CLUA_FATAL_MEMORY: throw LimitExceeded.memory(bytes: vm.pointee.ledger.pointee.limit)
    case CLUA_FATAL_TIME:
      throw LimitExceeded.time(seconds: Double(vm.pointee.slice_ns) / 1e9)
    case CLUA_FATAL_INSTRUCTIONS: throw LimitExceeded.instructions(0)
    default: throw CancellationError()
    }
  }

  // MARK: Pushes

  /// Pushes nil.
  @inlinable public func pushNil() { lua_pushnil(pointer) }
  /// Pushes a boolean.
  @inlinable public func push(_ value: Bool) { lua_pushboolean(pointer, value ? 1 : 0) }
  /// Pushes an integer.
  @inlinable public func push(_ value: Int64) { lua_pushinteger(pointer, value) }
  /// Pushes a number.
  @inlinable public func push(_ value: Double) { lua_pushnumber(pointer, value) }

  /// Pushes `json.null`.
  public func pushNull() { lua_pushlightuserdata(pointer, nil) }

  /// Pushes a string.
  @inlinable public func push(_ value: String) {
    let isPushed: Void? = value.utf8.withContiguousStorageIfAvailable {
      push(UnsafeRawBufferPointer($0))
    }
    guard isPushed == nil else { return }
    var value = value
    value.withUTF8 { push(UnsafeRawBufferPointer($0)) }
  }

  /// Pushes bytes as a string; large ones are reported to the collector.
  @inlinable public func push(_ bytes: [UInt8]) { bytes.withUnsafeBytes { push($0) } }

  /// Pushes bytes as a string.
  @inlinable public func push(_ bytes: UnsafeRawBufferPointer) {
    _ = lua_pushlstring(pointer, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
  }

  /// Reserves stack for `count` more values; false when the stack is at its limit.
  @inlinable public func reserve(_ count: Int32) -> Bool { lua_checkstack(pointer, count) != 0 }

  /// Removes the top `count` values.
  @inlinable public func pop(_ count: Int32 = 1) { clua_pop(pointer, count) }
}
