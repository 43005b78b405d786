import Foundation
import Testing

import MockUpstreams

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A mock on a free loopback port with a client of its own and, where asked, a log.
struct RunningMock {
  let server: MockServer
  let base: URL
  let logFile: URL?
  private let session = URLSession(configuration: .ephemeral)

  /// Runs `body` against a mock with the options of `text` and stops the mock whatever happens.
  static func with(
    _ text: String, logged: Bool = false, body: (RunningMock) async throws -> Void
  ) async throws {
    let file =
      logged ? FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ndjson") : nil
    var options = try MockOptions(parsing: text)
    options.logFile = file?.path
    let server = MockServer(options: options)
    let port = try await server.start()
    let mock = RunningMock(
      server: server, base: try #require(URL(string: "http://127.0.0.1:\(port)")), logFile: file)
    defer { file.map { try? FileManager.default.removeItem(at: $0) } }
    do {
      try await body(mock)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  var port: Int { base.port ?? 0 }

  /// The status, headers and body of a GET.
  func get(
    _ path: String, _ query: [String: String] = [:], headers: [String: String] = [:]
  ) async throws -> (HTTPURLResponse, Data) {
    var address = URLComponents(url: base.appending(path: path), resolvingAgainstBaseURL: false)
    if !query.isEmpty {
      address?.queryItems = query.sorted { $0.key < $1.key }.map {
        .init(name: $0.key, value: $0.value)
      }
    }
    var request = URLRequest(url: try #require(address?.url))
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await session.data(for: request)
    return (try #require(response as? HTTPURLResponse), data)
  }

  /// The answer to a GET as it came over the wire, up to the end of the connection.
  func raw(_ path: String) async throws -> RawAnswer {
    let client = try RawClient(port: port)
    defer { client.leave() }
    client.send("GET /\(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    return await client.answer { _ in false }
  }

  /// The lines of the log so far.
  func log() throws -> [LogLine] {
    try String(contentsOf: try #require(logFile), encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(LogLine.self, from: Data($0.utf8))
    }
  }
}

struct LogLine: Decodable, Equatable {
  let time: String
  let method: String
  let path: String
  let query: String
  let status: Int
  let fault: String?
  let aborted: Bool
  let in_flight: Int
  let bytes: Int
  let ms: Double
}
