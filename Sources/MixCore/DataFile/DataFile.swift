internal import GRDB
internal import Glibc

/// The opened data file: works, jobs, decisions. What it holds cannot be fetched again, so a file that
/// is damaged or another program's is reported and left as it is.
///
/// Calls block: they are made off the reactor. Several processes may have the same file open.
public final class DataFile: Sendable {
  /// "mixd": tells a data file from any other SQLite file.
  static let applicationID: Int32 = 0x6D69_7864
  /// How long a writer waits for another process's transaction, in seconds.
  private static let patience = 60.0

  /// Where it is; ":memory:" for one that ends with the program.
  public let path: String
  private let queue: DatabaseQueue
  /// What a file in memory is found by: every connection of a plain ":memory:" would have its own.
  private let memoryName: String?

  /// Opens the file, makes it when there is none and brings its tables up to date.
  /// - Throws: ``DataFileError``; the file is then as it was.
  public init(path: String) throws {
    self.path = path
    memoryName = path == ":memory:" ? "mixhost-\(UInt64.random(in: .min ... .max))" : nil
    do {
      if memoryName == nil { try Self.create(path) }
      queue = try Self.connect(path, memoryName, Self.configuration())
      try Self.prepare(queue)
    } catch {
      throw DataFileError(error, path: path)
    }
  }

  /// A file in memory, for embedding and tests.
  public static func inMemory() throws -> DataFile { try DataFile(path: ":memory:") }

  deinit { try? queue.close() }

  /// Reads in one transaction.
  func read<T>(_ body: (Database) throws -> T) throws -> T {
    do { return try queue.read(body) } catch let error as DatabaseError {
      throw DataFileError(error, path: path)
    }
  }

  /// Changes in one transaction, which is on the disk when this returns. A call from within `body`
  /// joins its transaction: what both change is saved together, or not at all.
  func write<T>(_ body: (Database) throws -> T) throws -> T {
    do {
      return try queue.unsafeReentrantWrite { db in
        if db.isInsideTransaction { return try body(db) }
        var value: T?
        try db.inTransaction(.immediate) {
          value = try body(db)
          return .commit
        }
        return value!
      }
    } catch let error as DatabaseError {
      throw DataFileError(error, path: path)
    }
  }

  /// A second connection, for one long transaction that must not hold up what else this process does.
  /// - Parameter cacheKilobytes: pages kept in memory; what does not fit goes through the log.
  func separateConnection(cacheKilobytes: Int) throws -> DatabaseQueue {
    var configuration = Self.configuration()
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -\(cacheKilobytes)") }
    do { return try Self.connect(path, memoryName, configuration) } catch {
      throw DataFileError(error, path: path)
    }
  }

  private static func connect(
    _ path: String, _ memoryName: String?, _ configuration: GRDB.Configuration
  ) throws -> DatabaseQueue {
    if let memoryName { return try DatabaseQueue(named: memoryName, configuration: configuration) }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  private static func configuration() -> GRDB.Configuration {
    var configuration = GRDB.Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.prepareDatabase { db in
      // What has been acknowledged survives a power cut.
      try db.execute(sql: "PRAGMA synchronous = FULL")
      try db.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
    }
    return configuration
  }

  // Made here first, so that nobody else may read it: SQLite gives -wal and -shm the same mode.
  private static func create(_ path: String) throws {
    try PrivateFile.createFolder(PrivateFile.folder(of: path))
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FileError("open", path) }
    close(file)
  }

  private static func prepare(_ queue: DatabaseQueue) throws {
    let isNew = try queue.inDatabase { db in
      let id = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
      if id == applicationID { return false }
      let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
      guard id == 0, tables == 0 else { throw DataFileError.Foreign() }
      return true
    }
    let migrator = DataFileSchema.migrator
    let current = try queue.read { db in
      guard try !migrator.hasBeenSuperseded(db) else { throw DataFileError.Newer() }
      return try migrator.hasCompletedMigrations(db)
    }
    if isNew {
      try queue.inDatabase { db in
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      }
    }
    if !current { try migrator.migrate(queue) }
  }
}
