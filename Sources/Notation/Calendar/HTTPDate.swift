/// Dates of HTTP header fields (RFC 9110, 5.6.7), as seconds since 1970-01-01T00:00:00Z.
///
/// Reads all three forms strictly: any other text is not a date, and an Expires that is not a date
/// means "already expired". Foundation's formatters are not used, because they would triple the
/// start-up time.
public enum HTTPDate {
  private static let longWeekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  /// Reads an IMF-fixdate, an RFC 850 date or an asctime date.
  /// - Parameters:
  ///   - text: the field's value.
  ///   - now: seconds since 1970; places the two-digit year of an RFC 850 date, which may not lie
  ///     more than 50 years ahead.
  /// - Returns: seconds since 1970, or nil when it is not one of the three.
  public static func parse(_ text: String, now: Double) -> Double? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard let first = parts.first else { return nil }
    if first.utf8.last != UInt8(ascii: ",") { return parseAsctime(parts) }
    let weekday = String(first.dropLast())
    if CivilDate.weekdays.contains(weekday) { return parseFixdate(parts) }
    if longWeekdays.contains(weekday) { return parseRFC850(parts, now: now) }
    return nil
  }

  /// Writes an IMF-fixdate, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  /// - Parameter seconds: seconds since 1970, in the years 0 to 9999; fractions are dropped.
  public static func format(_ seconds: Double) -> String {
    let time = CivilTime(seconds: Int(clamping: seconds.rounded(.down)))
    let date = time.date
    let day = "\(Digits.padded(date.day, 2)) \(date.monthName) \(Digits.padded(date.year, 4))"
    return "\(date.weekday), \(day) \(time.clock) GMT"
  }

  // Sun, 06 Nov 1994 08:49:37 GMT
  private static func parseFixdate(_ parts: [Substring]) -> Double? {
    guard parts.count == 6, parts[5] == "GMT", let day = number(parts[1], digits: 2),
      let month = CivilDate.months.firstIndex(of: String(parts[2])),
      let year = number(parts[3], digits: 4)
    else { return nil }
    return seconds(year, month + 1, day, clock: parts[4])
  }

  // Sunday, 06-Nov-94 08:49:37 GMT
  private static func parseRFC850(_ parts: [Substring], now: Double) -> Double? {
    guard parts.count == 4, parts[3] == "GMT" else { return nil }
    let date = parts[1].split(separator: "-", omittingEmptySubsequences: false)
    guard date.count == 3, let day = number(date[0], digits: 2),
      let month = CivilDate.months.firstIndex(of: String(date[1])),
      let short = number(date[2], digits: 2)
    else { return nil }
    let thisYear = CivilTime(seconds: Int(clamping: now.rounded(.down))).date.year
    var year = thisYear - thisYear % 100 + short
    if year > thisYear + 50 { year -= 100 }
    return seconds(year, month + 1, day, clock: parts[2])
  }

  // Sun Nov  6 08:49:37 1994
  private static func parseAsctime(_ parts: [Substring]) -> Double? {
    var parts = parts
    let padded = parts.count == 6 && parts[2].isEmpty
    if padded { parts.remove(at: 2) }
    guard parts.count == 5, CivilDate.weekdays.contains(String(parts[0])),
      let month = CivilDate.months.firstIndex(of: String(parts[1])),
      let day = number(parts[2], digits: padded ? 1 : 2), let year = number(parts[4], digits: 4)
    else { return nil }
    return seconds(year, month + 1, day, clock: parts[3])
  }

  private static func seconds(_ year: Int, _ month: Int, _ day: Int, clock: Substring) -> Double? {
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(parts[0], digits: 2), hour < 24,
      let minute = number(parts[1], digits: 2), minute < 60,
      let second = number(parts[2], digits: 2), second <= 60,
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    return Double(date.dayNumber * 86_400 + hour * 3_600 + minute * 60 + second)
  }

  private static func number(_ text: Substring, digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
      return nil
    }
    return text.utf8.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
