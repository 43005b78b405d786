internal import Net
internal import Reactor

// Holds for upstreams, and pauses for a service in trouble.
extension JobRunner {
  /// The most items in hand: two until one has been processed, so that a service that refuses
  /// everything gets few requests.
  var allowance: Int { hasProved ? options.concurrency : min(2, options.concurrency) }

  /// The buffer's index of the first item that may start.
  var nextStart: Int? {
    guard stop == nil, !isCancelled, inFlight < allowance else { return nil }
    let now = time.monotonic
    return buffer.firstIndex { holds.mayStart($0.job, now: now) }
  }

  /// Decides after an attempt whether its job continues.
  func learn(_ item: LeasedItem, _ attempt: Attempt) {
    if let reason = health.note(item, attempt, now: time.monotonic) {
      return pauseJob(item.job, reason)
    }
    switch attempt.outcome {
    case .failed(.held(let wait, _)):
      // A held item was not attempted.
      started -= 1
      hold(item.job, wait)
    case .cancelled: holds.endProbe(item.job)
    case .failed(.trouble), .failed(.unreachable): _ = holds.lift(item.job)
    default:
      hasProved = true
      _ = holds.lift(item.job)
      releaseWorkers()
    }
  }

  /// Handles a failed preparation: the items wait for an upstream, as after an attempt.
  func learn(_ items: [LeasedItem], _ failure: AttemptFailure) {
    guard case .held(let wait, _) = failure else { return }
    let attempt = Attempt(.failed(failure), provesNetwork: false)
    for (job, items) in Dictionary(grouping: items, by: \.job) {
      if let reason = health.note(items[0], attempt, now: time.monotonic) {
        pauseJob(job, reason)
      } else {
        hold(job, wait, atLeast: Self.leastPreparationHold)
      }
    }
  }

  /// Each claim prepares items again, so a hold that has passed must still last long enough to
  /// avoid a busy loop.
  private static var leastPreparationHold: Double { 1 }

  private func hold(_ job: Int64, _ wait: TrafficWait, atLeast least: Double = 0) {
    let now = time.monotonic
    let length = min(max(least, (wait.until ?? 0) - time.wall), TrafficBucket.longestPause)
    let isNew = holds.hold(job, until: now + .seconds(clamping: length))
    // One item probes when the pause is over; the others go back.
    giveBack { $0.job == job }
    ring()
    guard isNew, length > 0 else { return }
    begin(.upstream(wait), of: job)
  }

  func begin(_ wait: JobWait, of job: Int64) {
    handler.note(job, wait)
    waits.append((job, wait))
  }

  /// Pauses a job because a service is in trouble for all items. Its items stay queued.
  func pauseJob(_ job: Int64, _ reason: String) {
    _ = holds.hold(job, until: .seconds(Int64.max / 4))
    giveBack { $0.job == job }
    pausing.append((job, reason))
    summary.reason = reason
    ring()
  }

  /// Returns items from the buffer that have not started.
  func giveBack(_ isConcerned: (LeasedItem) -> Bool) {
    for item in buffer where isConcerned(item) { settle(item, .released) }
    buffer.removeAll(where: isConcerned)
  }

  /// Saves which jobs pause, and reports waits that have begun.
  func tellHolds() async throws {
    let (jobs, begun) = (pausing, waits)
    (pausing, waits) = ([], [])
    if !jobs.isEmpty {
      let (store, now) = (store, now)
      try await offloaded {
        for (job, reason) in jobs { try store.pause(job, reason: reason, now: now) }
      }
      nextPoll = .zero
    }
    for (job, wait) in begun {
      let left = max(0, total - summary.processed)
      try await handler.report(.waiting(job: job, wait: wait, left: left))
    }
  }
}
