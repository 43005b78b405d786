/// The limits of a request: those of its named client, then those of its host.
///
/// A named client that declares no rate of its own shares the bucket of its host, and likewise for
/// concurrency, so that naming a client never lifts a public service's limit by accident.
final class LimitTable {
  /// The limits of one request and the names under which they are counted.
  struct Entry {
    let rate: RateLimit?
    let rateName: String
    let concurrency: Int
    let concurrencyName: String
    let rateLimitStatuses: Set<Int>
    /// Whether pauses hold for one method and path.
    var isRoute = false
  }

  private var limits: [String: ClientLimits]
  private let maxPerHost: Int
  private let liftsRateLimits: Bool

  /// - Parameters:
  ///   - limits: of hosts and named clients.
  ///   - maxPerHost: requests in flight at once to a host that has no limit of its own.
  ///   - liftsRateLimits: whether no rate counts.
  init(_ limits: [String: ClientLimits], maxPerHost: Int, liftsRateLimits: Bool) {
    self.limits = limits
    self.maxPerHost = maxPerHost
    self.liftsRateLimits = liftsRateLimits
  }

  /// Replaces the limits of a host or named client.
  func set(_ name: String, _ value: ClientLimits) { limits[name] = value }

  /// The limits of a host or named client, as set.
  func get(_ name: String) -> ClientLimits? { limits[name] }

  /// The limits of a request.
  func entry(host: String, client: String?) -> Entry {
    let ofHost = entry(host: host)
    guard let client, client != host, let own = limits[client] else { return ofHost }
    let rate = liftsRateLimits ? nil : own.rate
    let concurrency = own.concurrency.map { max(1, $0) }
    return Entry(
      rate: rate ?? ofHost.rate, rateName: rate == nil ? ofHost.rateName : client,
      concurrency: concurrency ?? ofHost.concurrency,
      concurrencyName: concurrency == nil ? ofHost.concurrencyName : client,
      rateLimitStatuses: ofHost.rateLimitStatuses.union(own.rateLimitStatuses))
  }

  private func entry(host: String) -> Entry {
    let own = limits[host]
    return Entry(
      rate: liftsRateLimits ? nil : own?.rate, rateName: host,
      concurrency: max(1, own?.concurrency ?? maxPerHost), concurrencyName: host,
      rateLimitStatuses: own?.rateLimitStatuses ?? [])
  }
}

extension LimitTable.Entry {
  /// The pauses of a request's method and path, beside the limits of its service.
  init(route call: HTTPCall, _ limits: LimitTable.Entry) {
    self.init(
      rate: nil, rateName: "\(call.request.method) \(call.url.authority)\(call.url.target.prefix { $0 != "?" })",
      concurrency: limits.concurrency, concurrencyName: limits.concurrencyName,
      rateLimitStatuses: limits.rateLimitStatuses, isRoute: true)
  }
}
