internal import NIOCore
internal import Notation
internal import Synchronization

/// Tells sockets and event streams how jobs stand.
///
/// A job's newest snapshot is all that is kept. Each event loop looks at it at most ten times a second
/// and sends it to those of its sockets that have not seen it and can take it: memory does not depend
/// on how often a job changes, nor on how slowly a client reads. The end of a job reaches all at once.
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
    /// The message, written at its first use.
    var text: ByteBuffer?
  }

  private struct State {
    var jobs: [String: Entry] = [:]
    var fanouts: [ObjectIdentifier: LoopFanout] = [:]
    var version = 0
    var isStopped = false
  }

  private let events: EventBus
  // Jobs are reported by the reactor, asked for by event loops.
  private let state = Mutex(State())

  init(events: EventBus) { self.events = events }

  /// Takes how a job stands now; what is over stays over.
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

  /// Takes what the store says of a job, if nothing newer is known. Its time is that of the job's last start or
  /// end: of two of the same time the later read counts, because other processes have ended items meanwhile.
  func offer(_ snapshot: JobSnapshot) {
    let isKnown = state.withLock { state in
      state.jobs[snapshot.key.lowercased()].map { $0.snapshot.updated > snapshot.updated } ?? false
    }
    if !isKnown { publish(snapshot) }
  }

  /// Forgets a job that is over: who asks for it later gets it from the store.
  func forget(_ key: String) {
    state.withLock { _ = $0.jobs.removeValue(forKey: key.lowercased()) }
  }

  /// How a job stands; nil when nothing was reported.
  func snapshot(_ key: String) -> JobSnapshot? {
    state.withLock { $0.jobs[key.lowercased()]?.snapshot }
  }

  /// The newest message about a job; nil when nothing was reported.
  func frame(_ key: String) -> Frame? {
    state.withLock { state in
      guard var entry = state.jobs[key] else { return nil }
      let text = entry.text ?? ByteBuffer(bytes: entry.snapshot.message().bytes)
      entry.text = text
      state.jobs[key] = entry
      return Frame(version: entry.version, text: text, snapshot: entry.snapshot)
    }
  }

  /// Jobs that somebody watches.
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

  /// Closes all sockets with 1001.
  func stop() {
    let fanouts = state.withLock { state in
      state.isStopped = true
      return Array(state.fanouts.values)
    }
    for fanout in fanouts { fanout.stop() }
  }

  /// Whether sockets are closed instead of begun.
  var isStopped: Bool { state.withLock { $0.isStopped } }
}
