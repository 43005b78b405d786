#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The system's own clocks. Code that waits, or is tested with a clock, takes a `TimeSource` instead.
///
/// The only place that reads them, because beside SwiftNIO's C modules the compiler may confuse C's
/// `timespec` with theirs.
public enum PresentTime {
  /// Seconds since 1970, with fractions.
  public static var seconds: Double { read(CLOCK_REALTIME) }

  /// Seconds, with fractions, of the clock that never goes back; for measuring durations.
  public static var monotonic: Double { read(CLOCK_MONOTONIC) }

  /// Seconds, with fractions, that the calling thread has computed.
  public static var thread: Double { read(CLOCK_THREAD_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
