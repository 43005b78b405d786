internal import Logging
internal import MixCore
internal import Reactor
internal import ScriptHost

// @unchecked Sendable: confined to the engine's reactor.
/// Hands items to a Lua function and saves what it found.
final class JobItemHandler: JobHandler, @unchecked Sendable {  // confined: see above
  private let host: any StoreHost
  private let context: HostContext
  private let function: LuaFunction
  private let onEvent: LuaFunction?
  private let onPrepare: LuaFunction?
  private var titles: [Int64: String] = [:]
  /// Mistakes that were logged; a text may name its item, so they are few.
  private var told: Set<String> = []
  private static let mostTold = 10
  private let begin: Duration
  /// How long an attempt may take, in seconds.
  private let longest: Double
  /// Items that ended here: others may work on the same jobs.
  private var ended = 0
  private let forecast: (_ done: Int, _ left: Int) -> TrafficForecast?

  init(
    _ host: any StoreHost, _ context: HostContext, _ function: LuaFunction, onEvent: LuaFunction?,
    onPrepare: LuaFunction?, longest: Double
  ) {
    self.host = host
    self.longest = longest
    self.context = context
    self.function = function
    self.onEvent = onEvent
    self.onPrepare = onPrepare
    begin = host.time.monotonic
    forecast = host.beginForecast()
  }

  // MARK: Attempts

  func prepare(_ items: [LeasedItem]) async throws -> AttemptFailure? {
    guard let onPrepare else { return nil }
    let works = try await host.stores.run { parts in
      // All at once: on a server each one would cost its own round trips.
      let found = try parts.library.works(items.map(\.work))
      let works = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
      return items.compactMap { item in works[item.work].map { (item, $0) } }
    }
    let list = works.map { item, work in
      LuaValue.object([
        "id": .int(item.id), "job": .int(item.job), "work": context.value(work),
      ])
    }
    if list.isEmpty { return nil }
    do {
      let values = try await context.callThrowing(
        onPrepare, [.array(list)], mark: ItemRequests.mark)
      guard values.count > 1, case .nil = values[0] else { return nil }
      return Attempt(returned: values[1]).failure
    } catch let end as any ScriptEnd {
      throw end
    } catch {
      // The item raises it again when it is worked on, and fails alone.
      if error.isOfItem { return nil }
      // Of a mistake in the program nothing would be known; what passes fails the attempts, too.
      guard let failure = Attempt(error).failure, failure.mayPass else { throw error }
      return failure
    }
  }

  func attempt(_ item: LeasedItem) async throws -> Attempt {
    // A queue is finite, and its items are as long as they are.
    context.beginSlice()
    do {
      let found = try await host.stores.run { parts in
        try parts.library.workWithDecision(item.work)
      }
      guard let (work, decision) = found else {
        return Attempt(.workMissing, provesNetwork: false)
      }
      let isDecided = decision.map { $0.verdict != .skip } ?? false
      titles[item.id] = work.record.title
      let argument = LuaValue.object([
        "id": .int(item.id), "job": .int(item.job), "attempt": .int(Int64(item.attempt)),
        "work": context.value(work), "decided": .bool(isDecided),
      ])
      guard let values = try await timed(argument) else {
        return Attempt(
          .failed(.timeout("it took longer than \(Int(clamping: longest)) s")), provesNetwork: false
        )
      }
      // Its requests have ended with the run, and a script may take that for an outcome.
      if Task.isCancelled { return Attempt(.cancelled, provesNetwork: false) }
      return try await outcome(values, item, work)
    } catch let end as any ScriptEnd {
      throw end
    } catch {
      say(error, of: item)
      return Attempt(error)
    }
  }

  /// Logs the first mistakes of the handler, each once, where no `on_event` would tell of it.
  private func say(_ error: any Error, of item: LeasedItem) {
    guard onEvent == nil, let mistake = error as? ScriptError, mistake.kind == "error",
      told.count < Self.mostTold, told.insert(mistake.message).inserted
    else { return }
    host.settings.logger.warning(
      "the handler of mix.jobs.run failed at item \(item.id): \(mistake.message)")
  }

  /// Calls the function and cancels it after the time limit.
  /// - Returns: nil if it took too long.
  private func timed(_ argument: LuaValue) async throws -> [LuaValue]? {
    let (context, function) = (context, function)
    let task = Task(executorPreference: host.reactor) {
      try await context.callThrowing(function, [argument], mark: ItemRequests.mark)
    }
    var isLate = false
    let deadline = host.time.monotonic + .seconds(clamping: longest)
    let timer = host.time.scheduleTimer(at: deadline, on: host.reactor) {
      isLate = true
      task.cancel()
    }
    defer { host.time.cancelTimer(timer, on: host.reactor) }
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    return isLate && !Task.isCancelled ? nil : try result.get()
  }

  private func outcome(
    _ values: [LuaValue], _ item: LeasedItem, _ work: StoredWork
  ) async throws -> Attempt {
    guard case .object(let answer)? = values.first else {
      return Attempt(returned: values.count > 1 ? values[1] : .nil)
    }
    let result = try HandlerResult(answer)
    if let attempt = result.failure { return attempt }
    var update = WorkUpdate(work.id, result.fields, source: result.source)
    update.job = item.job
    update.score = result.score
    update.error = result.reason
    update.refresh = result.refresh
    update.candidates = try result.candidates.map { try context.json($0) }
    var state = result.state
    if state == .uncertain,
      let kept = try await host.stores.run({ try $0.library.decision(WorkIdentity(work)) })
    {
      state = try Decisions.apply(kept, to: &update, context)
    }
    update.status = state.workStatus
    return Attempt(.done(state, update), provesNetwork: !result.isCached)
  }

  // MARK: Saving

  func saving(
    _ settled: [SettledItem]
  ) async throws -> @Sendable (Set<Int64>) throws -> Void {
    if settled.isEmpty { return { _ in } }
    // An answer is in the cache before its item is done: after a crash nobody is asked again.
    await host.flush()
    let library = try await host.stores.run { $0.library }
    let now = host.time.wall
    return { kept in
      let updates = settled.filter { kept.contains($0.item.id) }.compactMap(Self.update)
      _ = try library.merge(updates, now: now)
    }
  }

  private static func update(_ settled: SettledItem) -> WorkUpdate? {
    switch settled.verdict {
    case .done: return settled.update
    case .failed(let reason):
      var update = WorkUpdate(settled.item.work, source: "queue")
      update.job = settled.item.job
      update.status = .failed
      update.error = reason
      return update
    default: return nil
    }
  }

  // MARK: Events

  func note(_ item: LeasedItem, _ verdict: ItemVerdict) {
    switch verdict {
    case .done, .failed, .removed: ended += 1
    case .again, .released, .postponed: break
    }
    host.onJobItem?(item, verdict)
  }

  func note(_ job: Int64, _ wait: JobWait) { host.onJobWait?(job, wait) }

  func report(_ event: JobRunEvent) async throws {
    guard let onEvent else { return }
    var fields: [String: LuaValue]
    switch event {
    case .started(let jobs, let total):
      fields = [
        "event": .string("started"), "jobs": .array(jobs.map(LuaValue.int)),
        "total": .int(Int64(total)),
      ]
    case .item(let settled): fields = item(settled)
    case .retry(let item, let cause, let wait, let reason):
      fields = [
        "event": .string("retry"), "work": .int(item.work), "job": .int(item.job),
        "reason": .string(cause.rawValue), "message": .string(reason),
        "attempt": .int(Int64(item.attempt)), "wait": .number(wait),
      ]
    case .progress(let done, let total): fields = progress(done, total)
    case .waiting(let job, let wait, let left):
      fields = WaitValue.fields(wait, now: host.time.wall)
      fields["event"] = .string("waiting")
      fields["job"] = .int(job)
      fields["left"] = .int(Int64(left))
    case .paused(let reason):
      fields = ["event": .string("paused"), "reason": .string(reason)]
    }
    _ = try await context.call(onEvent, [.object(fields)])
  }

  private func item(_ settled: SettledItem) -> [String: LuaValue] {
    var fields: [String: LuaValue] = [
      "event": .string("item"), "work": .int(settled.item.work), "job": .int(settled.item.job),
      "attempt": .int(Int64(settled.item.attempt)),
    ]
    switch settled.verdict {
    case .done(let state): fields["status"] = .string(state.name)
    case .failed(let reason):
      fields["status"] = .string("failed")
      fields["error"] = .string(reason)
    default: fields["status"] = .string("removed")
    }
    if let score = settled.update?.score { fields["score"] = .number(score) }
    if let reason = settled.update?.error { fields["error"] = .string(reason) }
    if let title = titles.removeValue(forKey: settled.item.id) { fields["title"] = .string(title) }
    return fields
  }

  private func progress(_ done: Int, _ total: Int) -> [String: LuaValue] {
    let seconds = (host.time.monotonic - begin).seconds
    let rate = seconds > 0 ? Double(done) / seconds : 0
    var fields: [String: LuaValue] = [
      "event": .string("progress"), "done": .int(Int64(done)),
      "total": .int(Int64(max(total, done))),
      "rate": .number(rate),
    ]
    let items = max(total - done, 0)
    let observed = rate > 0 ? Double(items) / rate : nil
    if let observed { fields["left"] = .number(observed) }
    if let limit = forecast(ended, items), limit.isBottleneck(observed: observed) {
      fields["left"] = .number(limit.seconds)
      fields["upstream"] = .string(limit.upstream)
      fields["allowed"] = .string(limit.rate)
      fields["message"] = .string("\(limit.text) (\(limit.upstream))")
    }
    return fields
  }
}

extension Error {
  /// Whether it says what may not be done for an item, or is too much: a denial, a limit of the call.
  fileprivate var isOfItem: Bool { ["denied", "limit"].contains(HostError(self).kind) }
}
