/// The two tables of the cache file; they have the same columns.
enum CacheTable: Int, CaseIterable, Sendable {
  /// Answers of upstreams.
  case response
  /// Values that scripts keep.
  case entry

  var name: String { self == .response ? "response" : "entry" }
}

/// One row of the cache file, without its key.
package struct DiskRecord: Sendable {
  /// When it stops being fresh, in seconds since 1970; infinite for never.
  package var expires: Double
  /// The namespace of a script's value; empty for an answer.
  package var group: String
  /// The bytes that the owner encoded with ``RecordWriter``.
  package var meta: [UInt8]
  package var body: [UInt8]
  /// When it was last used, in whole seconds since 1970.
  package var used: Int64

  package init(expires: Double, group: String, meta: [UInt8], body: [UInt8], used: Int64) {
    (self.expires, self.group) = (expires, group)
    (self.meta, self.body, self.used) = (meta, body, used)
  }

  /// Its weight, in bytes.
  package var size: Int { meta.count + body.count + group.utf8.count + CacheKey.byteCount }
}

/// Numbers that ``DiskTier`` keeps.
public struct DiskUsage: Sendable, Equatable {
  /// Rows in the table.
  public var entries = 0
  /// Their bytes, without the file's own overhead.
  public var bytes = 0
}
