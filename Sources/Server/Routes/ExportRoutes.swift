internal import Bindings
internal import HostSetup
internal import Hummingbird
internal import MixCore
internal import ScriptHost

/// `/api/library/export`: works as a file, written piece by piece by `mix.library.export`.
struct ExportRoutes {
  private static let types = [
    "csv": "text/csv; charset=utf-8", "json": "application/json; charset=utf-8",
    "ndjson": "application/x-ndjson; charset=utf-8",
  ]

  let setup: Setup

  func add(to routes: inout ServeRoutes) {
    routes.get("/api/library/export", .session) { request, _ in
      let query = QueryParameters(request)
      let format = query["format"] ?? "csv"
      guard let type = Self.types[format] else {
        throw RouteProblem(400, "format takes csv, json or ndjson, not \"\(format)\"")
      }
      if let status = query["status"], WorkStatus(name: status) == nil {
        throw RouteProblem(
          400,
          "status takes \(WorkStatus.allCases.map(\.name).joined(separator: ", ")), not \"\(status)\""
        )
      }
      let kind = query["kind"] ?? "book"
      guard WorkKind(rawValue: kind) != nil else {
        throw RouteProblem(
          400,
          "kind takes \(WorkKind.allCases.map(\.rawValue).joined(separator: ", ")), not \"\(kind)\""
        )
      }
      let engine = await setup.freshEngine()
      let options = [format, kind, query["status"] ?? "", query["compare"] ?? ""]
      // Make the first piece now, so that a failure is reported before the file begins.
      let first = try await Self.piece(engine, "first", options)
      return Response(
        status: .ok,
        headers: [
          .contentType: type, .cacheControl: "no-store",
          .contentDisposition: "attachment; filename=\"\(kind)s.\(format)\"",
        ],
        body: ResponseBody { writer in
          var next = first
          while let piece = next {
            try await writer.write(ByteBuffer(bytes: piece))
            next = try await Self.piece(engine, "next", [])
          }
          try await writer.finish(nil)
        })
    }
  }

  /// The next piece of the file; nil at its end.
  private static func piece(
    _ engine: LuaEngine, _ function: String, _ arguments: [String]
  ) async throws -> [UInt8]? {
    let values = try await engine.run(
      "return require(\"lib.library_export\")[(...)](select(2, ...))", name: "=[export]",
      arguments: [function] + arguments)
    return switch values.first {
    case .string(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    default: nil
    }
  }
}
