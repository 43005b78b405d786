import MixCore

/// A cache that a test fills by hand, and which writes down its calls.
final class TableCache: ResponseCaching {
  /// Answers of lookups, by canonical address.
  var table: [String: CacheLookup] = [:]
  /// Answers of `refresh`, by canonical address.
  var refreshed: [String: HTTPResponse] = [:]
  /// The calls, such as "store https://… 200".
  private let record: @Sendable (String) -> Void

  init(
    _ table: [String: CacheLookup] = [:], record: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.table = table
    self.record = record
  }

  func lookup(_ request: HTTPRequest, upstreamURL: String) -> CacheLookup {
    table[upstreamURL] ?? .miss
  }

  func store(
    _ request: HTTPRequest, upstreamURL: String, response: HTTPResponse, requestTime: Double,
    responseTime: Double
  ) {
    record("store \(upstreamURL) \(response.status)")
    table[upstreamURL] = .fresh(response)
  }

  func refresh(
    _ request: HTTPRequest, upstreamURL: String, notModified: HTTPResponse, requestTime: Double,
    responseTime: Double
  ) -> HTTPResponse? {
    record("refresh \(upstreamURL)")
    return refreshed[upstreamURL]
  }

  func invalidate(upstreamURL: String) {
    record("invalidate \(upstreamURL)")
    table[upstreamURL] = nil
  }
}
