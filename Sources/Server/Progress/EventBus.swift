internal import Notation
internal import Synchronization

/// The events of `/api/events`.
enum ServerEvent: Sendable {
  /// How a job stands.
  case job(JobSnapshot)
  /// Something else has changed, such as what a refresher brought: a page asks for it again.
  case changed(String, JSON)

  /// A later event of the same key makes an earlier one worthless.
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

/// Hands events to the streams that are open; each keeps the newest of each key, so that a slow reader
/// costs no more memory than there are keys.
final class EventBus: Sendable {
  /// One open stream.
  final class Subscriber: Sendable {
    /// Gives a value when there is something to take.
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    // Written by the reactor, taken by the stream's task.
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

    /// Wakes the stream although there is nothing to take.
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

  /// Whether a stream is open, so that a page is looked at.
  var hasSubscribers: Bool { state.withLock { !$0.subscribers.isEmpty } }

  /// Opens a stream; after ``stop()`` one that ends at once.
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

  /// Tells all streams.
  func publish(_ event: ServerEvent) {
    let (all, listeners) = state.withLock { (Array($0.subscribers.values), $0.listeners) }
    for subscriber in all { subscriber.add(event) }
    for listener in listeners { listener(event) }
  }

  /// Calls a part of the server with every event, as long as the bus lives.
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
