internal import Notation

/// Dates in UTC as answers hold them, by days counted from 1970-01-01.
enum AnswerDate {
  /// The year that holds a day.
  static func year(day: Int) -> Int { CivilDate(dayNumber: day).year }

  /// `2020-03-27`.
  static func date(day: Int) -> String { CivilDate(dayNumber: day).description }

  /// `Fri, 27 Mar 2020 00:00:00 +0000` (RFC 5322, section 3.3).
  static func internetDate(day: Int) -> String {
    named(CivilDate(dayNumber: day)) + " 00:00:00 +0000"
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7) for seconds since 1970.
  static func field(_ seconds: Int) -> String {
    let time = CivilTime(seconds: seconds)
    return "\(named(time.date)) \(time.clock) GMT"
  }

  private static func named(_ date: CivilDate) -> String {
    let words = [Digits.padded(date.day, 2), date.monthName, Digits.padded(date.year, 4)]
    return "\(date.weekday), \(words.joined(separator: " "))"
  }

  /// The present moment in seconds since 1970.
  static var seconds: Int { Int(PresentTime.seconds) }

  /// The present day.
  static var today: Int { seconds / 86_400 }

  /// The present moment as `2020-03-27T07:00:00.123Z`.
  static func now() -> String {
    InternetTime.formatMilliseconds((PresentTime.seconds * 1_000).rounded(.down) / 1_000)
  }

  /// The day of a date, the inverse of ``date(day:)``.
  static func day(year: Int, month: Int, dayOfMonth: Int) -> Int {
    CivilDate.dayNumber(year: year, month: month, day: dayOfMonth)
  }
}
