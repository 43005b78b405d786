internal import Reactor

/// Counts waiting tasks of a state, to find a deadlock: a run whose tasks all wait for each other.
///
/// A task is held while it waits for the end of its children or of another task; a task that waits
/// for a latch or a channel is in ``waits``. Any other task runs, or waits for something outside
/// the run.
final class TaskWaits {
  private let reactor: Reactor
  private var tasks = 0
  private var held = 0
  private var waits: [ObjectIdentifier: SignalWait] = [:] {
    didSet { waiting = waits.count }
  }
  // The size of `waits`, read at the end of each task.
  private var waiting = 0
  private var isScheduled = false
  /// Whether later code may end a wait: the next input at a prompt.
  var isOpen = false

  init(_ reactor: Reactor) { self.reactor = reactor }

  /// Notes that a task was made.
  func begin() { tasks += 1 }

  /// Notes that a task has ended.
  func end() {
    tasks -= 1
    look()
  }

  /// Notes that a task waits for the end of others.
  func hold() {
    held += 1
    look()
  }

  /// Notes that such a task will run again.
  func release() { held -= 1 }

  /// Adds a task's wait for a signal of another task.
  func add(_ wait: SignalWait) {
    waits[ObjectIdentifier(wait)] = wait
    look()
  }

  /// Removes the wait of a task that will run again.
  func remove(_ wait: SignalWait) { waits[ObjectIdentifier(wait)] = nil }

  private var isStuck: Bool { !isOpen && waiting > 0 && tasks == held + waiting }

  /// Checks for a deadlock in a later turn, because the next task of a series may follow a task
  /// that ends.
  private func look() {
    guard isStuck, !isScheduled else { return }
    isScheduled = true
    reactor.later { [weak self] in self?.decide() }
  }

  private func decide() {
    isScheduled = false
    guard isStuck else { return }
    let error = HostError(
      kind: "deadlock",
      message:
        "deadlock: every task waits for a latch or a channel that no other task can set, send "
        + "to or receive from: end one of the waits with close(), set() or mix.task.timeout",
      delivery: .raised)
    for wait in Array(waits.values) { wait.end(.failure(error)) }
  }
}

/// The wait of one task for the first of one or more signals.
final class SignalWait {
  /// The signal that ended the wait.
  struct Signal {
    /// The position of its source, from 1; 0 for a time-out.
    let source: Int
    let values: [any LuaResult]
  }

  private let waits: TaskWaits?
  private var outcome: Result<Signal, any Error>?
  private var continuation: UnsafeContinuation<Void, any Error>?

  /// Makes a wait.
  /// - Parameter isBounded: whether a time-out ends the wait without another task.
  init(_ context: HostContext, isBounded: Bool = false) {
    waits = isBounded ? nil : context.state.waits
  }

  /// Whether the wait has ended, so that signals are useless.
  var isOver: Bool { outcome != nil }

  /// Ends the wait; the first end counts.
  func end(_ result: Result<Signal, any Error>) {
    guard outcome == nil else { return }
    outcome = result
    waits?.remove(self)
    continuation.take()?.resume()
  }

  /// Waits for the signal.
  /// - Throws: `CancellationError`; ``HostError`` of kind `deadlock`; the error with which its
  ///   source ends it.
  func value(_ reactor: Reactor) async throws -> Signal {
    if outcome == nil { waits?.add(self) }
    try await reactor.suspend { continuation in
      // The wait may have ended before the suspension.
      if outcome != nil { continuation.resume() } else { self.continuation = continuation }
    } onCancel: {
      self.end(.failure(CancellationError()))
    }
    return try outcome!.get()
  }
}

/// A queue: first in, first out.
struct Line<Element> {
  private var items: [Element?] = []
  private var head = 0

  /// Number of elements.
  var count: Int { items.count - head }

  mutating func append(_ item: Element) { items.append(item) }

  mutating func popFirst() -> Element? {
    guard head < items.count else { return nil }
    let item = items[head].take()
    head += 1
    if head > 32, head * 2 > items.count {
      items.removeFirst(head)
      head = 0
    }
    return item
  }

  mutating func removeAll(where isGone: (Element) -> Bool) {
    items = items[head...].filter { $0.map { !isGone($0) } ?? false }
    head = 0
  }
}

/// The waits that one source may end, in the order in which they began.
struct WaitLine {
  /// A wait of the line.
  struct Entry {
    let wait: SignalWait
    /// The position of the source in the wait, from 1.
    let source: Int
    /// The value that a waiting sender sends.
    var value: KeptValue?
  }

  private var line = Line<Entry>()
  private var roomy = 32

  mutating func append(_ wait: SignalWait, _ source: Int, _ value: KeptValue? = nil) {
    // Waits that another source or a cancellation has ended are still in the line.
    if line.count >= roomy {
      line.removeAll { $0.wait.isOver }
      roomy = max(32, line.count * 2)
    }
    line.append(Entry(wait: wait, source: source, value: value))
  }

  /// Removes and returns the next wait that has not ended; nil when none is left.
  mutating func next() -> Entry? {
    while let entry = line.popFirst() {
      if !entry.wait.isOver { return entry }
    }
    return nil
  }

  /// Ends all waits.
  mutating func endAll(_ values: [any LuaResult]) {
    while let entry = next() {
      entry.wait.end(.success(.init(source: entry.source, values: values)))
    }
  }
}
