internal import Notation
internal import Synchronization

/// An event of `/api/events`.
enum ServerEvent: Sendable {
  /// A job has changed.
  case job(JobSnapshot)
  /// Something else has changed, such as a refresher's output; a page then fetches it again.
  case changed(String, JSON)

  /// The event's key. A later event replaces an unsent earlier one of the same key.
  var key: String {
    switch self {
    case .job(let snapshot): "job " + snapshot.key.lowercased()
    case .changed(let name, _): name
    }
  }

  /// The event's name in the stream.
  var name: String {
    switch self {
    case .job: "job"
    case .changed(let name, _): name
    }
  }

  /// The event's data in the stream.
  var data: JSON {
    switch self {
    case .job(let snapshot): snapshot.message()
    case .changed(_, let data): data
    }
  }
}

/// Passes events to the open streams. Each stream keeps the newest event of each key, so a slow
/// reader needs no more memory than there are keys.
final class EventBus: Sendable {
  /// One open stream.
  final class Subscriber: Sendable {
    /// Yields when events are waiting.
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    // Written by the reactor, read by the stream's task.
    private let pending = Mutex<(order: [String], events: [String: ServerEvent])>(([], [:]))

    init() {
      (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func add(_ event: ServerEvent) {
      pending.withLock { pending in
        if pending.events.updateValue(event, forKey: event.key) == nil {
          pending.order.append(event.key)
        }
      }
      signal.yield()
    }

    /// The events since the last call, the oldest key first.
    func take() -> [ServerEvent] {
      pending.withLock { pending in
        let events = pending.order.compactMap { pending.events[$0] }
        pending = ([], [:])
        return events
      }
    }

    /// Wakes the stream although no event waits.
    func breathe() { signal.yield() }

    func finish() { signal.finish() }
  }

  private struct State {
    var subscribers: [ObjectIdentifier: Subscriber] = [:]
    var listeners: [@Sendable (ServerEvent) -> Void] = []
    var isStopped = false
  }

  // Streams come from several event loops, events from the reactor.
  private let state = Mutex(State())

  /// Whether any stream is open, which means that a page is on a screen.
  var hasSubscribers: Bool { state.withLock { !$0.subscribers.isEmpty } }

  /// Opens a stream; after ``stop()`` it ends at once.
  func subscribe() -> Subscriber {
    let subscriber = Subscriber()
    let isStopped = state.withLock { state in
      state.subscribers[ObjectIdentifier(subscriber)] = subscriber
      return state.isStopped
    }
    if isStopped { subscriber.finish() }
    return subscriber
  }

  /// Closes a stream.
  func unsubscribe(_ subscriber: Subscriber) {
    state.withLock { _ = $0.subscribers.removeValue(forKey: ObjectIdentifier(subscriber)) }
  }

  /// Sends an event to all streams and listeners.
  func publish(_ event: ServerEvent) {
    let (all, listeners) = state.withLock { (Array($0.subscribers.values), $0.listeners) }
    for subscriber in all { subscriber.add(event) }
    for listener in listeners { listener(event) }
  }

  /// Calls a part of the server with every event, for the life of the bus.
  func listen(_ listener: @escaping @Sendable (ServerEvent) -> Void) {
    state.withLock { $0.listeners.append(listener) }
  }

  /// Ends all streams.
  func stop() {
    let all = state.withLock { state in
      state.isStopped = true
      return Array(state.subscribers.values)
    }
    for subscriber in all { subscriber.finish() }
  }
}
