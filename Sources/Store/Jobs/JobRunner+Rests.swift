internal import Reactor

// Jobs whose items have all failed for now.
extension JobRunner {
  /// The shortest rest that is reported, in seconds.
  private static var leastReported: Double { 1 }

  /// Looks at a job of which nothing but waiting items is left: it pauses when nothing of it has succeeded
  /// for as long as a service may be in trouble, however few they are. Else it is reported when they are
  /// tried again; of several such jobs the earliest time is known alone.
  func look(atRestOf job: JobProgress) {
    guard stop == nil, job[.waiting] > 0, job[.ready] == 0, job[.leased] == 0 else { return }
    let due = answer.nextDue ?? time.wall
    let rest = max(0, due - time.wall)
    let trouble = health.onlyTrouble(job.job)
    if let trouble,
      (time.monotonic - trouble.since).seconds + rest > options.retries.patience
    {
      return pauseJob(job.job, trouble.reason)
    }
    // Seen from here, a server's time is off by a little more or less at each look.
    let isNew = abs(due - (reportedRests[job.job] ?? 0)) >= Self.leastReported
    guard isNew, rest >= Self.leastReported, inFlight == 0, buffer.isEmpty else { return }
    reportedRests[job.job] = due
    let reason = trouble?.reason ?? health.lastTrouble(job.job) ?? "the last attempt failed"
    begin(.retry(reason: reason, until: due), of: job.job)
    ring()
  }
}
