internal import CLua

/// Loads rule files: pure functions in an environment of their own, called under a budget.
///
/// A rule sees copies of the pure libraries, the pure part of `mix`, and `require` for modules that need no
/// more. It cannot wait, and nothing it changes is seen by scripts or other rules.
public struct RuleFile {
  private let call: HostCall
  /// The modules that the file requires. A holder of its functions keeps this too, for they may require more.
  public let modules: RuleModules

  /// - Parameters:
  ///   - call: the call on whose behalf rules run.
  ///   - folders: where what they require is found.
  ///   - onNote: called with what is of an older form, once for each file.
  public init(
    _ call: HostCall, folders: RuleFolders, onNote: @escaping (RuleNote) -> Void = { _ in }
  ) {
    self.call = call
    modules = RuleModules(folders, onNote)
  }

  /// Runs a rule file's text and keeps the table that it returns.
  /// - Parameter name: what its code sees as the file's name, in place of the path.
  /// - Throws: ``ScriptError`` for text that does not load or fails, ``HostError`` for another result.
  public func load(_ text: [UInt8], path: String, name: String? = nil) throws -> LuaTable {
    let stack = call.stack
    guard stack.reserve(16) else { throw HostError.usage("the Lua stack is full") }
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    try modules.open(path, call)
    try modules.run(text, path: path, name: name, call)
    guard let table = LuaTable.read(call, -1) else {
      throw HostError.usage("\(path): it must return a table, not \(stack.typeName(-1))")
    }
    return table
  }
}

/// Something of an older form in a rule file, which still works.
public struct RuleNote: Sendable {
  /// The file.
  public let path: String
  /// With file and line: what it is, and what to write instead.
  public let message: String
}
