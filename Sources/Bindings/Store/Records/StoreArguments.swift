internal import CLua
internal import MixCore
internal import Notation
internal import ScriptHost

/// Reads what scripts give to a collection.
struct StoreArguments {
  static let queryDoc =
    "fields with a value or {from =, to =}; order: a field, descending: true, limit: 1 to 10000 "
    + "(find: 100, each: none), after: the key of the record before the first; nil: all by key"
  private static let (usualLimit, mostLimit) = (100, 10_000)

  private let declaration: CollectionDeclaration

  init(_ declaration: CollectionDeclaration) { self.declaration = declaration }

  private func wrong(_ message: String) -> HostError {
    HostError.usage("collection \(declaration.name): \(message)")
  }

  // MARK: Records

  /// Records to keep, with what holds their bytes.
  struct Given: Sendable {
    var records: [StoreRecord] = []
    let charge: MemoryCharge
  }

  /// One record or a list.
  func records(
    _ value: LuaValue, _ context: HostContext, _ memory: MemoryLedger
  ) throws -> Given {
    var given = Given(charge: try memory.charge())
    switch value {
    case .array(let values):
      for (index, value) in values.enumerated() {
        if index % 256 == 0 { try context.checkpoint() }
        try add(value, "record \(index + 1)", context, &given)
      }
    case .object(let members) where members.isEmpty: break
    default: try add(value, "the record", context, &given)
    }
    return given
  }

  private func add(
    _ value: LuaValue, _ place: String, _ context: HostContext, _ given: inout Given
  ) throws {
    guard case .object(let members) = value else {
      throw wrong("\(place) is not a table with the field \(declaration.key)")
    }
    for (name, member) in members { try checkPlain(member, "\(place)'s field \(name)") }
    guard let keyValue = members[declaration.key] else {
      throw wrong("\(place) lacks its key, the field \(declaration.key)")
    }
    var values: [(field: String, value: StoreValue)] = []
    for field in declaration.indexes {
      guard let member = members[field], let value = plain(member) else { continue }
      if case .text(let text) = value, text.utf8.count > ProgramStore.mostKeyBytes {
        throw wrong(
          "\(place)'s indexed field \(field) has \(text.utf8.count) bytes; "
            + "\(ProgramStore.mostKeyBytes) is the most")
      }
      values.append((field, value))
    }
    let json = try context.json(value)
    guard json.count <= ProgramStore.mostRecordBytes else {
      throw wrong(
        "\(place) has \(json.count) bytes as JSON; \(ProgramStore.mostRecordBytes) is the most")
    }
    try given.charge.grow(by: json.count + 128)
    given.records.append(
      StoreRecord(
        key: try key(keyValue), values: values, json: String(decoding: json, as: UTF8.self)))
  }

  /// Values without a form in JSON would be lost.
  private func checkPlain(_ value: LuaValue, _ place: String) throws {
    switch value {
    case .opaque(let type): throw wrong("\(place) is a \(type), which cannot be kept")
    case .bytes: throw wrong("\(place) holds bytes that are not UTF-8; keep them as base64 or hex")
    case .array(let values):
      for value in values { try checkPlain(value, place) }
    case .object(let members):
      for (name, member) in members { try checkPlain(member, "\(place).\(name)") }
    default: break
    }
  }

  /// A key.
  /// - Throws: ``HostError`` for anything that is not a text or integer, or too long.
  func key(_ value: LuaValue) throws -> StoreValue {
    switch plain(value) {
    case .int(let number)?: return .int(number)
    case .text(let text)?:
      guard (1...ProgramStore.mostKeyBytes).contains(text.utf8.count) else {
        throw wrong("a key of \(text.utf8.count) bytes; it has 1 to \(ProgramStore.mostKeyBytes)")
      }
      return .text(text)
    default: throw wrong("a key is a text or an integer")
    }
  }

  private func plain(_ value: LuaValue) -> StoreValue? {
    switch value {
    case .bool(let flag): .flag(flag)
    case .int(let number): .int(number)
    case .number(let number): Int64(exactly: number).map(StoreValue.int) ?? .real(number)
    case .string(let text): .text(text)
    default: nil
    }
  }

  // MARK: Queries

  /// A query with its limit and the key after which it begins.
  /// - Parameter isWalk: whether all records are meant by default.
  func query(
    _ value: LuaValue, isWalk: Bool = false
  ) throws -> (query: StoreQuery, limit: Int, after: StoreValue?) {
    var query = StoreQuery()
    var limit = isWalk ? Int.max : Self.usualLimit
    var after: StoreValue?
    if case .nil = value { return (query, limit, nil) }
    guard case .object(let members) = value else {
      throw wrong("a query is a table of fields and options")
    }
    for name in members.keys.sorted() {
      guard let member = members[name] else { continue }
      switch name {
      case "order": query.order = try order(member)
      case "descending":
        guard case .bool(let flag) = member else { throw wrong("descending is true or false") }
        query.isDescending = flag
      case "limit": limit = try self.limit(member, isWalk)
      case "after": after = try key(member)
      default: query.conditions.append(try condition(name, member))
      }
    }
    return (query, limit, after)
  }

  private func order(_ value: LuaValue) throws -> String {
    guard case .string(let field) = value else { throw wrong("order is the name of a field") }
    return try field == declaration.key ? field : checked(field)
  }

  private func limit(_ value: LuaValue, _ isWalk: Bool) throws -> Int {
    guard case .int(let number)? = plain(value), number >= 1, isWalk || number <= Self.mostLimit
    else { throw wrong("limit is 1 to \(Self.mostLimit)") }
    return Int(number)
  }

  private func condition(_ name: String, _ value: LuaValue) throws -> StoreQuery.Condition {
    let field = try name == declaration.key ? name : checked(name)
    if let value = plain(value) { return .init(field: field, from: value, to: value) }
    guard case .object(let ends) = value, !ends.isEmpty,
      ends.keys.allSatisfy({ $0 == "from" || $0 == "to" })
    else { throw wrong("\(name) is a plain value or {from = …, to = …}") }
    let from = try ends["from"].map { try end($0, name) }
    let to = try ends["to"].map { try end($0, name) }
    if let from, let to, isText(from) != isText(to) {
      throw wrong("the ends of \(name) are a number and a text")
    }
    return .init(field: field, from: from, to: to)
  }

  private func end(_ value: LuaValue, _ name: String) throws -> StoreValue {
    switch plain(value) {
    case .flag?, nil: throw wrong("an end of \(name) is a number or a text")
    case let value?: return value
    }
  }

  private func isText(_ value: StoreValue) -> Bool {
    if case .text = value { return true }
    return false
  }

  private func checked(_ field: String) throws -> String {
    if declaration.indexes.contains(field) { return field }
    let known = [declaration.key] + declaration.indexes
    let near = Suggestion.closest(to: field, in: known + CollectionDeclaration.reserved)
    throw wrong(
      "\(field) is not an indexed field"
        + (near.map { " (did you mean \($0)?)" } ?? "; there are \(known.joined(separator: ", "))"))
  }
}

extension HostContext {
  /// A stored record.
  /// - Throws: ``HostError`` for text that is not JSON; what stops the script.
  func record(_ json: [UInt8]) throws -> LuaValue {
    try withStack { stack in
      guard stack.reserve(8) else { throw HostError.usage("the Lua stack is full") }
      var failure = clua_json_error()
      let failed = json.withUnsafeBytes { raw in
        clua_json_decode(
          stack.pointer, raw.bindMemory(to: CChar.self).baseAddress, raw.count, nil, &failure)
      }
      guard failed == 0 else {
        try checkpoint()
        throw HostError(
          kind: "store", message: "a stored record is damaged: it is not JSON", delivery: .raised)
      }
      defer { stack.pop() }
      return try LuaValue(stack, -1)
    }
  }
}
