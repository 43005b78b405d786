internal import MixCore
internal import Reactor
internal import ScriptHost

/// `mix.library`: stored works, with the source and time of every field.
enum LibraryModule {
  static let statusNames = WorkStatus.allCases.map(\.name)

  static func make(_ host: any StoreHost) -> Module {
    var module = Module(
      "library", "Stored works: the values of the user's files, the matches, the decisions.")
    LibraryImportFunction.add(&module, host)
    addReading(&module, host)
    addListing(&module, host)
    addUpdate(&module, host)
    LibraryEditFunction.add(&module, host)
    addRemoval(&module, host)
    LibraryDecisionFunctions.add(&module, host)
    LibraryExportFunction.add(&module, host)
    module.type(PagedIterator.luaType)
    return module
  }

  private static func addReading(_ module: inout Module, _ host: any StoreHost) {
    module.asyncFunction(
      "get", "Reads a work.", Parameter("id", "its number", Int64.self),
      .options(.init("compare", .flag, "add `original`: what the user's file said")),
      returns: "table|nil  the work: record, id, kind, status, sources, …; nil when there is none",
      example: "print(mix.library.get(7).title)"
    ) { context, id, options -> LuaValue in
      let work = try await host.stores.read { try $0.library.work(id) }
      return work.map { context.value($0, compare: options.bool("compare") ?? false) } ?? .nil
    }
    module.asyncFunction(
      "find", "Looks works up; all conditions count.",
      .options(
        .init("isbn", .text, "ISBN-10 or 13, hyphens allowed"),
        .init("identifier", .texts, "{name, value}"),
        .init("title", .text, "words in the title; case and accents do not count"),
        .init("creator", .text, "words in the first creator's name"),
        .init("text", .text, "words in title or creator"),
        .init("kind", LibraryFilter.kind, "what they are"),
        .init("status", .any, "a status or a list of them"),
        .init("limit", LibraryFilter.limit, "works at most, 1 or more (default 50)")),
      returns: "table  a list of works", example: "local found = mix.library.find{title = \"dune\"}"
    ) { context, options -> [LuaValue] in
      let filter = try LibraryFilter.read(options)
      let limit = options.int("limit") ?? 50
      let isbn = options.string("isbn").map { $0.filter { $0.isLetter || $0.isNumber } }
      let works = try await host.stores.read { parts in
        guard let isbn else { return try parts.library.page(filter, after: 0, limit: limit) }
        var found: [StoredWork] = []
        for name in ["isbn13", "isbn10"] {
          var own = filter
          own.identifier = (name, isbn)
          found += try parts.library.page(own, after: 0, limit: limit)
        }
        return found
      }
      return works.map { context.value($0) }
    }
    module.asyncFunction(
      "status", "Counts works by status.",
      .options(.init("kind", LibraryFilter.kind, "what they are; missing: all")),
      returns: "table  {total, pending, queued, enriched, uncertain, not_found, failed}",
      example: "print(mix.library.status().uncertain)"
    ) { _, options -> LuaValue in
      let kind = options.string("kind")
      let counts = try await host.stores.read { try $0.library.counts(kind: kind) }
      var members = ["total": LuaValue.int(Int64(counts.values.reduce(0, +)))]
      for status in WorkStatus.allCases {
        members[status.name] = .int(Int64(counts[status] ?? 0))
      }
      return .object(members)
    }
  }

  private static func addListing(_ module: inout Module, _ host: any StoreHost) {
    module.asyncFunction(
      "list", "Walks over works by number; pages are read as they are needed.",
      .options(
        LibraryFilter.fields + [
          .init("compare", .flag, "add `original`: what the user's file said"),
          .init(
            "fields", .texts,
            "the names of the fields that are wanted, such as title or identifiers.isbn13: the works then have "
              + "these alone, neither sources nor candidates, and are read several times as fast"),
          .init("limit", LibraryFilter.limit, "works at most, 1 or more (default: all)"),
        ]),
      returns: "iterator  gives a work, nil at the end",
      example:
        "for work in mix.library.list{status = \"failed\"} do print(work.title, work.error) end"
    ) { _, options in
      let filter = try LibraryFilter.read(options)
      let limit = options.int("limit") ?? .max
      let compare = options.bool("compare") ?? false
      let fields = options.has("fields") ? options.texts("fields") : nil
      return ObjectResult(
        LibraryPages.iterator(host, filter, limit: limit, fields: fields) { work, context in
          context.value(work, compare: compare, hasSources: fields == nil)
        })
    }
  }

  private static func addUpdate(_ module: inout Module, _ host: any StoreHost) {
    module.asyncFunction(
      "update",
      "Merges fields into a work: fills missing ones. Values of the user's file are never replaced.",
      Parameter("id", "the work's number", Int64.self),
      Parameter("fields", "a record; nil: none", LuaValue.self),
      .options(
        .init("source", .text, "who says so (default \"script\")"),
        .init("status", .text, "the new status"),
        .init("score", .number, "how well it fits, 0 to 1"),
        .init("error", .text, "why it failed or is uncertain"),
        .init("candidates", .table, "candidates to decide on"),
        .init("job", .integer, "the job that found it out, for undo"),
        .init("refresh", .flag, "replace what providers said before (default false)")),
      returns:
        "table  {changed = names of the fields that changed}; nil, err when there is no such work",
      example: "mix.library.update(7, {pages = 412}, {source = \"catalogue\"})"
    ) { context, id, fields, options -> LuaValue in
      try context.checkMayChangeData()
      let record =
        fields == .nil ? WorkRecord() : try RecordReader.read(fields, requiresTitle: false)
      var update = WorkUpdate(id, record, source: options.string("source") ?? "script")
      update.status = try options.string("status").map(LibraryFilter.status)
      update.score = options.number("score")
      update.error = options.string("error")
      update.candidates = try options.value("candidates").map { try context.json($0) }
      update.job = options.int("job").map(Int64.init)
      update.refresh = options.bool("refresh") ?? false
      let final = update
      let now = host.time.wall
      let results = try await host.stores.run { try $0.library.merge([final], now: now) }
      guard let result = results.first else { throw LibraryFilter.noWork(id) }
      return .object(["changed": .array(result.changed.map(LuaValue.string))])
    }
  }

  private static func addRemoval(_ module: inout Module, _ host: any StoreHost) {
    module.asyncFunction(
      "undo", "Takes back what a job or the last act changed: fields and status are as before.",
      .options(
        .init("job", .integer, "what this job merged"),
        .init("last", .flag, "the last act; a whole job when a job did it")),
      returns: "table  {works, fields}: how many", example: "mix.library.undo{last = true}"
    ) { context, options -> LuaValue in
      try context.checkMayChangeData()
      let job = options.int("job").map(Int64.init)
      guard (job != nil) != (options.bool("last") ?? false) else {
        throw HostError.usage("mix.library.undo takes either job = NUMBER or last = true")
      }
      let undone = try await host.stores.run { try $0.library.undo(job: job) }
      return .object([
        "works": .int(Int64(undone.works)), "fields": .int(Int64(undone.fields)),
      ])
    }
    module.asyncFunction(
      "delete", "Removes a work; its queued items go at their turn.",
      Parameter("id", "its number", Int64.self), returns: "boolean  whether there was one",
      example: "mix.library.delete(7)"
    ) { context, id -> Bool in
      try context.checkMayChangeData()
      return try await host.stores.run { try $0.library.delete(id) }
    }
    module.asyncFunction(
      "reset", "Removes all works and decisions, and cancels the jobs first.",
      returns: "integer  how many works", example: "mix.library.reset()"
    ) { context -> Int in
      try context.checkMayChangeData()
      let now = host.stores.now
      return try await host.stores.run { parts in
        _ = try parts.jobs.cancel(nil, now: now)
        let count = try parts.library.reset()
        try parts.jobs.removeItems(now: now) { Set($0) }
        return count
      }
    }
  }
}
