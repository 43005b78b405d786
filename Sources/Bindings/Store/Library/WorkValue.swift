internal import CLua
internal import MixCore
internal import ScriptHost

/// Works as scripts see them.
enum WorkValue {
  /// The whole work. `decode` reads the candidates' JSON.
  static func value(
    _ work: StoredWork, compare: Bool = false, hasSources: Bool = true,
    _ decode: ([UInt8]) -> LuaValue
  ) -> LuaValue {
    var members = record(work.record)
    members["id"] = .int(work.id)
    members["kind"] = .string(work.kind)
    members["status"] = .string(work.status.name)
    members["added"] = .number(work.added)
    members["updated"] = .number(work.updated)
    if let error = work.error { members["error"] = .string(error) }
    if let score = work.score { members["score"] = .number(score) }
    if let decision = work.decision { members["decision"] = .string(decision) }
    if let candidates = work.candidates { members["candidates"] = decode(candidates) }
    if hasSources { members["sources"] = sources(work) }
    if compare { members["original"] = .object(record(work.original)) }
    return .object(members)
  }

  private static func sources(_ work: StoredWork) -> LuaValue {
    .object(
      work.fields.mapValues { field in
        .object([
          "source": .string(field.source), "time": .number(field.time),
          "user": .bool(field.isUsers),
        ])
      })
  }

  /// A record's members: identifiers and extra as tables.
  static func record(_ record: WorkRecord) -> [String: LuaValue] {
    var members: [String: LuaValue] = [:]
    var identifiers: [String: LuaValue] = [:]
    var extra: [String: LuaValue] = [:]
    for (name, field) in record.fields {
      if name.hasPrefix(WorkField.identifierPrefix) {
        identifiers[String(name.dropFirst(WorkField.identifierPrefix.count))] = value(field)
      } else if name.hasPrefix(WorkField.extraPrefix) {
        extra[String(name.dropFirst(WorkField.extraPrefix.count))] = value(field)
      } else {
        members[name] = value(field)
      }
    }
    if !identifiers.isEmpty { members["identifiers"] = .object(identifiers) }
    if !extra.isEmpty { members["extra"] = .object(extra) }
    return members
  }

  static func value(_ field: FieldValue) -> LuaValue {
    switch field {
    case .text(let text): .string(text)
    case .integer(let number): .int(number)
    case .real(let number): .number(number)
    case .list(let texts): .array(texts.map(LuaValue.string))
    }
  }

  /// Reads JSON that this program wrote or a file brought; nil for anything that is not JSON.
  static func decode(_ json: [UInt8], _ stack: LuaStack) -> LuaValue {
    guard stack.reserve(8) else { return .nil }
    var error = clua_json_error()
    let failed = json.withUnsafeBytes { raw in
      clua_json_decode(
        stack.pointer, raw.bindMemory(to: CChar.self).baseAddress, raw.count, nil, &error)
    }
    if failed != 0 { return .nil }
    defer { stack.pop() }
    return (try? LuaValue(stack, -1)) ?? .nil
  }
}

extension HostContext {
  /// The whole work as scripts see it.
  func value(_ work: StoredWork, compare: Bool = false, hasSources: Bool = true) -> LuaValue {
    withStack { stack in
      WorkValue.value(work, compare: compare, hasSources: hasSources) {
        WorkValue.decode($0, stack)
      }
    }
  }

  /// JSON of a value.
  func json(_ value: LuaValue) throws -> [UInt8] {
    try withStack { try JSONModule.encode(value, $0) }
  }

  /// The value of JSON; nil for anything else.
  func decode(_ json: [UInt8]) -> LuaValue { withStack { WorkValue.decode(json, $0) } }
}
