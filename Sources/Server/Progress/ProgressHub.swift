internal import NIOCore
internal import Notation
internal import Synchronization

/// Reports the state of jobs to sockets and event streams.
///
/// Only a job's newest snapshot is kept. Each event loop reads it at most ten times a second and
/// sends it to its sockets that have not seen it and can take it. So memory depends neither on how
/// often a job changes nor on how slowly a client reads. The end of a job is sent to all at once.
final class ProgressHub: Sendable {
  /// A message to a socket.
  struct Frame: Sendable {
    let version: Int
    let text: ByteBuffer
    let snapshot: JobSnapshot
  }

  private struct Entry {
    var snapshot: JobSnapshot
    var version: Int
    /// The message's text, made at its first use.
    var text: ByteBuffer?
  }

  private struct State {
    var jobs: [String: Entry] = [:]
    var fanouts: [ObjectIdentifier: LoopFanout] = [:]
    var version = 0
    var isStopped = false
  }

  private let events: EventBus
  // The reactor reports jobs, event loops read them.
  private let state = Mutex(State())

  init(events: EventBus) { self.events = events }

  /// Publishes a job's new state; a job that is over stays over.
  func publish(_ snapshot: JobSnapshot) {
    let key = snapshot.key.lowercased()
    let fanouts = state.withLock { state -> [LoopFanout] in
      if let known = state.jobs[key] {
        if known.snapshot.isOver && !snapshot.isOver { return [] }
        if known.snapshot == snapshot { return [] }
      }
      state.version += 1
      state.jobs[key] = Entry(snapshot: snapshot, version: state.version)
      return Array(state.fanouts.values)
    }
    for fanout in fanouts { snapshot.isOver ? fanout.finish(key) : fanout.wake() }
    events.publish(.job(snapshot))
  }

  /// Publishes the store's state of a job unless a newer one is known. The store's time is that of
  /// the job's last start or end, so of equal times the later read wins: other processes may have
  /// ended items meanwhile.
  func offer(_ snapshot: JobSnapshot) {
    let isKnown = state.withLock { state in
      state.jobs[snapshot.key.lowercased()].map { $0.snapshot.updated > snapshot.updated } ?? false
    }
    if !isKnown { publish(snapshot) }
  }

  /// Drops a job that is over; later questions are answered from the store.
  func forget(_ key: String) {
    state.withLock { _ = $0.jobs.removeValue(forKey: key.lowercased()) }
  }

  /// The state of a job; nil if none was published.
  func snapshot(_ key: String) -> JobSnapshot? {
    state.withLock { $0.jobs[key.lowercased()]?.snapshot }
  }

  /// The newest message about a job; nil if none was published.
  func frame(_ key: String) -> Frame? {
    state.withLock { state in
      guard var entry = state.jobs[key] else { return nil }
      let text = entry.text ?? ByteBuffer(bytes: entry.snapshot.message().bytes)
      entry.text = text
      state.jobs[key] = entry
      return Frame(version: entry.version, text: text, snapshot: entry.snapshot)
    }
  }

  /// The keys of jobs that sockets follow.
  var watched: [String] {
    let fanouts = state.withLock { Array($0.fanouts.values) }
    return Array(Set(fanouts.flatMap(\.watched)))
  }

  /// The fan-out of an event loop.
  func fanout(_ loop: any EventLoop) -> LoopFanout {
    state.withLock { state in
      if let known = state.fanouts[ObjectIdentifier(loop)] { return known }
      let made = LoopFanout(loop, self)
      state.fanouts[ObjectIdentifier(loop)] = made
      return made
    }
  }

  /// Closes all sockets with code 1001.
  func stop() {
    let fanouts = state.withLock { state in
      state.isStopped = true
      return Array(state.fanouts.values)
    }
    for fanout in fanouts { fanout.stop() }
  }

  /// Whether new sockets are closed at once because the server stops.
  var isStopped: Bool { state.withLock { $0.isStopped } }
}
