internal import Reactor
internal import SQL

/// A change of programs' records in several steps, separate from other changes by the process.
/// Unless it is committed, all of it is discarded.
public final class StoreTransaction: Sendable {
  private static let cacheKilobytes = 8_000

  private let transaction: any SQLTransaction
  // Guarded: steps come from the reactor, the end from another thread.
  private let failure = Guarded<DataFileError?>(nil)

  /// Begins the transaction. Waits at most a minute for others that change the program's records.
  /// Blocks.
  /// - Parameter program: the program whose records change.
  /// - Throws: ``DataFileError``.
  public init(_ store: DataStore, program: String) throws {
    transaction = try store.database.begin(
      .program(program), cacheKilobytes: Self.cacheKilobytes)
  }

  /// Runs one step, which happens completely or not at all.
  func access<T>(_ body: (SQLSession) throws -> T) throws -> T {
    do { return try transaction.step(body) } catch let error as DataFileError {
      failure.withLock { $0 = $0 ?? error }
      throw error
    }
  }

  /// The failure of a step whose connection was lost; nil without one.
  public var loss: DataFileError? {
    failure.withLock { $0?.kind == .unreachable ? $0 : nil }
  }

  /// Saves all steps. Blocks until they are on the disk.
  /// - Throws: ``DataFileError``, also if a step had failed before; nothing is saved then.
  public func commit() throws {
    if let failure = failure.withLock({ $0 }) {
      try? cancel()
      throw failure
    }
    try transaction.end(commit: true)
  }

  /// Discards all steps. Blocks.
  /// - Throws: ``DataFileError``.
  public func cancel() throws { try transaction.end(commit: false) }
}
