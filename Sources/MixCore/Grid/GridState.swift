/// The content of a grid of items (document 001, "Grid State").
public enum GridState<Item, Filter> {
  /// Nothing was asked for.
  case idle
  /// The first page of a filter is on its way.
  case loadingInitial
  /// There may be more.
  case loaded([Item])
  /// More is on its way.
  case loadingNextPage([Item])
  /// All there is.
  case exhausted([Item])
  /// A page could not be loaded; nil: it was the first.
  case error(lastGood: [Item]?, any Error)
  /// Nothing fits.
  case empty(Filter)
}

extension GridState {
  /// `idle`, `loadingInitial`, …
  public var name: String {
    switch self {
    case .idle: "idle"
    case .loadingInitial: "loadingInitial"
    case .loaded: "loaded"
    case .loadingNextPage: "loadingNextPage"
    case .exhausted: "exhausted"
    case .error: "error"
    case .empty: "empty"
    }
  }

  /// The items that can be shown.
  public var items: [Item] {
    switch self {
    case .idle, .loadingInitial, .empty: []
    case .loaded(let items), .loadingNextPage(let items), .exhausted(let items): items
    case .error(let items, _): items ?? []
    }
  }

  /// Why the last page is not there.
  public var failure: (any Error)? {
    if case .error(_, let error) = self { return error }
    return nil
  }
}

/// An event for the observers of a grid.
public enum GridEvent<Item, Filter> {
  /// The state is another one.
  case changed(GridState<Item, Filter>)
  /// A load was given up, because another filter was chosen or its caller was cancelled.
  case cancelled(Filter)
}

/// The result of one load of a grid.
public struct GridPage<Item: Sendable>: Sendable {
  /// In order; may be empty with more to come.
  public var items: [Item]
  /// Whether there are no further pages.
  public var isLast: Bool

  /// A page.
  public init(_ items: [Item], isLast: Bool) {
    self.items = items
    self.isLast = isLast
  }
}

/// How a call of a grid or detail model ended.
public enum LoadOutcome: String, Sendable {
  /// The page is there, or why it is not.
  case done
  /// Another call has taken its place, or the caller was cancelled.
  case cancelled
  /// There was nothing to do.
  case idle
}
