import Foundation
import Testing

/// The document of `feed.lua --json`.
struct FeedReport: Decodable {
  struct Problem: Decodable {
    let code: String
    let message: String
    let advice: String
  }
  struct Video: Decodable {
    let id: String
    let channel: String
    let title: String
    let duration: Double?
    let published_at: String
  }
  let source: String
  let stale: Bool
  let reconciled: Bool
  let found: Int
  let new: Int
  let skipped: [String: Int]
  let problems: [Problem]
  let videos: [Video]
}

/// A line of the mock's log.
struct FeedLogLine: Decodable {
  let method: String
  let path: String
  let query: String
  let status: Int
}

/// A program whose hub is a mock that outlives its runs.
final class FeedRig {
  static let script = Program.script("scripts/feed.lua")
  static let channels = (1...3).map { "UC" + String(repeating: "\($0)", count: 22) }

  let program: Program
  private let mock: MockServerProcess

  init(_ options: [String] = []) throws {
    program = try Program()
    mock = try MockServerProcess(["--log", program.folder.path + "/hub.ndjson"] + options)
  }

  func stop() { mock.stop() }

  var environment: [String: String] {
    [
      "MIXHOST_UPSTREAM_HUB": mock.address + "/hub",
      "MIXHOST_UPSTREAM_YOUTUBE": mock.address + "/youtube", "MIXHOST_FEED_USER": "me",
    ]
  }

  func run(_ arguments: String..., input: String = "", wrapper: [String] = []) throws -> Outcome {
    try program.run(
      [Self.script] + arguments, input: input, environment: environment, wrapper: wrapper)
  }

  func report(_ arguments: String...) throws -> FeedReport {
    let outcome = try program.run(
      [Self.script] + arguments + ["--json"], environment: environment)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(FeedReport.self, from: Data(outcome.output.utf8))
  }

  func follow(_ channels: [String] = FeedRig.channels) throws {
    let outcome = try run(
      "follow", "-", input: channels.joined(separator: "\n") + "\n")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  func requests(_ suffix: String) throws -> [FeedLogLine] {
    guard let text = try? program.read("hub.ndjson") else { return [] }
    return try text.split(separator: "\n").map {
      try JSONDecoder().decode(FeedLogLine.self, from: Data($0.utf8))
    }.filter { $0.path.hasSuffix(suffix) }
  }
}
