import Foundation
import HostSetup
import MixCore
import Reactor
import ScriptHost

@testable import MockUpstreams
@testable import Server

/// A server on a free port, with a home of its own that ends with it.
final class TestServer: Sendable {
  let server: WebServer
  let port: Int
  let folder: String
  private let reactor: Reactor
  private let mock: MockProcess?
  private let keepsFolder: Bool

  /// - Parameters:
  ///   - folder: an earlier server's; nil: a new one.
  ///   - mock: the options of the made-up services; nil: none, as no job runs.
  init(
    folder: String? = nil, mock: String? = nil, keepsFolder: Bool = false,
    _ change: (inout ServerOptions) -> Void = { _ in }
  ) async throws {
    self.folder =
      folder
      ?? FileManager.default.temporaryDirectory.path + "/mixhost-serve-\(UUID().uuidString)"
    self.keepsFolder = keepsFolder
    var globals = GlobalOptions()
    globals.home = self.folder
    reactor = Reactor(name: "server test")
    globals.mock = mock
    self.mock = try MockProcess(of: globals)
    let setup = try Setup(globals, JobScript.source(), mock: self.mock, reactor: reactor)
    await setup.prepare()
    var options = ServerOptions()
    options.port = 0
    options.testRoutes = true
    // Tests of refreshers switch them on.
    options.refreshes = false
    // On a busy machine a test takes so long that pings would come between its messages.
    options.limits.pingTime = 600
    options.globals = ["--home", self.folder] + (mock.map { ["--mock=" + $0] } ?? [])
    change(&options)
    server = try WebServer(options, setup: setup)
    port = try await server.start()
  }

  /// Stops the server; to be called at the end of every test.
  func stop() async {
    await server.stop()
    reactor.stop()
    mock?.stop()
    if !keepsFolder { try? FileManager.default.removeItem(atPath: folder) }
  }

  var token: String { server.parts.token.text }
  /// Asks for the stream of events.
  var eventsRequest: String { "GET /api/events HTTP/1.1\r\nHost: localhost\r\n\(bearer)\r\n" }
  var bearer: String { "Authorization: Bearer \(token)\r\n" }

  /// Puts books that the mock knows into the library.
  /// - Returns: their numbers.
  func addBooks(_ count: Int) async throws -> [Int64] {
    let library = server.parts.jobs.library
    let options = MockOptions()
    let titles = try await ServiceMocks(options, OAuthLedger(options)).run(
      """
      local catalogue, titles = require("lib.mock.catalogue"), {}
      for index = 0, tonumber(...) - 1 do
        local book = catalogue.book(index)
        titles[#titles + 1] = book.title .. "\\n" .. table.concat(book.authors, "\\n")
      end
      return table.unpack(titles)
      """, arguments: ["\(count)"])
    return try await blocking {
      let records = titles.compactMap(\.shownText).map { text in
        let parts = text.split(separator: "\n").map(String.init)
        return WorkRecord(["title": .text(parts[0]), "creators": .list(Array(parts.dropFirst()))])
      }
      let file = try LibraryImport(
        library, kind: .book, source: "test", onDuplicate: .skip, now: 1)
      _ = try file.add(Array(records))
      try file.finish(commit: true)
      return try library.ids(Library.Filter(), after: 0, limit: count)
    }
  }

  // MARK: Requests

  /// Sends bytes as they are and reads one response.
  func exchange(_ request: String) async throws -> RawResponse {
    try await blocking { [port] in
      let socket = try RawSocket(port: port)
      socket.send(request)
      return try socket.readResponse()
    }
  }

  /// The page as a browser gets it, until the connection ends.
  func page(_ path: String, fields: String = "") async throws -> RawResponse {
    try await blocking { [port] in
      let socket = try RawSocket(port: port)
      socket.send(
        "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(fields)Connection: close\r\n\r\n")
      let parts = String(decoding: try socket.readToEnd(), as: UTF8.self).split(
        separator: "\r\n\r\n", maxSplits: 1)
      return RawResponse(
        head: parts.first.map(String.init) ?? "", body: Array((parts.dropFirst().first ?? "").utf8))
    }
  }

  /// - Parameter fields: nil: the token.
  func get(_ path: String, fields: String? = nil) async throws -> RawResponse {
    try await exchange(
      "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(fields ?? bearer)\r\n")
  }

  /// - Parameter fields: nil: the token.
  func post(_ path: String, _ body: String, fields: String? = nil) async throws -> RawResponse {
    try await exchange(
      """
      POST \(path) HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Content-Type: application/json\r
      Content-Length: \(body.utf8.count)\r
      \(fields ?? bearer)\r
      \(body)
      """)
  }

  func socket(_ path: String, fields: String? = nil) async throws -> RawWebSocket {
    try await blocking { [port, lines = fields ?? bearer] in
      try RawWebSocket(port: port, path: path, fields: lines)
    }
  }
}
