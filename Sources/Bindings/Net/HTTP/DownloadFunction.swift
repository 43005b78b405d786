internal import Files
internal import MixCore
internal import ScriptHost

/// `mix.http.download` and the method of clients.
enum DownloadFunction {
  static let doc =
    "Downloads into a file: cut connections are resumed, and so is the part that an earlier run has left."
  static let result =
    "http.download  what came of it; nil, err of kind io when the disk refuses, else as for get; the part stays"
  static let path = Parameter(
    "path", "the file to replace, in a folder granted for writing", String.self)
  static let options: Parameter<Fields> = .options(
    .init("headers", .table, "further header fields", as: "table<string, string>"),
    .init("query", .table, "parameters to append to the address; lists repeat the name"),
    .init(
      "progress", .function,
      "called with the bytes that are there and those there will be (nil: unknown), now and then"),
    .init("retry", .flag, "try again on failures that may pass (default true)"),
    .init("redirect", .text, "as in get"),
    .init("max_bytes", .size, "the largest file (default 10GB)"),
    .init("timeout", .duration, "over all attempts and waits (default 1d)"),
    .init("connect_timeout", .duration, "to connect (default 10 s)"),
    .init("idle_timeout", .duration, "without a byte (default 15 s)"))

  static let shape = Shape(
    "http.download", "The result of a download.",
    [
      .init("ok", "boolean", "whether the file is there"),
      .init("status", "integer", "the HTTP status; 200 or 206 when the file is there"),
      .init("path", "string", "the file, as it was named"),
      .init("bytes", "integer", "its size"),
      .init("kept", "integer", "bytes of it that an earlier run had brought"),
      .init("url", "string", "the address that answered, after redirects"),
      .init("body", "string", "what the server says of a failure"),
    ])

  static func run(
    _ context: HostContext, _ builder: RequestBuilder, _ url: String, _ path: String,
    _ options: Fields
  ) async throws -> LuaValue {
    let host = builder.host
    var request = try builder.request(
      "GET", url, options, context, isQueued: context.isMarked(ItemRequests.mark))
    request.options.maxBytes = options.int("max_bytes") ?? 10_000_000_000
    request.options.totalTimeout = options.number("timeout") ?? 86_400
    let folder = try await offload {
      do { return try host.grants.writing(path) { try $0.holdFolder() } } catch let failure
        as FileFailure
      { throw failure.hostError("write", path) }
    }
    let download = Download(request, in: folder)
    let client = try host.client()
    let policy = RequestContext(policy: host.grants.network, memory: context.memory)
    let outcome: Download.Outcome
    do {
      if let progress = options.function("progress") {
        outcome = try await run(context, progress) {
          try await download.run(with: client, context: policy, onProgress: $0)
        }
      } else {
        outcome = try await download.run(with: client, context: policy)
      }
    } catch let error as HTTPError where error.kind == .outOfMemory {
      throw context.memory.exceeded
    }
    let status = outcome.response.status
    let isThere = status == 200 || status == 206
    return .object([
      "ok": .bool(isThere), "status": .int(Int64(status)), "path": .string(path),
      "bytes": .int(Int64(outcome.bytes)), "kept": .int(Int64(outcome.kept)),
      "url": .string(outcome.response.url), "body": .bytes(outcome.response.body),
    ])
  }

  private typealias Step = (there: Int, total: Int?)

  /// Calls the script's function between the pieces; pieces that arrive while it runs are reported together.
  private static func run(
    _ context: HostContext, _ progress: LuaFunction,
    _ download:
      @escaping @Sendable (@escaping @Sendable (Int, Int?) -> Void) async throws
      -> Download.Outcome
  ) async throws -> Download.Outcome {
    let (steps, told) = AsyncStream<Step>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let reactor = context.engine.reactor
    let work = Task(executorPreference: reactor) {
      defer { told.finish() }
      return try await download { told.yield(($0, $1)) }
    }
    return try await withTaskCancellationHandler {
      do {
        for await step in steps {
          let total: LuaValue = step.total.map { .int(Int64($0)) } ?? .nil
          _ = try await context.call(progress, [.int(Int64(step.there)), total])
        }
      } catch {
        work.cancel()
        _ = await work.result
        throw error
      }
      return try await work.value
    } onCancel: {
      work.cancel()
    }
  }
}
