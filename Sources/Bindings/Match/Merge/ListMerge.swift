internal import MixCore
internal import ScriptHost

/// How lists that are there already come into one order.
protocol ListOrder: AnyObject {
  /// Whether every item was given.
  var isAtEnd: Bool { get }
  /// Pushes a list of the next items, `limit` at most, and returns how many there are.
  /// - Throws: what a script's function raises; no item is lost.
  func pushNext(_ limit: Int, _ call: HostCall) throws -> Int
}

/// A merge of lists alone: nothing is fetched, nothing left out, so the items stay where they are.
final class ListMerge: ScriptMerge {
  private let order: any ListOrder
  private let cap: Int
  private var isClosed = false
  private var isComparing = false
  private(set) var given = 0

  /// - Throws: what reading the keys of the items raises.
  init(_ call: HostCall, _ lists: [KeptValue], _ options: MergeOptions) throws {
    cap = options.core.cap
    switch options.order {
    case .keys(let keys):
      order =
        try OrderedLists(call, lists, keys, cap: cap) ?? KeyedLists(call, lists, keys)
    case .comparison(let function): order = ComparedLists(call, lists, function)
    }
  }

  let failures: [MergeFailure] = []

  var state: PagedMerge<Int>.State {
    if isClosed { return .closed }
    if cap > 0, given >= cap { return .capped }
    return order.isAtEnd ? .ended : .open
  }

  func retry() throws { if isComparing { throw MergeReadTwice() } }

  func close() throws {
    if isComparing { throw MergeReadTwice() }
    isClosed = true
  }

  func ready(_ call: HostCall) throws -> MergedItem? {
    MergedItem { call in
      if try self.push(1, call) == 0 {
        call.stack.pushNil()
      } else {
        call.stack.pushRawElement(call.stack.count, 1)
      }
      return 1
    }
  }

  func next(_ context: HostContext) async throws -> MergedItem {
    preconditionFailure("a list has its next item ready")
  }

  func take(_ call: HostCall, _ count: Int) throws -> StartedCall {
    .done(
      MergedItem { call in
        _ = try self.push(count, call)
        ArrayMark.mark(call.stack)
        return 1
      })
  }

  /// Pushes a list of the next items; nothing once it has come to its end.
  private func push(_ count: Int, _ call: HostCall) throws -> Int {
    guard !isComparing else { throw MergeReadTwice() }
    isComparing = true
    defer { isComparing = false }
    let limit = isClosed ? 0 : cap == 0 ? count : min(count, cap - given)
    let found = try order.pushNext(limit, call)
    given += found
    return found
  }
}
