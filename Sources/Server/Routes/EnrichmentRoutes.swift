internal import Hummingbird
internal import HummingbirdCore
internal import MixCore
internal import Notation

/// The routes for jobs of document 002: start, cancel and progress.
struct EnrichmentRoutes {
  let jobs: EnrichmentJobs
  let hub: ProgressHub
  let limits: ServerLimits
  let gate: AccessGate

  func add(to routes: inout ServeRoutes) {
    routes.post("/api/enrichment/start", .change) { try await start($1.json($0)) }
    routes.post("/api/enrichment/cancel", .change) { try await cancel($1.json($0)) }
    routes.get("/api/enrichment", .session) { request, _ in
      let limit = try QueryParameters(request).number("limit", in: 1...500, default: 50)
      let list = try await jobs.newest(limit: limit)
      return Response.json(.members(["jobs": .array(list.map(Self.summary))]))
    }
    routes.get("/api/enrichment/:jobId", .session) { _, context in
      let key = try Self.key(context.parameters.get("jobId").map(JSON.string))
      guard let snapshot = try await jobs.snapshot(key: key) else {
        throw RouteProblem(404, "there is no job \(key)")
      }
      return Response.json(Self.summary(snapshot))
    }
    routes.socket(
      "/ws/progress", .session,
      plain: { request, _ in
        _ = try Self.socketKey(QueryParameters(request)["jobId"])
        return ServeRoutes.upgradeRequired
      },
      endpoint: { [hub, limits, jobs, gate] request in
        let uri = URI("/?" + (request.query ?? ""))
        let given = uri.queryParameters["jobId"].map(String.init)
        guard let key = try? Self.socketKey(given) else { return nil }
        return ProgressEndpoint(
          key: key.lowercased(), hub: hub, limits: limits,
          mayFollow: { gate.refusal(request.facts, .session) == nil }, find: { jobs.find($0) })
      })
  }

  /// The jobId in a socket's address.
  /// - Throws: ``RouteProblem`` 400.
  private static func socketKey(_ text: String?) throws -> String {
    guard let text else { throw RouteProblem(400, "Missing jobId parameter") }
    return try key(.string(text))
  }

  private func start(_ body: JSON) async throws -> Response {
    let key = try Self.key(body["jobId"])
    let works = try Self.works(body["workIds"])
    let started = try await jobs.start(key: key, works: works)
    let job = started.start.job
    let state = JobSnapshot(job)
    let total = job.progress.total
    return .json(
      .members([
        "jobId": .string(job.key),
        // A repeated request gets the same status as the first while the job runs.
        "status": .string(state.isOver ? state.phase.name : "started"),
        "totalBooks": .int(Int64(total)),
        "message": .string(Self.message(started, state)),
        "skipped": started.missing > 0 ? .int(Int64(started.missing)) : nil,
      ]), status: .accepted)
  }

  private static func message(_ started: EnrichmentJobs.Started, _ state: JobSnapshot) -> String {
    let total = started.start.job.progress.total
    guard started.start.isNew else {
      return state.isOver ? "the job is over: \(state.phase.name)" : "the job was started before"
    }
    var text = "Enrichment started for \(total) work\(total == 1 ? "" : "s")"
    if started.missing > 0 { text += "; \(started.missing) unknown works were skipped" }
    if started.start.elsewhere > 0 {
      text += "; \(started.start.elsewhere) are in another job's queue already"
    }
    return text
  }

  private func cancel(_ body: JSON) async throws -> Response {
    let key = try Self.key(body["jobId"])
    let snapshot = try await jobs.cancel(key: key)
    return .json(
      .members([
        "jobId": .string(snapshot.key), "status": .string("canceled"),
        "message": .string("Enrichment job canceled"),
      ]))
  }

  // MARK: Shapes

  private static func key(_ value: JSON?) throws -> String {
    guard case .string(let text)? = value, !text.isEmpty else {
      throw RouteProblem(400, "jobId is missing: a UUID as text is expected")
    }
    guard JobKey.isValid(text) else {
      throw RouteProblem(400, "jobId must be a UUID, not \"\(text.prefix(80))\"")
    }
    return text
  }

  private static func works(_ value: JSON?) throws -> [Int64] {
    guard case .array(let list)? = value else {
      throw RouteProblem(400, "workIds is missing: a list of works' numbers is expected")
    }
    if list.isEmpty { throw RouteProblem(400, "workIds is empty: nothing to enrich") }
    guard list.count <= EnrichmentJobs.mostWorks else {
      throw RouteProblem(
        413, "\(list.count) workIds; a job takes \(EnrichmentJobs.mostWorks) at most")
    }
    return try list.enumerated().map { index, item in
      switch item {
      case .int(let number) where number > 0: return number
      case .string(let text):
        // An id that is not a number belongs to no work, and counts as unknown.
        return Int64(text).flatMap { $0 > 0 ? $0 : nil } ?? -1
      default: throw RouteProblem(400, "workIds[\(index)] is not a number of a work")
      }
    }
  }

  private static func summary(_ snapshot: JobSnapshot) -> JSON {
    .members([
      "jobId": .string(snapshot.key), "status": .string(snapshot.phase.name),
      "progress": snapshot.message()["data"],
    ])
  }

  private static func summary(_ entry: (job: KeyedJob, snapshot: JobSnapshot)) -> JSON {
    let progress = entry.job.progress
    return .members([
      "jobId": .string(entry.job.key), "status": .string(entry.snapshot.phase.name),
      "job": .int(progress.job), "served": .bool(entry.job.isServed),
      "created": .number(progress.created), "updated": .number(progress.updated),
      "counts": .object(
        ItemState.allCases.map { .init($0.name, .int(Int64(progress[$0]))) }),
      "progress": entry.snapshot.message()["data"],
    ])
  }
}
