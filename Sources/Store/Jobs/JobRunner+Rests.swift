internal import Reactor

// Jobs whose items all wait for another attempt.
extension JobRunner {
  /// The shortest wait that is reported, in seconds.
  private static var leastReported: Double { 1 }

  /// Checks a job that has only waiting items left. The job pauses if nothing of it has succeeded
  /// for as long as the retry table tolerates trouble, however few items it has. Otherwise the time
  /// of the next attempt is reported; of several such jobs only the earliest time is known.
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
    // A server's clock, converted to this node's, differs slightly at each look.
    let isNew = abs(due - (reportedRests[job.job] ?? 0)) >= Self.leastReported
    guard isNew, rest >= Self.leastReported, inFlight == 0, buffer.isEmpty else { return }
    reportedRests[job.job] = due
    let reason = trouble?.reason ?? health.lastTrouble(job.job) ?? "the last attempt failed"
    begin(.retry(reason: reason, until: due), of: job.job)
    ring()
  }
}
