internal import Bindings
internal import HostSetup
internal import Logging
internal import MixCore
internal import Reactor
internal import ScriptHost
internal import Synchronization

/// How jobs and their items end, and how that is reported.
extension EnrichmentJobs {
  /// How often to check jobs that other processes may work on.
  private static let watchPause = Duration.milliseconds(500)

  /// Records how a run ended, and when the job continues.
  func settle(
    _ job: KeyedJob, _ result: Result<[LuaValue], any Error>, isCanceled: Bool
  ) async {
    let (store, now, number) = (store, now, job.progress.job)
    var failure: String?
    if case .failure(let error) = result, !(error is CancellationError) {
      failure = (error as? ScriptError)?.message ?? "\(error)"
    }
    let after: KeyedJob?
    do {
      after = try await blocking { [failure] in
        if isCanceled { _ = try store.cancel(number, now: now) }
        if let failure { try store.pause(number, reason: failure, now: now) }
        return try store.job(key: job.key)
      }
    } catch { return unsettled(job, [failure, "\(error)"].compactMap(\.self)) }
    guard let after else { return }
    if state.withLock({ $0.isStopping }), after.progress.state == .open { return }
    var snapshot = JobSnapshot(after)
    if let failure {
      // Only a person can fix this; a restart, or a new request for the job, tries again.
      state.withLock { $0.pauses.giveUp(number) }
      snapshot.phase = .failed(failure)
    } else if after.progress.state == .paused {
      if case .success(let values) = result, case .string(let reason)? = values.dropFirst().first {
        snapshot.phase = .paused(reason)
      }
      state.withLock { $0.pauses.add(number, now: now.monotonic) }
    } else {
      state.withLock { $0.pauses.forget(number) }
    }
    hub.publish(snapshot)
    if snapshot.isOver, !hub.watched.contains(job.key.lowercased()) { hub.forget(job.key) }
  }

  /// Reports a job as failed when the data file cannot record its end. It is retried only on
  /// request or after a restart.
  private func unsettled(_ job: KeyedJob, _ reasons: [String]) {
    let reason = reasons.joined(separator: "; ")
    log.note(.error, "cannot note how job \(job.key) ended: \(reason)")
    state.withLock { $0.pauses.giveUp(job.progress.job) }
    var snapshot = JobSnapshot(job)
    snapshot.phase = .failed(reason)
    hub.publish(snapshot)
  }

  /// Called on the reactor when an item of the running job has ended and is saved.
  func note(_ item: LeasedItem, _ verdict: ItemVerdict) {
    let wall = setup.host.time.wall
    let snapshot = state.withLock { state -> JobSnapshot? in
      guard state.running?.number == item.job, !state.isCanceled else { return nil }
      return state.running?.note(item, verdict, now: wall)
    }
    switch verdict {
    case .done(let end): metrics.itemEnded(end.name)
    case .failed: metrics.itemEnded(ItemState.failed.name)
    default: break
    }
    if let snapshot { hub.publish(snapshot) }
  }

  /// Called on the reactor when items of the running job wait.
  func note(_ job: Int64, _ wait: JobWait) {
    let wall = setup.host.time.wall
    let snapshot = state.withLock { state -> JobSnapshot? in
      guard state.running?.number == job, !state.isCanceled else { return nil }
      return state.running?.note(wait, now: wall)
    }
    if let snapshot { hub.publish(snapshot) }
  }

  /// Watches jobs that other processes work on: those with followers here, and the running one.
  func watchOthers() async {
    while (try? await Task.sleep(for: Self.watchPause)) != nil {
      await watchHelpers()
      let running = state.withLock { $0.running?.snapshot.key.lowercased() }
      for key in hub.watched where key != running {
        let store = store
        guard let job = try? await blocking({ try store.job(key: key) }) else { continue }
        hub.offer(JobSnapshot(job))
      }
    }
  }

  /// Publishes the progress of other processes on the running job.
  private func watchHelpers() async {
    let store = store
    guard let before = state.withLock({ $0.running }),
      let job = try? await blocking({ try store.job(key: before.snapshot.key) })
    else { return }
    let wall = setup.host.time.wall
    let snapshot = state.withLock { state -> JobSnapshot? in
      guard state.running?.number == before.number, !state.isCanceled else { return nil }
      return state.running?.take(job, notes: before.notes, now: wall)
    }
    if let snapshot { hub.publish(snapshot) }
  }
}
