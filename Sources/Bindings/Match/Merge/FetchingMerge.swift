internal import MixCore
internal import Reactor
internal import ScriptHost

/// A merge of sources of which some give their items as they are asked for.
final class FetchingMerge: ScriptMerge {
  private let merge: PagedMerge<Int>
  private let store: ItemStore
  private let reader: ItemReader
  private let names: [String]

  /// - Throws: what reading the keys of lists raises.
  init(_ call: HostCall, _ sources: [ScriptSource], _ options: MergeOptions) throws {
    let store = ItemStore(call.context)
    let reader = ItemReader(store, options)
    let order: PagedMerge<Int>.Order =
      switch options.order {
      case .keys(let keys): .keys(keys.map(\.key)) { try reader.values($0) }
      case .comparison: .comparison { try reader.precedes($0, $1) }
      }
    var core = options.core
    let reactor = call.context.engine.reactor
    core.executor = reactor
    merge = PagedMerge(
      sources.map { Self.source($0, reader, store, batch: core.lookahead, reactor) }, order: order,
      options: core, identity: options.unique.isEmpty ? nil : { try reader.identity($0) },
      isFatal: { $0 is any ScriptEnd })
    self.store = store
    self.reader = reader
    names = sources.map(\.name)
    try within(call.context) {
      for (position, source) in sources.enumerated() {
        guard let list = source.list else { continue }
        try merge.feed(
          PagedMerge.Page(store.insert(list, call.stack), isLast: true), to: position)
      }
    }
  }

  private static func source(
    _ source: ScriptSource, _ reader: ItemReader, _ store: ItemStore, batch: Int,
    _ reactor: Reactor
  ) -> PagedMerge<Int>.Source {
    let pages = Confined(ScriptPages(reader, store), to: reactor)
    return switch source.kind {
    case .items: { _ in PagedMerge<Int>.Page([], isLast: true) }
    case .pages(let function): { page in try await pages.value.page(page, of: function) }
    case .iterator(let function): { _ in try await pages.value.batch(batch, of: function) }
    }
  }

  /// Runs `body` with the call's context at hand.
  private func within<Value>(_ context: HostContext, _ body: () throws -> Value) rethrows -> Value {
    let before = reader.context
    reader.context = context
    defer { reader.context = before }
    return try body()
  }

  var given: Int { merge.given }
  var state: PagedMerge<Int>.State { merge.state }
  func retry() throws { try merge.retry() }
  func close() throws { try merge.close() }

  // MARK: Items

  func ready(_ call: HostCall) throws -> MergedItem? {
    try within(call.context) {
      switch try merge.step() {
      case .item(let slot): return store.item(slot)
      case .ended:
        try throwIfNothingCame(.raised)
        return store.item(nil)
      case .waits: return nil
      }
    }
  }

  func next(_ context: HostContext) async throws -> MergedItem {
    let before = reader.context
    reader.context = context
    defer { reader.context = before }
    let slot = try await merge.next()
    if slot == nil { try throwIfNothingCame(.raised) }
    return store.item(slot)
  }

  func take(_ call: HostCall, _ count: Int) throws -> StartedCall {
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
      return .done(store.items(slots))
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
    return store.items(slots)
  }

  /// A merge of which every source failed before it gave anything is a failure itself.
  private func throwIfNothingCame(_ delivery: HostError.Delivery) throws {
    guard merge.given == 0, !names.isEmpty, merge.failures.count == names.count else { return }
    var error = HostError(merge.failures[0].error)
    if names.count > 1 { error.message = "every source failed; the first: \(error.message)" }
    error.delivery = delivery
    throw error
  }

  var failures: [MergeFailure] {
    merge.failures.map {
      MergeFailure(source: $0.source, name: names[$0.source], page: $0.page, error: $0.error)
    }
  }
}
