import Reactor

/// A note on an answer, which the answer does not show; written by the route, read for the
/// log.
final class AnswerNote: Sendable {
  enum Ending: Sendable {
    case answered
    /// No answer until the client gave up.
    case silence
    /// No answer: the server closed the connection.
    case closed
  }

  struct Content: Sendable {
    /// The name of an injected fault.
    var fault: String?
    var ending = Ending.answered
    /// The bytes of a body that is not sent whole.
    var bytes: Int?
  }

  /// Locked, as middleware may run a route in a task of its own.
  private let content = Guarded(Content())

  var current: Content { content.withLock { $0 } }

  func change(_ body: (inout Content) -> Void) {
    content.withLock { body(&$0) }
  }
}
