/// The limits of a request: those of its named client, then those of its host.
///
/// A named client that declares no rate of its own shares the bucket of its host, and likewise for
/// concurrency, so that naming a client never lifts a public service's limit by accident.
final class LimitTable {
  /// The limits of one request and the names under which they are counted.
  final class Entry {
    let rate: RateLimit?
    let rateName: String
    let concurrency: Int
    let concurrencyName: String
    let rateLimitStatuses: Set<Int>
    /// The counter of its transfers; kept here by ``ConcurrencyLimiter``.
    var lane: ConcurrencyLimiter.Lane?
    /// Its rate and pauses; kept here by ``TrafficGovernor``.
    var traffic: TrafficLane?

    init(
      rate: RateLimit?, rateName: String, concurrency: Int, concurrencyName: String,
      rateLimitStatuses: Set<Int>
    ) {
      self.rate = rate
      self.rateName = rateName
      self.concurrency = concurrency
      self.concurrencyName = concurrencyName
      self.rateLimitStatuses = rateLimitStatuses
    }
  }

  private var limits: [String: ClientLimits]
  private let maxPerHost: Int
  private let liftsRateLimits: Bool
  // Entries of hosts without a named client.
  private var hosts: [String: Entry] = [:]
  // The last answer: requests come in runs that want the same.
  private var lastHost = ""
  private var lastClient: String?
  private var last: Entry?

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
  func set(_ name: String, _ value: ClientLimits) {
    limits[name] = value
    hosts.removeAll()
    last = nil
  }

  /// The limits of a host or named client, as set.
  func get(_ name: String) -> ClientLimits? { limits[name] }

  /// The limits of a request.
  func entry(host: String, client: String?) -> Entry {
    if let last, lastHost == host, lastClient == client { return last }
    let entry = makeEntry(host: host, client: client)
    (lastHost, lastClient, last) = (host, client, entry)
    return entry
  }

  private func makeEntry(host: String, client: String?) -> Entry {
    let ofHost = hostEntry(host)
    guard let client, client != host, let own = limits[client] else { return ofHost }
    let rate = liftsRateLimits ? nil : own.rate
    let concurrency = own.concurrency.map { max(1, $0) }
    return Entry(
      rate: rate ?? ofHost.rate, rateName: rate == nil ? ofHost.rateName : client,
      concurrency: concurrency ?? ofHost.concurrency,
      concurrencyName: concurrency == nil ? ofHost.concurrencyName : client,
      rateLimitStatuses: ofHost.rateLimitStatuses.union(own.rateLimitStatuses))
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
