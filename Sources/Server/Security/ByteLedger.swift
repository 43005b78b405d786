internal import Synchronization

/// Bytes of clients that the server holds at once, over all connections: bodies of requests, and what actions of
/// screens were given.
final class ByteLedger: Sendable {
  /// The answer to what has to wait.
  static let message = "the server holds as much of its clients as it may: try again soon"

  private let most: Int
  // Requests come from several event loops.
  private let held = Atomic<Int>(0)

  /// - Parameter most: bytes at once.
  init(most: Int) { self.most = most }

  /// Takes room for bytes.
  /// - Returns: the room, which is given back when its last owner lets go of it; nil when there is none.
  func take(_ count: Int) -> ByteRoom? {
    let room = ByteRoom(self)
    return room.grow(by: count) ? room : nil
  }

  fileprivate func add(_ count: Int) -> Bool {
    if held.add(count, ordering: .relaxed).newValue <= most { return true }
    held.subtract(count, ordering: .relaxed)
    return false
  }

  fileprivate func remove(_ count: Int) { held.subtract(count, ordering: .relaxed) }
}

/// Room in a ``ByteLedger``.
final class ByteRoom: Sendable {
  private let ledger: ByteLedger
  private let count = Atomic<Int>(0)

  fileprivate init(_ ledger: ByteLedger) { self.ledger = ledger }

  /// Takes more.
  /// - Returns: whether there was room.
  func grow(by more: Int) -> Bool {
    guard ledger.add(more) else { return false }
    count.add(more, ordering: .relaxed)
    return true
  }

  deinit { ledger.remove(count.load(ordering: .relaxed)) }
}
