internal import NIOCore

/// An answer of which a slow client needs only the newest: a pong (RFC 6455, section 5.5.3). While one
/// is on its way, the next one waits, and a later one takes its place.
struct LatestAnswer {
  private var isOnItsWay = false
  private var waiting: ByteBuffer?

  /// Whether one waits: the client asks more than it reads.
  var isOwed: Bool { waiting != nil }

  /// A question has come.
  /// - Returns: the answer that is to be sent now; nil: later, see ``sent()``.
  mutating func ask(_ data: ByteBuffer) -> ByteBuffer? {
    if isOnItsWay {
      waiting = data
      return nil
    }
    isOnItsWay = true
    return data
  }

  /// The system has taken the last answer.
  /// - Returns: the answer that is to be sent now; nil: none.
  mutating func sent() -> ByteBuffer? {
    defer { waiting = nil }
    isOnItsWay = waiting != nil
    return waiting
  }
}
