/// Merges sources that come in pages into one order: fetches what is needed, all at once, and no more.
///
/// An item is given only while every source that has not ended has one (``KWayMerge``), so that the
/// result is the sorted union of the sources whatever their pages are. A source that fails ends there
/// and is reported; the others continue. Not `Sendable`: one reader at a time, on one actor.
public final class PagedMerge<Item: Sendable> {
  /// A source's answer to a request for a page.
  public struct Page: Sendable {
    /// In the source's order; may be empty with more to come.
    public var items: [Item]
    /// Whether there are no further pages.
    public var isLast: Bool

    /// A page.
    public init(_ items: [Item], isLast: Bool) {
      self.items = items
      self.isLast = isLast
    }
  }

  /// Gives a page by its number, from 1. Pages of one source are asked for one after the other.
  public typealias Source = nonisolated(nonsending) @Sendable (_ page: Int) async throws -> Page

  /// A source that failed.
  public struct Failure {
    /// Its place, from 0.
    public let source: Int
    /// The page that it could not give, from 1.
    public let page: Int
    /// Why.
    public let error: any Error
  }

  /// Decides the order.
  public enum Order {
    /// Declared keys, the first first, and an item's values for them.
    case keys([MergeKey], values: (Item) throws -> [MergeValue])
    /// Whether one item comes before another.
    case comparison((Item, Item) throws -> Bool)
  }

  /// The options.
  public struct Options: Sendable {
    /// How many items of a source are buffered at most in search of equals of the first key.
    public var lookahead = 40
    /// How many items are given in all; 0: as many as there are.
    public var cap = 500
    /// Where pages are fetched; nil: on the caller's executor, or the cooperative pool.
    public var executor: (any TaskExecutor)?

    /// The defaults.
    public init() {}
  }

  /// How far the merge is.
  public enum State: String, Sendable {
    /// There may be more.
    case open
    /// All sources have ended.
    case ended
    /// As many items were given as were asked for.
    case capped
    /// It was closed.
    case closed
  }

  /// One try for the next item.
  public enum Step {
    /// The next item.
    case item(Item)
    /// Pages are needed first.
    case waits
    /// There is none.
    case ended
  }

  private struct Reading {
    var nextPage = 1
    var lastKeys: [String] = []
    var repeats = 0
    var emptyPages = 0
  }

  private let sources: [Source]
  private let options: Options
  private let isFatal: (any Error) -> Bool
  private let values: (Item) throws -> [MergeValue]
  private let identity: ((Item) throws -> String?)?
  private let merge: KWayMerge
  private var readings: [Reading]
  private var store = SlotStore<Item>()
  private var seen: Set<String> = []
  private var isFilling = false
  /// Whether keys are being read and compared: what that calls must leave the merge alone.
  private var isComparing = false
  private var isClosed = false
  /// How many items were given.
  public private(set) var given = 0
  /// The sources that failed and were not asked again.
  public private(set) var failures: [Failure] = []

  /// - Parameters:
  ///   - identity: items with one key are given once; nil: such an item is never left out. A source
  ///     that gives one page over and over is noticed by it.
  ///   - isFatal: errors that end the merge and not the source alone.
  public init(
    _ sources: [Source], order: Order, options: Options = Options(),
    identity: ((Item) throws -> String?)? = nil,
    isFatal: @escaping (any Error) -> Bool = { _ in false }
  ) {
    self.sources = sources
    self.options = options
    self.identity = identity
    self.isFatal = isFatal
    readings = [Reading](repeating: Reading(), count: sources.count)
    switch order {
    case .keys(let keys, let values):
      self.values = values
      merge = KWayMerge(
        sources: sources.count, keys: keys.isEmpty ? [.rank] : keys, lookahead: options.lookahead)
    case .comparison(let comparison):
      values = { _ in [] }
      merge = KWayMerge(sources: sources.count, keys: [], lookahead: options.lookahead)
      merge.comparison = { [unowned self] in try comparison(store[$0], store[$1]) }
    }
  }

  /// How far it is.
  public var state: State {
    if isClosed { return .closed }
    if options.cap > 0, given >= options.cap { return .capped }
    return merge.starving.isEmpty && merge.count == 0 ? .ended : .open
  }

  // MARK: Reading

  /// The next item without waiting, if that is possible.
  /// - Throws: what the order or the identity throws.
  public func step() throws -> Step {
    guard !isFilling, !isComparing else { throw MergeReadTwice() }
    isComparing = true
    defer { isComparing = false }
    guard !isClosed, options.cap == 0 || given < options.cap else { return .ended }
    while let row = try merge.next() {
      let item = store.remove(row.handle)
      if let key = try identity?(item), !seen.insert(key).inserted { continue }
      given += 1
      return .item(item)
    }
    return merge.starving.isEmpty ? .ended : .waits
  }

  /// The next item; nil at the end.
  /// - Throws: `CancellationError`, errors that are fatal, what the order or the identity throws.
  public func next() async throws -> Item? {
    while true {
      switch try step() {
      case .item(let item): return item
      case .ended: return nil
      case .waits: try await fill()
      }
    }
  }

  /// Up to `count` items; fewer at the end only.
  /// - Throws: as ``next()``.
  public func take(_ count: Int) async throws -> [Item] {
    var items: [Item] = []
    while items.count < count, let item = try await next() { items.append(item) }
    return items
  }

  /// Asks the sources that failed again, for the page that they could not give.
  /// - Throws: ``MergeReadTwice`` within a comparison.
  public func retry() throws {
    guard !isComparing else { throw MergeReadTwice() }
    for failure in failures { merge.reopen(failure.source) }
    failures = []
  }

  /// Ends the merge: nothing is asked for any more, what is buffered is dropped.
  /// - Throws: ``MergeReadTwice`` within a comparison.
  public func close() throws {
    guard !isComparing else { throw MergeReadTwice() }
    isClosed = true
    store = SlotStore()
  }

  // MARK: Fetching

  /// Fetches a page of every source without which the next item is not known.
  /// - Throws: `CancellationError`, errors that are fatal, what the order throws.
  public func fill() async throws {
    guard !isFilling, !isComparing else { throw MergeReadTwice() }
    isFilling = true
    defer { isFilling = false }
    try Task.checkCancellation()
    let wanted = merge.starving
    var fatal: (any Error)?
    if wanted.count == 1 {
      let result = await Self.fetch(sources[wanted[0]], readings[wanted[0]].nextPage)
      try take(result, of: wanted[0], &fatal)
    } else {
      try await fillAtOnce(wanted, &fatal)
    }
    if let fatal { throw fatal }
    // Pages that are there at once and empty would keep all else from running.
    if wanted.contains(where: { readings[$0].emptyPages > 0 }) { await Task.yield() }
  }

  private func fillAtOnce(_ wanted: [Int], _ fatal: inout (any Error)?) async throws {
    let results = await withTaskGroup(
      of: (Int, Result<Page, any Error>).self, returning: [(Int, Result<Page, any Error>)].self
    ) { group in
      for source in wanted {
        let (fetch, page) = (sources[source], readings[source].nextPage)
        group.addTask(executorPreference: options.executor) {
          (source, await Self.fetch(fetch, page))
        }
      }
      var results: [(Int, Result<Page, any Error>)] = []
      for await result in group { results.append(result) }
      return results
    }
    // In the order of the sources, not of the answers: what is reported does not depend on luck.
    for (source, result) in results.sorted(by: { $0.0 < $1.0 }) {
      try take(result, of: source, &fatal)
    }
  }

  private static func fetch(_ source: Source, _ page: Int) async -> Result<Page, any Error> {
    do { return .success(try await source(page)) } catch { return .failure(error) }
  }

  private func take(
    _ result: Result<Page, any Error>, of source: Int, _ fatal: inout (any Error)?
  ) throws {
    switch result {
    case .success(let page): try feed(page, to: source)
    case .failure(let error):
      if Task.isCancelled || isFatal(error) {
        fatal = fatal ?? (Task.isCancelled ? CancellationError() : error)
      } else {
        fail(source, error)
      }
    }
  }

  /// Adds a source's next page without asking for it: for what is there already.
  /// - Throws: what the order or the identity throws.
  public func feed(_ page: Page, to source: Int) throws {
    guard !isComparing else { throw MergeReadTwice() }
    guard !isClosed else { return }
    isComparing = true
    defer { isComparing = false }
    if try isRepeated(page, of: source) {
      if readings[source].repeats >= 2 || page.isLast {
        return page.isLast ? merge.finish(source) : fail(source, MergeRepeats())
      }
      readings[source].nextPage += 1
      return
    }
    readings[source].emptyPages = page.items.isEmpty ? readings[source].emptyPages + 1 : 0
    if readings[source].emptyPages >= MergeRunsEmpty.most, !page.isLast {
      return fail(source, MergeRunsEmpty())
    }
    merge.reserve(page.items.count, in: source)
    for item in page.items { merge.append(store.insert(item), try values(item), to: source) }
    merge.settle(source)
    readings[source].nextPage += 1
    if page.isLast { merge.finish(source) }
  }

  private func fail(_ source: Int, _ error: any Error) {
    failures.append(Failure(source: source, page: readings[source].nextPage, error: error))
    merge.finish(source)
  }

  /// Whether a page is the one before once more.
  private func isRepeated(_ page: Page, of source: Int) throws -> Bool {
    guard let identity, !page.items.isEmpty else { return false }
    let keys = try page.items.map { try identity($0) ?? "" }
    guard !keys.contains("") else { return false }
    defer { readings[source].lastKeys = keys }
    guard keys == readings[source].lastKeys else {
      readings[source].repeats = 0
      return false
    }
    readings[source].repeats += 1
    return true
  }
}
