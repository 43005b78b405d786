internal import Notation

/// Dates and times of RFC 3339, in the proleptic Gregorian calendar without leap seconds.
enum InternetTime {
  /// The times that have a four-digit year: 0000-01-01T00:00:00Z up to the end of 9999.
  static let range = -62_167_219_200.0..<253_402_300_800.0

  /// A time in UTC, fractions of a second dropped: `2026-11-21T10:00:00Z`.
  /// - Parameter seconds: since 1970, within ``range``.
  static func format(_ seconds: Double) -> String {
    let whole = Int(clamping: seconds.rounded(.down))
    let day = Int(clamping: (Double(whole) / 86_400).rounded(.down))
    let rest = whole - day * 86_400
    let date = civil(day)
    return padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2) + "T"
      + padded(rest / 3_600, 2) + ":" + padded(rest / 60 % 60, 2) + ":" + padded(rest % 60, 2) + "Z"
  }

  /// Reads a date-time with an offset (section 5.6), or a date alone, which is its midnight in UTC.
  /// `T` and `Z` may be lower case, a space may stand for `T`; a leap second counts as the next one.
  /// - Returns: seconds since 1970; nil for anything else.
  static func parse(_ text: String) -> Double? {
    var reader = Reader(rest: Array(text.utf8)[...])
    guard let midnight = date(&reader) else { return nil }
    if reader.rest.isEmpty { return midnight }
    guard reader.take("Tt "), let time = time(&reader), let offset = offset(&reader),
      reader.rest.isEmpty
    else { return nil }
    return midnight + time - offset
  }

  // MARK: Parts

  private static func date(_ reader: inout Reader) -> Double? {
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2),
      reader.take("-"), let day = reader.number(2), (1...12).contains(month),
      (1...days(in: month, of: year)).contains(day)
    else { return nil }
    return Double(dayNumber(year, month, day)) * 86_400
  }

  private static func time(_ reader: inout Reader) -> Double? {
    guard let hour = reader.number(2), reader.take(":"), let minute = reader.number(2),
      reader.take(":"), let second = reader.number(2), hour < 24, minute < 60, second <= 60
    else { return nil }
    let whole = Double(hour * 3_600 + minute * 60 + second)
    guard reader.take(".") else { return whole }
    let digits = reader.digits()
    guard let fraction = Double("0." + digits), !digits.isEmpty else { return nil }
    return whole + fraction
  }

  private static func offset(_ reader: inout Reader) -> Double? {
    if reader.take("Zz") { return 0 }
    let sign = reader.rest.first == UInt8(ascii: "-") ? -1 : 1
    guard reader.take("+-"), let hours = reader.number(2), reader.take(":"),
      let minutes = reader.number(2), hours < 24, minutes < 60
    else { return nil }
    return Double(sign * (hours * 3_600 + minutes * 60))
  }

  /// What is still to be read.
  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func take(_ choices: String) -> Bool {
      guard let byte = rest.first, choices.utf8.contains(byte) else { return false }
      rest.removeFirst()
      return true
    }

    mutating func digits() -> String {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(digits.count)
      return String(decoding: digits, as: UTF8.self)
    }

    mutating func number(_ count: Int) -> Int? {
      let digits = rest.prefix(count).prefix { (0x30...0x39).contains($0) }
      guard digits.count == count else { return nil }
      rest = rest.dropFirst(count)
      return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
  }

  // MARK: Calendar. Years begin in March, so that the leap day is the last of its year, and count in
  // eras of 400 years, which all have 146,097 days.

  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ dayNumber: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = (marchMonth + 2) % 12 + 1
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * marchMonth + 2) / 5 + 1
    )
  }

  private static func days(in month: Int, of year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
