import Foundation
import Testing

/// The document of `mixhost doctor --json`.
struct DoctorReport: Decodable {
  struct Problem: Decodable {
    let level: String
    let what: String
    let advice: String?
  }
  struct Key: Decodable {
    let setting: String
    let source: String
    let state: String
  }
  struct Failure: Decodable {
    let kind: String
    let status: Int?
    let text: String
    let time: Double
  }
  struct Answer: Decodable { let status: Int? }
  struct Item: Decodable {
    let title: String
    let level: String
    let upstream: String?
    let problems: [Problem]
    let fact: String?
    let note: String?
    let reached_seconds: Double?
    let limit: String?
    let key: Key?
    let last_failure: Failure?
    let answer: Answer?
  }
  let ok: Bool
  let live: Bool
  let offline: Bool
  let services: [Item]
  let log_ins: [Item]
  let machine: [Item]

  func service(_ upstream: String) throws -> Item {
    try #require(services.first { $0.upstream == upstream })
  }

  func part(_ title: String) throws -> Item {
    try #require(machine.first { $0.title == title })
  }
}

/// A program whose services in use are a mock that outlives its runs.
final class DoctorRig {
  static let token = "eyJhbGciOiJIUzI1NiJ9.eyJkb2N0b3IiOjF9.c2ln"

  let program: Program
  private let mock: MockServerProcess
  var base: String { mock.address }

  init(_ options: [String] = []) throws {
    program = try Program()
    mock = try MockServerProcess(
      ["--tmdb-token", Self.token, "--log", program.folder.path + "/log.ndjson"] + options)
  }

  /// The services that are in use without a key, and TMDB.
  var environment: [String: String] {
    [
      "MIXHOST_UPSTREAM_ITUNES": base + "/itunes", "TMDB_TOKEN": Self.token,
      "MIXHOST_UPSTREAM_OPENLIBRARY": base + "/openlibrary",
      "MIXHOST_UPSTREAM_COVERS": base + "/covers", "MIXHOST_UPSTREAM_TMDB": base + "/tmdb",
      "MIXHOST_UPSTREAM_YOUTUBE": base + "/youtube",
    ]
  }

  /// Runs `doctor --json`; `changes` are added to the environment.
  func report(
    _ arguments: [String] = ["--live"], _ changes: [String: String] = [:], exit: Int32,
    wrapper: [String] = []
  ) throws -> DoctorReport {
    let outcome = try program.run(
      ["doctor", "--json"] + arguments, environment: environment.merging(changes) { $1 },
      wrapper: wrapper)
    #expect(outcome.status == exit, "\(outcome.output) \(outcome.errors)")
    return try JSONDecoder().decode(DoctorReport.self, from: Data(outcome.output.utf8))
  }

  /// The requests to the mock.
  var requests: Int {
    ((try? program.read("log.ndjson")) ?? "").split(separator: "\n").count
  }
}
