internal import Reactor

/// The clocks of a step: the store's, which decides, and this node's, in which callers give times.
struct SettlingTime {
  let store: ClockTime
  let host: ClockTime
}

/// The values of an item's row after a verdict.
package struct NextState {
  package var state: ItemState
  package var due = 0.0
  package var error: String?
  package var throttled: Int
  package var returns: Int
  package var timeouts: Int
  package var attempts: Int
  var event: JobEvent?

  init(_ item: LeasedItem, _ verdict: ItemVerdict, _ time: SettlingTime) {
    let now = time.store
    (throttled, returns, timeouts) = (item.throttled, item.returns, item.timeouts)
    attempts = item.attempt
    func event(_ name: String, wait: Double? = nil, _ reason: String) -> JobEvent {
      JobEvent(
        job: item.job, time: now.wall, event: name, work: item.work, attempt: item.attempt,
        wait: wait, reason: reason)
    }
    switch verdict {
    case .done(let result): state = result
    case .failed(let reason):
      state = .failed
      error = reason
      self.event = event("failed", reason)
    case .again(let wait, let cause, let reason):
      state = wait > 0 ? .waiting : .ready
      due = wait > 0 ? now.wall + wait : 0
      error = reason
      switch cause {
      case .throttled: throttled += 1
      case .unavailable: returns += 1
      case .timeout: timeouts += 1
      // Its attempts are the count.
      case .trouble: break
      }
      self.event = event("retry", wait: wait, reason)
    case .released:
      state = .ready
      attempts -= 1
    case .postponed(let until, let reason):
      // Do not wait for a time that has passed, or beyond the limit for one that a wrong clock has
      // set.
      let wait = min(until - time.host.wall, RetryTable.longestWait)
      state = wait > 0 ? .waiting : .ready
      due = wait > 0 ? now.wall + wait : 0
      error = reason
      attempts -= 1
      self.event = event("held", wait: max(0, wait), reason)
    case .removed:
      state = .removed
      self.event = event("removed", "the work no longer exists")
    }
  }
}
