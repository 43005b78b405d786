internal import MixCore
internal import Reactor
internal import ScriptHost

/// Jobs, items and events as scripts see them.
enum JobValue {
  static func value(_ progress: JobProgress, isWorkedOn: Bool? = nil) -> LuaValue {
    var members: [String: LuaValue] = [
      "job": .int(progress.job), "name": .string(progress.name),
      "state": .string(progress.state.rawValue), "created": .number(progress.created),
      "updated": .number(progress.updated), "total": .int(Int64(progress.total)),
      "done": .int(Int64(progress.finished)),
    ]
    let names: [(String, ItemState)] = [
      ("queued", .ready), ("running", .leased), ("waiting", .waiting), ("enriched", .enriched),
      ("uncertain", .uncertain), ("not_found", .notFound), ("failed", .failed),
      ("removed", .removed),
    ]
    for (name, state) in names { members[name] = .int(Int64(progress[state])) }
    if let isWorkedOn { members["worked_on"] = .bool(isWorkedOn) }
    return .object(members)
  }

  static func value(_ summary: JobRunSummary) -> LuaValue {
    var members: [String: LuaValue] = [
      "state": .string(summary.ending.rawValue), "processed": .int(Int64(summary.processed)),
      "retries": .int(Int64(summary.retries)), "seconds": .number(summary.seconds),
    ]
    for state in [ItemState.enriched, .uncertain, .notFound, .failed, .removed] {
      members[state.name] = .int(Int64(summary[state]))
    }
    if let reason = summary.reason { members["reason"] = .string(reason) }
    return .object(members)
  }

  static func value(_ event: JobEvent) -> LuaValue {
    var members: [String: LuaValue] = [
      "id": .int(event.id), "job": .int(event.job), "time": .number(event.time),
      "event": .string(event.event),
    ]
    if let work = event.work { members["work"] = .int(work) }
    if let attempt = event.attempt { members["attempt"] = .int(Int64(attempt)) }
    if let wait = event.wait { members["wait"] = .number(wait) }
    if let reason = event.reason { members["reason"] = .string(reason) }
    return .object(members)
  }

  static func value(_ item: QueuedItem) -> LuaValue {
    var members: [String: LuaValue] = [
      "id": .int(item.id), "work": .int(item.work), "state": .string(item.state.name),
      "priority": .int(Int64(item.priority)), "attempts": .int(Int64(item.attempts)),
    ]
    if let error = item.error { members["error"] = .string(error) }
    if item.state == .waiting { members["due"] = .number(item.due) }
    return .object(members)
  }
}

/// A selection of works for the queue.
struct EnqueueSelection: Sendable {
  /// Works that go together in one transaction.
  private static let batch = 10_000
  private var ids: [Int64]?
  private var filter = Library.Filter()
  private var limit = Int.max

  /// - Parameter value: a list of numbers, or a filter.
  init(_ value: LuaValue) throws {
    guard case .object(let members) = value, !members.isEmpty else {
      ids = try LibraryFilter.numbers(value)
      return
    }
    for (name, value) in members {
      switch (name, value) {
      case ("status", .string(let status)): filter.statuses = [try LibraryFilter.status(status)]
      case ("status", .array(let list)):
        filter.statuses = try list.map { status in
          guard case .string(let name) = status else { throw LibraryFilter.wrongSelection }
          return try LibraryFilter.status(name)
        }
      case ("kind", .string(let kind)): filter.kind = try LibraryFilter.kind(kind).rawValue
      case ("job", .int(let job)): filter.job = job
      case ("ids", _): filter.ids = try LibraryFilter.numbers(value)
      case ("limit", .int(let count)) where count > 0: limit = Int(count)
      default: throw LibraryFilter.wrongSelection
      }
    }
  }

  /// Queues them and says so in the library.
  func enqueue(_ parts: Stores.Parts, job: Int64, priority: Int, now: ClockTime) throws -> LuaValue
  {
    var counts = EnqueueCounts()
    var missing = 0
    func add(_ page: [Int64]) throws {
      // The status first: another process may have finished an item before this one says `queued`.
      let open = try parts.jobs.openWorks(page)
      try parts.library.setStatus(page.filter { !open.contains($0) }, .queued, now: now.wall)
      let queued = try parts.jobs.enqueue(page, job: job, priority: priority, now: now)
      counts.added += queued.added
      counts.already += queued.already
    }
    if let ids {
      for start in stride(from: 0, to: ids.count, by: Self.batch) {
        let page = Array(ids[start..<min(start + Self.batch, ids.count)])
        let gone = try parts.library.missing(page)
        missing += gone.count
        try add(page.filter { !gone.contains($0) })
      }
    } else {
      var (last, left): (Int64, Int) = (0, limit)
      while left > 0 {
        let page = try parts.library.ids(filter, after: last, limit: min(Self.batch, left))
        guard let end = page.last else { break }
        last = end
        left -= page.count
        try add(page)
      }
    }
    return .object([
      "job": .int(job), "added": .int(Int64(counts.added)), "already": .int(Int64(counts.already)),
      "missing": .int(Int64(missing)),
    ])
  }
}

extension LibraryFilter {
  /// The error for a value that selects no works.
  static var wrongSelection: HostError {
    HostError.usage("works are a list of numbers, or {status, kind, job, ids, limit}")
  }
}
