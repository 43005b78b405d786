#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Dates in UTC without a date library: the proleptic Gregorian calendar by arithmetic.
enum CivilTime {
  /// `2020-03-27T07:00:00Z` for a day counted from 1970-01-01 and an hour of it.
  static func timestamp(day: Int, hour: Int) -> String {
    "\(date(day: day))T\(padded(hour, 2)):00:00Z"
  }

  /// The year that holds a day counted from 1970-01-01.
  static func year(day: Int) -> Int { civil(day: day).year }

  /// `2020-03-27` for a day counted from 1970-01-01.
  static func date(day: Int) -> String {
    let (year, month, dayOfMonth) = civil(day: day)
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
  }

  /// `Fri, 27 Mar 2020 00:00:00 +0000` (RFC 5322, section 3.3) for a day counted from 1970-01-01.
  static func internetDate(day: Int) -> String { namedDate(day: day) + " 00:00:00 +0000" }

  /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7) for seconds since 1970.
  static func httpDate(_ seconds: Int) -> String {
    let day = (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400
    return namedDate(day: day) + " " + clock(seconds - day * 86_400) + " GMT"
  }

  private static func namedDate(day: Int) -> String {
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let (year, month, dayOfMonth) = civil(day: day)
    let weekday = weekdays[(day % 7 + 7) % 7]
    return "\(weekday), \(padded(dayOfMonth, 2)) \(months[month - 1]) \(padded(year, 4))"
  }

  /// `08:49:37` for a second of the day.
  private static func clock(_ second: Int) -> String {
    "\(padded(second / 3_600 % 24, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
  }

  /// The present moment in seconds since 1970.
  static var seconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec)
  }

  /// The present day in UTC, counted from 1970-01-01.
  static var today: Int { seconds / 86_400 }

  /// The present moment as `2020-03-27T07:00:00.123Z`.
  static func now() -> String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let seconds = Int(time.tv_sec)
    let fraction = padded(Int(time.tv_nsec) / 1_000_000, 3)
    return "\(date(day: seconds / 86_400))T\(clock(seconds % 86_400)).\(fraction)Z"
  }

  /// The day number of a date, the inverse of ``date(day:)``.
  static func day(year: Int, month: Int, dayOfMonth: Int) -> Int {
    // Years begin in March, so that the leap day is the last of its year.
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + dayOfMonth - 1
    let yearOfEra = shifted - era * 400
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(day: Int) -> (year: Int, month: Int, dayOfMonth: Int) {
    let shifted = day + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
