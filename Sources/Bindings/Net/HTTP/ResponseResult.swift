internal import CLua
internal import MixCore
internal import ScriptHost

/// An answer as a Lua table; header names in lower case, repeated fields joined by `, `.
struct ResponseResult: LuaResult {
  private let response: HTTPResponse

  init(_ response: HTTPResponse) { self.response = response }

  func push(_ call: HostCall) -> Int32 {
    let stack = call.stack
    guard stack.reserve(8) else { return 0 }
    let lua = stack.pointer
    lua_createtable(lua, 0, 7)
    // Lua counts the body from here on.
    response.charge?.release()
    stack.push(Int64(response.status))
    Self.set(lua, "status")
    stack.push(response.body)
    Self.set(lua, "body")
    stack.push(response.url)
    Self.set(lua, "url")
    stack.push(response.source.rawValue)
    Self.set(lua, "source")
    stack.push(response.age)
    Self.set(lua, "age")
    stack.push((200..<300).contains(response.status))
    Self.set(lua, "ok")
    if response.shared {
      stack.push(true)
      Self.set(lua, "shared")
    }
    pushHeaders(stack)
    Self.set(lua, "headers")
    Self.methods.attach(call)
    return 1
  }

  /// Methods of answers.
  static let methods: TableMethods = {
    var methods = TableMethods("http.response", "An answer.")
    methods.method(
      "json", "Reads the body as JSON, as mix.json.decode does.",
      returns: "any  the value; nil, err of kind parse when the body is not JSON",
      example: "local data = assert(mix.http.get(url)):json()"
    ) { (call, answer) -> Pushed in
      let stack = call.stack
      guard stack.reserve(8) else { return Pushed(0) }
      stack.push("body")
      lua_rawget(stack.pointer, answer.index)  // allowed: no metamethod runs
      guard stack.kind(-1) == .string else {
        throw HostError.usage("http.response:json reads an answer; this table has no body")
      }
      try JSONModule.decode(call, lua_absindex(stack.pointer, -1), clua_json_decode_options())
      return Pushed(1)
    }
    return methods
  }()

  /// Lua finds a name that it has seen at the same address without hashing it, so it gets the
  /// literal's own bytes.
  private static func set(_ lua: OpaquePointer, _ name: StaticString) {
    name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount + 1) {
      lua_setfield(lua, -2, $0)
    }
  }

  private func pushHeaders(_ stack: LuaStack) {
    let fields = response.headers.fields
    lua_createtable(stack.pointer, 0, Int32(clamping: fields.count))
    for (name, value) in fields {
      Self.pushLowered(name, stack)
      lua_pushvalue(stack.pointer, -1)
      lua_rawget(stack.pointer, -3)
      let earlier = stack.string(-1)
      stack.pop()
      stack.push(earlier.map { $0 + ", " + value } ?? value)
      lua_rawset(stack.pointer, -3)  // allowed: the key is a string
    }
  }

  /// Header names are ASCII tokens (RFC 9110, 5.1).
  private static func pushLowered(_ name: String, _ stack: LuaStack) {
    var name = name
    name.withUTF8 { bytes in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { lower in
        for index in bytes.indices {
          let byte = bytes[index]
          lower[index] = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
        }
        stack.push(UnsafeRawBufferPointer(lower))
      }
    }
  }
}
