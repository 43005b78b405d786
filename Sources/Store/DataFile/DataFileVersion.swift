internal import GRDB

/// Notices changes to the data file by this process or another. It has its own connection, because
/// SQLite counts the changes of all other connections.
public final class DataFileVersion: Sendable {
  private let queue: DatabaseQueue
  private let path: String

  /// Opens the watching connection. Blocks.
  /// - Throws: ``DataFileError``.
  public init(_ file: DataFile) throws {
    path = file.path
    queue = try file.separateConnection(cacheKilobytes: 64)
  }

  /// A number that differs after every change. Blocks for some microseconds.
  /// - Throws: ``DataFileError``.
  public func current() throws -> Int64 {
    do {
      return try queue.inDatabase { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    } catch {
      throw DataFileError(error, path: path)
    }
  }
}
