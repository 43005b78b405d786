import MixCore
import Reactor
import Testing

/// One row of the table in docs/caching.md: what was stored, what is asked later, what comes of it.
struct CachingCase: CustomTestStringConvertible, Sendable {
  var section: String
  var title: String
  /// Header fields of the first request, which stores.
  var first: HTTPHeaders = [:]
  var status = 200
  var stored: HTTPHeaders
  /// Header fields of the second request, `after` seconds later.
  var request: HTTPHeaders = [:]
  var method = "GET"
  var after = 10
  /// The callers' options, such as a time to live.
  var ttl: Double?
  var allowExpired = true
  var decision: Decision

  enum Decision: String, Sendable {
    case miss = "miss"
    case fresh = "fresh"
    case stale = "stale, accepted"
    case validate = "ask; may stand in on error"
    case strict = "ask; no stand-in"
    case must = "ask; must not serve unasked"
    case notModified = "304"
    case gatewayTimeout = "504"
    case part = "fresh, 206"
    case behind = "stale; ask behind it"
  }

  var testDescription: String { "\(section) \(title)" }

  /// The row as docs/caching.md has it.
  var row: String {
    let asked = [method == "GET" ? nil : method, Self.text(request), ttlText].compactMap { $0 }
    let kept = Self.text(first).map { "(asked with \($0)) " } ?? ""
    let answer = [status == 200 ? nil : "\(status)", Self.text(stored)].compactMap { $0 }
    let told = answer.isEmpty ? "–" : answer.joined(separator: ", ")
    return "| \(section) | \(title) | \(kept)\(told) | "
      + "\(asked.isEmpty ? "–" : asked.joined(separator: ", ")) | \(after) s | \(decision.rawValue) |"
  }

  private var ttlText: String? {
    let options = [ttl.map { "ttl \(Int($0))" }, allowExpired ? nil : "allow_expired off"]
    let texts = options.compactMap { $0 }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  private static func text(_ headers: HTTPHeaders) -> String? {
    let texts = headers.fields.map { "`\($0.name): \($0.value)`" }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// Stores, waits and looks up.
  func run() -> Decision {
    // 1 January 2026, 00:00:00 GMT.
    let time = ManualTime(wall: 1_767_225_600)
    let cache = ResponseCache(disk: nil, time: time)
    let url = "https://api.example/x"
    var options = HTTPOptions()
    options.ttl = ttl
    options.allowExpired = allowExpired
    cache.store(
      HTTPRequest(url: url, headers: first, options: options), upstreamURL: url,
      response: HTTPResponse(status: status, headers: stored, body: [1, 2, 3], url: url),
      requestTime: time.wall, responseTime: time.wall)
    time.advance(by: .seconds(after))
    let asked = HTTPRequest(method: method, url: url, headers: request, options: options)
    switch cache.lookup(asked, upstreamURL: url) {
    case .miss: return .miss
    case .fresh(let answer):
      if answer.status == 304 { return .notModified }
      if answer.status == 504 { return .gatewayTimeout }
      if answer.status == 206 { return .part }
      return answer.source == .stale ? .stale : .fresh
    case .revalidating: return .behind
    case .expired(_, _, mustRevalidate: true, usableOnError: _): return .must
    case .expired(_, _, mustRevalidate: false, usableOnError: let usable):
      return usable ? .validate : .strict
    }
  }
}
