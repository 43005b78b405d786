internal import Dispatch
internal import Reactor

/// A process's view of the holds that the processes of its home share (``TrafficHold``).
///
/// While every host answers, it costs two looks at the file's times a second, and only while requests are
/// made. The file is read when it has changed, and written when a hold begins or ends.
final class SharedHolds {
  /// How long what was read is taken to hold.
  private static let interval = Duration.milliseconds(500)
  /// A pause that ends less than this later than the known one is not worth a write, in seconds.
  private static let leastChange = 1.0

  private let store: any TrafficStore
  private let reactor: Reactor
  private let time: any TimeSource
  private let queue: DispatchQueue
  private let circuits: CircuitTable
  private var nextLook = Duration.zero
  private var mark: TrafficMark?
  private var isReading = false
  private var followers: [() -> Void] = []
  // How often it has begun to read: a read that began before a circuit opened knows nothing of it.
  private var reads = 0
  // When the pauses end: of hosts without a rate limit, and in a fleet of limits, by name.
  private var pauses: [String: Duration] = [:]

  /// - Parameter queue: where the store is asked; it keeps the order of what is asked.
  init(
    _ store: any TrafficStore, reactor: Reactor, time: any TimeSource, queue: DispatchQueue,
    circuits: CircuitTable
  ) {
    self.store = store
    self.reactor = reactor
    self.time = time
    self.queue = queue
    self.circuits = circuits
  }

  // MARK: Reading

  /// Whether what is known is of the last half second; when not, the caller waits (``wait()``) and asks again.
  func isCurrent(_ now: Duration) -> Bool {
    if isReading { return false }
    if now < nextLook { return true }
    nextLook = now + Self.interval
    let mark = store.mark
    if mark == self.mark { return true }
    self.mark = mark
    read()
    return false
  }

  /// Waits until the holds have been read.
  /// - Throws: `CancellationError`.
  func wait() async throws {
    try await WaitTicket<Void>.turn(on: reactor) { ticket in whenRead { ticket.give(()) } }
    try Task.checkCancellation()
  }

  /// Calls `body` when the holds have been read.
  func whenRead(_ body: @escaping () -> Void) {
    if isReading { followers.append(body) } else { body() }
  }

  private func read() {
    isReading = true
    reads += 1
    let (store, clocks, number) = (store, clocks, reads)
    let (reactor, confined) = (reactor, Confined(self, to: reactor))
    queue.async {
      let holds = store.holds(now: clocks)
      reactor.post { confined.value.finishReading(holds, number) }
    }
  }

  private func finishReading(_ holds: [TrafficHold], _ number: Int) {
    isReading = false
    take(holds, read: number)
    let followers = followers
    self.followers = []
    for follower in followers { follower() }
  }

  /// Learns what the store keeps.
  func take(_ holds: [TrafficHold], read number: Int? = nil) {
    let (now, clocks) = (time.monotonic, clocks)
    pauses = pauses.filter { $0.value > now }
    for hold in holds {
      let left = hold.left(clocks)
      guard left > 0 else { continue }
      let end = now + .seconds(clamping: left)
      switch hold.kind {
      case .pause: pauses[hold.host] = max(end, pauses[hold.host] ?? .zero)
      case .circuit: circuits.adopt(hold.host, until: end, openings: hold.openings, read: reads)
      }
    }
    guard let number else { return }
    let open = Set(holds.filter { $0.kind == .circuit }.map(\.host))
    circuits.closeOthers(than: open, knownBefore: number)
  }

  /// When the pause of a host ends; nil: none is known.
  func pauseEnd(_ host: () -> String) -> Duration? {
    if pauses.isEmpty { return nil }
    let host = host()
    guard let end = pauses[host] else { return nil }
    if end > time.monotonic { return end }
    pauses[host] = nil
    return nil
  }

  // MARK: Writing

  /// Tells the others of a pause that a host without a rate limit asks for.
  func pause(_ host: String, _ seconds: Double) {
    let end = time.monotonic + .seconds(clamping: min(seconds, TrafficBucket.longestPause))
    let known = pauses[host] ?? time.monotonic
    guard end >= known + .seconds(clamping: Self.leastChange) else { return }
    pauses[host] = end
    put(TrafficHold(host: host, kind: .pause, seconds: seconds, time: clocks))
  }

  /// Tells the others of a circuit that has opened or closed.
  func change(_ host: String, _ change: CircuitTable.Change) {
    switch change {
    case .none: return
    case .opened(let seconds, let openings):
      circuits.noteRead(host, reads)
      put(
        TrafficHold(
          host: host, kind: .circuit, seconds: seconds, openings: openings, time: clocks))
    case .closed: queue.async { [store] in store.release(host, .circuit) }
    }
  }

  private func put(_ hold: TrafficHold) {
    queue.async { [store] in store.hold(hold) }
  }

  private var clocks: ClockTime { ClockTime(wall: time.wall, monotonic: time.monotonic.seconds) }
}
