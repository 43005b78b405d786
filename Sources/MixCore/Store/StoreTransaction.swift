internal import GRDB
internal import Reactor

/// A change of several steps in the data file, on a connection of its own, so that nothing else of the
/// process is part of it. Unless it is committed, nothing of it stays.
public final class StoreTransaction: Sendable {
  private static let cacheKilobytes = 8_000

  private let file: DataFile
  private let queue: DatabaseQueue
  // Guarded: its steps come from the reactor, its end from another thread.
  private let failure = Guarded<DataFileError?>(nil)

  /// Begins it: waits for the write lock, for a minute at most. Blocks.
  /// - Throws: ``DataFileError``.
  public init(_ file: DataFile) throws {
    self.file = file
    queue = try file.separateConnection(cacheKilobytes: Self.cacheKilobytes)
    do { try queue.inDatabase { try $0.beginTransaction(.immediate) } } catch {
      throw DataFileError(error, path: file.path)
    }
  }

  deinit { try? cancel() }

  /// One step: all of it, or nothing.
  func access<T>(_ body: (Database) throws -> T) throws -> T {
    do {
      return try queue.inDatabase { db in
        var value: T?
        try db.inSavepoint {
          value = try body(db)
          return .commit
        }
        return value!
      }
    } catch let error as DatabaseError {
      let error = DataFileError(error, path: file.path)
      failure.withLock { $0 = $0 ?? error }
      throw error
    }
  }

  /// Saves all of it. Blocks until it is on the disk.
  /// - Throws: ``DataFileError``, also when a step had failed before: then nothing was saved.
  public func commit() throws {
    if let failure = failure.withLock({ $0 }) {
      try? cancel()
      throw failure
    }
    defer { file.opened.noteWrite() }
    do {
      try queue.inDatabase { try $0.commit() }
      try queue.close()
    } catch { throw DataFileError(error, path: file.path) }
  }

  /// Takes all of it back. Blocks.
  /// - Throws: ``DataFileError``.
  public func cancel() throws {
    do {
      try queue.inDatabase { if $0.isInsideTransaction { try $0.rollback() } }
      try queue.close()
    } catch { throw DataFileError(error, path: file.path) }
  }
}
