internal import CLua

/// A Swift object that scripts hold: a client, a task, a scope. It stays on the engine's thread.
///
/// ```swift
/// final class Counter: LuaObject {
///   static let luaTypeName = "counter"
///   static let luaType = ObjectType<Counter>("A counter.")
/// }
/// ```
public protocol LuaObject: AnyObject, SendableMetatype {
  /// The type's name in messages and documentation: `http.client`.
  static var luaTypeName: String { get }
  /// The type's methods; a `static let`, because every call reads it.
  static var luaType: ObjectType<Self> { get }
  /// Bytes that the object holds outside Lua, beyond 1 KB and the arguments of the call that makes
  /// it; read when a script receives the object. 0 by default.
  var heldBytes: Int { get }
}

extension LuaObject {
  /// 0 bytes, too little to charge.
  public var heldBytes: Int { 0 }
}

/// A type of Lua objects, independent of its Swift type.
public protocol LuaObjectType: Sendable {
  /// The type's name in messages and documentation: `http.client`.
  var name: String { get }
  /// The description, on one line.
  var doc: String { get }
  /// The signatures of the methods.
  var signatures: [FunctionSignature] { get }
}

// @unchecked Sendable: `methods` and `calling` hold no state, because their bodies are all
// `@Sendable`.
/// The methods of a Swift class for Lua.
public struct ObjectType<Object: LuaObject>: LuaObjectType, @unchecked Sendable {  // see above
  /// The type's name in messages and documentation.
  public let name: String
  /// The description, on one line.
  public let doc: String
  private(set) var methods: [FunctionEntry] = []
  private var describe: (@Sendable (HostCall, Object) throws -> String)?
  private var calling: FunctionEntry?

  /// Makes a type without methods, named by `Object.luaTypeName`.
  public init(_ doc: String) {
    name = Object.luaTypeName
    self.doc = doc
  }

  /// The signatures of the methods.
  public var signatures: [FunctionSignature] { methods.map(\.signature) }

  mutating func add(_ method: FunctionEntry) { methods.append(method) }

  /// Sets the result of `tostring`.
  public mutating func description(_ body: @escaping @Sendable (Object) -> String) {
    describe = { _, object in body(object) }
  }

  /// As ``description(_:)-((Object)->String)``, where the text is a script's.
  public mutating func description(
    _ body: @escaping @Sendable (HostCall, Object) throws -> String
  ) {
    describe = body
  }

  /// Makes the objects iterators: `for value in object do` calls `ready`, and `body` when `ready`
  /// returns nil, until the value is nil. Every error is raised, because a loop would take `nil,
  /// err` for its end.
  public mutating func iterator<R: LuaResult>(
    ready: @escaping @Sendable (HostCall, Object) throws -> R?,
    _ body: nonisolated(nonsending) @escaping @Sendable (HostContext, Object) async throws -> R
  ) {
    calling = FunctionEntry.asynchronous(
      "__call", "", Parameter<ObjectArgument<Object>>("self", "the \(name)"), returns: "",
      example: "",
      ready: { (call: HostCall, object: ObjectArgument<Object>) in
        do { return try ready(call, object.object) } catch { throw HostError.raising(error) }
      }
    ) { (context: HostContext, object: ObjectArgument<Object>) in
      do { return try await body(context, object.object) } catch { throw HostError.raising(error) }
    }
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

  /// Adds a method that may wait, with a first attempt that does not.
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

  /// Makes the metatable in a state, if it has none.
  func open(_ state: ScriptState, _ stack: LuaStack) {
    guard clua_new_object_type(stack.pointer, objectKey(Object.self)) else { return stack.pop() }
    clua_newtable(stack.pointer)
    for entry in methods {
      state.push(entry, fullName: "\(name):\(entry.signature.name)", stack)
      lua_setfield(stack.pointer, -2, entry.signature.name)
    }
    lua_setfield(stack.pointer, -2, "__index")
    if let calling {
      state.push(calling, fullName: name, stack)
      lua_setfield(stack.pointer, -2, "__call")
    }
    let describe = describe
    let typeName = name
    let entry = FunctionEntry.synchronous(
      "__tostring", "", Parameter<ObjectArgument<Object>>("self", ""), returns: "", example: ""
    ) { (call: HostCall, object: ObjectArgument<Object>) in
      try describe?(call, object.object) ?? typeName
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
  /// The type's name in messages and editor types.
  public static var luaTypeName: String { Object.luaTypeName }
  /// The object.
  public let object: Object

  /// Reads the argument at an index; nil when it is of another type.
  public static func read(_ call: HostCall, _ index: Int32) -> ObjectArgument<Object>? {
    object(call, index).map(ObjectArgument.init(object:))
  }

  /// The object at an index; nil for other values.
  static func object(_ call: HostCall, _ index: Int32) -> Object? {
    guard let pointer = clua_object(call.stack.pointer, index, objectKey(Object.self)) else {
      return nil
    }
    return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
  }
}

/// An object as a result: the same Swift object may be pushed many times.
public struct ObjectResult<Object: LuaObject>: LuaResult {
  private let object: Object

  /// Makes a result.
  /// - Parameter object: the object for the script.
  public init(_ object: Object) { self.object = object }

  /// Pushes the object; returns 1.
  public func push(_ call: HostCall) -> Int32 {
    Object.luaType.open(call.state, call.stack)
    call.stack.noteCopy(object.heldBytes)
    clua_push_object(
      call.stack.pointer, Unmanaged<AnyObject>.passRetained(object).toOpaque(),
      objectKey(Object.self))
    return 1
  }
}

/// The registry key of a type's metatable: the type's address, which is unique.
func objectKey(_ type: AnyClass) -> UnsafeRawPointer {
  UnsafeRawPointer(bitPattern: UInt(bitPattern: ObjectIdentifier(type)))!
}
