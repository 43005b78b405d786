// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Requirements of the protocols are documented there.

internal import CLua

/// The result of a host function.
public protocol LuaResult: SendableMetatype {
  /// Pushes the results and returns their number.
  func push(_ call: HostCall) throws -> Int32
}

/// No result.
public struct Nothing: LuaResult {
  /// Makes the empty result.
  public init() {}
  @inlinable
  public func push(_ call: HostCall) -> Int32 { 0 }
}

extension Bool: LuaResult {
  @inlinable
  public func push(_ call: HostCall) -> Int32 {
    call.stack.push(self)
    return 1
  }
}

extension Int64: LuaResult {
  @inlinable
  public func push(_ call: HostCall) -> Int32 {
    call.stack.push(self)
    return 1
  }
}

extension Int: LuaResult {
  @inlinable
  public func push(_ call: HostCall) -> Int32 {
    call.stack.push(Int64(self))
    return 1
  }
}

extension Double: LuaResult {
  @inlinable
  public func push(_ call: HostCall) -> Int32 {
    call.stack.push(self)
    return 1
  }
}

extension String: LuaResult {
  @inlinable
  public func push(_ call: HostCall) -> Int32 {
    call.stack.push(self)
    return 1
  }
}

extension LuaValue: LuaResult {
  public func push(_ call: HostCall) -> Int32 {
    call.stack.push(self)
    return 1
  }
}

extension Optional: LuaResult where Wrapped: LuaResult {
  @inlinable
  public func push(_ call: HostCall) throws -> Int32 {
    if let self { return try self.push(call) }
    call.stack.pushNil()
    return 1
  }
}

extension Array: LuaResult where Element: LuaResult {
  public func push(_ call: HostCall) throws -> Int32 {
    let stack = call.stack
    guard stack.reserve(4) else { throw HostError.usage("the Lua stack is full") }
    lua_createtable(stack.pointer, Int32(clamping: count), 0)
    for (position, element) in enumerated() {
      _ = try element.push(call)
      lua_rawseti(stack.pointer, -2, Int64(position) + 1)
    }
    ArrayMark.mark(stack)
    return 1
  }
}

extension LuaFunction: LuaResult {
  public func push(_ call: HostCall) -> Int32 {
    push(call.stack)
    return 1
  }
}

extension LuaTable: LuaResult {
  public func push(_ call: HostCall) -> Int32 {
    push(call.stack)
    return 1
  }
}

/// Several results in a row.
public struct Several: LuaResult {
  private let values: [any LuaResult]

  /// Makes a result of values in their order.
  public init(_ values: any LuaResult...) { self.values = values }

  /// Makes a result of values in their order.
  public init(_ values: [any LuaResult]) { self.values = values }

  public func push(_ call: HostCall) throws -> Int32 {
    guard call.stack.reserve(Int32(clamping: values.count) + 4) else {
      throw HostError.usage("too many results")
    }
    return try values.reduce(0) { try $0 + $1.push(call) }
  }
}

/// The number of values that the function itself has pushed.
public struct Pushed: LuaResult {
  @usableFromInline let count: Int32

  /// Makes a result of pushed values.
  /// - Parameter count: number of values on top of the stack.
  @inlinable
  public init(_ count: Int32) { self.count = count }
  @inlinable
  public func push(_ call: HostCall) -> Int32 { count }
}
