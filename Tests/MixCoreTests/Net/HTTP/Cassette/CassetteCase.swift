import Foundation
import Reactor

@testable import Net

/// A folder with a recording, and clients that make and replay it.
final class CassetteCase: Sendable {
  let folder: String
  var path: String { folder + "/run.ndjson" }

  init() throws {
    folder = NSTemporaryDirectory() + "cassette-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  static let header = CassetteHeader(
    script: "test.lua", startMilliseconds: 1_700_000_000_000, seed: 42,
    settings: ["http.concurrency": "4"])

  /// The recording as text.
  func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  func write(_ text: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// Its lines after the first, read back.
  func exchanges() throws -> [CassetteExchange] { try CassetteReader(path).exchanges }

  /// Runs with a client that records.
  @discardableResult
  func record<Value: Sendable>(
    secrets: [String] = [], configuration: HTTPConfiguration = HTTPConfiguration(),
    _ body: @escaping @Sendable (Rig) async throws -> Value
  ) async throws -> Value {
    try await run(configuration, body) { reactor in
      try Cassette(recordingTo: self.path, Self.header, secrets: secrets, on: reactor)
    }
  }

  /// Runs with a client that replays.
  @discardableResult
  func replay<Value: Sendable>(
    _ body: @escaping @Sendable (Rig) async throws -> Value
  ) async throws -> Value {
    var configuration = HTTPConfiguration()
    // A replay that reaches for the network fails.
    configuration.libcurl = "libnothing.so"
    return try await run(configuration, body) { reactor in
      try Cassette(replaying: self.path, on: reactor)
    }
  }

  private func run<Value: Sendable>(
    _ configuration: HTTPConfiguration, _ body: @escaping @Sendable (Rig) async throws -> Value,
    _ open: (Reactor) throws -> Cassette
  ) async throws -> Value {
    let reactor = Reactor(name: "cassette")
    defer {
      reactor.stop()
      reactor.join()
    }
    let cassette = try open(reactor)
    var configuration = configuration
    configuration.cassette = cassette
    configuration.random = cassette.random
    let client = try HTTPClient(
      reactor: reactor, time: cassette.clock, configuration: configuration)
    let rig = Rig(reactor: reactor, client: client)
    let log = rig.log
    _ = await client.subscribe { log.add($0) }
    // A failure of the body is a result too: the recording is complete in any case.
    let result = await Task(executorPreference: reactor) { try await body(rig) }.result
    try await cassette.finish()
    return try result.get()
  }
}
