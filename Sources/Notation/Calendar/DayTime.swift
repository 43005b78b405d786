internal import Glibc

/// Formats the time of day for people.
package enum DayTime {
  /// `14:05:09` in local time.
  /// - Parameter wall: seconds since 1970; clamped to 1970 to 9999.
  package static func text(_ wall: Double) -> String {
    var time = time_t(clamping: max(0, min(wall.rounded(.up), 253_402_300_799)))
    var parts = tm()
    localtime_r(&time, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { Digits.padded(Int($0), 2) }
      .joined(separator: ":")
  }
}
