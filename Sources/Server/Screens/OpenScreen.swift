internal import Synchronization

/// Why a screen was closed, for programs and for people.
struct ScreenEnd: Sendable {
  enum Reason: String, Sendable {
    /// No screen has the name, or several have it.
    case unknown
    /// The client may not open the screen, or not another one.
    case refused
    /// The program was removed.
    case removed
    /// The program's manifest has changed; opening the screen again shows the new one.
    case changed
    /// The screen cannot be opened, or its program was ended for exceeding a limit.
    case failed
    /// The server stops.
    case stopped
  }

  let reason: Reason
  let message: String

  init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}

/// One screen that a page has open, between the engine that draws it and the socket that sends it.
///
/// It keeps only the newest state: a page that reads slowly misses those in between.
final class OpenScreen: Sendable {
  /// The screen's state for the socket.
  struct State: Sendable {
    var title = ""
    /// The view's last result.
    var tree: DrawnTree?
    /// Why the view's last run failed; nil if it made ``tree``.
    var problem: String?
    /// Counts trees and problems.
    var version = 0
    /// Why the screen was closed.
    var end: ScreenEnd?
  }

  /// The screen's number within the server.
  let number: Int
  /// The screen's name, such as `chart/charts`.
  let name: String
  // Written by the engine's reactor, read by the socket's event loop.
  private let state = Mutex(State())
  private let isTold = Atomic<Bool>(false)
  private let wasClosed = Atomic<Bool>(false)
  // A request may hand the screen over to a socket.
  private let tell: Mutex<@Sendable () -> Void>

  /// - Parameter tell: tells the socket of a change; called once until ``take()``.
  init(number: Int, name: String, tell: @escaping @Sendable () -> Void) {
    self.number = number
    self.name = name
    self.tell = Mutex(tell)
  }

  /// Tells another owner of changes from now on, which should call ``take()`` first.
  func hand(to tell: @escaping @Sendable () -> Void) { self.tell.withLock { $0 = tell } }

  /// The newest state. Later changes are reported again.
  func take() -> State {
    isTold.store(false, ordering: .releasing)
    return state.withLock { $0 }
  }

  /// The newest state, of which nothing is taken.
  var seen: State { state.withLock { $0 } }

  /// Shows a new tree of the view.
  func show(_ tree: DrawnTree) {
    change { state in
      state.tree = tree
      state.problem = nil
      state.version += 1
    }
  }

  /// Reports an error of the view.
  func fail(_ message: String) {
    // A problem lasts until the next tree; do not report the same one twice.
    if state.withLock({ $0.problem == message }) { return }
    change { state in
      state.problem = message
      state.version += 1
    }
  }

  /// Closes the screen for a reason; the first reason counts.
  func end(_ end: ScreenEnd) { change { $0.end = $0.end ?? end } }

  /// Whether the page has closed the screen.
  var isClosed: Bool { wasClosed.load(ordering: .acquiring) }

  /// Marks the screen as closed by its page.
  func close() { wasClosed.store(true, ordering: .releasing) }

  /// Sets the screen's title, before its first tree.
  func name(_ title: String) { state.withLock { $0.title = title } }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { body(&$0) }
    if !isTold.exchange(true, ordering: .acquiringAndReleasing) { tell.withLock { $0 }() }
  }
}
