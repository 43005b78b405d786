internal import NIOCore
internal import Synchronization

// @unchecked Sendable: `sockets` and `last` are touched on the event loop only.
/// The sockets of one event loop, by the job that they follow.
final class LoopFanout: @unchecked Sendable {  // confined: see above
  /// The shortest time between two messages to a socket, in seconds.
  private static let pause = 0.1
  /// The most messages a second to all sockets of a loop; with many sockets each gets fewer.
  private static let messagesPerSecond = 500.0

  private let loop: any EventLoop
  private unowned let hub: ProgressHub
  private var sockets: [String: [ObjectIdentifier: ProgressEndpoint]] = [:]
  private var count = 0
  private var last = NIODeadline.uptimeNanoseconds(0)
  private let isAwake = Atomic<Bool>(false)
  // Read by the task that asks the store about jobs of other processes.
  private let keys = Mutex<Set<String>>([])

  init(_ loop: any EventLoop, _ hub: ProgressHub) {
    self.loop = loop
    self.hub = hub
  }

  /// The keys of jobs that sockets of this loop follow.
  var watched: Set<String> { keys.withLock { $0 } }

  /// Adds a socket and sends it the job's present state at once. Called on the loop.
  func add(_ endpoint: ProgressEndpoint) {
    sockets[endpoint.key, default: [:]][ObjectIdentifier(endpoint)] = endpoint
    count += 1
    keys.withLock { _ = $0.insert(endpoint.key) }
    if let frame = hub.frame(endpoint.key) { endpoint.take(frame) }
  }

  /// Removes a socket. Called on the loop.
  func remove(_ endpoint: ProgressEndpoint) {
    guard sockets[endpoint.key]?.removeValue(forKey: ObjectIdentifier(endpoint)) != nil else {
      return
    }
    count -= 1
    guard sockets[endpoint.key]?.isEmpty == true else { return }
    sockets[endpoint.key] = nil
    keys.withLock { _ = $0.remove(endpoint.key) }
    if hub.snapshot(endpoint.key)?.isOver == true { hub.forget(endpoint.key) }
  }

  /// Schedules messages about changed jobs. Called on any thread.
  func wake() {
    if isAwake.exchange(true, ordering: .acquiringAndReleasing) { return }
    loop.execute {
      let pause = max(Self.pause, Double(self.count) / Self.messagesPerSecond)
      let due = self.last + TimeAmount(seconds: pause)
      self.loop.scheduleTask(deadline: due) { self.tick() }
    }
  }

  /// Sends the end of a job to its sockets at once. Called on any thread.
  func finish(_ key: String) {
    loop.execute {
      guard let frame = self.hub.frame(key) else { return }
      for endpoint in (self.sockets[key] ?? [:]).values { endpoint.take(frame) }
    }
  }

  private func tick() {
    // Reset first: a change during the loop below then schedules another tick.
    isAwake.store(false, ordering: .releasing)
    last = .now()
    for (key, endpoints) in sockets {
      guard let frame = hub.frame(key) else { continue }
      for endpoint in endpoints.values { endpoint.take(frame) }
    }
  }

  /// Closes all sockets. Called on any thread.
  func stop() {
    loop.execute {
      for endpoint in self.sockets.values.flatMap(\.values) { endpoint.stop() }
    }
  }
}
