internal import Notation

/// The Retry-After field (RFC 9110, 10.2.3): seconds, or a date. Some services, such as ListenBrainz, have fields
/// of their own in its place.
enum RetryAfter {
  /// The wait that an answer asks for, in seconds, above 0; nil when it asks for none.
  /// - Parameter now: seconds since 1970.
  static func seconds(_ headers: HTTPHeaders, now: Double) -> Double? {
    seconds(headers["Retry-After"], now: now) ?? reset(headers, now: now)
  }

  /// How long a service's window still lasts whose requests are used up, in seconds; nil when it does not say so.
  /// - Parameter now: seconds since 1970.
  static func untilReset(_ headers: HTTPHeaders, now: Double) -> Double? {
    let left = headers["X-RateLimit-Remaining"] ?? headers["RateLimit-Remaining"]
    guard left == "0" else { return nil }
    return reset(headers, now: now)
  }

  /// The end of a service's window: in N seconds, or at a time, as GitHub has it.
  private static func reset(_ headers: HTTPHeaders, now: Double) -> Double? {
    for name in ["X-RateLimit-Reset-In", "X-RateLimit-Reset", "RateLimit-Reset"] {
      guard let value = seconds(headers[name], now: now) else { continue }
      // No window lasts for three years: a time, in milliseconds where it would be thousands of years away.
      if value < 1e8 { return value }
      let left = (value < 1e11 ? value : value / 1_000) - now
      return left > 0 ? left : nil
    }
    return nil
  }

  /// The wait that a field asks for, in seconds, above 0; nil when it is absent, makes no sense, or asks
  /// for none (0, a date in the past): the client's own back-off then applies.
  /// - Parameter now: seconds since 1970.
  static func seconds(_ value: String?, now: Double) -> Double? {
    guard let value else { return nil }
    let trimmed = value.utf8.drop { $0 == 0x20 }
    let seconds: Double?
    if !trimmed.isEmpty, trimmed.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) {
      let number = Double(String(Substring(trimmed)))
      seconds = trimmed.count > 15 && !trimmed.contains(0x2E) ? .infinity : number
    } else {
      seconds = HTTPDate.parse(value, now: now).map { $0 - now }
    }
    return seconds.flatMap { $0 > 0 ? $0 : nil }
  }
}
