internal import MixCore
internal import Reactor
internal import ScriptHost

/// `mix.jobs`: the queue that survives crashes.
enum JobsModule {
  static func make(_ host: any StoreHost) -> Module {
    var module = Module(
      "jobs", "A queue of works that survives crashes and may be shared by processes.")
    addEnqueue(&module, host)
    addRun(&module, host)
    addProgress(&module, host)
    addManaging(&module, host)
    addWalks(&module, host)
    module.type(PagedIterator.luaType)
    module.shapes(RetryTable.shape)
    return module
  }

  private static func addEnqueue(_ module: inout Module, _ host: any StoreHost) {
    module.asyncFunction(
      "enqueue", "Queues works; a work that is queued already gets the higher priority of the two.",
      Parameter(
        "works", "a list of numbers, or {status, kind, job, ids, limit} as mix.library.list takes",
        LuaValue.self),
      .options(
        .init("job", .integer, "adds to this job; missing: a new one"),
        .init("name", .text, "what a new job is called (default \"enrich\")"),
        .init("priority", .integer, "higher ones go first (default 0)")),
      returns: "table  {job, added, already, missing}",
      example: "local queued = mix.jobs.enqueue({status = \"pending\"})"
    ) { context, works, options -> LuaValue in
      try context.checkMayChangeData()
      let selection = try EnqueueSelection(works)
      let job = options.int("job").map(Int64.init)
      let name = options.string("name") ?? "enrich"
      let priority = options.int("priority") ?? 0
      let now = host.stores.now
      return try await host.stores.run { parts in
        let job = try job ?? parts.jobs.createJob(name: name, now: now)
        return try selection.enqueue(parts, job: job, priority: priority, now: now)
      }
    }
  }

  private static func addRun(_ module: inout Module, _ host: any StoreHost) {
    module.asyncFunction(
      "run",
      "Works on the queue until nothing is left; what fails is tried again by the retry table.",
      Parameter(
        "job", "a job's number, resumed when it was stopped; nil: all jobs that are open or paused",
        Int64?.self),
      .options(
        .init("concurrency", .integer(in: 1...256), "items at once, 1 to 256 (default 6)"),
        .init("limit", .integer(from: 1), "items started at most, 1 or more"),
        .init(
          "resume", .flag,
          "whether canceled jobs continue, too (default: the one that is named, of all jobs none)"),
        .init(
          "paused", .flag, "whether jobs that have paused continue (default true)"),
        .init(
          "lease", .duration, "how long an item may stay with a process that hangs (default 60 s)"),
        .init(
          "item_time", .duration,
          "how long the handler may take for an item (default 15 min); a later one counts as timed out"
        ),
        .init(
          "prepare", .function,
          "called with a list of {id, job, work}, some 50 at a time, before the handler gets them: one request may serve many; while an upstream that it asks is to be left alone (it raises or returns nil and an error of kind paused or offline) the items wait, other failures that may pass are left to the handler, and anything else that it raises ends the run"
        ),
        .init(
          "retry", .record(RetryTable.shape),
          "changes the retry table: {throttled = {1, 2, 4, 8}, unavailable_wait = 30, unavailable_times = 20, timeouts = 3, attempts = 10, patience = 31}"
        ),
        .init(
          "on_event", .function, "called with {event = started|item|progress|retry|waiting|…}")),
      Parameter(
        "handler",
        "called with {id, job, work, attempt, decided (the user has accepted a candidate or none before)}; returns {status, fields, source, score, candidates, reason, cached}, or nil, err",
        LuaFunction.self),
      returns:
        "table  {state = done|paused|canceled|limit, reason, processed, enriched, uncertain, not_found, failed, removed, retries, seconds}",
      example: "local summary = mix.jobs.run(job, {concurrency = 6}, enrich)"
    ) { context, job, options, handler -> LuaValue in
      try context.checkMayChangeData()
      var settings = runOptions(job, options)
      settings.isOffline = host.settings.http.offline
      settings.waitsForOthers = !context.isMarked(ItemRequests.mark)
      let items = JobItemHandler(
        host, context, handler, onEvent: options.function("on_event"),
        onPrepare: options.function("prepare"), longest: options.number("item_time") ?? 900)
      let store = try await host.stores.run { $0.jobs }
      let runner = JobRunner(
        store: store, reactor: host.reactor, time: host.time, options: settings, handler: items
      ) { work in try await offload(work) }
      let summary = JobValue.value(try await runner.run())
      if let onEvent = options.function("on_event"), case .object(var fields) = summary {
        fields["event"] = .string("done")
        _ = try await context.call(onEvent, [.object(fields)])
      }
      return summary
    }
  }

  private static func runOptions(_ job: Int64?, _ options: Fields) -> JobRunOptions {
    var settings = JobRunOptions()
    settings.job = job
    settings.concurrency = options.int("concurrency") ?? 6
    settings.resumesCanceled = options.bool("resume") ?? false
    settings.leavesCanceled = options.bool("resume") == false
    settings.leavesPaused = options.bool("paused") == false
    if let limit = options.int("limit") { settings.limit = limit }
    settings.lease = max(1, options.number("lease") ?? 60)
    if let table = options.record("retry") { settings.retries = RetryTable(table) }
    return settings
  }

  private static func addProgress(_ module: inout Module, _ host: any StoreHost) {
    module.asyncFunction(
      "progress", "Where a job stands.", Parameter("job", "nil: the newest one", Int64?.self),
      returns:
        "table|nil  {job, name, state, total, queued, running, waiting, enriched, uncertain, not_found, failed, removed, done, created, updated, worked_on (whether some process works on the queue)}",
      example: "local job = mix.jobs.progress()"
    ) { _, job -> LuaValue in
      let now = host.stores.now
      return try await host.stores.read { stores in
        try stores.jobs.progress(job).map {
          JobValue.value($0, isWorkedOn: try stores.jobs.isWorkedOn(now: now))
        }
      } ?? .nil
    }
    module.asyncFunction(
      "status", "All jobs, newest first, each as mix.jobs.progress returns it, without worked_on.",
      returns: "table  a list",
      example: "for _, job in ipairs(mix.jobs.status()) do print(job.state) end"
    ) { _ -> [LuaValue] in
      try await host.stores.read { try $0.jobs.jobs() }.map { JobValue.value($0) }
    }
  }

  private static func addManaging(_ module: inout Module, _ host: any StoreHost) {
    module.asyncFunction(
      "cancel", "Stops a job: nothing new is started within a second, the rest stays queued.",
      Parameter("job", "nil: all that are open", Int64?.self),
      returns: "integer  how many jobs", example: "mix.jobs.cancel(3)"
    ) { context, job -> Int in
      try context.checkMayChangeData()
      let now = host.stores.now
      return try await host.stores.run { try $0.jobs.cancel(job, now: now) }
    }
    module.asyncFunction(
      "retry", "Puts finished items back into the queue, with fresh counts.",
      .options(
        .init("failed", .flag, "those that failed"),
        .init("job", .integer, "of this job only"),
        .init("works", .table, "the items of these works, whatever they ended as")),
      returns: "integer  how many", example: "mix.jobs.retry{failed = true}"
    ) { context, options -> Int in
      try context.checkMayChangeData()
      let selection: RetrySelection
      if let works = options.value("works") {
        selection = .works(try LibraryFilter.numbers(works))
      } else if options.bool("failed") == true {
        selection = .failed(job: options.int("job").map(Int64.init))
      } else {
        throw HostError.usage("mix.jobs.retry takes failed = true or works = {numbers}")
      }
      let now = host.stores.now
      return try await host.stores.run { parts in
        let works = try parts.jobs.retry(selection, now: now)
        try parts.library.setStatus(works, .queued, now: now.wall)
        return works.count
      }
    }
  }

  private static func addWalks(_ module: inout Module, _ host: any StoreHost) {
    module.asyncFunction(
      "events",
      "Walks over the kept log: created, retry, failed, lost, removed, canceled, paused, resumed, done.",
      Parameter("job", "nil: all jobs", Int64?.self),
      returns: "iterator  gives {id, job, time, event, work, attempt, wait, reason}",
      example: "for event in mix.jobs.events() do print(event.event, event.reason) end"
    ) { _, job in
      let cursor = Cursor()
      return ObjectResult(
        PagedIterator { _ in
          let after = cursor.last
          let page = try await host.stores.read {
            try $0.jobs.events(job, after: after, limit: 500)
          }
          cursor.last = page.last?.id ?? after
          return page.map(JobValue.value)
        })
    }
    module.asyncFunction(
      "export", "Walks over a job's items.", Parameter("job", "a job's number", Int64.self),
      .options(
        .init(
          "state", .text,
          "ready, leased, waiting, enriched, uncertain, not_found, failed or removed")),
      returns: "iterator  gives {id, work, state, priority, attempts, error, due}",
      example: "for item in mix.jobs.export(1, {state = \"failed\"}) do print(item.error) end"
    ) { _, job, options in
      let name = options.string("state")
      let state = ItemState.allCases.first { $0.name == name }
      guard name == nil || state != nil else {
        throw HostError.usage(
          "unknown state \"\(name ?? "")\"; known: "
            + ItemState.allCases.map(\.name).joined(separator: ", "))
      }
      let cursor = Cursor()
      return ObjectResult(
        PagedIterator { _ in
          let after = cursor.last
          let page = try await host.stores.read {
            try $0.jobs.items(job, state: state, after: after, limit: 500)
          }
          cursor.last = page.last?.id ?? after
          return page.map(JobValue.value)
        })
    }
  }
}
