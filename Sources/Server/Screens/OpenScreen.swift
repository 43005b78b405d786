internal import Synchronization

/// Why a screen is gone, for programs and for people.
struct ScreenEnd: Sendable {
  enum Reason: String, Sendable {
    /// There is no such screen, or its name means several.
    case unknown
    /// The client may not open it, or not one more.
    case refused
    /// The program was removed.
    case removed
    /// The program's manifest was changed: opened again, the screen is the new one.
    case changed
    /// The screen cannot be opened, or its program was ended for what it did.
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
/// It keeps the newest state alone: a page that reads slowly misses what lies between.
final class OpenScreen: Sendable {
  /// Facts for the socket.
  struct State: Sendable {
    var title = ""
    /// The view's last result.
    var tree: DrawnTree?
    /// Why the view's last run brought nothing; nil: it brought ``tree``.
    var problem: String?
    /// Counts trees and problems.
    var version = 0
    /// Why the screen is gone.
    var end: ScreenEnd?
  }

  /// Its number within the server.
  let number: Int
  /// `chart/charts`.
  let name: String
  // Written by the engine's reactor, read by the socket's event loop.
  private let state = Mutex(State())
  private let isTold = Atomic<Bool>(false)
  private let wasClosed = Atomic<Bool>(false)
  // A request may hand a screen on to a socket.
  private let tell: Mutex<@Sendable () -> Void>

  /// - Parameter tell: has the socket look; called once until ``take()``.
  init(number: Int, name: String, tell: @escaping @Sendable () -> Void) {
    self.number = number
    self.name = name
    self.tell = Mutex(tell)
  }

  /// Has another one look from now on. Changes until then are found with ``take()``.
  func hand(to tell: @escaping @Sendable () -> Void) { self.tell.withLock { $0 = tell } }

  /// The newest state. Later changes are announced again.
  func take() -> State {
    isTold.store(false, ordering: .releasing)
    return state.withLock { $0 }
  }

  /// The view has brought a tree.
  func show(_ tree: DrawnTree) {
    change { state in
      state.tree = tree
      state.problem = nil
      state.version += 1
    }
  }

  /// The view has raised.
  func fail(_ message: String) {
    // It is over as soon as there is another tree: said once, it stays.
    if state.withLock({ $0.problem == message }) { return }
    change { state in
      state.problem = message
      state.version += 1
    }
  }

  /// The screen is gone; the first reason counts.
  func end(_ end: ScreenEnd) { change { $0.end = $0.end ?? end } }

  /// Whether its page has closed it.
  var isClosed: Bool { wasClosed.load(ordering: .acquiring) }

  /// Its page has closed it.
  func close() { wasClosed.store(true, ordering: .releasing) }

  /// Names the screen, before its first tree.
  func name(_ title: String) { state.withLock { $0.title = title } }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { body(&$0) }
    if !isTold.exchange(true, ordering: .acquiringAndReleasing) { tell.withLock { $0 }() }
  }
}
