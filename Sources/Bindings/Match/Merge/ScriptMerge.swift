internal import MixCore
internal import ScriptHost

/// The merge behind a merged list.
protocol ScriptMerge: AnyObject {
  /// How many items were given.
  var given: Int { get }
  var state: PagedMerge<Int>.State { get }
  /// The sources that could not continue.
  var failures: [MergeFailure] { get }
  /// Lets the sources that failed continue.
  func retry() throws
  func close() throws
  /// The next item, if nothing is to be fetched for it.
  func ready(_ call: HostCall) throws -> MergedItem?
  /// The next item.
  func next(_ context: HostContext) async throws -> MergedItem
  /// The next items, `count` at most.
  func take(_ call: HostCall, _ count: Int) throws -> StartedCall
}

/// Items that are given away when they are pushed: one or nil, or a list.
struct MergedItem: LuaResult {
  private let give: (HostCall) throws -> Int32

  /// - Parameter give: pushes them.
  init(_ give: @escaping (HostCall) throws -> Int32) { self.give = give }

  func push(_ call: HostCall) throws -> Int32 { try give(call) }
}
