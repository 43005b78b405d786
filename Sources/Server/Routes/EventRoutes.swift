internal import Hummingbird
internal import NIOCore
internal import Notation

/// `/api/events`: changes as Server-Sent Events (WHATWG HTML, section 9.2).
struct EventRoutes {
  /// The shortest time between two batches of events.
  private static let pause = Duration.milliseconds(250)
  /// The interval of comments that keep proxies from closing an idle stream.
  private static let breath = Duration.seconds(20)

  let bus: EventBus
  let jobs: EnrichmentJobs
  let gate: AccessGate

  func add(to routes: inout ServeRoutes) {
    routes.get("/api/events", .session) { _, context in
      let first = try await jobs.newest(limit: 50).map(\.snapshot).filter { !$0.isOver }
      return Response(
        status: .ok,
        headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
        body: ResponseBody { writer in
          try await Self.write(
            first, bus, &writer,
            // The session may end before the stream does.
            mayFollow: { gate.refusal(context.facts, .session) == nil })
          try await writer.finish(nil)
        })
    }
  }

  @concurrent private static func write(
    _ first: [JobSnapshot], _ bus: EventBus, _ writer: inout any ResponseBodyWriter,
    mayFollow: @Sendable () -> Bool
  ) async throws {
    let subscriber = bus.subscribe()
    defer { bus.unsubscribe(subscriber) }
    let breather = Deadline.each(breath) { subscriber.breathe() }
    defer { breather.cancel() }
    try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
    for snapshot in first { try await writer.write(text(.job(snapshot))) }
    for await _ in subscriber.signals {
      guard mayFollow() else { return }
      let events = subscriber.take()
      if events.isEmpty { try await writer.write(ByteBuffer(string: ":\n\n")) }
      for event in events { try await writer.write(text(event)) }
      try await Task.sleep(for: pause)
    }
  }

  private static func text(_ event: ServerEvent) -> ByteBuffer {
    var buffer = ByteBuffer(string: "event: \(event.name)\ndata: ")
    buffer.writeBytes(event.data.bytes)
    buffer.writeString("\n\n")
    return buffer
  }
}
