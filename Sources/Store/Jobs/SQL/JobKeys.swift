internal import SQL
public import Reactor

/// A job with the key that a program outside chose.
public struct KeyedJob: Sendable, Equatable {
  /// The key, as it was first given.
  public var key: String
  /// Whether the server works on the job unasked, even after a restart.
  public var isServed: Bool
  /// The job's state and counts.
  public var progress: JobProgress
  /// Why the job is paused; nil if it is not, or if no reason was recorded.
  public var pauseReason: String?
}

/// The result of ``SQLJobStore/startJob(key:name:works:now:)``.
public struct JobStart: Sendable, Equatable {
  /// The started or known job.
  public var job: KeyedJob
  /// Whether this call made the job; false if the key's job existed, and nothing was changed.
  public var isNew: Bool
  /// The number of works that are in another job's queue and so not in this one.
  public var elsewhere = 0

  /// - Parameter isNew: whether this call made the job.
  public init(job: KeyedJob, isNew: Bool, elsewhere: Int = 0) {
    self.job = job
    self.isNew = isNew
    self.elsewhere = elsewhere
  }
}

// Jobs by keys that are chosen outside: a client makes up a UUID before it asks for the job, and
// may ask twice.
extension SQLJobStore {
  /// Creates a job of some works under a key, in one transaction with all its items. Open items of
  /// canceled jobs move to it. A second call with the same key changes nothing.
  /// - Parameters:
  ///   - key: the key; case does not matter.
  ///   - works: numbers of existing works.
  public func startJob(
    key: String, name: String, works: [Int64], now: ClockTime
  ) throws -> JobStart {
    try place.writing { db in
      let now = try backend.time(now, db)
      // Two nodes may get the same request at once.
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

  /// The job of a key; nil if there is none.
  public func job(key: String) throws -> KeyedJob? {
    try place.reading { try JobKeys.job(key, $0) }
  }

  /// The newest jobs, newest first. Jobs without a key get one.
  /// - Parameter makeKey: makes an unused key.
  public func keyedJobs(limit: Int, makeKey: () -> String) throws -> [KeyedJob] {
    let missing = try place.reading { try JobKeys.withoutKey(limit: limit, $0) }
    if !missing.isEmpty {
      try place.writing { db in
        for job in missing { try JobKeys.add(makeKey(), job, isServed: false, db) }
      }
    }
    return try place.reading { try JobKeys.newest(limit: limit, $0) }
  }

  /// The jobs that the server has to work on, oldest first: requested ones that are neither done
  /// nor canceled.
  public func servedJobs() throws -> [KeyedJob] {
    try place.reading { try JobKeys.unfinished($0) }
  }
}

/// Reads and writes the table of keys.
enum JobKeys {
  static func job(_ key: String, _ db: SQLSession) throws -> KeyedJob? {
    // The data file's column is NOCASE; a server has an index of lower-case keys.
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
    // Another process may have given the job a key meanwhile.
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
