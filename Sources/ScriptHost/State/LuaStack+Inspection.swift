internal import CLua

// Inspects values without running code: raw reads, and no metamethod except `__tostring` where
// stated.
extension LuaStack {
  /// Pushes the table of globals.
  public func pushGlobals() { clua_push_globals(pointer) }

  /// Pushes the field of a table without metamethods; pushes nil when the table lacks it.
  public func pushRawField(_ table: Int32, _ key: String) {
    let table = lua_absindex(pointer, table)
    push(key)
    lua_rawget(pointer, table)
  }

  /// Pushes an element of a table, without metamethods.
  public func pushRawElement(_ table: Int32, _ position: Int64) {
    lua_rawgeti(pointer, table, position)
  }

  /// Pops the top value into a field of a table, without metamethods.
  public func setRawField(_ table: Int32, _ key: String) {
    let table = lua_absindex(pointer, table)
    push(key)
    clua_insert(pointer, -2)
    lua_rawset(pointer, table)  // allowed: the key is a string
  }

  /// Pushes the value's metatable, even one that `__metatable` hides; returns false and pushes
  /// nothing when there is none.
  public func pushMetatable(_ index: Int32) -> Bool { lua_getmetatable(pointer, index) != 0 }

  /// Pushes the `__index` table of the value's metatable, in which Lua looks up missing fields.
  /// Returns false and pushes nothing when `__index` is a function or missing.
  public func pushFallback(_ index: Int32) -> Bool {
    guard pushMetatable(index) else { return false }
    pushRawField(-1, "__index")
    clua_remove(pointer, -2)
    if kind(-1) == .table { return true }
    pop()
    return false
  }

  /// Pushes a copy of the value at an index.
  public func pushCopy(_ index: Int32) { lua_pushvalue(pointer, index) }

  /// Removes the value at an index; those above move down.
  public func remove(_ index: Int32) { clua_remove(pointer, index) }

  /// An address that identifies a table, function or object; nil for values without identity.
  public func identity(_ index: Int32) -> UnsafeRawPointer? { lua_topointer(pointer, index) }

  /// The length of a table's sequence, without metamethods.
  public func rawLength(_ index: Int32) -> Int64 { Int64(clamping: lua_rawlen(pointer, index)) }

  /// Throws for a string that is not UTF-8; does nothing for other values.
  /// - Throws: ``HostError`` of kind `usage` that names the first invalid byte.
  @usableFromInline
  func refuseBytes(_ index: Int32) throws {
    guard kind(index) == .string, text(index) == nil else { return }
    let place = withBytes(index, Self.firstInvalid) ?? nil
    throw HostError.usage(
      "text in UTF-8 expected, got "
        + (place.map { "byte \($0.byte) at \($0.position)" } ?? "bytes"))
  }

  /// The first byte that is not UTF-8, in hexadecimal, and its position from 1; nil for valid text.
  private static func firstInvalid(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (byte: String, position: Int)? {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var place = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar): place += scalar.count
      case .emptyInput: return nil
      case .error:
        return ("0x" + String(bytes[place], radix: 16, uppercase: true), place + 1)
      }
    }
  }

  /// Whether the value's metatable has a field.
  public func hasMetafield(_ index: Int32, _ name: String) -> Bool {
    guard pushMetatable(index) else { return false }
    defer { pop(2) }
    pushRawField(-1, name)
    return kind(-1) != .nil
  }

  /// The type of an object as named in the documentation: `http.client`; nil for other values.
  public func objectTypeName(_ index: Int32) -> String? {
    guard kind(index) == .userdata, pushMetatable(index) else { return nil }
    defer { pop(2) }
    pushRawField(-1, "__name")
    return string(-1)
  }

  /// The value as `tostring` shows it; runs `__tostring` under the script's limits.
  public func displayText(_ index: Int32) -> String {
    clua_tostring_safe(pointer, index)
    defer { pop() }
    let state = Unmanaged<ScriptState>.fromOpaque(clua_vm_of(pointer).pointee.owner)
    // When the description was stopped, the type's name stands in for it; the end is kept.
    _ = state._withUnsafeGuaranteedRef { $0.takeFatal(of: $0.current) }
    return string(-1) ?? typeName(index)
  }

  /// The full name and the signature of a host function; nil for other values.
  public func hostFunction(_ index: Int32) -> (name: String, signature: FunctionSignature)? {
    guard kind(index) == .function, let box = clua_host_box(pointer, index) else { return nil }
    let function = Unmanaged<HostFunctionBox>.fromOpaque(box)
    return function._withUnsafeGuaranteedRef { ($0.fullName, $0.signature) }
  }

  /// Where a Lua function begins; nil for C functions.
  public func functionPlace(_ index: Int32) -> FunctionPlace? {
    guard kind(index) == .function else { return nil }
    var info = lua_Debug()
    lua_pushvalue(pointer, index)
    guard lua_getinfo(pointer, ">S", &info) != 0, info.linedefined >= 0, let source = info.source
    else { return nil }
    return FunctionPlace(source: String(cString: source), line: Int(info.linedefined))
  }
}

/// The place where a Lua function begins.
public struct FunctionPlace: Sendable, Equatable {
  /// The chunk's name in Lua's form: `@file.lua`, `=repl`.
  public let source: String
  /// The line, from 1; 0 for a whole chunk.
  public let line: Int

  /// The file's name; nil when the chunk is not from a file.
  public var file: String? { source.hasPrefix("@") ? String(source.dropFirst()) : nil }

  /// The place as messages show it: `file.lua:12`.
  public var text: String { "\(source.dropFirst()):\(max(1, line))" }
}
