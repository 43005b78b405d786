internal import Dispatch
internal import GRDB
internal import GRDBSQLite
internal import Glibc
internal import Notation

/// Keeps the cache file's write-ahead log small.
///
/// SQLite begins the log anew only when all of it is in the file and nobody reads from it; under
/// lookups that never pause, or beside a program that keeps a transaction open, it would grow without
/// end.
struct CacheLog {
  /// The pages from which on SQLite copies the log into the file. Fewer, larger copies: a page written
  /// often in between is copied once.
  static let pages = 4_000
  /// The size that a log keeps when it is begun anew.
  static let bytes = pages * 4_096
  /// Between two tries to empty it, the first of them in vain, in nanoseconds.
  private static let pause = 500_000_000 as UInt64

  /// The bytes that may be written.
  enum Room {
    /// A burst.
    case burst
    /// Nothing: the log is full and cannot be emptied.
    case none
  }

  private var nextTry = 0 as UInt64

  /// Empties the log when it has grown, and says whether it can take another burst.
  /// - Parameter maxBytes: of the file and the log together; the log gets a quarter.
  mutating func room(in file: CacheFile, maxBytes: Int) -> Room {
    let most = maxBytes / 4
    let size = file.logBytes
    if size <= min(Self.bytes, most) { return .burst }
    return empty(file) || size <= most ? .burst : .none
  }

  /// Empties the log, unless that was tried in vain just now.
  /// - Returns: whether it is empty.
  mutating func empty(_ file: CacheFile) -> Bool {
    let now = DispatchTime.now().uptimeNanoseconds
    guard now >= nextTry else { return false }
    if file.emptyLog() { return true }
    nextTry = now + Self.pause
    return false
  }
}

extension CacheFile {
  /// How long copying the log waits for other programs that read, in milliseconds: several bursts.
  private static let copyPatience: Int32 = 250
  /// The same for cutting it off, while this program's lookups wait: a burst.
  private static let cutPatience: Int32 = 60

  /// The bytes of the log on the disk.
  var logBytes: Int {
    var status = stat()
    return stat(path + "-wal", &status) == 0 ? Int(status.st_size) : 0
  }

  /// Copies the log into the file, then truncates it once no reader uses it. Lookups run during the copy and
  /// wait only for the truncation.
  /// - Returns: false when another program kept reading from the log.
  func emptyLog() -> Bool {
    do {
      // A burst from before would keep its part of the log from being copied.
      try endBurst()
      try checkpoint(.full, patience: Self.copyPatience)
      try withoutBursts { try checkpoint(.truncate, patience: Self.cutPatience) }
      return true
    } catch {
      return false
    }
  }

  private func checkpoint(_ mode: Database.CheckpointMode, patience: Int32) throws {
    try writer.inDatabase { db in
      sqlite3_busy_timeout(db.sqliteConnection, patience)
      defer { sqlite3_busy_timeout(db.sqliteConnection, Int32(clamping: Self.busySeconds * 1_000)) }
      _ = try db.checkpoint(mode)
    }
  }
}
