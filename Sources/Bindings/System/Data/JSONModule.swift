internal import CLua
internal import ScriptHost

/// `mix.json`: JSON (RFC 8259) straight into and out of Lua tables.
enum JSONModule {
  /// The most spaces that a level may be indented by.
  private static let maxIndent = 16

  static func make() -> Module {
    var module = Module("json", "JSON into Lua values and back.", rules: .allowed())
    module.constant("null", "A JSON null, kept apart from nil: a table can hold it.", .null)
    addEncode(&module)
    addDecode(&module)
    addMarks(&module)
    return module
  }

  /// The JSON text of a value, keys sorted, on one line. The stack is left as it was.
  /// - Throws: ``HostError`` of kind `usage` that names the part which has no JSON form.
  static func encode(_ value: LuaValue, _ stack: LuaStack) throws -> [UInt8] {
    if let path = firstOpaque(value, "$") { throw HostError.usage("\(path) has no JSON form") }
    guard stack.reserve(8) else { throw HostError.usage("the Lua stack is full") }
    stack.push(value)
    defer { stack.pop() }
    return try encode(stack, -1, clua_json_encode_options())
  }

  /// The JSON text of the value at `index`. The stack is left as it was.
  /// - Throws: ``HostError`` of kind `usage` that names the part which has no JSON form.
  static func encode(
    _ stack: LuaStack, _ index: Int32, _ options: clua_json_encode_options
  ) throws -> [UInt8] {
    try pushEncoded(stack, index, options)
    defer { stack.pop() }
    return stack.bytes(-1) ?? []
  }

  private static func pushEncoded(
    _ stack: LuaStack, _ index: Int32, _ options: clua_json_encode_options
  ) throws {
    var options = options
    var failure = clua_json_error()
    if clua_json_encode(stack.pointer, index, &options, &failure) != 0 {
      throw HostError.usage(message(of: failure))
    }
  }

  /// Where a copied value holds a function or the like, which a copy cannot push again.
  private static func firstOpaque(_ value: LuaValue, _ path: String) -> String? {
    switch value {
    case .opaque(let type): return "\(path): a \(type)"
    case .array(let values):
      for (position, value) in values.enumerated() {
        if let found = firstOpaque(value, "\(path)[\(position + 1)]") { return found }
      }
    case .object(let fields):
      for (key, value) in fields {
        if let found = firstOpaque(value, "\(path).\(key)") { return found }
      }
    default: break
    }
    return nil
  }

  private static func message(of failure: clua_json_error) -> String {
    withUnsafeBytes(of: failure.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  // MARK: encode

  private static func addEncode(_ module: inout Module) {
    module.function(
      "encode", "Writes a value as JSON.",
      Parameter("value", "nil, null, boolean, number, string or table", ValuePosition.self),
      .options(
        .init(
          "indent", .integer(in: 0...maxIndent), "spaces a level, 0 to 16 (default 0: one line)"),
        .init("pretty", .flag, "indent by 2"),
        .init("ascii", .flag, "everything above U+007F as \\u escapes"),
        .init("sort_keys", .flag, "keys in byte order (default true)"),
        .init(
          "on_invalid", .choice(["error", "replace"]),
          "\"error\" (default), or \"replace\": U+FFFD for each byte that is not UTF-8")),
      returns: "string  the text; a table is an array when its keys are 1…n or it is marked as one",
      example:
        "print(mix.json.encode({title = \"Halo\", tags = mix.json.array{}}, {pretty = true}))"
    ) { call, value, options in
      if call.stack.kind(value.index) == .none {
        throw call.badArgument("value", "a value expected, got no value")
      }
      let settings = encodeOptions(options)
      do {
        try pushEncoded(call.stack, value.index, settings)
      } catch let error as HostError {
        try call.context.checkpoint()
        throw call.badArgument("value", error.message)
      }
      return Pushed(1)
    }
  }

  private static func encodeOptions(_ options: Fields) -> clua_json_encode_options {
    var result = clua_json_encode_options()
    let indent = options.int("indent") ?? (options.bool("pretty") == true ? 2 : 0)
    result.indent = Int32(indent)
    result.ascii = options.bool("ascii") ?? false
    result.unsorted = options.bool("sort_keys") == false
    result.replace_invalid = options.string("on_invalid") == "replace"
    return result
  }

  // MARK: decode

  private static func addDecode(_ module: inout Module) {
    module.function(
      "decode", "Reads a JSON text.",
      Parameter("text", "the text, UTF-8", TextPosition.self),
      .options(
        .init(
          "null", .choice(["value", "nil"]),
          "\"value\" (default): mix.json.null; \"nil\": keys are left out, arrays get holes"),
        .init(
          "max_depth", .integer(in: 1...Int(CLUA_JSON_MAX_DEPTH)),
          "nested levels, 1 to 1000 (default 512)")),
      returns:
        "any  the value; nil, err of kind parse with line, column, offset when it is not JSON",
      example: "local data = assert(mix.json.decode('{\"a\": [1, 2.5, null]}'))"
    ) { call, text, options in
      var settings = clua_json_decode_options()
      settings.null_as_nil = options.string("null") == "nil"
      let depth = options.int("max_depth") ?? Int(CLUA_JSON_DEFAULT_DEPTH)
      settings.max_depth = Int32(depth)
      try decode(call, text.index, settings)
      return Pushed(1)
    }
  }

  /// Pushes the value of the JSON text at `index`.
  /// - Throws: ``HostError`` of kind `parse`.
  static func decode(
    _ call: HostCall, _ index: Int32, _ options: clua_json_decode_options
  ) throws {
    let stack = call.stack
    var options = options
    var failure = clua_json_error()
    var length = 0
    let start = clua_tolstring_raw(stack.pointer, index, &length)
    if clua_json_decode(stack.pointer, start, length, &options, &failure) == 0 { return }
    try call.context.checkpoint()
    let (line, column) = (Int64(failure.line), Int64(failure.column))
    throw HostError(
      kind: "parse", message: "invalid JSON at \(line):\(column): \(message(of: failure))",
      fields: [
        "line": .int(line), "column": .int(column), "offset": .int(Int64(failure.offset)),
      ])
  }

  // MARK: Arrays and objects

  private static func addMarks(_ module: inout Module) {
    module.function(
      "array", "Marks a table as an array, so that an empty one is written as [].",
      Parameter("table", "the table; a new one when it is left out", TablePosition?.self),
      returns: "table  the same table",
      example: "print(mix.json.encode{genres = mix.json.array()})"
    ) { call, table in
      try pushUnmarked(call, table)
      ArrayMark.mark(call.stack)
      return Pushed(1)
    }
    module.function(
      "object", "Marks a table as an object: its keys must be strings.",
      Parameter("table", "the table; a new one when it is left out", TablePosition?.self),
      returns: "table  the same table",
      example: "print(mix.json.encode{facts = mix.json.object()})  --> {\"facts\":{}}"
    ) { call, table in
      try pushUnmarked(call, table)
      ArrayMark.markObject(call.stack)
      return Pushed(1)
    }
    module.function(
      "is_array",
      "Whether a value is written as an array: it is marked as one, or its keys are 1…n.",
      Parameter("value", "any value", ValuePosition.self), returns: "boolean  whether it is",
      example: "print(mix.json.is_array({1, 2}))  --> true"
    ) { call, value in
      try isArray(call.stack, value.index)
    }
  }

  /// Pushes the table that is to be marked. The mark is a metatable, so a table that has one of
  /// another kind is refused: taking it away could undo a protection.
  private static func pushUnmarked(_ call: HostCall, _ table: TablePosition?) throws {
    let stack = call.stack
    guard let table else { return clua_newtable(stack.pointer) }
    guard !clua_was_view(stack.pointer, table.index) else {
      throw call.badArgument("table", "a rule only reads its arguments: mark a copy")
    }
    if hasMetatable(stack, table.index), !ArrayMark.isMarked(stack, table.index),
      !isMarkedObject(stack, table.index)
    {
      throw call.badArgument("table", "it has a metatable of its own; copy its fields first")
    }
    lua_pushvalue(stack.pointer, table.index)
  }

  private static func hasMetatable(_ stack: LuaStack, _ index: Int32) -> Bool {
    guard lua_getmetatable(stack.pointer, index) != 0 else { return false }
    stack.pop()
    return true
  }

  private static func isMarkedObject(_ stack: LuaStack, _ index: Int32) -> Bool {
    guard lua_getmetatable(stack.pointer, index) != 0 else { return false }
    defer { stack.pop(2) }
    lua_getfield(stack.pointer, clua_registryindex(), CLUA_JSON_OBJECT)
    return lua_rawequal(stack.pointer, -1, -2) != 0
  }

  private static func isArray(_ stack: LuaStack, _ index: Int32) throws -> Bool {
    guard stack.kind(index) == .table else { return false }
    if ArrayMark.isMarked(stack, index) { return true }
    if isMarkedObject(stack, index) { return false }
    let count = Int64(lua_rawlen(stack.pointer, index))
    var (pairs, fits) = (Int64(0), true)
    try stack.forEachPair(index) {
      pairs += 1
      let key = stack.integer(-2) ?? 0
      fits = fits && key >= 1 && key <= count
    }
    return fits && pairs > 0 && pairs == count
  }
}
