internal import Glibc

/// A day of the Gregorian calendar, without a time and a time zone.
///
/// Ranges are counted in days, never in seconds: where clocks change a day has 23 or 25 hours, and
/// some days have no midnight.
///
/// ```swift
/// let week = CalendarDay("2026-11-21")!.adding(days: 7)
/// ```
public struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The year, 0 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Makes a day; nil when the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), let date = CivilDate(year: year, month: month, day: day) else {
      return nil
    }
    self.init(date)
  }

  /// Reads `2026-11-21`; nil for anything else, including days that do not exist.
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

  /// The day in the machine's time zone (`TZ`) at a moment.
  /// - Parameter seconds: since 1970-01-01T00:00:00Z; clamped to the years 0 to 9999.
  public static func local(at seconds: Double) -> CalendarDay {
    // One year more on both sides than CalendarDay holds, so that every time zone fits.
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
  public var description: String {
    "\(Digits.padded(year, 4))-\(Digits.padded(month, 2))-\(Digits.padded(day, 2))"
  }

  /// Whether one day is before another.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  // MARK: Reckoning

  /// The day that many days later, or earlier for negative numbers; clamped to the years 0 to 9999.
  public func adding(days: Int) -> CalendarDay {
    let (number, overflow) = self.number.addingReportingOverflow(days)
    if overflow { return days < 0 ? Self.first : Self.last }
    if number <= Self.first.number { return Self.first }
    return number >= Self.last.number ? Self.last : CalendarDay(CivilDate(dayNumber: number))
  }

  /// The first day of the month.
  public var monthStart: CalendarDay { CalendarDay(unchecked: year, month, 1) }
  /// The last day of the month.
  public var monthEnd: CalendarDay {
    CalendarDay(unchecked: year, month, CivilDate.length(ofMonth: month, year))
  }
  /// January 1 of the year.
  public var yearStart: CalendarDay { CalendarDay(unchecked: year, 1, 1) }
  /// December 31 of the year.
  public var yearEnd: CalendarDay { CalendarDay(unchecked: year, 12, 31) }

  private var number: Int { CivilDate.dayNumber(year: year, month: month, day: day) }

  private init(_ date: CivilDate) { (year, month, day) = (date.year, date.month, date.day) }
}
