internal import MixCore
internal import ScriptHost

// @unchecked Sendable: confined to the engine's reactor.
/// Sources merged into one order, as scripts hold them.
final class MergedList: LuaObject, @unchecked Sendable {  // confined: see above
  private let merge: PagedMerge<Int>
  private let store: ItemStore
  private let reader: ItemReader
  private let names: [String]

  /// - Throws: ``HostError`` for what is no source; what reading the keys of lists raises.
  init(_ call: HostCall, sources index: Int32, _ options: MergeOptions) throws {
    let store = ItemStore(call.context)
    let reader = ItemReader(store, options)
    let sources = try ScriptSource.readAll(call, index, store)
    let order: PagedMerge<Int>.Order =
      switch options.order {
      case .keys(let keys): .keys(keys.map(\.key)) { try reader.values($0) }
      case .comparison: .comparison { try reader.precedes($0, $1) }
      }
    var core = options.core
    core.executor = call.context.engine.reactor
    merge = PagedMerge(
      sources.map { Self.source($0, reader, store, batch: core.lookahead) }, order: order,
      options: core, identity: options.unique.isEmpty ? nil : { try reader.identity($0) },
      isFatal: HostContext.stopsScript)
    self.store = store
    self.reader = reader
    names = sources.map(\.name)
    try within(call.context) {
      for (position, source) in sources.enumerated() {
        guard case .items(let slots) = source.kind else { continue }
        try merge.feed(PagedMerge.Page(slots, isLast: true), to: position)
      }
    }
  }

  private static func source(
    _ source: ScriptSource, _ reader: ItemReader, _ store: ItemStore, batch: Int
  ) -> PagedMerge<Int>.Source {
    let pages = ScriptPages(reader, store)
    return switch source.kind {
    case .items: { _ in PagedMerge<Int>.Page([], isLast: true) }
    case .pages(let function): { page in try await pages.page(page, of: function) }
    case .iterator(let function): { _ in try await pages.batch(batch, of: function) }
    }
  }

  /// Runs `body` with the call's context at hand.
  private func within<Value>(_ context: HostContext, _ body: () throws -> Value) rethrows -> Value {
    let before = reader.context
    reader.context = context
    defer { reader.context = before }
    return try body()
  }

  // MARK: What scripts call

  static let luaTypeName = "merge.list"
  static let luaType: ObjectType<MergedList> = {
    var type = ObjectType<MergedList>(
      "Merged sources: `for item in list do … end` walks over them, fetching as it goes.")
    type.description { "merge: \($0.merge.given) items given" }
    type.iterator(ready: { call, list in try list.ready(call) }) { context, list in
      try await list.next(context)
    }
    type.asyncMethod(
      "take", "The next items, fetched as needed.",
      Parameter("count", "how many at most (default: all that are left)", Int?.self),
      returns: "any[]  fewer than count at the end only; nil, err when every source failed",
      example: "local page = list:take(20)"
    ) { call, list in
      try list.take(call, try count(call))
    }
    type.method(
      "failures", "The sources that could not go on; their other items are still given.",
      returns: "merge.failure[]  in the order in which they failed",
      example: "for _, f in ipairs(list:failures()) do print(f.name, f.error.message) end"
    ) { _, list in list.failures }
    type.method(
      "state", "How far it is.",
      returns: "\"open\"|\"ended\"|\"capped\"|\"closed\"  capped: cap items were given",
      example: "if list:state() == \"capped\" then print(\"and more\") end"
    ) { _, list in list.merge.state.rawValue }
    type.method(
      "given", "How many items were given.", returns: "integer  0 or more",
      example: "print(list:given())"
    ) { _, list in list.merge.given }
    type.method(
      "retry",
      "Lets the sources that failed go on: asks again for the page that they could not give.",
      example: "if #list:failures() > 0 then list:retry() end"
    ) { _, list -> Nothing in
      list.merge.retry()
      return Nothing()
    }
    type.method("close", "Ends it: no source is asked any more.", example: "list:close()") {
      _, list -> Nothing in
      list.merge.close()
      return Nothing()
    }
    return type
  }()

  private static func count(_ call: HostCall) throws -> Int {
    if call.stack.isNoneOrNil(2) { return .max }
    guard let count = call.stack.integer(2), count >= 0 else {
      throw call.badArgument("count", "a whole number, 0 or more, expected")
    }
    return Int(count)
  }

  private func ready(_ call: HostCall) throws -> MergedItem? {
    try within(call.context) {
      switch try merge.step() {
      case .item(let slot): return MergedItem(slot: slot, store: store)
      case .ended:
        try throwIfNothingCame(.raised)
        return MergedItem(slot: nil, store: store)
      case .waits: return nil
      }
    }
  }

  private func next(_ context: HostContext) async throws -> MergedItem {
    let before = reader.context
    reader.context = context
    defer { reader.context = before }
    let slot = try await merge.next()
    if slot == nil { try throwIfNothingCame(.raised) }
    return MergedItem(slot: slot, store: store)
  }

  private func take(_ call: HostCall, _ count: Int) throws -> StartedCall {
    var slots: [Int] = []
    let isDone = try within(call.context) {
      while slots.count < count {
        switch try merge.step() {
        case .item(let slot): slots.append(slot)
        case .ended: return true
        case .waits: return false
        }
      }
      return true
    }
    if isDone {
      if slots.isEmpty, count > 0 { try throwIfNothingCame(.returned) }
      return .done(MergedItems(slots: slots, store: store))
    }
    let (taken, context) = (slots, call.context)
    return .waits { try await self.take(count, after: taken, context) }
  }

  private func take(
    _ count: Int, after taken: [Int], _ context: HostContext
  ) async throws -> any LuaResult {
    let before = reader.context
    reader.context = context
    defer { reader.context = before }
    let slots = taken + (try await merge.take(count - taken.count))
    if slots.isEmpty { try throwIfNothingCame(.returned) }
    return MergedItems(slots: slots, store: store)
  }

  /// A merge of which every source failed before it gave anything is a failure itself.
  private func throwIfNothingCame(_ delivery: HostError.Delivery) throws {
    guard merge.given == 0, !names.isEmpty, merge.failures.count == names.count else { return }
    var error = HostError(merge.failures[0].error)
    if names.count > 1 { error.message = "every source failed; the first: \(error.message)" }
    error.delivery = delivery
    throw error
  }

  private var failures: [MergeFailure] {
    merge.failures.map {
      MergeFailure(source: $0.source, name: names[$0.source], page: $0.page, error: $0.error)
    }
  }
}

/// A failure as scripts see it.
struct MergeFailure: LuaResult {
  let source: Int
  let name: String
  let page: Int
  let error: any Error

  static let shape = TableShape(
    "merge.failure", "A source that could not go on.",
    [
      .init("source", "integer", "its place among the sources, from 1"),
      .init("name", "string", "its name, or its place"),
      .init("page", "integer", "the page that it could not give, from 1"),
      .init("error", "error", "why"),
    ])

  func push(_ call: HostCall) throws -> Int32 {
    call.stack.push(
      .object([
        "source": .int(Int64(source) + 1), "name": .string(name), "page": .int(Int64(page)),
      ]))
    _ = ErrorResult(error).push(call)
    call.stack.setRawField(-2, "error")
    return 1
  }
}
