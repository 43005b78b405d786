/// Merges sources that come in pages into one order. It fetches needed pages concurrently, and no
/// others.
///
/// An item is given only while every source that has not ended has one (``KWayMerge``), so the
/// result is the sorted union of the sources whatever their pages are. A source that fails ends
/// there and is reported; the others continue. Not `Sendable`: one reader at a time, on one actor.
///
/// ```swift
/// let merge = PagedMerge(sources, order: .comparison { $0.year < $1.year })
/// while let film = try await merge.next() { print(film.title) }
/// ```
public final class PagedMerge<Item: Sendable> {
  /// A source's answer to a request for a page.
  public struct Page: Sendable {
    /// The items in the source's order; may be empty although more pages follow.
    public var items: [Item]
    /// Whether no further page follows.
    public var isLast: Bool

    /// Makes a page.
    public init(_ items: [Item], isLast: Bool) {
      self.items = items
      self.isLast = isLast
    }
  }

  /// Fetches a page by its number, from 1. Pages of one source are requested one after another.
  public typealias Source = nonisolated(nonsending) @Sendable (_ page: Int) async throws -> Page

  /// A source that failed.
  public struct Failure {
    /// The number of the source, from 0.
    public let source: Int
    /// The page that could not be fetched, from 1.
    public let page: Int
    /// The error of the fetch.
    public let error: any Error
  }

  /// How items are ordered.
  public enum Order {
    /// By declared keys, the most important first, and an item's values for them; without keys all
    /// items are equal.
    case keys([MergeKey], values: (Item) throws -> [MergeValue])
    /// By a function that says whether one item comes before another.
    case comparison((Item, Item) throws -> Bool)
  }

  /// Limits of a merge.
  public struct Options: Sendable {
    /// Most items of a source that are buffered while they share the first key's value.
    public var lookahead = 40
    /// Most items that are given in all; 0 for no limit.
    public var cap = 500
    /// Where pages are fetched; nil for the caller's executor or the cooperative pool.
    public var executor: (any TaskExecutor)?

    /// Makes the default options.
    public init() {}
  }

  /// The progress of a merge.
  public enum State: String, Sendable {
    /// More items may follow.
    case open
    /// All sources have ended.
    case ended
    /// The limit ``Options/cap`` was reached.
    case capped
    /// The merge was closed.
    case closed
  }

  private struct Reading {
    var nextPage = 1
    /// The identities of the last page's items.
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
  /// Items that were found by a call which then had to wait or failed; they come next.
  private var found: ArraySlice<Item> = []
  private var seen: Set<String> = []
  private var isFilling = false
  /// Whether keys are being read and compared; code called there must not use the merge.
  private var isComparing = false
  private var isClosed = false
  /// Number of items given so far.
  public private(set) var given = 0
  /// The sources that failed and were not retried.
  public private(set) var failures: [Failure] = []

  /// Makes a merge; nothing is fetched yet.
  /// - Parameters:
  ///   - identity: items with equal identities are given once; items with nil always. It also
  ///     reveals a source that repeats one page.
  ///   - isFatal: whether an error ends the merge and not only its source.
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

  /// The progress of the merge.
  public var state: State {
    if isClosed { return .closed }
    if options.cap > 0, given >= options.cap { return .capped }
    return merge.isAtEnd && found.isEmpty ? .ended : .open
  }

  // MARK: Reading

  /// Up to `count` items without waiting, fewer at the end only; nil when pages must be fetched
  /// first.
  /// - Throws: errors of the order or the identity; items found before come next.
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

  /// Up to `count` items, fewer at the end only.
  /// - Throws: `CancellationError`, fatal errors, errors of the order or the identity; items found
  ///   before come next.
  public func take(_ count: Int) async throws -> [Item] {
    while true {
      if let items = try takeReady(count) { return items }
      try await fill()
    }
  }

  /// Retries the sources that failed, at the page that they could not give.
  /// - Throws: ``MergeReadTwice`` within a comparison.
  public func retry() throws {
    guard !isComparing else { throw MergeReadTwice() }
    for failure in failures { merge.setFinished(failure.source, false) }
    failures = []
  }

  /// Ends the merge: nothing more is fetched, buffered items are dropped.
  /// - Throws: ``MergeReadTwice`` within a comparison.
  public func close() throws {
    guard !isComparing else { throw MergeReadTwice() }
    isClosed = true
    found = []
    merge.removeAll()
  }

  // MARK: Fetching

  /// Fetches one page of every source that the next item depends on.
  /// - Throws: `CancellationError`, fatal errors, errors of the order.
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
    // Results are handled in the order of the sources, not of arrival, so that reports do not
    // depend on timing.
    var fatal: (any Error)?
    for (source, result) in results.sorted(by: { $0.0 < $1.0 }) {
      try take(result, of: source, &fatal)
    }
    if let fatal { throw fatal }
    // Empty pages that arrive without waiting would keep all other tasks from running.
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

  /// Adds a page that is already there as the source's next one, without fetching.
  /// - Throws: errors of the order or the identity.
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

  /// The identities of all items; nil when one item has none.
  private func identities(of page: Page) throws -> [String]? {
    guard let identity, !page.items.isEmpty else { return nil }
    let identities = try page.items.map { try identity($0) ?? "" }
    return identities.contains("") ? nil : identities
  }
}
