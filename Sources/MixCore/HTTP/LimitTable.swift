/// Which limits apply to a request: those of its named client, then those of its host.
///
/// A named client that declares no rate of its own shares the bucket of its host, and likewise for
/// concurrency, so that naming a client never lifts a public service's limit by accident.
final class LimitTable {
  /// The limits of one request and the names under which they are counted.
  struct Entry {
    var rate: RateLimit?
    var rateName: String
    var concurrency: Int
    var concurrencyName: String
    var rateLimitStatuses: Set<Int>
  }

  private var limits: [String: ClientLimits]
  private let maxPerHost: Int
  private let liftsRateLimits: Bool
  // Entries of hosts, which are asked for with every request.
  private var hosts: [String: Entry] = [:]

  init(_ configuration: HTTPConfiguration) {
    limits = configuration.limits
    maxPerHost = configuration.maxPerHost
    liftsRateLimits = configuration.liftsRateLimits
  }

  /// Replaces the limits of a host or named client.
  func set(_ name: String, _ value: ClientLimits) {
    limits[name] = value
    hosts.removeAll()
  }

  /// The limits of a host or named client, as set.
  func get(_ name: String) -> ClientLimits? { limits[name] }

  /// What applies to a request.
  func entry(host: String, client: String?) -> Entry {
    let ofHost = hostEntry(host)
    guard let client, client != host, let own = limits[client] else { return ofHost }
    var entry = ofHost
    if let rate = own.rate, !liftsRateLimits {
      entry.rate = rate
      entry.rateName = client
    }
    if let concurrency = own.concurrency {
      entry.concurrency = max(1, concurrency)
      entry.concurrencyName = client
    }
    entry.rateLimitStatuses.formUnion(own.rateLimitStatuses)
    return entry
  }

  private func hostEntry(_ host: String) -> Entry {
    if let known = hosts[host] { return known }
    let own = limits[host]
    let entry = Entry(
      rate: liftsRateLimits ? nil : own?.rate, rateName: host,
      concurrency: max(1, own?.concurrency ?? maxPerHost), concurrencyName: host,
      rateLimitStatuses: own?.rateLimitStatuses ?? [])
    if hosts.count > 4096 { hosts.removeAll() }
    hosts[host] = entry
    return entry
  }
}
