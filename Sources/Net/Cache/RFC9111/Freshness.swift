internal import Notation

/// How long an answer stays fresh and how old it is (RFC 9111, 4.2). All values in seconds.
public struct Freshness: Sendable, Equatable {
  /// How long the answer is fresh, counted from when the origin made it (4.2.1).
  public var lifetime: Double
  /// Its age when it arrived (corrected_initial_age of 4.2.3).
  public var initialAge: Double
  /// When it arrived, since 1970.
  public var responseTime: Double

  /// The longest lifetime that is guessed from Last-Modified: a day.
  public static let heuristicLimit = 86_400.0

  /// Reads an answer's header fields.
  /// - Parameters:
  ///   - status: its status, which decides whether a lifetime may be guessed (4.2.2).
  ///   - control: its Cache-Control.
  ///   - requestTime: when the request was sent, since 1970.
  ///   - responseTime: when the answer arrived, since 1970.
  public init(
    status: Int, headers: HTTPHeaders, control: CacheControl, requestTime: Double,
    responseTime: Double
  ) {
    let date = headers["Date"].flatMap { HTTPDate.parse($0, now: responseTime) } ?? responseTime
    self.responseTime = responseTime
    initialAge = Self.initialAge(
      headers, date: date, requestTime: requestTime, responseTime: responseTime)
    lifetime = Self.lifetime(
      status: status, headers, control, date: date, responseTime: responseTime)
  }

  /// How far a clock may be set back before what it has stamped is no longer fresh: its age and
  /// its origin are unknown.
  static let clockTolerance = 60.0

  /// Whether something that arrived then could have arrived before now.
  static func isPast(_ time: Double, at now: Double) -> Bool { time <= now + clockTolerance }

  /// The age at a moment: the age on arrival and the time since (4.2.3). A clock set back does not
  /// make an answer younger than it was on arrival; set back far, it makes it as old as it may get.
  public func age(at now: Double) -> Double {
    Self.isPast(responseTime, at: now)
      ? initialAge + max(0, now - responseTime) : max(initialAge, lifetime)
  }

  /// Whether it is fresh: its lifetime exceeds its age (4.2).
  public func isFresh(at now: Double) -> Bool { lifetime > age(at: now) }

  /// How long it has been stale; 0 or less while fresh.
  public func staleness(at now: Double) -> Double { age(at: now) - lifetime }

  // 4.2.3: the larger of what the clocks say and what the Age field says, plus the time on the way.
  private static func initialAge(
    _ headers: HTTPHeaders, date: Double, requestTime: Double, responseTime: Double
  ) -> Double {
    let apparent = max(0, responseTime - date)
    let delay = max(0, responseTime - requestTime)
    return max(apparent, Double(ageField(headers)) + delay)
  }

  /// The Age of an answer in seconds (5.1): of several values the first counts, an invalid one is ignored.
  static func ageField(_ headers: HTTPHeaders) -> Int {
    guard let text = headers.list("Age").first, !text.isEmpty,
      text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
    else { return 0 }
    return min(Int(text) ?? .max, 1 << 31)
  }

  // 4.2.1 without s-maxage, which speaks to shared caches: max-age, then Expires, then a guess.
  private static func lifetime(
    status: Int, _ headers: HTTPHeaders, _ control: CacheControl, date: Double, responseTime: Double
  ) -> Double {
    if let maxAge = control.maxAge { return Double(maxAge) }
    if let expires = headers["Expires"] {
      guard let end = HTTPDate.parse(expires, now: responseTime) else { return 0 }
      return max(0, end - date)
    }
    guard Cacheability.isHeuristic(status) || control.isPublic,
      let text = headers["Last-Modified"],
      let modified = HTTPDate.parse(text, now: responseTime)
    else { return 0 }
    return min(max(0, date - modified) / 10, heuristicLimit)
  }
}
