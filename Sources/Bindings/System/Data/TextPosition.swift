internal import ScriptHost

/// The stack position of a string, read in place during a synchronous call, without a copy.
struct TextPosition: LuaArgument {
  static var luaTypeName: String { "string" }
  /// Where the string is on the stack.
  let index: Int32

  static func read(_ call: HostCall, _ index: Int32) -> TextPosition? {
    call.stack.kind(index) == .string ? TextPosition(index: index) : nil
  }
}
