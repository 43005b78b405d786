internal import Reactor
internal import SQL

/// A change of several steps in programs' records, of which nothing else of the process is part. Unless
/// it is committed, nothing of it stays.
public final class StoreTransaction: Sendable {
  private static let cacheKilobytes = 8_000

  private let transaction: any SQLTransaction
  // Guarded: its steps come from the reactor, its end from another thread.
  private let failure = Guarded<DataFileError?>(nil)

  /// Begins it: waits for others that change the program's records, for a minute at most. Blocks.
  /// - Parameter program: whose records it changes.
  /// - Throws: ``DataFileError``.
  public init(_ store: DataStore, program: String) throws {
    transaction = try store.database.begin(
      .program(program), cacheKilobytes: Self.cacheKilobytes)
  }

  /// One step: all of it, or nothing.
  func access<T>(_ body: (SQLSession) throws -> T) throws -> T {
    do { return try transaction.step(body) } catch let error as DataFileError {
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
    try transaction.end(commit: true)
  }

  /// Takes all of it back. Blocks.
  /// - Throws: ``DataFileError``.
  public func cancel() throws { try transaction.end(commit: false) }
}
