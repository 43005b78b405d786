internal import Notation
internal import Glibc

/// A day of the Gregorian calendar, without a time and a time zone.
///
/// Ranges of days are reckoned in days, never in seconds: where clocks are changed a day has 23 or 25
/// hours, and some have no midnight.
public struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The year, 0 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// A day; nil when there is none such.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month),
      (1...Self.length(ofMonth: month, year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Reads `2026-11-21`; nil for anything else, days that there are not included.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else {
      return nil
    }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else {
      return nil
    }
    self.init(year: year, month: month, day: day)
  }

  /// The day that it is at a time in the machine's time zone (`TZ`).
  /// - Parameter seconds: since 1970-01-01T00:00:00Z; outside the years 0 to 9999 the nearest of them.
  public static func local(at seconds: Double) -> CalendarDay {
    // A year more on both sides than CalendarDay holds, so that every time zone is within it.
    var time = time_t(clamping: min(max(seconds, -62_200_000_000), 253_434_000_000))
    var parts = tm()
    tzset()
    localtime_r(&time, &parts)
    let year = Int(parts.tm_year) + 1900
    let day = CalendarDay(year: year, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    return day ?? (year < 0 ? first : last)
  }

  private init(unchecked year: Int, _ month: Int, _ day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  private static let first = CalendarDay(unchecked: 0, 1, 1)
  private static let last = CalendarDay(unchecked: 9999, 12, 31)

  /// `2026-11-21`.
  public var description: String { "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))" }

  private func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: count - text.count) + text
  }

  /// Whether one day is before another.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  // MARK: Reckoning

  /// The day so many days later, or earlier; at most to the ends of the years 0 to 9999.
  public func adding(days: Int) -> CalendarDay {
    let (number, overflow) = self.number.addingReportingOverflow(days)
    if overflow { return days < 0 ? Self.first : Self.last }
    if number <= Self.first.number { return Self.first }
    return number >= Self.last.number ? Self.last : CalendarDay(number: number)
  }

  /// The first day of the month.
  public var monthStart: CalendarDay { CalendarDay(unchecked: year, month, 1) }
  /// The last day of the month.
  public var monthEnd: CalendarDay {
    CalendarDay(unchecked: year, month, Self.length(ofMonth: month, year))
  }
  /// January 1 of the year.
  public var yearStart: CalendarDay { CalendarDay(unchecked: year, 1, 1) }
  /// December 31 of the year.
  public var yearEnd: CalendarDay { CalendarDay(unchecked: year, 12, 31) }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // Days since 1970-01-01, by years that begin in March and eras of 400 of them: see H. Hinnant,
  // chrono-Compatible Low-Level Date Algorithms.

  private var number: Int {
    let years = month <= 2 ? year - 1 : year
    let era = (years >= 0 ? years : years - 399) / 400
    let yearOfEra = years - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private init(number: Int) {
    let days = number + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * dayOfYear + 2) / 153
    month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    day = dayOfYear - (153 * fromMarch + 2) / 5 + 1
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }
}
