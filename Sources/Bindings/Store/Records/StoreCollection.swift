internal import MixCore
internal import ScriptHost

/// A program's collection as scripts hold it.
final class StoreCollection: LuaObject {
  /// The size of one page of a walk: the most records, and the most bytes of records.
  private static let (pageRows, pageBytes) = (500, 1_000_000)

  // It keeps its collections, and lives as long as the host whose scripts use them.
  private unowned let access: StoreAccess
  private let rows: ProgramStore.Collection
  /// Whether another program keeps it, so that it is only read.
  private let isForeign: Bool

  init(_ access: StoreAccess, _ rows: ProgramStore.Collection, isForeign: Bool = false) {
    self.access = access
    self.rows = rows
    self.isForeign = isForeign
  }

  private var reader: StoreArguments { StoreArguments(rows.declaration) }

  static let luaTypeName = "store.collection"
  static let luaType: ObjectType<StoreCollection> = {
    var type = ObjectType<StoreCollection>("A program's records of one kind, in the data file.")
    type.description { "store.collection: \($0.rows.declaration.name)" }
    addChanges(&type)
    addReads(&type)
    addWalk(&type)
    return type
  }()

  private static func addChanges(_ type: inout ObjectType<StoreCollection>) {
    type.asyncMethod(
      "put", "Keeps a record, or a list of them, all or none; one with a known key is replaced.",
      Parameter(
        "records", "tables as JSON has them, at most 1 MB each, with the key", LuaValue.self,
        as: "table"),
      returns: "integer  how many were new; nil, err when they cannot be saved",
      example: "episodes:put{id = 7, title = \"Tides\", published = 1700000000}",
      ready: { call, collection, value -> Int? in
        try collection.changeInPlace {
          try $0.put(collection.reader.records(value, call.context, call.memory).records)
        }
      }
    ) { context, collection, value -> Int in
      let given = try collection.reader.records(value, context, context.memory)
      return try await collection.change(context) { try $0.put(given.records) }
    }
    type.asyncMethod(
      "delete", "Removes the record of a key.",
      Parameter("key", "a text or an integer", LuaValue.self, as: "string|integer"),
      returns: "boolean  whether it was there; nil, err when that cannot be saved",
      example: "episodes:delete(7)",
      ready: { _, collection, key -> Bool? in
        try collection.changeInPlace { try $0.delete(collection.reader.key(key)) }
      }
    ) { context, collection, key -> Bool in
      let key = try collection.reader.key(key)
      return try await collection.change(context) { try $0.delete(key) }
    }
    type.asyncMethod(
      "clear", "Removes all records.",
      returns: "integer  how many there were; nil, err when that cannot be saved",
      example: "episodes:clear()",
      ready: { _, collection -> Int? in try collection.changeInPlace { try $0.clear() } }
    ) { context, collection -> Int in
      try await collection.change(context) { try $0.clear() }
    }
  }

  private static func addReads(_ type: inout ObjectType<StoreCollection>) {
    type.asyncMethod(
      "get", "The record of a key. A read that fails is raised.",
      Parameter("key", "a text or an integer", LuaValue.self, as: "string|integer"),
      returns: "table  the record; nil when there is none",
      example: "local episode = episodes:get(7)",
      ready: { call, collection, key -> LuaValue? in
        try collection.inPlace { rows in
          try rows.get(collection.reader.key(key)).map { try call.context.record($0) } ?? .nil
        }
      }
    ) { context, collection, key -> LuaValue in
      let key = try collection.reader.key(key)
      let found = try await collection.read(context) { rows, charge in
        let json = try rows.get(key)
        try charge.grow(by: json?.count ?? 0)
        return StoredPage(records: json.map { [$0] } ?? [], charge: charge)
      }
      return try found.values(context).first ?? .nil
    }
    type.asyncMethod(
      "find", "Records by the values of indexed fields. A read that fails is raised.",
      Parameter("query", StoreArguments.queryDoc, LuaValue.self, as: "table?"),
      returns:
        "table[]  the records by order, else by the field with a range, else as they were added",
      example:
        "local new = episodes:find{feed = \"tides\", order = \"published\", descending = true}",
      ready: { call, collection, query -> [LuaValue]? in
        try collection.inPlace { rows in
          let (query, limit, after) = try collection.reader.query(query)
          let charge = try call.memory.charge()
          let page = try page(
            rows, query, try start(rows, query, after), limit, nil, charge)
          return try page.values(call.context)
        }
      }
    ) { context, collection, query -> [LuaValue] in
      let (query, limit, after) = try collection.reader.query(query)
      return try await collection.read(context) { rows, charge in
        try page(
          rows, query, try start(rows, query, after), limit, nil, charge)
      }.values(context)
    }
    type.asyncMethod(
      "count", "How many records there are. A read that fails is raised.",
      Parameter("query", "the fields of find; nil: all", LuaValue.self, as: "table?"),
      returns: "integer  0 or more", example: "print(episodes:count{feed = \"tides\"})",
      ready: { _, collection, query -> Int? in
        try collection.inPlace { try $0.count(collection.reader.query(query).query) }
      }
    ) { context, collection, query -> Int in
      let query = try collection.reader.query(query).query
      return try await collection.read(context) { rows, _ in try rows.count(query) }
    }
  }

  private static func addWalk(_ type: inout ObjectType<StoreCollection>) {
    type.method(
      "each",
      "Walks over records, however many there are. A read that fails is raised: the walk never ends early.",
      Parameter("query", StoreArguments.queryDoc, LuaValue.self, as: "table?"),
      returns: "iterator  gives a record",
      example: "for episode in episodes:each{order = \"published\"} do print(episode.title) end"
    ) { _, collection, value -> ObjectResult<PagedIterator> in
      let given = try collection.reader.query(value, isWalk: true)
      return ObjectResult(collection.walk(given.query, given.limit, given.after))
    }
  }

  // MARK: Work

  /// Works within the transaction whose function runs; nil: there is none.
  private func inPlace<T>(_ work: (ProgramStore.Collection) throws -> T) throws -> T? {
    guard let transaction = access.transaction else { return nil }
    do { return try work(rows.within(transaction)) } catch { throw HostError.raising(error) }
  }

  private func changeInPlace<T>(_ work: (ProgramStore.Collection) throws -> T) throws -> T? {
    guard !isForeign else {
      throw HostError.denied(
        "\(rows.declaration.name) is a collection of another program, which alone changes it")
    }
    return try inPlace(work)
  }

  private func change<T: Sendable>(
    _ context: HostContext, _ work: @escaping @Sendable (ProgramStore.Collection) throws -> T
  ) async throws -> T {
    try context.checkMayChangeData()
    return try await access.apart(context) { [rows] _ in try work(rows) }
  }

  private func read<T: Sendable>(
    _ context: HostContext,
    _ work: @escaping @Sendable (ProgramStore.Collection, MemoryCharge) throws -> T
  ) async throws -> T {
    try await raisingDataErrors {
      try await access.apart(context) { [rows] charge in try work(rows, charge) }
    }
  }

  private static func start(
    _ rows: ProgramStore.Collection, _ query: StoreQuery, _ after: StoreValue?
  ) throws -> StoreCursor? {
    guard let after else { return nil }
    if let cursor = try rows.cursor(query, key: after) { return cursor }
    throw HostError(
      kind: "store", message: "bad option 'after': the order has no record of that key (any more)",
      delivery: .raised)
  }

  /// - Parameter bytes: from how many bytes on the page ends; nil: at the limit alone.
  private static func page(
    _ rows: ProgramStore.Collection, _ query: StoreQuery, _ after: StoreCursor?, _ limit: Int,
    _ bytes: Int?, _ charge: MemoryCharge
  ) throws -> StoredPage {
    var page = StoredPage(records: [], charge: charge)
    var size = 0
    if limit == 0 { return page }
    try rows.scan(query, after: after) { json, cursor in
      try charge.grow(by: json.count + 32)
      page.records.append(json)
      page.last = cursor
      size += json.count
      return page.records.count < limit && size < bytes ?? .max
    }
    return page
  }

  private func walk(_ query: StoreQuery, _ limit: Int, _ after: StoreValue?) -> PagedIterator {
    let place = WalkPlace(left: limit)
    let next:
      @Sendable (ProgramStore.Collection, MemoryCharge, StoreCursor?, Int) throws -> StoredPage
    next = { rows, charge, cursor, left in
      let from = try cursor ?? Self.start(rows, query, after)
      return try Self.page(rows, query, from, min(left, Self.pageRows), Self.pageBytes, charge)
    }
    return PagedIterator(
      inPlace: { [self] call in
        try inPlace { rows in
          let page = try next(rows, call.memory.charge(), place.cursor, place.left)
          place.move(page)
          return try page.values(call.context)
        }
      }
    ) { [self] context in
      let (cursor, left) = (place.cursor, place.left)
      let page = try await read(context) { rows, charge in try next(rows, charge, cursor, left) }
      place.move(page)
      return try page.values(context)
    }
  }
}

/// How far a walk has come.
private final class WalkPlace {
  private(set) var cursor: StoreCursor?
  private(set) var left: Int

  init(left: Int) { self.left = left }

  func move(_ page: StoredPage) {
    cursor = page.last ?? cursor
    left -= page.records.count
  }
}

/// Records that were read, charged until Lua has them.
struct StoredPage: Sendable {
  /// As JSON.
  var records: [[UInt8]]
  /// The place behind the last one.
  var last: StoreCursor?
  let charge: MemoryCharge

  init(records: [[UInt8]], charge: MemoryCharge) {
    self.records = records
    self.charge = charge
  }

  /// As scripts see them.
  func values(_ context: HostContext) throws -> [LuaValue] {
    try records.map { try context.record($0) }
  }
}
