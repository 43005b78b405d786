/// Whether a stored answer may serve a request (RFC 9111, 4, 4.2.4 and 5.2.1).
public enum Reuse: Sendable, Equatable {
  /// As it is.
  case fresh
  /// Stale, but the request's `max-stale` takes it.
  case staleAccepted
  /// Stale, but served while the origin is asked behind the answer's back.
  case whileRevalidating
  /// Only after asking the origin. `mustRevalidate`: no use without its answer. `usableOnError`: may
  /// stand in when the origin fails.
  case validate(mustRevalidate: Bool, usableOnError: Bool)

  /// Decides by the fields of request and answer.
  /// - Parameters:
  ///   - request: the Cache-Control of the request.
  ///   - response: that of the stored answer.
  ///   - now: seconds since 1970.
  ///   - allowExpired: whether the caller takes a stale answer when the network fails; and without
  ///     asking, where the answer's `stale-while-revalidate` allows it.
  public static func decide(
    request: CacheControl, response: CacheControl, freshness: Freshness, now: Double,
    allowExpired: Bool
  ) -> Reuse {
    if request.noCache || response.noCache {
      return .validate(mustRevalidate: true, usableOnError: false)
    }
    let age = freshness.age(at: now)
    let accepted =
      age <= Double(request.maxAge ?? .max)
      && (request.minFresh.map { freshness.lifetime - age >= Double($0) } ?? true)
    if freshness.isFresh(at: now) && accepted { return .fresh }
    let staleness = freshness.staleness(at: now)
    if staleness >= 0 && response.mustRevalidate {
      return .validate(mustRevalidate: true, usableOnError: false)
    }
    if let maxStale = request.maxStale, staleness <= Double(maxStale), request.minFresh == nil,
      age <= Double(request.maxAge ?? .max)
    {
      return .staleAccepted
    }
    if let grace = response.staleWhileRevalidate, allowExpired, staleness <= Double(grace),
      accepted || request.maxAge == nil && request.minFresh == nil
    {
      return .whileRevalidating
    }
    let tolerated = [request.staleIfError, response.staleIfError].compactMap { $0 }.max()
    let byField = tolerated.map { staleness <= Double($0) } ?? false
    return .validate(mustRevalidate: false, usableOnError: allowExpired || byField)
  }

  /// Decides under a time to live that the caller names: fresh for that long after it arrived,
  /// whatever the fields say; after it, usable on errors when the caller allows.
  public static func decide(
    ttl: Double, responseTime: Double, now: Double, allowExpired: Bool
  ) -> Reuse {
    if Freshness.isPast(responseTime, at: now), max(0, now - responseTime) < ttl { return .fresh }
    return .validate(mustRevalidate: false, usableOnError: allowExpired)
  }
}
