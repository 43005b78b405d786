/// Notices changes to a store by this process or another.
public final class StoreVersion: Sendable {
  private let read: @Sendable () throws -> Int64

  /// Opens the store's change counter. Blocks.
  /// - Throws: ``DataFileError``.
  public init(_ store: DataStore) throws { read = try store.database.versionReader() }

  /// A number that differs after every change. Blocks for some microseconds, or a round trip to the
  /// server.
  /// - Throws: ``DataFileError``.
  public func current() throws -> Int64 { try read() }
}

/// Checks whether an open store can still be read and written.
public final class StoreCheck: Sendable {
  private let check: @Sendable () throws -> Void

  /// Prepares the check. Blocks.
  /// - Throws: ``DataFileError``.
  public init(_ store: DataStore) throws { check = try store.database.checker() }

  /// Reads a little and begins a change. Blocks.
  /// - Throws: ``DataFileError``.
  public func look() throws { try check() }
}
