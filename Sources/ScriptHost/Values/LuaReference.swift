internal import CLua

/// Keeps a value alive in a state's registry: a function, a table, a coroutine.
///
/// @unchecked Sendable: every use is on the reactor's thread; `deinit` may run anywhere and posts
/// the release there.
public class LuaReference: @unchecked Sendable {  // confined: see above
  // Not the state: an object that the state holds (a scope, a task, rules) may keep references,
  // which would keep the state alive forever. The ledger knows whether the state is still open.
  private let ledger: MemoryLedger
  let id: Int32
  /// The host's memory for a reference, including its place in a list.
  private static let ownBytes = 96

  /// Keeps the value on top of `stack`, and pops it.
  init(popping stack: LuaStack, state: ScriptState) {
    ledger = state.ledger
    id = luaL_ref(stack.pointer, LUA_REGISTRY)
    ledger.add(Self.ownBytes)
  }

  deinit {
    ledger.give(Self.ownBytes)
    ledger.release(reference: id)
  }

  /// Pushes the value.
  public func push(_ stack: LuaStack) { lua_rawgeti(stack.pointer, LUA_REGISTRY, Int64(id)) }

  func belongs(to other: ScriptState) -> Bool { ledger === other.ledger }

  static func copy(_ stack: LuaStack, _ index: Int32) -> LuaStack {
    lua_pushvalue(stack.pointer, index)
    return stack
  }
}

/// Keeps a Lua function.
public final class LuaFunction: LuaReference, @unchecked Sendable {}  // as LuaReference

/// Keeps a Lua table, which is read in place.
public final class LuaTable: LuaReference, @unchecked Sendable {  // as LuaReference
  /// The number of elements of the sequence.
  /// - Throws: ``HostError`` for a table with keys and no element.
  public func count(_ stack: LuaStack) throws -> Int {
    push(stack)
    defer { stack.pop() }
    return try stack.listCount(-1)
  }

  /// Pushes element `position` (from 1).
  func pushElement(_ position: Int, _ stack: LuaStack) {
    push(stack)
    lua_rawgeti(stack.pointer, -1, Int64(position))
    clua_replace(stack.pointer, -2)
  }

  /// Pops the top value into element `position`.
  func setElement(_ position: Int, _ stack: LuaStack) {
    push(stack)
    lua_pushvalue(stack.pointer, -2)
    lua_rawseti(stack.pointer, -2, Int64(position))
    stack.pop(2)
  }
}

// @unchecked Sendable: see LuaReference.
/// Keeps any Lua value unchanged.
public final class KeptValue: LuaReference, @unchecked Sendable {}  // confined: see above

extension KeptValue: LuaArgument, LuaResult {
  /// The type's name in messages and editor types.
  public static var luaTypeName: String { "any" }

  /// Keeps the argument at an index, including nil.
  public static func read(_ call: HostCall, _ index: Int32) -> KeptValue? {
    if call.stack.kind(index) == .none {
      call.stack.pushNil()
      return KeptValue(popping: call.stack, state: call.state)
    }
    return KeptValue(popping: copy(call.stack, index), state: call.state)
  }

  /// Pushes the value; returns 1.
  public func push(_ call: HostCall) -> Int32 {
    push(call.stack)
    return 1
  }
}

extension HostContext {
  /// Keeps the value at an index of a stack.
  public func keep(_ stack: LuaStack, at index: Int32) -> KeptValue {
    KeptValue(popping: LuaReference.copy(stack, index), state: state)
  }
}
