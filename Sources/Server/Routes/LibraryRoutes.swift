internal import Hummingbird
internal import MixCore
internal import Notation

/// Routes that read the stored works.
struct LibraryRoutes {
  let library: Library

  func add(to routes: inout ServeRoutes) {
    routes.get("/api/library", .session) { request, _ in
      let kind = try Self.kind(QueryParameters(request)["kind"])
      let library = library
      let counts = try await blocking { try library.counts(kind: kind) }
      var members = WorkStatus.allCases.map { status in
        JSON.Member(status.name, .int(Int64(counts[status] ?? 0)))
      }
      members.append(JSON.Member("total", .int(Int64(counts.values.reduce(0, +)))))
      return Response.json(.object(members))
    }
    routes.get("/api/library/works", .session) { request, _ in
      try await works(QueryParameters(request))
    }
    routes.get("/api/library/works/:id", .session) { _, context in
      guard let text = context.parameters.get("id"), let id = Int64(text), id > 0 else {
        throw RouteProblem(400, "a work's number is expected")
      }
      let library = library
      guard let work = try await blocking({ try library.work(id) }) else {
        throw RouteProblem(404, "there is no work \(id)")
      }
      return Response.json(Self.json(work))
    }
  }

  private func works(_ query: QueryParameters) async throws -> Response {
    var filter = Library.Filter()
    filter.kind = try Self.kind(query["kind"])
    filter.text = query["q"].flatMap { $0.isEmpty ? nil : $0 }
    if let name = query["status"] {
      guard let status = WorkStatus(name: name) else {
        throw RouteProblem(
          400,
          "status takes \(WorkStatus.allCases.map(\.name).joined(separator: ", ")), not \"\(name)\""
        )
      }
      filter.statuses = [status]
    }
    let after = Int64(try query.number("after", in: 0...Int.max, default: 0))
    if let fields = query["fields"] {
      guard fields == "id" else {
        throw RouteProblem(400, "fields takes id, not \"\(fields)\"")
      }
      return try await numbers(
        filter, after, query.number("limit", in: 1...100_000, default: 10_000))
    }
    let limit = try query.number("limit", in: 1...500, default: 100)
    let (library, wanted) = (library, filter)
    let page = try await blocking { try library.page(wanted, after: after, limit: limit) }
    return .json(
      .members([
        "works": .array(page.map(Self.json)),
        "next": page.count == limit ? page.last.map { .int($0.id) } : nil,
      ]))
  }

  private func numbers(_ filter: Library.Filter, _ after: Int64, _ limit: Int) async throws
    -> Response
  {
    let library = library
    let ids = try await blocking { try library.ids(filter, after: after, limit: limit) }
    return .json(
      .members([
        "ids": .array(ids.map(JSON.int)), "next": ids.count == limit ? ids.last.map(JSON.int) : nil,
      ]))
  }

  private static func kind(_ name: String?) throws -> String? {
    guard let name else { return nil }
    guard WorkKind(rawValue: name) != nil else {
      let known = WorkKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw RouteProblem(400, "kind takes \(known), not \"\(name)\"")
    }
    return name
  }

  private static func json(_ work: StoredWork) -> JSON {
    var fields: [JSON.Member] = []
    for (name, field) in work.fields.sorted(by: { $0.key < $1.key }) {
      fields.append(
        JSON.Member(
          name,
          .members([
            "value": value(field.value), "source": .string(field.source),
            "time": .number(field.time),
          ])))
    }
    return .members([
      "id": .int(work.id), "kind": .string(work.kind), "status": .string(work.status.name),
      "title": .string(work.record.title), "error": work.error.map(JSON.string),
      "score": work.score.map(JSON.number), "decision": work.decision.map(JSON.string),
      "added": .number(work.added), "updated": .number(work.updated), "fields": .object(fields),
    ])
  }

  private static func value(_ value: FieldValue) -> JSON {
    switch value {
    case .text(let text): .string(text)
    case .integer(let number): .int(number)
    case .real(let number): .number(number)
    case .list(let texts): .array(texts.map(JSON.string))
    }
  }
}
