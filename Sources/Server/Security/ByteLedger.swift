internal import Synchronization

/// Limits the client data that the server holds at once over all connections: bodies of requests,
/// and arguments of screens' actions.
final class ByteLedger: Sendable {
  /// The answer to a client that has to wait.
  static let message = "the server holds as much of its clients as it may: try again soon"

  private let most: Int
  // Requests come from several event loops.
  private let held = Atomic<Int>(0)

  /// - Parameter most: the most bytes at once.
  init(most: Int) { self.most = most }

  /// Reserves room for bytes.
  /// - Returns: the room, which is freed with its last reference; nil if there is none.
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

/// Reserved room in a ``ByteLedger``.
final class ByteRoom: Sendable {
  private let ledger: ByteLedger
  private let count = Atomic<Int>(0)

  fileprivate init(_ ledger: ByteLedger) { self.ledger = ledger }

  /// Reserves more.
  /// - Returns: whether there was room.
  func grow(by more: Int) -> Bool {
    guard ledger.add(more) else { return false }
    count.add(more, ordering: .relaxed)
    return true
  }

  deinit { ledger.remove(count.load(ordering: .relaxed)) }
}
