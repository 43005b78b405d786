internal import Dispatch
package import GRDB
internal import Glibc

/// Marks in a SQLite file that show which program made it.
package struct FileMarks: Equatable {
  /// `PRAGMA application_id`; 0 in a new file.
  package let applicationID: Int32
  /// `PRAGMA user_version`; 0 in a new file.
  package let version: Int32
  /// Whether the file has a table.
  package let hasTables: Bool

  /// Whether no program has written to the file.
  package var isNew: Bool { self == FileMarks(applicationID: 0, version: 0, hasTables: false) }

  private init(applicationID: Int32, version: Int32, hasTables: Bool) {
    (self.applicationID, self.version, self.hasTables) = (applicationID, version, hasTables)
  }

  /// Reads all marks in one transaction: another process may be making its tables, and a mix of old
  /// and new marks would look like another program's file.
  /// - Throws: `DatabaseError`.
  package init(_ db: Database) throws {
    var found = FileMarks(applicationID: 0, version: 0, hasTables: false)
    try db.inTransaction(.deferred) {
      found = FileMarks(
        applicationID: try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0,
        version: try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0,
        hasTables: try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master)")
          ?? false)
      return .commit
    }
    self = found
  }
}

/// Helps to create the tables of a file that another process may be creating, too.
package enum SQLiteSetup {
  /// How long a step is retried, in seconds.
  private static let patience = 5.0
  /// The pause between two attempts, in microseconds.
  private static let pause: UInt32 = 20_000

  /// Repeats `work` while another process is in the way. SQLite ignores its time-out while another
  /// process switches the same new file to WAL. `work` must be repeatable. Blocks.
  /// - Throws: the last error of `work`.
  package static func retrying<Value>(_ work: () throws -> Value) throws -> Value {
    let end = DispatchTime.now() + patience
    while true {
      do {
        return try work()
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && DispatchTime.now() < end
      {
        usleep(pause)
      }
    }
  }
}
