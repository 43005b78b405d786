internal import CPostgres
internal import Dispatch
internal import Glibc
internal import Net
internal import Notation
internal import Reactor

/// A subscription to notifications, which ends when the object is released.
final class PostgresSubscription: Sendable {
  private let number: Int
  private let listener: PostgresListener

  init(_ number: Int, _ listener: PostgresListener) {
    (self.number, self.listener) = (number, listener)
  }

  deinit { listener.remove(number) }
}

/// A session that waits for the notifications of a schema, on its own thread.
final class PostgresListener: Sendable {
  /// Receives a notification's text; nil when some may have been missed.
  typealias Handler = @Sendable (String?) -> Void

  private static let backOff = BackOff(first: 0.1, longest: 5, jitter: .within(0.3))
  /// How often to check that the server still answers, in milliseconds.
  private static let pulse: Int32 = 15_000

  private let address: PostgresAddress
  private let wake: Int32
  // Guarded: handlers are added and removed on any thread.
  private let state = Guarded(State())

  private struct State {
    var handlers: [Int: Handler] = [:]
    var count = 0
    var isRunning = false
  }

  init(_ address: PostgresAddress) {
    self.address = address
    wake = cpostgres_bell()
  }

  deinit { close(wake) }

  func add(_ handler: @escaping Handler) -> PostgresSubscription {
    let (number, begins) = state.withLock { state in
      state.count += 1
      state.handlers[state.count] = handler
      defer { state.isRunning = true }
      return (state.count, !state.isRunning)
    }
    if begins {
      DispatchQueue(label: "mixhost.postgres.listener", qos: .userInitiated).async { self.run() }
    }
    return PostgresSubscription(number, self)
  }

  func remove(_ number: Int) {
    let isEmpty = state.withLock { state in
      state.handlers[number] = nil
      return state.handlers.isEmpty
    }
    if isEmpty { cpostgres_ring(wake) }
  }

  /// Whether the last subscriber has left; the next one starts a new thread.
  private var ends: Bool {
    state.withLock { state in
      if state.handlers.isEmpty { state.isRunning = false }
      return state.handlers.isEmpty
    }
  }

  private func run() {
    var failures = 0
    while !ends {
      do {
        let connection = try PostgresConnection(address)
        try connection.runScript("LISTEN \(PostgresConnection.quoted(connection.channel))")
        tell(nil)
        failures = 0
        while !ends {
          cpostgres_drain(wake)
          let texts = try connection.notifications(wake: wake, milliseconds: Self.pulse)
          for text in texts { tell(text) }
          if texts.isEmpty { try connection.runScript("SELECT 1", seconds: 30) }
        }
      } catch {
        failures += 1
        let wait = Self.backOff.wait(after: failures, random: Double.random(in: 0..<1))
        cpostgres_sleep(wake, Int32(clamping: wait * 1_000))
      }
    }
  }

  private func tell(_ text: String?) {
    for handler in state.withLock({ Array($0.handlers.values) }) { handler(text) }
  }
}
