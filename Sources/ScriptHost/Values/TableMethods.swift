internal import CLua

// @unchecked Sendable: `methods` hold no state, because their bodies are all `@Sendable`.
/// The methods of one kind of tables that functions return; the tables share one metatable.
public struct TableMethods: LuaObjectType, @unchecked Sendable {  // see above
  /// The key's address identifies the metatable in each state.
  private final class Key: Sendable {}

  /// The name of the table in the documentation.
  public let name: String
  /// The table's description, on one line.
  public let doc: String
  private let key = Key()
  private var methods: [FunctionEntry] = []

  /// Makes a list without methods; keep it in a `static let`.
  public init(_ name: String, _ doc: String) {
    self.name = name
    self.doc = doc
  }

  /// The signatures of the methods.
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

  /// Gives the methods to the table on top of a call's stack.
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
  /// The type's name in messages and editor types.
  public static var luaTypeName: String { "table" }
  /// The table's index on the stack.
  public let index: Int32

  /// Reads the argument at an index; nil when it is of another type.
  public static func read(_ call: HostCall, _ index: Int32) -> TableOfMethod? {
    call.stack.kind(index) == .table ? TableOfMethod(index: index) : nil
  }
}
