internal import NIOCore
internal import Synchronization

/// The open connections: limits on their number, in all and for each client, and a way to end them
/// all.
final class Connections: Sendable {
  /// Whether a connection's requests are served.
  enum Admission: Sendable, Equatable {
    case granted
    /// The server has reached its limit of connections.
    case full
    /// The client's address has reached its limit of connections.
    case clientFull
  }

  private struct State {
    var open: [ObjectIdentifier: (client: String?, drop: @Sendable () -> Void)] = [:]
    var clients: [String: Int] = [:]
    var isClosed = false
  }

  private let most: Int
  private let mostPerClient: Int
  // Connections begin and end on several event loops.
  private let state = Mutex(State())

  /// - Parameters:
  ///   - most: the most connections served at once.
  ///   - mostPerClient: the most connections of one address served at once.
  init(most: Int, mostPerClient: Int) {
    self.most = most
    self.mostPerClient = mostPerClient
  }

  /// The number of open connections.
  var count: Int { state.withLock { $0.open.count } }

  /// Registers a connection.
  /// - Parameters:
  ///   - client: the client's identity, see ``ClientAddress``; nil for a proxy, which has many
  ///     clients.
  ///   - drop: ends the connection at once; ``dropAll()`` calls it on any thread.
  func add(
    _ id: ObjectIdentifier, client: String?, drop: @escaping @Sendable () -> Void
  ) -> Admission {
    let (admission, isClosed) = state.withLock { state in
      let ofClient = client.map { state.clients[$0, default: 0] } ?? 0
      let admission: Admission =
        state.open.count >= most ? .full : ofClient >= mostPerClient ? .clientFull : .granted
      state.open[id] = (client, drop)
      if let client { state.clients[client] = ofClient + 1 }
      return (admission, state.isClosed)
    }
    if isClosed { drop() }
    return admission
  }

  /// Removes a connection that has ended.
  func remove(_ id: ObjectIdentifier) {
    state.withLock { state in
      guard let client = state.open.removeValue(forKey: id)?.client else { return }
      let left = state.clients[client, default: 1] - 1
      state.clients[client] = left > 0 ? left : nil
    }
  }

  /// Ends all connections without notice, and any that still arrive.
  func dropAll() {
    let drops = state.withLock { state in
      state.isClosed = true
      return state.open.values.map(\.drop)
    }
    for drop in drops { drop() }
  }
}
