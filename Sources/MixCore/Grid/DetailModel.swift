/// The content of the detail view of one item (document 001, "Detail State").
public enum DetailState<Detail> {
  /// No item was opened.
  case idle
  /// An item is on its way; what the grid knows of it, if anything.
  case loading(partial: Detail?)
  /// All of it.
  case loaded(Detail)
  /// It could not be loaded; what the grid knows of it, if anything.
  case error(partial: Detail?, any Error)
}

extension DetailState {
  /// `idle`, `loading`, `loaded`, `error`.
  public var name: String {
    switch self {
    case .idle: "idle"
    case .loading: "loading"
    case .loaded: "loaded"
    case .error: "error"
    }
  }

  /// The content that can be shown.
  public var detail: Detail? {
    switch self {
    case .idle: nil
    case .loading(let partial), .error(let partial, _): partial
    case .loaded(let detail): detail
    }
  }

  /// Why it is not all there.
  public var failure: (any Error)? {
    if case .error(_, let error) = self { return error }
    return nil
  }
}

/// The detail view of one item at a time: the latest that was opened.
///
/// Not `Sendable`: all calls and observers belong to one actor.
public final class DetailModel<Key: Sendable, Detail: Sendable> {
  /// Loads an item.
  public typealias Load = nonisolated(nonsending) @Sendable (Key) async throws -> Detail

  private let load: Load
  private let latest: LatestLoad<Detail>
  private var observers: [(id: Int, tell: (DetailState<Detail>) -> Void)] = []
  private var nextObserver = 0

  /// The item that was opened last; nil: none.
  public private(set) var key: Key?
  /// The content shown.
  public private(set) var state = DetailState<Detail>.idle {
    didSet { for observer in observers { observer.tell(state) } }
  }

  /// A view that shows nothing yet.
  /// - Parameter executor: where items are loaded; nil: the cooperative pool.
  public init(executor: (any TaskExecutor)? = nil, load: @escaping Load) {
    self.load = load
    latest = LatestLoad(executor: executor)
  }

  /// Calls `body` at each change, in the caller's turn.
  /// - Returns: what ``stopObserving(_:)`` takes.
  public func observe(_ body: @escaping (DetailState<Detail>) -> Void) -> Int {
    nextObserver += 1
    observers.append((nextObserver, body))
    return nextObserver
  }

  /// Forgets an observer.
  public func stopObserving(_ id: Int) { observers.removeAll { $0.id == id } }

  /// Opens an item: what runs for another one is cancelled.
  /// - Parameter partial: what is known of it already, shown meanwhile and when it cannot be loaded.
  @discardableResult
  public func open(_ key: Key, partial: Detail? = nil) async -> LoadOutcome {
    self.key = key
    latest.cancel()
    state = .loading(partial: partial)
    let load = load
    switch await latest.run({ try await load(key) }) {
    case .loaded(let detail): state = .loaded(detail)
    case .failed(let error): state = .error(partial: partial, error)
    case .cancelled:
      state = .idle
      return .cancelled
    case .superseded: return .cancelled
    }
    return .done
  }

  /// Asks again for the item that could not be loaded.
  @discardableResult
  public func retry() async -> LoadOutcome {
    guard case .error(let partial, _) = state, let key else { return .idle }
    return await open(key, partial: partial)
  }

  /// Shows nothing; what runs is cancelled.
  public func close() {
    latest.cancel()
    key = nil
    state = .idle
  }
}
