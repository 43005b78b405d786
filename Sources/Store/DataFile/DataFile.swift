internal import GRDB

/// The opened data file: works, jobs, decisions. Its content cannot be fetched again, so a file
/// that is damaged or belongs to another program is reported and left unchanged.
///
/// All values of one file share this process's single connection (``OpenedFiles``). Calls block, so
/// make them off the reactor. Several processes may have the same file open.
///
/// ```swift
/// let store = DataStore(try DataFile(path: "library.db"))
/// ```
public final class DataFile: Sendable {
  /// "mixd", SQLite's application ID that marks a data file.
  static let applicationID: Int32 = 0x6D69_7864

  package let opened: OpenedFile

  /// Opens the file, creates it if missing and migrates its tables. A file that this process may
  /// not write is opened for reading.
  /// - Parameter path: the file; ":memory:" for a database that ends with the last value that uses
  ///   it.
  /// - Throws: ``DataFileError``; the file is then unchanged.
  public init(path: String) throws {
    opened = try OpenedFiles.file(path)
  }

  /// Makes a data file in memory, for embedding and tests.
  public static func inMemory() throws -> DataFile { try DataFile(path: ":memory:") }

  /// The file's path, or ":memory:".
  public var path: String { opened.path }

  /// Whether the file can only be read: every change fails.
  public var isReadOnly: Bool { opened.isReadOnly }

  /// Reads in one transaction.
  func read<T>(_ body: (Database) throws -> T) throws -> T {
    do {
      let value = try opened.queue.read(body)
      try opened.checkUnchanged()
      return value
    } catch let error as DatabaseError {
      throw DataFileError(error, path: path)
    }
  }

  /// Changes the file in one transaction, which is on the disk when this returns. A call from
  /// within `body` joins its transaction: both changes are saved together, or none.
  func write<T>(_ body: (Database) throws -> T) throws -> T {
    defer { opened.noteWrite() }
    do {
      return try opened.queue.unsafeReentrantWrite { db in
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

  /// Opens a second connection, for a long transaction that must not block the rest of this
  /// process.
  /// - Parameter cacheKilobytes: pages kept in memory; larger changes go through the log.
  func separateConnection(cacheKilobytes: Int) throws -> DatabaseQueue {
    do { return try opened.separateConnection(cacheKilobytes: cacheKilobytes) } catch {
      throw DataFileError(error, path: path)
    }
  }

  /// Moves the write-ahead log into the file and empties it, so that a copy of the file is the
  /// whole library. This happens automatically after a pause in writing; call it when a run ends.
  /// - Returns: false when another process prevented it; no data is lost.
  @discardableResult
  public func settle() -> Bool { opened.settle() }

  /// The lock file. Every process that has the data file open holds it shared; a process that
  /// replaces the data file holds it alone.
  package static func lockPath(_ path: String) -> String { path + ".lock" }
}
