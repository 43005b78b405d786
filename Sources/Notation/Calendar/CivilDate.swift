/// A date of the proleptic Gregorian calendar, in any year.
public struct CivilDate: Sendable, Hashable, CustomStringConvertible {
  /// The year; year 0 is the year before 1.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Names of the months in English dates, January first (RFC 5322, RFC 9110).
  public static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  /// Names of the days of the week in English dates, Sunday first.
  public static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  /// Makes a date; nil when the calendar has no such date.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...Self.length(ofMonth: month, year)).contains(day) else {
      return nil
    }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The number of days in a month of a year.
  public static func length(ofMonth month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // MARK: Reckoning. Years begin in March, so that the leap day is the last of its year, and count in
  // eras of 400 years, which all have 146,097 days: see H. Hinnant, chrono-Compatible Low-Level Date
  // Algorithms.

  /// Days from 1970-01-01 to a date. A day beyond the end of the month counts into the next month.
  public static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let years = month <= 2 ? year - 1 : year
    let era = (years >= 0 ? years : years - 399) / 400
    let yearOfEra = years - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Days since 1970-01-01.
  public var dayNumber: Int { Self.dayNumber(year: year, month: month, day: day) }

  /// The date that many days after 1970-01-01; before it for negative numbers.
  public init(dayNumber: Int) {
    let days = dayNumber + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * dayOfYear + 2) / 153
    month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    day = dayOfYear - (153 * fromMarch + 2) / 5 + 1
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The name of the day of the week, `Sun`.
  public var weekday: String { Self.weekdays[((dayNumber + 4) % 7 + 7) % 7] }

  /// The name of the month, `Nov`.
  public var monthName: String { Self.months[month - 1] }

  /// `2026-11-21`.
  public var description: String {
    "\(Digits.padded(year, 4))-\(Digits.padded(month, 2))-\(Digits.padded(day, 2))"
  }
}
