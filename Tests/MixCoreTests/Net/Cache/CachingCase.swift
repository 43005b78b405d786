import Foundation
import MixCore
import Reactor
import Testing

/// A row of the table in docs/caching.md: what was stored, what is asked later, what comes of it.
struct CachingCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Header fields of the first request, which stores.
  private var first: HTTPHeaders = [:]
  private let status: Int
  private let stored: HTTPHeaders
  /// Header fields of the second request, `after` seconds later.
  private let request: HTTPHeaders
  private let method: String
  private let after: Int
  /// The callers' options, such as a time to live.
  private let ttl: Double?
  private let allowExpired: Bool
  let decision: Decision

  /// The lines of the document that are rows of the table.
  static let rows: [Substring] = {
    let root = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    let file = root.appending(path: "docs/caching.md")
    return ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n")
      .filter { $0.hasSuffix("|") && $0.contains(" s | ") }
  }()

  static let all = rows.compactMap(CachingCase.init)

  private init?(_ row: Substring) {
    let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 6, let after = Int(cells[4].dropLast(2)),
      let decision = Decision(rawValue: cells[5])
    else { return nil }
    testDescription = cells[0] + " " + cells[1]
    var answer = cells[2][...]
    if let asked = answer.prefixMatch(of: #/\(asked with (.+?)\) /#) {
      first = Self.fields(asked.1)
      answer = answer[asked.range.upperBound...]
    }
    status = answer.prefixMatch(of: /\d+/).flatMap { Int($0.0) } ?? 200
    stored = Self.fields(answer)
    request = Self.fields(cells[3][...])
    let options = cells[3].replacing(/`[^`]*`/, with: "")
    method = options.firstMatch(of: /[A-Z]+/).map { String($0.0) } ?? "GET"
    ttl = options.firstMatch(of: /ttl (\d+)/).flatMap { Double($0.1) }
    allowExpired = !options.contains("allow_expired off")
    (self.after, self.decision) = (after, decision)
  }

  /// The header fields of a cell, such as `Cache-Control: max-age=60`.
  private static func fields(_ cell: Substring) -> HTTPHeaders {
    HTTPHeaders(
      cell.matches(of: /`([^`:]+): ([^`]*)`/).map { (String($0.1), String($0.2)) })
  }

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
