internal import Dispatch
internal import Reactor

// How a run ends, and how it waits.
extension JobRunner {
  /// Whether nothing is left for this run to do or to wait for.
  var isAtEnd: Bool {
    guard answer.items.isEmpty, time.monotonic < nextClaim || remaining <= 0 else { return false }
    if remaining <= 0 { return true }
    if holds.next(now: time.monotonic) != nil { return false }
    guard answer.nextDue == nil else { return false }
    // The run itself still holds the items whose service could not be reached.
    return !options.waitsForOthers || answer.held <= attempts.count
  }

  /// - Returns: whether the run is over; otherwise items remain to be settled.
  func leave() -> Bool {
    if !unreachable.suspects.isEmpty {
      if unreachable.hasProof {
        for suspect in unreachable.take() { settle(suspect.item, .failed(suspect.reason)) }
      } else {
        pause()
      }
      return false
    }
    if remaining <= 0 { summary.ending = .limit }
    return true
  }

  /// The reason to end the run because its jobs were canceled or paused; nil to continue. Items
  /// taken from those jobs go back.
  func ending() async throws -> JobRunSummary.Ending? {
    let (store, job) = (store, options.job)
    let jobs = try await offloaded { try store.jobs() }
    let stopped = Set(jobs.filter { $0.state == .canceled || $0.state == .paused }.map(\.job))
    for item in buffer where stopped.contains(item.job) { settle(item, .released) }
    buffer.removeAll { stopped.contains($0.job) }
    let own = jobs.filter { job == nil ? ownJobs.contains($0.job) : $0.job == job }
    try await noteElsewhere(left: own.reduce(0) { $0 + $1.open })
    for progress in own where progress.state == .open { look(atRestOf: progress) }
    if jobs.contains(where: { $0.state == .open && (job == nil || $0.job == job) }) { return nil }
    if own.contains(where: { $0.state == .canceled }) { return .canceled }
    return own.contains(where: { $0.state == .paused }) ? .paused : nil
  }

  /// Reports items that other processes have ended; the run's jobs have `left` open items.
  private func noteElsewhere(left: Int) async throws {
    let ended = total - left - summary.processed
    guard ended > endedElsewhere else { return }
    endedElsewhere = ended
    try await reportProgress()
  }

  /// Reports how many items of the run's jobs have ended, here and elsewhere.
  func reportProgress() async throws {
    try await handler.report(
      .progress(done: summary.processed + endedElsewhere, total: total))
  }

  func close() async {
    if let stop { summary.ending = stop }
    guard stop == .paused, failure == nil, summary.reason != nil else { return }
    let (store, now, job) = (store, now, options.job)
    let reason = summary.reason ?? "nothing could be reached"
    do {
      try await offloaded {
        for open in try store.jobs() where open.state == .open && (job == nil || open.job == job) {
          try store.pause(open.job, reason: reason, now: now)
        }
      }
      try await handler.report(.paused(reason: reason))
    } catch {
      failure = error
    }
  }

  // MARK: Waiting

  /// Reacts to a change by another process: looks at once.
  func hear(_ change: JobChange) {
    if case .work = change {} else { nextPoll = .zero }
    nextClaim = .zero
    ring()
  }

  /// Wakes the feeder for another look.
  func ring() {
    isRung = true
    bell?.resume()
    bell = nil
  }

  func wait() async {
    if !isRung {
      var length = pollInterval
      if let due = answer.nextDue, buffer.isEmpty, stop == nil, remaining > 0 {
        length = min(length, max(due - time.wall, 0.001))
      }
      if let end = holds.next(now: time.monotonic) {
        length = min(length, max((end - time.monotonic).seconds, 0.001))
      }
      let timer = Task(executorPreference: reactor) { [time] in
        guard (try? await time.sleep(for: .seconds(clamping: length))) != nil else { return }
        self.isTick = true
        self.ring()
      }
      await withCheckedContinuation { continuation in
        if isRung { continuation.resume() } else { bell = continuation }
      }
      timer.cancel()
    }
    isRung = false
  }

  func offloaded<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    try await offload(work) as! T
  }

  static func onDispatch(
    _ work: @escaping @Sendable () throws -> any Sendable
  ) async throws -> any Sendable {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(with: Result { try work() })
      }
    }
  }
}
