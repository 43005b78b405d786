internal import Notation

/// A script's limits.
public struct Limits: Sendable {
  /// Lua's memory in bytes; 0: no limit. Default 256 MB (millions).
  public var memoryBytes: Int
  /// How long Lua may run without waiting, in seconds; 0: no limit. Default 30.
  public var sliceSeconds: Double

  /// Limits; 256 MB and 30 s unless said.
  public init(memoryBytes: Int = 256_000_000, sliceSeconds: Double = 30) {
    self.memoryBytes = memoryBytes
    self.sliceSeconds = sliceSeconds
  }

  var sliceNanoseconds: UInt64 { UInt64(clamping: max(0, min(sliceSeconds, 1e9)) * 1e9) }
}
