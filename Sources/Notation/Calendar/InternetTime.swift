/// Dates and times of RFC 3339, in the proleptic Gregorian calendar without leap seconds.
public enum InternetTime {
  /// The times that have a four-digit year: 0000-01-01T00:00:00Z up to the end of 9999.
  public static let range = -62_167_219_200.0..<253_402_300_800.0

  /// A time in UTC, fractions of a second dropped: `2026-11-21T10:00:00Z`.
  /// - Parameter seconds: since 1970, within ``range``.
  public static func format(_ seconds: Double) -> String {
    let time = CivilTime(seconds: Int(clamping: seconds.rounded(.down)))
    return "\(time.date)T\(time.clock)Z"
  }

  /// A time in UTC with milliseconds: `2026-11-21T10:00:00.250Z`.
  /// - Parameter seconds: since 1970, within ``range``.
  public static func formatMilliseconds(_ seconds: Double) -> String {
    let all = Int(clamping: (seconds * 1_000).rounded(.down))
    let (whole, rest) = all.quotientAndRemainder(dividingBy: 1_000)
    let time = CivilTime(seconds: rest < 0 ? whole - 1 : whole)
    return "\(time.date)T\(time.clock).\(Digits.padded(rest < 0 ? rest + 1_000 : rest, 3))Z"
  }

  /// Reads a date-time with an offset (section 5.6), or a date alone, which means its midnight in
  /// UTC. `T` and `Z` may be lower case, a space may stand for `T`; a leap second counts as the
  /// second after it.
  /// - Returns: seconds since 1970; nil for anything else.
  public static func parse(_ text: String) -> Double? {
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
      reader.take("-"), let day = reader.number(2),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    return Double(date.dayNumber) * 86_400
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

  /// The unread rest.
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
}
