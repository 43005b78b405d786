internal import CLua
internal import MixCore
internal import ScriptHost

/// `mix.cache`: values that outlive the run, in memory over SQLite.
enum CacheModule {
  private static let place = Shape.Field(
    "namespace", .text, "keeps apart keys of equal name (default \"script\")")

  static func make(_ host: any NetHost) -> Module {
    var module = Module(
      "cache", "Values kept between runs: memory over disk, with a time to live.",
      rules: .refused("keeps values"))
    let key = Parameter("key", "any text", String.self)
    addGet(&module, host, key)
    module.function(
      "set", "Keeps a value.", key,
      Parameter("value", "a table, text, number or boolean", ValuePosition.self),
      .options(place, .init("ttl", .duration, "how long it is fresh; missing: for ever")),
      example: "mix.cache.set(\"rates\", rates, {ttl = \"1h\"})"
    ) { call, key, value, options -> Nothing in
      guard !call.stack.isNoneOrNil(value.index) else {
        throw call.badArgument("value", "nil cannot be kept; mix.cache.del forgets a value")
      }
      let bytes = try CachedValue.encode(call, value.index)
      host.values.set(key, in: namespace(options, host), to: bytes, ttl: options.number("ttl"))
      return Nothing()
    }
    module.function(
      "del", "Forgets a value.", key, .options(place), returns: "boolean  whether there was one",
      example: "mix.cache.del(\"rates\")"
    ) { _, key, options in host.values.remove(key, in: namespace(options, host)) }
    addFetch(&module, host, key)
    addMaintenance(&module, host)
    module.shapes(info, counters)
    return module
  }

  private static let info = Shape(
    "cache.info", "The facts of a kept value.",
    [
      .init("expired", "boolean", "whether its time is over"),
      .init("age", "number", "how long ago it was kept, in seconds"),
    ])

  private static let counters = Shape(
    "cache.counters", "Counts of the cache.",
    [
      .init("entries", "integer", "entries on disk, answers included"),
      .init("bytes", "integer", "their size"),
      .init("memory_entries", "integer", "values in memory"),
      .init("memory_bytes", "integer", "their size"),
      .init("memory_hits", "integer", "reads that memory answered"),
      .init("disk_hits", "integer", "reads that the disk answered"),
      .init("misses", "integer", "reads that found nothing"),
    ])

  private static func addGet(_ module: inout Module, _ host: any NetHost, _ key: Parameter<String>)
  {
    module.function(
      "get", "Reads a value.", key,
      .options(
        place, .init("allow_expired", .flag, "also when its time is over (default false)")),
      returns: "any, cache.info?  the value or nil; how old it is, beside a value",
      example: "local rates, info = mix.cache.get(\"rates\", {allow_expired = true})"
    ) { call, key, options -> Pushed in
      let found = host.values.get(
        key, in: namespace(options, host), allowExpired: options.bool("allow_expired") ?? false)
      guard let found else {
        call.stack.pushNil()
        return Pushed(1)
      }
      try CachedValue.push(found.bytes, call.stack)
      push(found, call.stack)
      return Pushed(2)
    }
  }

  /// The facts of a value as a table, straight away: a dictionary would cost as much as the row's look-up.
  private static func push(_ found: KeyValueCache.Value, _ stack: LuaStack) {
    guard stack.reserve(2) else { return stack.pushNil() }
    lua_createtable(stack.pointer, 0, 2)
    stack.push(found.isExpired)
    lua_setfield(stack.pointer, -2, "expired")
    stack.push(found.age)
    lua_setfield(stack.pointer, -2, "age")
  }

  private static func addFetch(
    _ module: inout Module, _ host: any NetHost, _ key: Parameter<String>
  ) {
    let flights = FetchFlights(host.reactor)
    module.asyncFunction(
      "fetch",
      "Reads a value, or makes it with a function and keeps it; one call at a time makes it.",
      key,
      .options(place, .init("ttl", .duration, "how long it is fresh; missing: for ever")),
      Parameter("fn", "makes the value; nil is not kept", LuaFunction.self),
      returns: "any  the value",
      example: "local v = mix.cache.fetch(\"k\", {ttl = \"1h\"}, function() return slow() end)",
      ready: { call, key, options, _ -> CachedValue? in
        host.values.get(key, in: namespace(options, host)).map { CachedValue(bytes: $0.bytes) }
      }
    ) { context, key, options, fn -> CachedValue in
      let space = namespace(options, host)
      return try await flights.share(space + "\0" + key, context) { mark in
        if let found = host.values.get(key, in: space) { return CachedValue(bytes: found.bytes) }
        let value = try await context.call(fn, mark: mark).first ?? .nil
        guard value != .nil else { return CachedValue(bytes: []) }
        let bytes = try context.withStack { try CachedValue.encode(value, $0) }
        host.values.set(key, in: space, to: bytes, ttl: options.number("ttl"))
        return CachedValue(bytes: bytes)
      }
    }
  }

  private static func addMaintenance(_ module: inout Module, _ host: any NetHost) {
    module.asyncFunction(
      "stats", "Counts.",
      returns:
        "cache.counters  of values and answers",
      example: "print(mix.cache.stats().entries)"
    ) { _ in
      let stats = await host.values.statistics()
      let counts = [
        ("entries", stats.diskEntries), ("bytes", stats.diskBytes),
        ("memory_entries", stats.memoryEntries), ("memory_bytes", stats.memoryBytes),
        ("memory_hits", stats.memoryHits), ("disk_hits", stats.diskHits), ("misses", stats.misses),
      ]
      return LuaValue.object(
        Dictionary(uniqueKeysWithValues: counts.map { ($0.0, .int(Int64($0.1))) }))
    }
    module.asyncFunction(
      "prune", "Removes expired entries.", returns: "integer  how many values",
      example: "print(mix.cache.prune())"
    ) { _ in await host.values.prune() }
    module.asyncFunction(
      "clear", "Forgets the values of a namespace.",
      Parameter("namespace", "which one (default \"script\")", String?.self),
      example: "mix.cache.clear()"
    ) { _, namespace -> Nothing in
      await host.values.clear(namespace: host.cacheRoom + (namespace ?? defaultNamespace))
      return Nothing()
    }
  }

  private static let defaultNamespace = "script"

  private static func namespace(_ options: Fields, _ host: any NetHost) -> String {
    host.cacheRoom + (options.string("namespace") ?? defaultNamespace)
  }
}

/// A value as the cache keeps it: a byte that tells text from JSON, then the content.
struct CachedValue: LuaResult, Sendable {
  private static let text: UInt8 = 1
  private static let json: UInt8 = 2
  /// Empty for nil.
  let bytes: [UInt8]

  func push(_ call: HostCall) throws -> Int32 {
    if bytes.isEmpty { call.stack.pushNil() } else { try Self.push(bytes, call.stack) }
    return 1
  }

  /// The value at `index`.
  static func encode(_ call: HostCall, _ index: Int32) throws -> [UInt8] {
    if let content = call.stack.bytes(index) { return [text] + content }
    // Straight from the table. Why it cannot be kept is found on the way over a copy.
    var options = clua_json_encode_options()
    options.max_depth = Int32(LuaValue.maxDepth)
    if call.stack.kind(index) == .table,
      let content = try? JSONModule.encode(call.stack, index, options)
    {
      return [json] + content
    }
    return try encode(LuaValue(call.stack, index), call.stack)
  }

  static func encode(_ value: LuaValue, _ stack: LuaStack) throws -> [UInt8] {
    switch value {
    case .string(let content): return [text] + Array(content.utf8)
    case .bytes(let content): return [text] + content
    default: return [json] + (try JSONModule.encode(value, stack))
    }
  }

  /// Pushes what `encode` made.
  static func push(_ bytes: [UInt8], _ stack: LuaStack) throws {
    let content = bytes.dropFirst()
    guard bytes.first == json else {
      return content.withUnsafeBytes { stack.push($0) }
    }
    var error = clua_json_error()
    let failed = content.withUnsafeBytes { raw in
      clua_json_decode(
        stack.pointer, raw.bindMemory(to: CChar.self).baseAddress, raw.count, nil, &error)
    }
    // Only this program writes these bytes: a value of an older form counts as absent.
    if failed != 0 { stack.pushNil() }
  }
}
