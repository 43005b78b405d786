internal import NIOCore
internal import Synchronization

/// The connections that are open: how many there may be, of whom, and a way to end them all.
final class Connections: Sendable {
  /// Whether a connection's requests are served.
  enum Admission: Sendable, Equatable {
    case granted
    /// There are as many connections as the server may have.
    case full
    /// There are as many of this client's address as it may have.
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
  ///   - most: connections that are served at once.
  ///   - mostPerClient: connections of one address that are served at once.
  init(most: Int, mostPerClient: Int) {
    self.most = most
    self.mostPerClient = mostPerClient
  }

  /// Connections that are open now.
  var count: Int { state.withLock { $0.open.count } }

  /// Counts a connection in.
  /// - Parameters:
  ///   - client: what tells its client from others, see ``ClientAddress``; nil: a proxy, which has many.
  ///   - drop: ends it at once; called by ``dropAll()``, on any thread.
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

  /// Counts a connection out.
  func remove(_ id: ObjectIdentifier) {
    state.withLock { state in
      guard let client = state.open.removeValue(forKey: id)?.client else { return }
      let left = state.clients[client, default: 1] - 1
      state.clients[client] = left > 0 ? left : nil
    }
  }

  /// Ends all connections without a word, and those that still come.
  func dropAll() {
    let drops = state.withLock { state in
      state.isClosed = true
      return state.open.values.map(\.drop)
    }
    for drop in drops { drop() }
  }
}
