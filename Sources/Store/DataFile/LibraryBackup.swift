internal import Files
internal import GRDB
internal import Glibc
internal import SQL

/// Copies of the data file: `mixhost backup` and `mixhost restore`.
///
/// A copy is made with SQLite's backup interface, which takes part in its locks: also while a server
/// works, it is one moment of the library. It is checked before and after, and has its name only once it
/// is whole and on the disk. A copy may come from anybody: only one that holds what mixhost makes and
/// nothing else is restored, and nothing that stands in it runs. Calls block.
public enum LibraryBackup {
  /// The contents of a copy.
  public struct Summary: Sendable, Equatable {
    /// How many works.
    public var works: Int
    /// How many bytes the file has.
    public var bytes: Int
    /// The place of the library that was replaced; nil when there was none.
    public var replaced: String?
    /// Objects in the library that are not mixhost's, in words; nil without any. The copy has them, too.
    public var foreign: String?
  }

  /// Writes a copy of a data file, for its owner only (0600), in one file without a log.
  /// - Parameters:
  ///   - path: the data file.
  ///   - target: the copy; its folder exists.
  ///   - overwriting: whether a file that is there is replaced.
  /// - Throws: ``DataFileError``; what was at `target` is then as it was.
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

  /// Puts a copy in the place of a data file. The library that was there is kept beside it, unless it had
  /// just begun; where there is none yet, one is made first, as by any other command.
  /// - Parameters:
  ///   - source: the copy; it is left as it is.
  ///   - path: the data file; its folder is made when needed.
  ///   - overwriting: whether a library is replaced in which there has been something.
  /// - Throws: ``DataFileError``; the library is then as it was.
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

  /// Looks whether a file that was named holds a library's tables and nothing else, before it is opened as
  /// one. An empty file is as good.
  /// - Throws: ``DataFileError``.
  public static func examine(_ path: String) throws {
    do {
      try checkRegular(path)
      var status = stat()
      // SQLite would put it back, and remove another file that it names.
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

  /// The steps of SQLite that looking at the tables may take.
  fileprivate static let mostSteps = 10_000_000

  // A device, a pipe or a folder is neither read as a library nor replaced by one, nor are holes: they
  // would be read, too.
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

  // Holds the name: of two programs that write the same copy, one fails.
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

/// A copy that has no name of its own yet; it is removed when nobody takes it.
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

  /// Copies a database that is sound and ours, and looks whether the copy is.
  /// - Parameter isOwn: whether it is the user's library, which is copied as it is into one file that can be read
  ///   anywhere; else the copy will be the library: it holds what mixhost makes alone, and has a log.
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
        if !isOwn { try Self.dropStatistics(db) }
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
      throw DataFileError(error, path: shown)
    }
  }

  /// Gives the copy its name, for good.
  func take(_ target: String) throws {
    try PrivateFile.sync(path)
    try PrivateFile.rename(path, to: target)
    isTaken = true
    PrivateFile.syncFolder(PrivateFile.folder(of: target))
  }

  // Plans of somebody else's would be the library's.
  private static func dropStatistics(_ db: Database) throws {
    for table in ["sqlite_stat1", "sqlite_stat4"] {
      try db.execute(sql: "DROP TABLE IF EXISTS \(table)")
    }
  }

  /// - Returns: what in the user's own library is not mixhost's; in another one it is an error.
  @discardableResult
  private static func check(_ db: Database, _ shown: String, _ isOwn: Bool) throws -> String? {
    guard try DataFilePreparation.isOurs(db) else {
      throw DataFileError(.foreign, "\(shown) is not a library: it is empty")
    }
    do {
      var foreign: String?
      // First of all: what follows would run what stands in the tables.
      do {
        try StepBudget.hold(db, steps: LibraryBackup.mostSteps) { try DataFileSchema.check(db) }
      } catch let error as FileSchema.Foreign where isOwn { foreign = error.object }
      guard try !DataFileSchema.migrator.hasBeenSuperseded(db) else { throw DataFileError.Newer() }
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

  /// The steps that checking a file's rows may take; a sound one takes a few for each byte.
  private static func steps(_ db: Database) throws -> Int {
    let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    let size = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
    return LibraryBackup.mostSteps + 20 * pages * size
  }
}
