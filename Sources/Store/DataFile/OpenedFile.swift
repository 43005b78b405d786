internal import Dispatch
internal import Files
package import GRDB
internal import GRDBSQLite
internal import Glibc
internal import Net
internal import Notation
internal import Reactor
internal import SQL

/// This process's connection to a data file, and the maintenance of its log.
package final class OpenedFile: PageCacheOwner {
  /// How long a writer waits for another process's transaction, in seconds.
  private static let patience = 60.0
  /// How long emptying the log waits for other processes, in milliseconds.
  private static let settlePatience: Int32 = 100
  /// Seconds without a change after which the log is emptied.
  private static let idleTime = 2.0
  /// The wait before another attempt to empty the log.
  private static let backOff = BackOff(first: 2 * idleTime, longest: 60)
  /// The log's length, in pages, from which SQLite empties it automatically.
  static let logPages = 4_000
  /// The size that the log keeps after it is emptied, in bytes.
  private static let logBytes = 16_000_000

  let path: String
  package let queue: DatabaseQueue
  /// The file's identity; nil in memory.
  let identity: FileIdentity?
  /// How a file is read that may not be written; nil if it may.
  private let reading: ReadOnlyAccess?
  /// The shared name of a database in memory: each connection to a plain ":memory:" would get
  /// another database.
  private let memoryName: String?
  /// Prevents other processes from replacing the file.
  private let hold: ProcessLock?
  // Guarded: any thread may change the file.
  private let upkeep = Guarded(Upkeep())

  private struct Upkeep {
    var lastWrite = DispatchTime.now()
    var isScheduled = false
  }

  /// Whether every change fails.
  var isReadOnly: Bool { reading != nil }

  init(path: String) throws {
    self.path = path
    memoryName = nil
    let exists = access(path, F_OK) == 0
    reading = exists ? try ReadOnlyAccess(path) : nil
    hold = try reading == nil ? Self.hold(path) : nil
    if !exists { try Self.create(path) }
    queue = try DatabaseQueue(
      path: reading?.address ?? path, configuration: Self.configuration(isReadOnly: reading != nil))
    try DataFilePreparation.prepare(queue, path: path)
    identity = FileIdentity(path)
    PageCaches.add(self)
  }

  private init(memoryName: String) throws {
    path = ":memory:"
    (self.memoryName, identity, reading, hold) = (memoryName, nil, nil, nil)
    queue = try DatabaseQueue(
      named: memoryName, configuration: Self.configuration(isReadOnly: false))
    try DataFilePreparation.prepare(queue, path: path)
  }

  static func inMemory() throws -> OpenedFile {
    try OpenedFile(memoryName: "mixhost-\(UInt64.random(in: .min ... .max))")
  }

  deinit { try? queue.close() }

  package func freePages() { queue.freePages() }

  func separateConnection(cacheKilobytes: Int) throws -> DatabaseQueue {
    var configuration = Self.configuration(isReadOnly: isReadOnly)
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -\(cacheKilobytes)") }
    if let memoryName { return try DatabaseQueue(named: memoryName, configuration: configuration) }
    return try DatabaseQueue(path: reading?.address ?? path, configuration: configuration)
  }

  /// Checks that the file did not change during the last read without locks.
  /// - Throws: ``DataFileError``.
  func checkUnchanged() throws {
    guard let reading, !reading.isStillValid else { return }
    throw DataFileError(
      .busy, "the data file \(path) was changed by another process while it was read; try again")
  }

  private static func configuration(isReadOnly: Bool) -> GRDB.Configuration {
    var configuration = GRDB.Configuration.protected()
    configuration.readonly = isReadOnly
    configuration.busyMode = .timeout(patience)
    configuration.prepareDatabase { db in
      if db.configuration.readonly { return }
      // An acknowledged write survives a power cut.
      try db.execute(sql: "PRAGMA synchronous = FULL")
      try db.execute(sql: "PRAGMA wal_autocheckpoint = \(logPages)")
      try db.execute(sql: "PRAGMA journal_size_limit = \(logBytes)")
    }
    return configuration
  }

  // Create the file first, readable by its owner only: SQLite gives -wal and -shm the same mode. Do
  // not open an existing file: closing it would drop the locks of this process's connections.
  private static func create(_ path: String) throws {
    try PrivateFile.createFolder(PrivateFile.folder(of: path))
    do { try PrivateFile.create(path) } catch let error as FileError where error.code == EEXIST {}
  }

  private static func hold(_ path: String) throws -> ProcessLock? {
    do {
      guard let lock = try ProcessLock(DataFile.lockPath(path), .shared) else {
        throw DataFileError(.busy, "the data file \(path) is being restored; try again after that")
      }
      return lock
    } catch is FileError {
      // The disk is full or has no locks; the library is still usable.
      return nil
    }
  }
}

// MARK: The log

extension OpenedFile {
  private static let idleQueue = DispatchQueue(label: "mixhost.data.idle", qos: .utility)

  /// Schedules emptying the log after a pause in writing.
  func noteWrite() {
    if identity == nil { return }
    let isFirst = upkeep.withLock { upkeep in
      defer { upkeep.isScheduled = true }
      upkeep.lastWrite = .now()
      return !upkeep.isScheduled
    }
    if isFirst { lookAgain(after: Self.idleTime, failures: 0) }
  }

  private func lookAgain(after seconds: Double, failures: Int) {
    Self.idleQueue.asyncAfter(deadline: .now() + seconds) { [weak self] in self?.look(failures) }
  }

  private func look(_ failures: Int) {
    let left = upkeep.withLock { upkeep in
      let passed = DispatchTime.now().uptimeNanoseconds - upkeep.lastWrite.uptimeNanoseconds
      let left = Self.idleTime - Double(passed) / 1e9
      // A later change schedules its own look.
      if left <= 0 { upkeep.isScheduled = false }
      return left
    }
    if left > 0 { return lookAgain(after: left, failures: 0) }
    if settle() { return }
    let goesOn = upkeep.withLock { upkeep in
      defer { upkeep.isScheduled = true }
      return !upkeep.isScheduled
    }
    guard goesOn else { return }
    lookAgain(after: Self.backOff.wait(after: failures + 1), failures: failures + 1)
  }

  /// See ``DataFile/settle()``.
  package func settle() -> Bool {
    if identity == nil || isReadOnly { return true }
    do {
      try queue.inDatabase { db in
        sqlite3_busy_timeout(db.sqliteConnection, Self.settlePatience)
        defer { sqlite3_busy_timeout(db.sqliteConnection, Int32(clamping: Self.patience * 1_000)) }
        _ = try db.checkpoint(.truncate)
      }
      return true
    } catch {
      return false
    }
  }
}
