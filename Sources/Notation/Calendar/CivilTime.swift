/// A moment in UTC to the second, without leap seconds: a date and the time of the day.
public struct CivilTime: Sendable, Hashable {
  /// The day.
  public let date: CivilDate
  /// Seconds of the day, 0 to 86,399.
  public let secondOfDay: Int

  /// Makes the moment in UTC.
  /// - Parameter seconds: since 1970-01-01T00:00:00Z.
  public init(seconds: Int) {
    let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    secondOfDay = rest < 0 ? rest + 86_400 : rest
    date = CivilDate(dayNumber: rest < 0 ? days - 1 : days)
  }

  /// The hour, 0 to 23.
  public var hour: Int { secondOfDay / 3_600 }
  /// The minute, 0 to 59.
  public var minute: Int { secondOfDay / 60 % 60 }
  /// The second, 0 to 59.
  public var second: Int { secondOfDay % 60 }

  /// `08:49:37`.
  public var clock: String {
    "\(Digits.padded(hour, 2)):\(Digits.padded(minute, 2)):\(Digits.padded(second, 2))"
  }
}

/// Writes numbers in a fixed width.
public enum Digits {
  /// Pads a number with leading zeros; a longer number stays as it is.
  public static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
