internal import Dispatch
internal import GRDB
internal import GRDBSQLite
internal import Glibc

/// Keeps the cache file's write-ahead log small.
///
/// SQLite begins the log anew only when all of it is in the file and nobody reads from it; under
/// lookups that never pause, or beside a program that keeps a transaction open, it would grow without
/// end.
struct CacheLog {
  /// The pages from which on SQLite copies the log into the file. Fewer, larger copies: a page written
  /// often in between is copied once.
  static let pages = 4_000
  /// What a log that was begun anew keeps of its size.
  static let bytes = pages * 4_096
  /// Between two tries to empty it that were in vain.
  private static let pause = 1_000_000_000 as UInt64

  /// What may be written.
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
    let now = DispatchTime.now().uptimeNanoseconds
    if now >= nextTry {
      if file.emptyLog() { return .burst }
      nextTry = now + Self.pause
    }
    return size <= most ? .burst : .none
  }
}

extension CacheFile {
  /// How long emptying the log waits for those who read from it, in milliseconds: several bursts.
  private static let patience: Int32 = 250

  /// The bytes of the log on the disk.
  var logBytes: Int {
    var status = stat()
    return stat(path + "-wal", &status) == 0 ? Int(status.st_size) : 0
  }

  /// Copies the log into the file and cuts it off. Lookups go on meanwhile: once all is in the file, a
  /// new burst reads that, and only those begun before are waited for.
  /// - Returns: false when somebody went on reading from the log.
  func emptyLog() -> Bool {
    do {
      try endBurst()
      try writer.inDatabase { db in
        sqlite3_busy_timeout(db.sqliteConnection, Self.patience)
        defer { sqlite3_busy_timeout(db.sqliteConnection, Int32(Self.busySeconds * 1_000)) }
        _ = try db.checkpoint(.truncate)
      }
      return true
    } catch {
      return false
    }
  }
}
