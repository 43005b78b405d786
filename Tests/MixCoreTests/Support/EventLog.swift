import MixCore
import Reactor

/// Collects what happens and lets a test wait for it.
final class EventLog: Sendable {
  private struct Waiter {
    let condition: @Sendable ([HTTPEvent]) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var events: [HTTPEvent] = []
    var waiters: [Waiter] = []
  }

  private let state = Guarded(State())

  var events: [HTTPEvent] { state.withLock { $0.events } }

  /// The events in short: "started", "waiting(slot)", ...
  var names: [String] { events.map(Self.name) }

  func add(_ event: HTTPEvent) {
    let due = state.withLock { state in
      state.events.append(event)
      let due = state.waiters.filter { $0.condition(state.events) }
      state.waiters.removeAll { $0.condition(state.events) }
      return due
    }
    for waiter in due { waiter.continuation.resume() }
  }

  /// Waits until an event of that name has come `count` times.
  func wait(for name: String, count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let condition: @Sendable ([HTTPEvent]) -> Bool = { events in
        events.count { Self.name($0) == name } >= count
      }
      let done = state.withLock { state in
        if condition(state.events) { return true }
        state.waiters.append(Waiter(condition: condition, continuation: continuation))
        return false
      }
      if done { continuation.resume() }
    }
  }

  static func name(_ event: HTTPEvent) -> String {
    switch event.kind {
    case .started: "started"
    case .cacheHit(let stale): stale ? "cacheHit(stale)" : "cacheHit(fresh)"
    case .shared: "shared"
    case .waiting(let what): "waiting(\(what.reason.rawValue))"
    case .retrying: "retrying"
    case .finished(let status, _, _): "finished(\(status))"
    case .failed(let error): "failed(\(error.kind.rawValue))"
    }
  }
}
