internal import CLua

/// A Swift object that scripts hold: a client, a task, a scope.
public protocol LuaObject: AnyObject, Sendable {
  /// `http.client`: as messages and documentation name the type.
  static var luaTypeName: String { get }
  /// The type's methods; a `static let`, as every call reads it.
  static var luaType: ObjectType<Self> { get }
}

/// A type of Lua objects without its Swift type.
public protocol LuaObjectType: Sendable {
  /// `http.client`: as `type names` in messages and documentation.
  var name: String { get }
  /// What it is, in a line.
  var doc: String { get }
  /// The public faces of the methods.
  var signatures: [FunctionSignature] { get }
}

/// The methods of a Swift class as Lua sees them.
public struct ObjectType<Object: LuaObject>: LuaObjectType {
  /// As messages and documentation name it.
  public let name: String
  /// What it is, in a line.
  public let doc: String
  private(set) var methods: [FunctionEntry] = []
  var describe: (@Sendable (Object) -> String)?

  /// The metatable's key in the registry.
  let registryKey: String

  /// A type without methods, named by `Object.luaTypeName`.
  public init(_ doc: String) {
    name = Object.luaTypeName
    self.doc = doc
    registryKey = "mix.object.\(name)"
  }

  /// The public faces of the methods.
  public var signatures: [FunctionSignature] { methods.map(\.signature) }

  /// What `tostring` gives.
  public mutating func description(_ body: @escaping @Sendable (Object) -> String) {
    describe = body
  }

  /// Adds a method that returns at once; the object comes first.
  public mutating func method<each A: LuaArgument, R: LuaResult>(
    _ name: String, _ doc: String, _ parameters: repeat Parameter<each A>,
    returns: String = "", example: String = "",
    _ body: @escaping @Sendable (HostCall, Object, repeat each A) throws -> R
  ) {
    methods.append(
      FunctionEntry.synchronous(
        name, doc, Parameter<ObjectArgument<Object>>("self", "the \(self.name)"),
        repeat each parameters, returns: returns, example: example
      ) { (call: HostCall, object: ObjectArgument<Object>, arguments: repeat each A) in
        try body(call, object.object, repeat each arguments)
      })
  }

  /// Adds a method that may wait.
  public mutating func asyncMethod<each A: LuaArgument, R: LuaResult>(
    _ name: String, _ doc: String, _ parameters: repeat Parameter<each A>,
    returns: String = "", example: String = "",
    _ body:
      nonisolated(nonsending) @escaping @Sendable (HostContext, Object, repeat each A) async throws
      -> R
  ) {
    methods.append(
      FunctionEntry.asynchronous(
        name, doc, Parameter<ObjectArgument<Object>>("self", "the \(self.name)"),
        repeat each parameters, returns: returns, example: example, ready: nil
      ) { (context: HostContext, object: ObjectArgument<Object>, arguments: repeat each A) in
        try await body(context, object.object, repeat each arguments)
      })
  }

  /// As ``asyncMethod``, with a first try that needs no wait.
  public mutating func asyncMethod<each A: LuaArgument, R: LuaResult>(
    _ name: String, _ doc: String, _ parameters: repeat Parameter<each A>,
    returns: String = "", example: String = "",
    ready: @escaping @Sendable (HostCall, Object, repeat each A) throws -> R?,
    _ body:
      nonisolated(nonsending) @escaping @Sendable (HostContext, Object, repeat each A) async throws
      -> R
  ) {
    methods.append(
      FunctionEntry.asynchronous(
        name, doc, Parameter<ObjectArgument<Object>>("self", "the \(self.name)"),
        repeat each parameters, returns: returns, example: example,
        ready: { (call: HostCall, object: ObjectArgument<Object>, arguments: repeat each A) in
          try ready(call, object.object, repeat each arguments)
        }
      ) { (context: HostContext, object: ObjectArgument<Object>, arguments: repeat each A) in
        try await body(context, object.object, repeat each arguments)
      })
  }

  /// Makes the metatable in a state, once; the registry key is the type's name.
  func open(_ state: ScriptState, _ stack: LuaStack) {
    guard clua_new_object_type(stack.pointer, registryKey) else { return stack.pop() }
    clua_newtable(stack.pointer)
    for entry in methods {
      state.push(entry, fullName: "\(name):\(entry.signature.name)", stack)
      lua_setfield(stack.pointer, -2, entry.signature.name)
    }
    lua_setfield(stack.pointer, -2, "__index")
    let describe = describe
    let typeName = name
    let entry = FunctionEntry.synchronous(
      "__tostring", "", Parameter<ObjectArgument<Object>>("self", ""), returns: "", example: ""
    ) { (_: HostCall, object: ObjectArgument<Object>) in
      describe?(object.object) ?? typeName
    }
    state.push(entry, fullName: "tostring", stack)
    lua_setfield(stack.pointer, -2, "__tostring")
    stack.push(name)
    lua_setfield(stack.pointer, -2, "__name")
    stack.pop()
  }
}

/// An object as an argument.
public struct ObjectArgument<Object: LuaObject>: LuaArgument {
  /// As messages and editor types name it.
  public static var luaTypeName: String { Object.luaTypeName }
  /// The object.
  public let object: Object

  /// Reads the argument at an index; nil when it is of another type.
  public static func read(_ call: HostCall, _ index: Int32) -> ObjectArgument<Object>? {
    guard let pointer = clua_object(call.stack.pointer, index, Object.luaType.registryKey) else {
      return nil
    }
    let object = Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
    return (object as? Object).map(ObjectArgument.init(object:))
  }
}

/// An object as a result: the same Swift object may be pushed many times.
public struct ObjectResult<Object: LuaObject>: LuaResult {
  private let object: Object

  /// - Parameter object: what the script is to hold.
  public init(_ object: Object) { self.object = object }

  /// Pushes the value; returns how many results that makes.
  public func push(_ call: HostCall) -> Int32 {
    let type = Object.luaType
    type.open(call.state, call.stack)
    clua_push_object(
      call.stack.pointer, Unmanaged<AnyObject>.passRetained(object).toOpaque(), type.registryKey)
    return 1
  }
}
