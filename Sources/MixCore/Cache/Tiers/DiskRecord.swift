/// The two tables of the cache file; they have the same columns.
enum CacheTable: Int, CaseIterable, Sendable {
  /// Answers of upstreams.
  case response
  /// Values that scripts keep.
  case entry

  var name: String { self == .response ? "response" : "entry" }
}

/// One row of the cache file, without its key.
struct DiskRecord: Sendable {
  /// When it stops being fresh, in seconds since 1970; infinite for never.
  var expires: Double
  /// The namespace of a script's value; empty for an answer.
  var group: String
  /// The bytes that the owner encoded with ``RecordWriter``.
  var meta: [UInt8]
  var body: [UInt8]
  /// When it was last used, in whole seconds since 1970.
  var used: Int64

  /// Its weight, in bytes.
  var size: Int { meta.count + body.count + group.utf8.count + CacheKey.byteCount }
}

/// Numbers that ``DiskTier`` keeps.
public struct DiskUsage: Sendable, Equatable {
  /// Rows in the table.
  public var entries = 0
  /// Their bytes, without the file's own overhead.
  public var bytes = 0
}
