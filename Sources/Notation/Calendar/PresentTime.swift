#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The system's own clock. What waits, or is tested, takes a `TimeSource` instead.
///
/// One place, because beside SwiftNIO's C modules the compiler may take C's `timespec` for theirs.
public enum PresentTime {
  /// Seconds since 1970, with fractions.
  public static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
