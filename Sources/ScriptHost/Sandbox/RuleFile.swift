internal import CLua

/// Loads rule files: pure functions in their own environment, called under a budget.
///
/// A rule sees copies of the pure libraries, the pure part of `mix`, and `require` for modules that
/// need nothing else. It cannot wait, and scripts and other rules see none of its changes.
///
/// ```swift
/// let file = RuleFile(call, folders: folders)
/// let rule = try file.load(text, path: "rules/match/books/standard.lua")
/// ```
public struct RuleFile {
  private let call: HostCall
  /// The modules that the file requires. A caller that keeps its functions must keep this as well,
  /// because they may require more.
  public let modules: RuleModules

  /// Makes a loader.
  /// - Parameters:
  ///   - call: the call on whose behalf rules run.
  ///   - folders: the folders of the modules that rules may require.
  ///   - onNote: called with outdated forms, once for each file.
  public init(
    _ call: HostCall, folders: RuleFolders, onNote: @escaping (RuleNote) -> Void = { _ in }
  ) {
    self.call = call
    modules = RuleModules(folders, onNote)
  }

  /// Runs a rule file's text and keeps the table that it returns.
  /// - Parameter name: the file's name that its code sees instead of the path.
  /// - Throws: ``ScriptError`` for text that does not load or fails, ``HostError`` for another
  ///   result.
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

/// An outdated form in a rule file, which still works.
public struct RuleNote: Sendable {
  /// The path of the file.
  public let path: String
  /// File, line, the outdated form and its replacement.
  public let message: String
}
