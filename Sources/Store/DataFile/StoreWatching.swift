/// Notices that something in a store was changed, by this process or another one.
public final class StoreVersion: Sendable {
  private let read: @Sendable () throws -> Int64

  /// Blocks.
  /// - Throws: ``DataFileError``.
  public init(_ store: DataStore) throws { read = try store.database.versionReader() }

  /// A number that differs after every change. Blocks for some microseconds, or the way to a server.
  /// - Throws: ``DataFileError``.
  public func current() throws -> Int64 { try read() }
}

/// Whether a store that is open can still be read and written.
public final class StoreCheck: Sendable {
  private let check: @Sendable () throws -> Void

  /// Blocks.
  /// - Throws: ``DataFileError``.
  public init(_ store: DataStore) throws { check = try store.database.checker() }

  /// Reads a little, and begins a change. Blocks.
  /// - Throws: ``DataFileError``.
  public func look() throws { try check() }
}
