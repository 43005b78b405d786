internal import Files
internal import GRDB
internal import Glibc
internal import SQL

/// Copies the data file: `mixhost backup` and `mixhost restore`.
///
/// SQLite's backup interface makes the copy and respects SQLite's locks, so it shows one moment of
/// the library even while a server works. The copy is checked before and after, and gets its name
/// only when it is whole and on the disk. A copy may come from anyone: it is restored only if it
/// holds exactly the tables that mixhost makes, and nothing inside it runs. Calls block.
///
/// ```swift
/// let copy = try LibraryBackup.backUp("library.db", to: "copy.db", overwriting: false)
/// print(copy.works)
/// ```
public enum LibraryBackup {
  /// Facts about a copy.
  public struct Summary: Sendable, Equatable {
    /// The number of works.
    public var works: Int
    /// The file's size in bytes.
    public var bytes: Int
    /// The path that the replaced library was moved to; nil if there was none.
    public var replaced: String?
    /// Objects in the library that mixhost did not make; nil without any. The copy has them, too.
    public var foreign: String?
  }

  /// Writes a copy of a data file that only its owner can read (0600), as one file without a log.
  /// - Parameters:
  ///   - path: the data file.
  ///   - target: the copy; its folder exists.
  ///   - overwriting: whether to replace an existing file.
  /// - Throws: ``DataFileError``; a file at `target` is then unchanged.
  public static func backUp(_ path: String, to target: String, overwriting: Bool) throws -> Summary
  {
    guard let own = FileIdentity(path) else {
      throw DataFileError(.missing, "there is no library to copy: \(path) does not exist")
    }
    guard FileIdentity(target) != own else {
      throw DataFileError(.exists, "\(target) is the library itself: name another file")
    }
    do {
      try checkRegular(target)
      if !overwriting { try reserve(target) }
      do {
        let file = try DataFile(path: path)
        let copy = try DraftCopy(beside: target)
        let summary = try copy.fill(from: file.opened.queue, shown: path, isOwn: true)
        for suffix in ["-wal", "-shm", "-journal"] { unlink(target + suffix) }
        try copy.take(target)
        return summary
      } catch {
        if !overwriting { unlink(target) }
        throw error
      }
    } catch {
      throw DataFileError(error, path: path)
    }
  }

  /// Replaces a data file with a copy. The replaced library is kept beside it unless it was empty.
  /// Where no library exists, one is created first, as by any other command.
  /// - Parameters:
  ///   - source: the copy; it is not changed.
  ///   - path: the data file; its folder is created when needed.
  ///   - overwriting: whether to replace a library that has content.
  /// - Throws: ``DataFileError``; the library is then unchanged.
  public static func restore(_ source: String, to path: String, overwriting: Bool) throws -> Summary
  {
    guard let given = FileIdentity(source) else {
      throw DataFileError(.missing, "there is no file \(source)")
    }
    guard FileIdentity(path) != given else {
      throw DataFileError(.exists, "\(source) is the library itself: name a copy")
    }
    do {
      for file in [source, path] { try checkRegular(file) }
      guard let lock = try ProcessLock(DataFile.lockPath(path), .exclusive) else {
        let server = HomeOwner.current(PrivateFile.folder(of: path)).map { "a server (\($0))" }
        throw DataFileError(
          .held,
          "the library \(path) is in use by \(server ?? "a mixhost that runs"): end it, then restore"
        )
      }
      defer { withExtendedLifetime(lock) {} }
      let old = OldLibrary(path)
      let wasMade = try old.makeWhereMissing()
      let isEmpty = wasMade || !overwriting && old.isEmpty
      guard isEmpty || overwriting else {
        throw DataFileError(.exists, "there is a library at \(path); --force replaces and keeps it")
      }
      let copy = try DraftCopy(beside: path)
      var summary = try copy.fill(from: reader(source), shown: source, isOwn: false)
      let kept = try old.keep()
      if isEmpty { unlink(kept) } else { summary.replaced = kept }
      try copy.take(path)
      return summary
    } catch {
      throw DataFileError(error, path: path)
    }
  }

  /// Checks that a file holds a library's tables and nothing else, before it is opened as a
  /// library. An empty file passes.
  /// - Throws: ``DataFileError``.
  public static func examine(_ path: String) throws {
    do {
      try checkRegular(path)
      var status = stat()
      // SQLite would roll such a journal back, and remove another file that it names.
      guard stat(path + "-journal", &status) != 0 || status.st_size == 0 else {
        throw DataFileError(
          .foreign,
          "\(path)-journal lies beside the library, which mixhost did not leave there: move it away"
        )
      }
      try reader(path).inDatabase { db in
        guard try DataFilePreparation.isOurs(db) else { return }
        try StepBudget.hold(db, steps: mostSteps) { try DataFileSchema.check(db) }
      }
    } catch {
      throw DataFileError(error, path: path)
    }
  }

  /// The most steps of SQLite for checking the tables.
  fileprivate static let mostSteps = 10_000_000

  // Devices, pipes and folders are neither read as a library nor replaced. A file of holes is
  // refused because reading it would take as long as its full size.
  private static func checkRegular(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw DataFileError(.exists, "\(path) is not a regular file: name one")
    }
    guard status.st_size < 1 << 30 || Int(status.st_size) / 64 < Int(status.st_blocks) * 512 else {
      throw DataFileError(
        .damaged, "\(path) is nearly all holes, and no library: name another file")
    }
  }

  // Reserves the name: of two programs that write the same copy, one fails.
  private static func reserve(_ target: String) throws {
    for suffix in ["-wal", "-journal"] where access(target + suffix, F_OK) == 0 {
      throw DataFileError(
        .exists, "\(target + suffix) would be taken for a part of the copy; --force removes it")
    }
    do { try PrivateFile.create(target) } catch let error as FileError where error.code == EEXIST {
      throw DataFileError(.exists, "\(target) is there already; --force replaces it")
    }
  }

  private static func reader(_ path: String) throws -> DatabaseQueue {
    var configuration = GRDB.Configuration.protected()
    configuration.readonly = true
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cell_size_check = ON") }
    do {
      return try DatabaseQueue(
        path: ReadOnlyAccess(path)?.address ?? path, configuration: configuration)
    } catch {
      throw DataFileError(error, path: path)
    }
  }
}

/// A copy that has no final name yet. It is removed unless ``take(_:)`` names it.
private final class DraftCopy {
  private let path: String
  private var isTaken = false

  init(beside target: String) throws {
    path = "\(target).new-\(getpid())"
    unlink(path)
    try PrivateFile.create(path)
  }

  deinit {
    if !isTaken { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) } }
  }

  /// Copies a valid data file and checks the result.
  /// - Parameter isOwn: whether the source is the user's library. Its copy is a single file,
  ///   foreign objects included. A copy of another source becomes the library, so it may hold
  ///   mixhost's tables only and gets a log.
  func fill(
    from source: DatabaseQueue, shown: String, isOwn: Bool
  ) throws -> LibraryBackup.Summary {
    let queue = try DatabaseQueue(path: path, configuration: .protected())
    do {
      let foreign = try source.inDatabase { db in
        let foreign = try Self.check(db, shown, isOwn)
        try queue.inDatabase { try db.backup(to: $0) }
        return foreign
      }
      let works = try queue.inDatabase { db in
        try Self.check(db, path, isOwn)
        if !isOwn {
          try Self.dropStatistics(db)
          try Self.checkNumbers(db, shown)
        }
        try db.execute(sql: "PRAGMA journal_mode = \(isOwn ? "DELETE" : "WAL")")
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM work") ?? 0
      }
      try queue.close()
      var status = stat()
      guard stat(path, &status) == 0 else { throw FileError("read", path) }
      return LibraryBackup.Summary(
        works: works, bytes: Int(status.st_size), replaced: nil, foreign: foreign)
    } catch {
      try? queue.close()
      if (error as? DatabaseError)?.resultCode == .SQLITE_FULL {
        let folder = PrivateFile.folder(of: path)
        throw DataFileError(.full, "no room left for the copy in \(folder): nothing has changed")
      }
      throw DataFileError(error, path: shown)
    }
  }

  /// Gives the copy its final name.
  func take(_ target: String) throws {
    try PrivateFile.sync(path)
    try PrivateFile.rename(path, to: target)
    isTaken = true
    PrivateFile.syncFolder(PrivateFile.folder(of: target))
  }

  // A stranger's statistics would steer the library's query plans.
  private static func dropStatistics(_ db: Database) throws {
    for table in ["sqlite_stat1", "sqlite_stat4"] {
      try db.execute(sql: "DROP TABLE IF EXISTS \(table)")
    }
  }

  // AUTOINCREMENT counts on from the highest number: one at the end of the range would leave a table
  // that takes no more rows.
  private static func checkNumbers(_ db: Database, _ shown: String) throws {
    let most = 1 << 53
    let counted = try String.fetchAll(
      db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'")
    let places =
      ["sqlite_sequence WHERE typeof(seq) <> 'integer' OR seq > \(most)"]
      + counted.map { "\"\($0)\" WHERE id > \(most)" }
    for place in places {
      guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(place))") == true else {
        continue
      }
      throw DataFileError(
        .damaged, "\(shown) has numbers above \(most), which mixhost never gives; nothing was done")
    }
  }

  /// - Returns: foreign objects in the user's own library; in another file they are an error.
  @discardableResult
  private static func check(_ db: Database, _ shown: String, _ isOwn: Bool) throws -> String? {
    guard try DataFilePreparation.isOurs(db) else {
      throw DataFileError(.foreign, "\(shown) is not a library: it is empty")
    }
    do {
      var foreign: String?
      // Check the schema first: later statements would run SQL from the file.
      do {
        try StepBudget.hold(db, steps: LibraryBackup.mostSteps) { try DataFileSchema.check(db) }
      } catch let error as FileSchema.Foreign where isOwn { foreign = error.object }
      try DataFileSchema.checkAge(db)
      let found = try StepBudget.hold(db, steps: try steps(db)) {
        try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
      }
      guard found == "ok" else {
        throw DataFileError(
          .damaged, "\(shown) is damaged (\(found ?? "unreadable")); nothing was done")
      }
      return foreign
    } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
      throw DataFileError(
        .damaged, "\(shown) takes more work to check than a library of its size; nothing was done")
    }
  }

  /// The most steps for checking a file's rows; a sound file takes a few for each byte.
  private static func steps(_ db: Database) throws -> Int {
    let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    let size = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
    return LibraryBackup.mostSteps + 20 * pages * size
  }
}
