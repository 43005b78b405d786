/// How a cache has done since the process began, and what it holds.
public struct CacheStatistics: Sendable, Equatable {
  /// Lookups that the memory tier answered.
  public var memoryHits = 0
  /// Lookups that the disk tier answered.
  public var diskHits = 0
  /// Lookups that neither answered.
  public var misses = 0
  /// Entries in memory and their bytes.
  public var memoryEntries = 0
  /// Bytes in memory.
  public var memoryBytes = 0
  /// Entries on disk and their bytes, without the file's own overhead.
  public var diskEntries = 0
  /// Bytes on disk, without the file's own overhead.
  public var diskBytes = 0

  /// Nothing counted yet.
  public init() {}
}

/// The size of a memory tier.
public struct MemoryLimits: Sendable, Equatable {
  /// The most entries.
  public var entries: Int
  /// The most bytes.
  public var bytes: Int

  /// For answers: 100 entries, 50 MB.
  public static let responses = MemoryLimits(entries: 100, bytes: 50_000_000)
  /// For scripts' values, which are small: 10,000 entries, 16 MB.
  public static let values = MemoryLimits(entries: 10_000, bytes: 16_000_000)

  /// Limits of both kinds; 0 keeps nothing in memory.
  public init(entries: Int, bytes: Int) {
    self.entries = entries
    self.bytes = bytes
  }
}
