internal import CLua
internal import ScriptHost

/// Checked rules for blocking: the keys by which rows of large tables are brought together before a match
/// rule compares them. Rows without a key in common are never compared.
///
/// docs/linking.md describes them.
final class BlockRules: ObjectRules {
  static let kind = "block"
  /// The most keys of a row, and the longest one in bytes.
  private static let (mostKeys, longestKey) = (64, 1000)

  static let shape = Shape.file(
    "block.rule", kind: kind,
    [
      .init("fields", .texts, "the fields that the keys are made of"),
      .init(
        "keys", .function("fun(record: table): string[]"),
        "the keys of a row, 64 at most; rows that share one are compared", required: true),
    ])

  static let objectName = "rules.block"
  static let objectType: ObjectType<RulesObject<BlockRules>> = objectType(
    "Checked rules for blocking.", example: "block/tracks"
  ) { type in
    type.method(
      "keys", "The keys of a row.", Parameter("record", "the row", TablePosition.self),
      returns: "string[]  each once; a key that is too long is cut",
      example: "for _, key in ipairs(rules:keys(row)) do print(key) end"
    ) { call, rules, record in
      try rules.follower.current(call).keys(record.index, call)
    }
    type.method(
      "fields", "The fields that the keys are made of.", returns: "string[]  as the file says",
      example: "print(rules:fields()[1])"
    ) { call, rules in rules.follower.current(call).fields }
  }

  let origin: RuleOrigin
  let fields: [String]
  private let function: RuleFunction

  init(_ record: Fields, _ origin: RuleOrigin, _ call: HostCall) throws {
    self.origin = origin
    fields = record.texts("fields")
    function = record.ruleFunction("keys")
  }

  /// The keys of a full row and of an empty one.
  func tryOut(_ call: HostCall) throws {
    for value in [
      LuaValue.object(Dictionary(fields.map { ($0, .string("2001 \($0)")) }) { $1 }), .object([:]),
    ] {
      let base = call.stack.count
      guard call.stack.reserve(10) else { throw HostError.usage("the Lua stack is full") }
      defer { lua_settop(call.stack.pointer, base) }
      call.stack.push(value)
      _ = try keys(base + 1, call)
    }
  }

  /// - Parameter record: the stack index of the row.
  func keys(_ record: Int32, _ call: HostCall) throws -> [String] {
    let stack = call.stack
    guard stack.reserve(10) else { throw HostError.usage("the Lua stack is full") }
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    let caller = RuleCaller(call, name: origin.name, path: origin.path)
    clua_push_frozen(stack.pointer, record, "record")
    try caller.run(function, arguments: 1, results: 1)
    guard stack.kind(-1) == .table else {
      throw caller.wrong(function, "returned \(stack.typeName(-1)), a list of texts expected")
    }
    let count = Int(lua_rawlen(stack.pointer, -1))
    guard count <= Self.mostKeys else {
      throw caller.wrong(function, "returned \(count) keys; \(Self.mostKeys) at most")
    }
    var keys: [String] = []
    for position in stride(from: 1, through: count, by: 1) {
      lua_rawgeti(stack.pointer, -1, Int64(position))
      defer { stack.pop() }
      guard stack.kind(-1) == .string, let key = stack.string(-1) else {
        throw caller.wrong(function, "returned a list with \(stack.typeName(-1)), texts expected")
      }
      // A key is a line of a text.
      let line = key.utf8.count > Self.longestKey ? String(key.prefix(Self.longestKey)) : key
      if !line.isEmpty, !line.utf8.contains(UInt8(ascii: "\n")), !keys.contains(line) {
        keys.append(line)
      }
    }
    return keys
  }
}
