/// The Retry-After field (RFC 9110, 10.2.3): seconds, or a date.
enum RetryAfter {
  /// The wait that a field asks for, in seconds; nil when it is absent or makes no sense.
  /// - Parameter now: seconds since 1970. A date in the past means no wait.
  static func seconds(_ value: String?, now: Double) -> Double? {
    guard let value else { return nil }
    let trimmed = value.utf8.drop { $0 == 0x20 }
    if !trimmed.isEmpty, trimmed.allSatisfy({ (0x30...0x39).contains($0) }) {
      return trimmed.count > 15 ? .infinity : Double(String(Substring(trimmed)))
    }
    return HTTPDate.parse(value, now: now).map { max(0, $0 - now) }
  }
}
