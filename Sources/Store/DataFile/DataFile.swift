internal import GRDB

/// The opened data file: works, jobs, decisions. Its content cannot be fetched again, so a file that
/// is damaged or another program's is reported and left as it is.
///
/// All values of one file share this process's one connection (``OpenedFiles``). Calls block: they are
/// made off the reactor. Several processes may have the same file open.
public final class DataFile: Sendable {
  /// "mixd": tells a data file from any other SQLite file.
  static let applicationID: Int32 = 0x6D69_7864

  package let opened: OpenedFile

  /// Opens the file, makes it when there is none and brings its tables up to date. A file that this
  /// process may not write is opened for reading.
  /// - Parameter path: where; ":memory:" for one that ends with the last value that uses it.
  /// - Throws: ``DataFileError``; the file is then as it was.
  public init(path: String) throws {
    opened = try OpenedFiles.file(path)
  }

  /// A file in memory, for embedding and tests.
  public static func inMemory() throws -> DataFile { try DataFile(path: ":memory:") }

  /// Where it is; ":memory:" for one in memory.
  public var path: String { opened.path }

  /// Whether it may be read only: every change fails.
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

  /// Changes in one transaction, which is on the disk when this returns. A call from within `body`
  /// joins its transaction: what both change is saved together, or not at all.
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

  /// A second connection, for one long transaction that must not hold up what else this process does.
  /// - Parameter cacheKilobytes: pages kept in memory; what does not fit goes through the log.
  func separateConnection(cacheKilobytes: Int) throws -> DatabaseQueue {
    do { return try opened.separateConnection(cacheKilobytes: cacheKilobytes) } catch {
      throw DataFileError(error, path: path)
    }
  }

  /// Makes the file whole without its log, so that a copy of it is the library: what is in the log goes into
  /// it, and the log is emptied. Happens automatically when nothing was written for a while; to be called
  /// when a run ends.
  /// - Returns: false when another process kept it from that; nothing is lost by it.
  @discardableResult
  public func settle() -> Bool { opened.settle() }

  /// Locked, shared, by every process that has the file open, and alone by one that replaces it.
  package static func lockPath(_ path: String) -> String { path + ".lock" }
}
