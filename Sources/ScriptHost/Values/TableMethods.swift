internal import CLua

// @unchecked Sendable: `methods` hold no state, for every body that gets into them is `@Sendable`.
/// The methods of the tables of one kind that functions return: one metatable for all of them, so that a
/// table costs no more than before.
public struct TableMethods: LuaObjectType, @unchecked Sendable {  // see above
  /// Its address names the metatable in each state.
  private final class Key: Sendable {}

  /// As the documentation names the table.
  public let name: String
  /// The table's description, in one line.
  public let doc: String
  private let key = Key()
  private var methods: [FunctionEntry] = []

  /// No methods yet; keep it in a `static let`.
  public init(_ name: String, _ doc: String) {
    self.name = name
    self.doc = doc
  }

  /// The public faces of the methods.
  public var signatures: [FunctionSignature] { methods.map(\.signature) }

  /// Adds a method that returns at once; the table comes first.
  public mutating func method<each A: LuaArgument, R: LuaResult>(
    _ name: String, _ doc: String, _ parameters: repeat Parameter<each A>,
    returns: String = "", example: String = "",
    _ body: @escaping @Sendable (HostCall, TableOfMethod, repeat each A) throws -> R
  ) {
    methods.append(
      FunctionEntry.synchronous(
        name, doc, Parameter<TableOfMethod>("self", "the \(self.name)"), repeat each parameters,
        returns: returns, example: example, body: body))
  }

  /// Gives the table on top of a call's stack the methods.
  public func attach(_ call: HostCall) {
    let stack = call.stack
    guard stack.reserve(6) else { return }
    let type = Unmanaged.passUnretained(key).toOpaque()
    if clua_push_table_type(stack.pointer, type) {
      clua_newtable(stack.pointer)
      for entry in methods {
        call.state.push(entry, fullName: "\(name):\(entry.signature.name)", stack)
        lua_setfield(stack.pointer, -2, entry.signature.name)
      }
      lua_setfield(stack.pointer, -2, "__index")
      stack.push(false)
      lua_setfield(stack.pointer, -2, "__metatable")
    }
    lua_setmetatable(stack.pointer, -2)
  }
}

/// The table whose method is called.
public struct TableOfMethod: LuaArgument {
  /// As messages and editor types name it.
  public static var luaTypeName: String { "table" }
  /// Its place on the stack.
  public let index: Int32

  /// Reads the argument at an index; nil when it is of another type.
  public static func read(_ call: HostCall, _ index: Int32) -> TableOfMethod? {
    call.stack.kind(index) == .table ? TableOfMethod(index: index) : nil
  }
}
