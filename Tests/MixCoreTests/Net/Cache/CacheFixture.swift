import Foundation
import Reactor

@testable import Net

/// A folder of its own for a test, removed with the last reference.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "mixcore-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  /// The names in the folder.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
  }

  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: file(name)).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Collects warnings from any thread.
final class Warnings: Sendable {
  private let list = Guarded<[String]>([])

  var all: [String] { list.withLock { $0 } }

  func add(_ text: String) { list.withLock { $0.append(text) } }
}

/// A clock, a folder and what is needed to open the same cache file several times, as later runs of
/// the program would.
struct CacheFixture {
  let time = ManualTime()
  let folder = TemporaryFolder()
  let warnings = Warnings()
  var maxBytes = 500_000_000
  var maxPages: Int?

  var path: String { folder.file("http.sqlite") }

  func disk() -> DiskTier {
    let warnings = warnings
    return DiskTier(path: path, maxBytes: maxBytes, maxPages: maxPages) { warnings.add($0) }
  }

  func responses(_ disk: DiskTier?, memory: MemoryLimits = .responses) -> ResponseCache {
    ResponseCache(disk: disk, time: time, memory: memory)
  }

  func values(_ disk: DiskTier?, memory: MemoryLimits = .values) -> KeyValueCache {
    KeyValueCache(disk: disk, time: time, memory: memory)
  }
}

extension ResponseCache {
  /// Stores an answer that arrives now.
  func keep(
    _ url: String, _ body: String, at time: ManualTime,
    headers: HTTPHeaders = ["Cache-Control": "max-age=60"],
    request: HTTPHeaders = [:], method: String = "GET", status: Int = 200
  ) {
    store(
      HTTPRequest(method: method, url: url, headers: request), upstreamURL: url,
      response: HTTPResponse(status: status, headers: headers, body: Array(body.utf8), url: url),
      requestTime: time.wall, responseTime: time.wall)
  }

  /// The body of a fresh answer.
  func freshBody(_ url: String, request: HTTPHeaders = [:]) -> String? {
    guard
      case .fresh(let answer) = lookup(HTTPRequest(url: url, headers: request), upstreamURL: url)
    else { return nil }
    return String(decoding: answer.body, as: UTF8.self)
  }
}
