import Foundation
import Testing

/// The desktop builder's golden builds (Tests/Fixtures/playlist/PROVENANCE.md) by the command itself.
@Suite("Command: mixhost playlist build --rules classic", .ownThreads)
struct PlaylistGoldenCommandTests {
  struct Scenario: Decodable {
    struct Result: Decodable {
      let prepared: [String]
      let added: [String]
      let display: [String]
    }
    enum Value: Decodable {
      case flag(Bool)
      case text(String)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
          self = .flag(flag)
        } else if let number = try? container.decode(Int.self) {
          self = .text(String(number))
        } else if let list = try? container.decode([String].self) {
          self = .text(list.joined(separator: ", "))
        } else {
          self = .text(try container.decode(String.self))
        }
      }
    }
    let label: String
    let options: [String: Value]
    let result: Result
    let stdout: [String]
  }

  struct Write: Decodable {
    struct Body: Decodable {
      let name: String
      let description: String
      let `public`: Bool
    }
    let write: String
    let playlist: String?
    let uris: [String]?
    let body: Body?
  }

  private static let fixtures = Program.repository.appending(path: "Tests/Fixtures/playlist")
  private static let flags = [
    "playlist_name": "--name", "limit_per_artist": "--limit", "max_tracks": "--max-tracks",
    "dedupe_variants": "--dedupe", "shuffle": "--shuffle", "shuffle_seed": "--seed",
    "reuse_existing": "--reuse", "truncate": "--truncate", "target_playlist_id": "--playlist",
    "library_artists": "--library", "followed_artists": "--followed",
    "manual_artist_queries": "--artists", "verbose": "--verbose-artists",
  ]

  static let scenarios: [Scenario] = {
    let file = fixtures.appending(path: "build_scenarios.json")
    return (try? JSONDecoder().decode([Scenario].self, from: Data(contentsOf: file))) ?? []
  }()

  /// A stubbed service of a scenario, and a home that is signed in to it.
  private final class Rig {
    let home: SignedIn
    private let service = Process()
    private let port: String

    init(_ label: String) async throws {
      home = try await SignedIn()
      let notes = home.program.folder.path + "/notes.ndjson"
      service.executableURL = URL(filePath: "/usr/bin/env")
      service.arguments =
        ["python3"]
        + ["desktop_service.py", "catalogue.json", "build_scenarios.json"].map {
          PlaylistGoldenCommandTests.fixtures.appending(path: $0).path
        } + [label, notes]
      try home.program.write("notes.ndjson", "")
      let output = Pipe()
      service.standardOutput = output
      try service.run()
      port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    deinit {
      // It inherits a mask that blocks SIGTERM.
      kill(service.processIdentifier, SIGKILL)
      service.waitUntilExit()
    }

    func build(_ arguments: [String]) throws -> Outcome {
      try home.program.run(
        ["playlist", "build", "--rules", "classic"] + arguments,
        environment: home.environment.merging([
          "MIXHOST_UPSTREAM_SPOTIFY_API": "http://127.0.0.1:\(port)"
        ]) { $1 })
    }

    /// The lines written since the last call.
    func writes() throws -> [Write] {
      defer { try? home.program.write("notes.ndjson", "") }
      return try home.program.read("notes.ndjson").split(separator: "\n").map {
        try JSONDecoder().decode(Write.self, from: Data($0.utf8))
      }
    }
  }

  private func arguments(_ scenario: Scenario) -> [String] {
    var arguments: [String] = []
    var isDry = true
    for (name, value) in scenario.options.sorted(by: { $0.key < $1.key }) {
      switch (name, value) {
      case ("dry_run", .flag(let flag)): isDry = flag
      case (_, .flag(let flag)): arguments += [Self.flags[name] ?? name, flag ? "on" : "off"]
      case (_, .text(let text)): arguments += [Self.flags[name] ?? name, text]
      }
    }
    return isDry ? arguments + ["--dry-run"] : arguments
  }

  @Test("Every golden build: printed lines, tracks and writes", arguments: 0..<13)
  func golden(place: Int) async throws {
    let scenario = try #require(Self.scenarios.count == 13 ? Self.scenarios[place] : nil)
    let rig = try await Rig(scenario.label)
    let outcome = try rig.build(arguments(scenario))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output == scenario.stdout.map { $0 + "\n" }.joined(), "\(scenario.label)")
    let written = try rig.writes().filter { $0.write == "add" }.flatMap { $0.uris ?? [] }
    let report = try JSONDecoder().decode(
      Report.self, from: Data(try rig.build(arguments(scenario) + ["--json"]).output.utf8))
    #expect(report.prepared == scenario.result.prepared)
    #expect(report.added == scenario.result.added)
    #expect(report.display == scenario.result.display)
    if !written.isEmpty { #expect(written == scenario.result.added) }
  }

  private struct Report: Decodable {
    let prepared: [String]
    let added: [String]
    let display: [String]
  }

  @Test("A new playlist has the desktop builder's description, and --print its lines")
  func creation() async throws {
    let rig = try await Rig("")
    let outcome = try rig.build(["--artists", "art c", "--followed", "off", "--print", "on"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output == """
        Art C – Solo
        Playlist build stats:
          Playlist name: Fav Artists Top Tracks
          Artists retrieved: 1
          Top songs retrieved: 1
          Variants deduped: 0
          Total tracks added to the list: 1

        """)
    let writes = try rig.writes()
    #expect(writes.map(\.write) == ["create", "add"])
    #expect(
      writes.first?.body?.description == "Top tracks, put together by mixhost")
    #expect(writes.first?.body?.public == false)
    #expect(writes.last?.uris == ["spotify:track:c1"])
  }
}
