internal import CLua
internal import Reactor

/// An object that `mix.task.select` can wait for.
protocol SelectSource: AnyObject {
  /// The values, when the source is ready; nil when a task has to wait.
  func ready() throws -> [any LuaResult]?
  /// Registers a wait that the source's signal ends.
  /// - Parameter position: the source's position in the wait, from 1.
  func add(_ wait: SignalWait, _ position: Int)
}

/// `mix.task.latch`, `channel` and `select`.
enum TaskSignals {
  static func add(_ module: inout Module) {
    module.function(
      "latch", "Makes a latch: a value that is set once and that any number of tasks wait for.",
      returns: "task.latch  not set",
      example: "local ready = mix.task.latch(); ready:set(); ready:wait()"
    ) { _ in ObjectResult(TaskLatch()) }
    module.function(
      "channel", "Makes a channel, through which tasks hand values to each other.",
      Parameter(
        "capacity", "how many values it keeps before send waits, 0 to 1000000 (default 0)",
        Int?.self),
      returns: "task.channel  empty",
      example: "local jobs = mix.task.channel(10); jobs:send(1); print(jobs:receive())"
    ) { call, capacity in
      let capacity = capacity ?? 0
      guard (0...TaskChannel.mostCapacity).contains(capacity) else {
        throw call.badArgument(
          "capacity", "0 to \(TaskChannel.mostCapacity) expected, got \(capacity)")
      }
      return ObjectResult(TaskChannel(capacity: capacity))
    }
    module.asyncFunction(
      "select",
      "Waits for the first of several: a value of a channel, a latch that is set, a task that ends. Of "
        + "those that are ready, the first in the list counts.",
      Parameter(
        "sources", "channels, latches and tasks; timeout: how long to wait at most",
        SelectSources.self),
      returns:
        "integer, any…  the position of the source and its values; nil, err (kind \"timeout\")",
      example: "local which, value = mix.task.select{jobs, stop, timeout = \"5s\"}",
      ready: { _, sources -> Several? in try sources.ready() }
    ) { context, sources -> Several in try await sources.first(context) }
    module.type(TaskLatch.luaType)
    module.type(TaskChannel.luaType)
  }
}

/// The parameters of `mix.task.select`.
struct SelectSources: LuaArgument {
  static var luaTypeName: String { "table" }
  private static let mostSources = 1_000

  private let sources: [any SelectSource]
  private let timeout: Double?

  static func read(_ call: HostCall, _ index: Int32) throws -> SelectSources? {
    let stack = call.stack
    guard stack.kind(index) == .table, stack.reserve(8) else { return nil }
    let table = lua_absindex(stack.pointer, index)
    let count = Int(stack.rawLength(table))
    guard (1...mostSources).contains(count) else {
      throw call.badArgument(
        "sources", "a list of 1 to \(mostSources) channels, latches and tasks expected")
    }
    var timeout: Double?
    try stack.forEachPair(table) {
      if let key = stack.integer(-2), key >= 1, key <= Int64(count) { return }
      guard stack.string(-2) == "timeout" else {
        throw call.badArgument(
          "sources", "unknown field '\(stack.string(-2) ?? stack.typeName(-2))'")
      }
      guard let given = try DurationArgument.read(call, stack.count) else {
        throw call.badArgument("sources", "timeout is seconds or a text such as \"5s\"")
      }
      timeout = given.seconds
    }
    let sources = try (1...count).map { position -> any SelectSource in
      lua_rawgeti(stack.pointer, table, Int64(position))
      defer { stack.pop() }
      guard let source = source(call, stack.count) else {
        throw call.badArgument(
          "sources",
          "element \(position) is \(stack.typeName(-1)); a channel, latch or task expected")
      }
      return source
    }
    return SelectSources(sources: sources, timeout: timeout)
  }

  private static func source(_ call: HostCall, _ index: Int32) -> (any SelectSource)? {
    ObjectArgument<TaskChannel>.object(call, index) ?? ObjectArgument<TaskLatch>.object(call, index)
      ?? ObjectArgument<TaskHandle>.object(call, index)
  }

  /// The values of the first ready source; nil when none is ready.
  func ready() throws -> Several? {
    for (position, source) in sources.enumerated() {
      if let values = try source.ready() { return Several([position + 1] + values) }
    }
    return nil
  }

  /// Waits for the first signal.
  func first(_ context: HostContext) async throws -> Several {
    if let ready = try ready() { return ready }
    let wait = SignalWait(context, isBounded: timeout != nil)
    for (position, source) in sources.enumerated() { source.add(wait, position + 1) }
    let timer = timeout.map { seconds in
      let (time, confined) = (context.state.time, Confined(wait, to: context.state.reactor))
      return Task(executorPreference: context.state.reactor) {
        guard (try? await time.sleep(for: .seconds(clamping: min(seconds, 1e9)))) != nil else {
          return
        }
        confined.value.end(.success(.init(source: 0, values: [])))
      }
    }
    defer { timer?.cancel() }
    let signal = try await wait.value(context.state.reactor)
    guard signal.source > 0 else {
      throw HostError(
        kind: "timeout", message: "timed out after \(timeout ?? 0) s", retryable: true)
    }
    // The results or the failure of a task come from its handle.
    let source = sources[signal.source - 1]
    let values = source is TaskHandle ? try source.ready() ?? [] : signal.values
    return Several([signal.source] + values)
  }
}
