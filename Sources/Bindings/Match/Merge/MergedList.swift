internal import MixCore
internal import Reactor
internal import ScriptHost

/// Sources merged into one order, as scripts hold them.
final class MergedList: LuaObject {
  private let merge: PagedMerge<MergeItem>
  private let reader: ItemReader
  private let names: [String]

  /// - Throws: ``HostError`` for anything that is not a source; what reading the keys of lists raises.
  init(_ call: HostCall, sources index: Int32, _ options: MergeOptions) throws {
    let sources = try ScriptSource.readAll(call, index)
    let reader = ItemReader(options)
    let order: PagedMerge<MergeItem>.Order =
      switch options.order {
      case .keys(let keys): .keys(keys.map(\.key)) { try reader.values($0, keys) }
      case .comparison(let function): .comparison { try reader.precedes($0, $1, function) }
      }
    var core = options.core
    let reactor = call.context.engine.reactor
    core.executor = reactor
    merge = PagedMerge(
      sources.map { source in
        let pages = Confined(ScriptPages(source, reader, batch: core.lookahead), to: reactor)
        return { try await pages.value.page($0) }
      }, order: order,
      options: core, identity: options.unique.isEmpty ? nil : { try reader.identity($0) },
      isFatal: { $0 is any ScriptEnd })
    self.reader = reader
    names = sources.map(\.name)
    try reader.within(call) {
      for (position, source) in sources.enumerated() {
        guard source.kind == .items else { continue }
        source.value.push(call.stack)
        defer { call.stack.pop() }
        let items = try reader.items(listAt: call.stack.count, call.stack)
        try merge.feed(PagedMerge.Page(items, isLast: true), to: position)
      }
    }
  }

  // MARK: Items

  /// The next items, if nothing is to be fetched for them.
  private func ready(
    _ count: Int, _ call: HostCall, _ delivery: HostError.Delivery
  ) throws -> [MergeItem]? {
    guard count >= 0 else {
      throw call.badArgument("count", "a whole number, 0 or more, expected")
    }
    let items = try reader.within(call) { try merge.takeReady(count) }
    if let items, items.isEmpty, count > 0 { try throwIfNothingCame(delivery) }
    return items
  }

  /// The next items, fetched as needed.
  private func take(
    _ count: Int, _ context: HostContext, _ delivery: HostError.Delivery
  ) async throws -> [MergeItem] {
    let before = reader.context
    reader.context = context
    defer { reader.context = before }
    let items = try await merge.take(count)
    if items.isEmpty { try throwIfNothingCame(delivery) }
    return items
  }

  /// A merge of which every source failed before it gave anything is a failure itself.
  private func throwIfNothingCame(_ delivery: HostError.Delivery) throws {
    guard merge.given == 0, !names.isEmpty, merge.failures.count == names.count else { return }
    var error = HostError(merge.failures[0].error)
    if names.count > 1 { error.message = "every source failed; the first: \(error.message)" }
    error.delivery = delivery
    throw error
  }

  // MARK: Methods for scripts

  static let luaTypeName = "merge.list"
  static let luaType: ObjectType<MergedList> = {
    var type = ObjectType<MergedList>(
      "Merged sources: `for item in list do … end` walks over them, fetching as it goes.")
    type.description { "merge: \($0.merge.given) items given" }
    type.iterator(ready: { call, list in try list.ready(1, call, .raised).map(\.first) }) {
      context, list in
      try await list.take(1, context, .raised).first
    }
    type.asyncMethod(
      "take", "The next items, fetched as needed.",
      Parameter("count", "how many at most (default: all that are left)", Int?.self),
      returns: "any[]  fewer than count at the end only; nil, err when every source failed",
      example: "local page = list:take(20)",
      ready: { call, list, count in try list.ready(count ?? .max, call, .returned) }
    ) { context, list, count in
      try await list.take(count ?? .max, context, .returned)
    }
    type.method(
      "failures", "The sources that could not continue; their other items are still given.",
      returns: "merge.failure[]  in the order in which they failed",
      example: "for _, f in ipairs(list:failures()) do print(f.name, f.error.message) end"
    ) { _, list in
      list.merge.failures.map {
        MergeFailure(
          source: $0.source, name: list.names[$0.source], page: $0.page, error: $0.error)
      }
    }
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
      "Lets the sources that failed continue: asks again for the page that they could not give.",
      example: "if #list:failures() > 0 then list:retry() end"
    ) { _, list -> Nothing in
      try list.merge.retry()
      return Nothing()
    }
    type.method("close", "Ends it: no source is asked any more.", example: "list:close()") {
      _, list -> Nothing in
      try list.merge.close()
      return Nothing()
    }
    return type
  }()
}

/// A failure as scripts see it.
struct MergeFailure: LuaResult {
  let source: Int
  let name: String
  let page: Int
  let error: any Error

  static let shape = Shape(
    "merge.failure", "A source that could not continue.",
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
