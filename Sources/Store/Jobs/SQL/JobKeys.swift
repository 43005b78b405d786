internal import SQL
public import Reactor

/// A job under the name that a program outside gave it.
public struct KeyedJob: Sendable, Equatable {
  /// The name, as it was given first.
  public var key: String
  /// Whether the server works on it unasked, also after a restart.
  public var isServed: Bool
  /// Its state.
  public var progress: JobProgress
  /// Why it is paused; nil when it is not, or when nothing was noted.
  public var pauseReason: String?
}

/// The result of ``SQLJobStore/startJob(key:name:works:now:)``.
public struct JobStart: Sendable, Equatable {
  /// The job.
  public var job: KeyedJob
  /// False: a job of that key was there, and nothing was changed.
  public var isNew: Bool
  /// Works that another job has in its queue: they are not in this one.
  public var elsewhere = 0

  /// - Parameter isNew: whether it was made by this call.
  public init(job: KeyedJob, isNew: Bool, elsewhere: Int = 0) {
    self.job = job
    self.isNew = isNew
    self.elsewhere = elsewhere
  }
}

// Jobs by names that are chosen outside: a client makes up a UUID before it asks for the job, and may
// ask twice.
extension SQLJobStore {
  /// Makes a job of some works under a key, in one transaction: it is there with all its items, or not
  /// at all. Items that canceled jobs have left of these works go over to it. A second call with the same
  /// key changes nothing.
  /// - Parameters:
  ///   - key: case does not count.
  ///   - works: numbers of works that exist.
  public func startJob(
    key: String, name: String, works: [Int64], now: ClockTime
  ) throws -> JobStart {
    try place.writing { db in
      let now = try backend.time(now, db)
      // Two hosts may be asked for the same at once.
      try db.lockJobKey(key)
      if let known = try JobKeys.job(key, db) { return JobStart(job: known, isNew: false) }
      let job = try JobRows.create(name, now, db)
      try JobKeys.add(key, job, isServed: true, db)
      let adopted = try ItemQueueing.adopt(works, job: job, db)
      let counts = try ItemQueueing.enqueue(works, job: job, priority: 0, now, db)
      try JobRows.closeIfDone(job, now, db)
      guard let made = try JobKeys.job(key, db) else { throw UnknownJob(job: job) }
      try backend.tell(.work(job), db)
      return JobStart(job: made, isNew: true, elsewhere: counts.already - adopted)
    }
  }

  /// The job of a key; nil when there is none.
  public func job(key: String) throws -> KeyedJob? {
    try place.reading { try JobKeys.job(key, $0) }
  }

  /// The newest jobs, newest first, each with a key: those that never had one get one.
  /// - Parameter makeKey: a key that nobody has.
  public func keyedJobs(limit: Int, makeKey: () -> String) throws -> [KeyedJob] {
    let missing = try place.reading { try JobKeys.withoutKey(limit: limit, $0) }
    if !missing.isEmpty {
      try place.writing { db in
        for job in missing { try JobKeys.add(makeKey(), job, isServed: false, db) }
      }
    }
    return try place.reading { try JobKeys.newest(limit: limit, $0) }
  }

  /// The jobs that the server has to work on, oldest first: those it was asked for that are neither
  /// done nor canceled.
  public func servedJobs() throws -> [KeyedJob] {
    try place.reading { try JobKeys.unfinished($0) }
  }
}

/// The table of keys.
enum JobKeys {
  static func job(_ key: String, _ db: SQLSession) throws -> KeyedJob? {
    // NOCASE in the data file; an index of lower-case keys on a server.
    let isKey = if case .sqlite = db { "key = ?1" } else { "lower(key) = lower(?1)" }
    return try rows(db, "WHERE \(isKey)", .text(key)).first
  }

  static func newest(limit: Int, _ db: SQLSession) throws -> [KeyedJob] {
    try rows(db, "ORDER BY job DESC LIMIT ?1", .int(Int64(limit)))
  }

  static func unfinished(_ db: SQLSession) throws -> [KeyedJob] {
    try rows(
      db,
      """
      WHERE served = ?1 AND job IN (SELECT id FROM job WHERE state IN ('open', 'paused'))
      ORDER BY job
      """, .int(1))
  }

  static func withoutKey(limit: Int, _ db: SQLSession) throws -> [Int64] {
    try PreparedStatement(
      db,
      """
      SELECT id FROM (SELECT id FROM job ORDER BY id DESC LIMIT ?) AS newest
      WHERE id NOT IN (SELECT job FROM job_key)
      """
    ).map(.int(Int64(limit))) { $0.int(0) }
  }

  static func add(_ key: String, _ job: Int64, isServed: Bool, _ db: SQLSession) throws {
    // Another process may have named the job meanwhile.
    try PreparedStatement(
      db, "INSERT INTO job_key (key, job, served) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    ).run(.text(key), .int(job), .int(isServed ? 1 : 0))
  }

  private static func rows(_ db: SQLSession, _ rest: String, _ cell: Cell) throws -> [KeyedJob] {
    let found = try PreparedStatement(db, "SELECT key, job, served FROM job_key " + rest)
      .map(cell) { (key: $0.text(0), job: $0.int(1), isServed: $0.int(2) != 0) }
    return try found.compactMap { row in
      try JobRows.progress(db, row.job).map {
        KeyedJob(
          key: row.key, isServed: row.isServed, progress: $0,
          pauseReason: $0.state == .paused ? try JobLog.pauseReason(row.job, db) : nil)
      }
    }
  }
}
