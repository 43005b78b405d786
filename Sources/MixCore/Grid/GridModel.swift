public import Reactor

/// A grid that shows one filter's items page by page: one load at a time, the latest filter alone.
///
/// Not `Sendable`: all calls and observers belong to one actor.
public final class GridModel<Item: Sendable, Filter: Sendable> {
  /// The purpose of a load.
  public struct Request: Sendable {
    /// The filter shown.
    public let filter: Filter
    /// The page, from 1.
    public let page: Int
    /// Counts the times that a grid began anew: pages of one view belong together.
    public let view: Int
  }

  /// Loads a page; empty pages that are not the last are skipped.
  public typealias Load =
    nonisolated(nonsending) @Sendable (Request) async throws
    -> GridPage<Item>

  /// The options.
  public struct Layout: Sendable {
    /// Items a row, 1 or more.
    public var columns = 5
    /// In how many of the last rows the next page is asked for.
    public var prefetchRows = 3
    /// How long the focus must rest before it is.
    public var debounce = Duration.milliseconds(300)
    /// The most empty pages that are skipped in search of the next item.
    public var mostEmptyPages = 20

    /// The defaults.
    public init() {}
  }

  private struct Loaded: Sendable {
    let page: GridPage<Item>
    let number: Int
  }

  private let layout: Layout
  private let time: any TimeSource
  private let load: Load
  private let latest: LatestLoad<Loaded>
  private var observers: [(id: Int, tell: (GridEvent<Item, Filter>) -> Void)] = []
  private var nextObserver = 0
  private var view = 0
  private var nextPage = 1
  private var focusCount = 0

  /// The filter that was chosen last; nil: none yet.
  public private(set) var filter: Filter?
  /// The content shown.
  public private(set) var state = GridState<Item, Filter>.idle {
    didSet { tell(.changed(state)) }
  }

  /// A grid that shows nothing yet.
  /// - Parameters:
  ///   - executor: where pages are loaded; nil: the cooperative pool.
  public init(
    layout: Layout = Layout(), time: any TimeSource, executor: (any TaskExecutor)? = nil,
    load: @escaping Load
  ) {
    self.layout = layout
    self.time = time
    self.load = load
    latest = LatestLoad(executor: executor)
  }

  // MARK: Observers

  /// Calls `body` at each change, in the caller's turn.
  /// - Returns: what ``stopObserving(_:)`` takes.
  public func observe(_ body: @escaping (GridEvent<Item, Filter>) -> Void) -> Int {
    nextObserver += 1
    observers.append((nextObserver, body))
    return nextObserver
  }

  /// Forgets an observer.
  public func stopObserving(_ id: Int) { observers.removeAll { $0.id == id } }

  private func tell(_ event: GridEvent<Item, Filter>) {
    for observer in observers { observer.tell(event) }
  }

  // MARK: Loading

  /// Shows a filter from its first page: what runs for another one is cancelled.
  @discardableResult
  public func show(_ filter: Filter) async -> LoadOutcome {
    latest.cancel()
    self.filter = filter
    view += 1
    nextPage = 1
    focusCount += 1
    state = .loadingInitial
    return await loadPage(filter)
  }

  /// Adds the next page, unless there is none or something is being loaded.
  @discardableResult
  public func loadNextPage() async -> LoadOutcome {
    guard case .loaded(let items) = state, let filter else { return .idle }
    state = .loadingNextPage(items)
    return await loadPage(filter)
  }

  /// Says which item has the focus: in the last rows the next page is loaded, once the focus has
  /// rested.
  /// - Parameter index: from 0.
  @discardableResult
  public func focus(_ index: Int) async -> LoadOutcome {
    focusCount += 1
    let mine = focusCount
    guard isNearEnd(index) else { return .idle }
    do { try await time.sleep(for: layout.debounce) } catch { return .cancelled }
    guard mine == focusCount, isNearEnd(index) else { return .cancelled }
    return await loadNextPage()
  }

  private func isNearEnd(_ index: Int) -> Bool {
    guard case .loaded(let items) = state, !items.isEmpty else { return false }
    let columns = max(1, layout.columns)
    return (items.count - 1) / columns - index / columns < layout.prefetchRows
  }

  /// Asks again for the page that could not be loaded.
  @discardableResult
  public func retry() async -> LoadOutcome {
    guard case .error(let lastGood, _) = state, let filter else { return .idle }
    guard let lastGood else { return await show(filter) }
    state = .loadingNextPage(lastGood)
    return await loadPage(filter)
  }

  /// Takes items out of the grid: those that the service does not know any more.
  public func remove(where isGone: (Item) -> Bool) {
    switch state {
    case .loaded(let items): state = .loaded(items.filter { !isGone($0) })
    case .loadingNextPage(let items): state = .loadingNextPage(items.filter { !isGone($0) })
    case .exhausted(let items):
      let rest = items.filter { !isGone($0) }
      state = rest.isEmpty ? filter.map(GridState.empty) ?? .idle : .exhausted(rest)
    case .error(let items, let error):
      state = .error(lastGood: items?.filter { !isGone($0) }, error)
    case .idle, .loadingInitial, .empty: break
    }
  }

  /// Loads the next page that has something, or the last one.
  private func loadPage(_ filter: Filter) async -> LoadOutcome {
    let (load, most) = (load, layout.mostEmptyPages)
    let (first, view) = (nextPage, view)
    let ending = await latest.run {
      var number = first
      var page = try await load(Request(filter: filter, page: number, view: view))
      while page.items.isEmpty, !page.isLast, number - first < most {
        number += 1
        page = try await load(Request(filter: filter, page: number, view: view))
      }
      return Loaded(page: page, number: number)
    }
    switch ending {
    case .loaded(let loaded):
      nextPage = loaded.number + 1
      show(state.items + loaded.page.items, isLast: loaded.page.isLast, filter)
    case .failed(let error):
      if case .loadingInitial = state {
        state = .error(lastGood: nil, error)
      } else {
        state = .error(lastGood: state.items, error)
      }
    case .cancelled:
      if case .loadingInitial = state { state = .idle } else { state = .loaded(state.items) }
      tell(.cancelled(filter))
      return .cancelled
    case .superseded:
      tell(.cancelled(filter))
      return .cancelled
    }
    return .done
  }

  private func show(_ items: [Item], isLast: Bool, _ filter: Filter) {
    if items.isEmpty {
      state = .empty(filter)
    } else {
      state = isLast ? .exhausted(items) : .loaded(items)
    }
  }
}
