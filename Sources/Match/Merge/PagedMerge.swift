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
    /// Declared keys, the first first, and an item's values for them; without keys all items are equal.
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

  private struct Reading {
    var nextPage = 1
    /// The identities of the last page.
    var lastPage: [String] = []
    var repeats = 0
    var emptyPages = 0
  }

  private let sources: [Source]
  private let options: Options
  private let isFatal: (any Error) -> Bool
  private let identity: ((Item) throws -> String?)?
  private let merge: KWayMerge<Item>
  private var readings: [Reading]
  /// Items that come next, found by a call that could not find as many as it was to give.
  private var found: ArraySlice<Item> = []
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
    merge = KWayMerge(sources: sources.count, order: order, lookahead: options.lookahead)
  }

  /// How far it is.
  public var state: State {
    if isClosed { return .closed }
    if options.cap > 0, given >= options.cap { return .capped }
    return merge.isAtEnd && found.isEmpty ? .ended : .open
  }

  // MARK: Reading

  /// Up to `count` items without waiting, fewer at the end only; nil when pages are needed first.
  /// - Throws: what the order or the identity throws; the items found before come next.
  public func takeReady(_ count: Int) throws -> [Item]? {
    precondition(count >= 0)
    guard !isFilling, !isComparing else { throw MergeReadTwice() }
    isComparing = true
    defer { isComparing = false }
    let left = isClosed ? 0 : options.cap > 0 ? max(0, options.cap - given) : .max
    let wanted = min(count, left)
    while found.count < wanted {
      guard let item = try merge.next() else {
        guard merge.starving.isEmpty else { return nil }
        break
      }
      if let key = try identity?(item), !seen.insert(key).inserted { continue }
      found.append(item)
    }
    let items = Array(found.prefix(wanted))
    found = items.count == found.count ? [] : found.dropFirst(items.count)
    given += items.count
    return items
  }

  /// The next item; nil at the end.
  /// - Throws: as ``take(_:)``.
  public func next() async throws -> Item? { try await take(1).first }

  /// Up to `count` items; fewer at the end only.
  /// - Throws: `CancellationError`, errors that are fatal, what the order or the identity throws; the
  ///   items found before come next.
  public func take(_ count: Int) async throws -> [Item] {
    while true {
      if let items = try takeReady(count) { return items }
      try await fill()
    }
  }

  /// Asks the sources that failed again, for the page that they could not give.
  /// - Throws: ``MergeReadTwice`` within a comparison.
  public func retry() throws {
    guard !isComparing else { throw MergeReadTwice() }
    for failure in failures { merge.setFinished(failure.source, false) }
    failures = []
  }

  /// Ends the merge: nothing is asked for any more, what is buffered is dropped.
  /// - Throws: ``MergeReadTwice`` within a comparison.
  public func close() throws {
    guard !isComparing else { throw MergeReadTwice() }
    isClosed = true
    found = []
    merge.removeAll()
  }

  // MARK: Fetching

  /// Fetches a page of every source without which the next item is not known.
  /// - Throws: `CancellationError`, errors that are fatal, what the order throws.
  private func fill() async throws {
    isFilling = true
    defer { isFilling = false }
    try Task.checkCancellation()
    let wanted = merge.starving
    let results = await withTaskGroup(of: (Int, Result<Page, any Error>).self) { group in
      for source in wanted {
        let (fetch, page) = (sources[source], readings[source].nextPage)
        group.addTask(executorPreference: options.executor) {
          (source, await Self.fetch(fetch, page))
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    // In the order of the sources, not of the answers: what is reported does not depend on luck.
    var fatal: (any Error)?
    for (source, result) in results.sorted(by: { $0.0 < $1.0 }) {
      try take(result, of: source, &fatal)
    }
    if let fatal { throw fatal }
    // Pages that are there at once and empty would keep all else from running.
    if wanted.contains(where: { readings[$0].emptyPages > 0 }) { await Task.yield() }
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
    let identities = try identities(of: page)
    if let identities, identities == readings[source].lastPage {
      readings[source].repeats += 1
      if page.isLast { return merge.setFinished(source, true) }
      if readings[source].repeats >= 2 { return fail(source, MergeRepeats()) }
      readings[source].nextPage += 1
      return
    }
    readings[source].emptyPages = page.items.isEmpty ? readings[source].emptyPages + 1 : 0
    if readings[source].emptyPages >= MergeRunsEmpty.most, !page.isLast {
      return fail(source, MergeRunsEmpty())
    }
    try merge.append(page.items, to: source)
    if let identities { (readings[source].lastPage, readings[source].repeats) = (identities, 0) }
    readings[source].nextPage += 1
    if page.isLast { merge.setFinished(source, true) }
  }

  private func fail(_ source: Int, _ error: any Error) {
    failures.append(Failure(source: source, page: readings[source].nextPage, error: error))
    merge.setFinished(source, true)
  }

  /// The identities of all items; nil where one has none.
  private func identities(of page: Page) throws -> [String]? {
    guard let identity, !page.items.isEmpty else { return nil }
    let identities = try page.items.map { try identity($0) ?? "" }
    return identities.contains("") ? nil : identities
  }
}
