internal import Dispatch
package import GRDB
internal import Glibc

/// The owner of a SQLite file.
package struct FileMarks: Equatable {
  /// `PRAGMA application_id`; 0 in a new file.
  package let applicationID: Int32
  /// `PRAGMA user_version`; 0 in a new file.
  package let version: Int32
  /// Whether it has a table.
  package let hasTables: Bool

  /// Whether nobody has written to it.
  package var isNew: Bool { self == FileMarks(applicationID: 0, version: 0, hasTables: false) }

  private init(applicationID: Int32, version: Int32, hasTables: Bool) {
    (self.applicationID, self.version, self.hasTables) = (applicationID, version, hasTables)
  }

  /// Reads them in one transaction: another process may be making its tables, and half of its marks
  /// would be those of another program's file.
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

/// Making the tables of a file that other processes may be making, too.
package enum SQLiteSetup {
  /// How long a step is tried again, in seconds.
  private static let patience = 5.0
  /// The pause between two tries, in microseconds.
  private static let pause: UInt32 = 20_000

  /// Does `work`, which can be repeated, again while another process is in the way: SQLite does not wait,
  /// whatever its time-out, for one that switches the same new file to WAL. Blocks.
  /// - Throws: what `work` throws.
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
