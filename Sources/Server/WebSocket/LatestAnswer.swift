internal import NIOCore

/// Answers of which a slow client needs only the newest, such as pongs (RFC 6455, section 5.5.3).
/// While one is being sent, only the latest further one is kept.
struct LatestAnswer {
  private var isOnItsWay = false
  private var waiting: ByteBuffer?

  /// Whether an answer waits, because the client asks faster than it reads.
  var isOwed: Bool { waiting != nil }

  /// Adds an answer.
  /// - Returns: the answer to send now; nil if it has to wait for ``sent()``.
  mutating func ask(_ data: ByteBuffer) -> ByteBuffer? {
    if isOnItsWay {
      waiting = data
      return nil
    }
    isOnItsWay = true
    return data
  }

  /// Records that the system has taken the last answer.
  /// - Returns: the answer to send now; nil without one.
  mutating func sent() -> ByteBuffer? {
    defer { waiting = nil }
    isOnItsWay = waiting != nil
    return waiting
  }
}
