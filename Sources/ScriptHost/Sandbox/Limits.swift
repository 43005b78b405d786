internal import Notation

/// A script's limits.
public struct Limits: Sendable {
  /// Lua's memory in bytes; 0 for no limit. Default 256 MB (millions).
  public var memoryBytes: Int
  /// Seconds that Lua may run without waiting; 0 for no limit. Default 30.
  public var sliceSeconds: Double

  /// Makes limits; by default 256 MB and 30 s.
  public init(memoryBytes: Int = 256_000_000, sliceSeconds: Double = 30) {
    self.memoryBytes = memoryBytes
    self.sliceSeconds = sliceSeconds
  }

  var sliceNanoseconds: UInt64 { UInt64(clamping: max(0, min(sliceSeconds, 1e9)) * 1e9) }
}
