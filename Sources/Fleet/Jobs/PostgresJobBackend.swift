internal import Dispatch
internal import Notation
package import Reactor
package import SQL
package import Store

/// The queue of a fleet: the server's clock, and notifications between nodes.
///
/// A transaction with notifications waits at its end for all others on the server that have some.
/// So progress is sent outside the transactions, and at most a few times a second.
package final class PostgresJobBackend: JobBackend {
  /// The shortest time between two notifications of progress, in seconds.
  private static let progressPause = 0.25

  private let database: PostgresDatabase
  // Guarded: transactions end on any thread.
  private let waiting = Guarded(Waiting())

  private struct Waiting {
    var jobs: Set<Int64> = []
    var isScheduled = false
  }

  package init(_ database: PostgresDatabase) { self.database = database }

  package func time(_ host: ClockTime, _ db: SQLSession) throws -> ClockTime {
    guard let connection = db.postgres else { return host }
    let now = try connection.transactionTime()
    return ClockTime(wall: now, monotonic: now)
  }

  package func tell(_ change: JobChange, _ db: SQLSession) throws {
    try db.postgres?.notify(change.message)
  }

  package func tellProgress(_ jobs: [Int64]) {
    let isFirst = waiting.withLock { waiting in
      defer { waiting.isScheduled = true }
      waiting.jobs.formUnion(jobs)
      return !waiting.isScheduled
    }
    guard isFirst else { return }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.progressPause) {
      [weak self] in self?.sendProgress()
    }
  }

  private func sendProgress() {
    let jobs = waiting.withLock { waiting in
      defer { waiting = Waiting() }
      return waiting.jobs
    }
    // A listener that misses one gets the next, or polls.
    _ = try? database.bare { connection in
      for job in jobs { try connection.notify(JobChange.progress(job).message) }
    }
  }

  package func watch(_ onChange: @escaping @Sendable (JobChange) -> Void) -> (any JobWatch)? {
    database.listen { text in
      guard let text else { return onChange(.unknown) }
      if let change = JobChange(message: text) { onChange(change) }
    }
  }
}

extension PostgresSubscription: JobWatch {}

extension PostgresDatabase: JobServer {
  package func jobBackend() -> any JobBackend { PostgresJobBackend(self) }
}

extension JobChange {
  /// The change as a notification's text.
  var message: String {
    switch self {
    case .work(let job): job.map { "work \($0)" } ?? "work"
    case .state(let job): "state \(job)"
    case .progress(let job): "progress \(job)"
    case .unknown: "unknown"
    }
  }

  /// Reads a notification's text; nil for texts of later versions.
  init?(message: String) {
    let words = message.split(separator: " ")
    let job = words.count > 1 ? Int64(words[1]) : nil
    switch (words.first, job) {
    case ("work", let job): self = .work(job)
    case ("state", let job?): self = .state(job)
    case ("progress", let job?): self = .progress(job)
    case ("unknown", _): self = .unknown
    default: return nil
    }
  }
}
