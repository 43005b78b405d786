import Foundation
import Testing

@Suite("Command: scripts/playlist.lua build", .ownThreads)
struct PlaylistBuildTests {
  @Test("A hundred artists with ten tracks each, one request in twenty refused: every track once")
  func hundredArtists() async throws {
    let home = try await SignedIn(
      "--fault", "429:5%", "--retry-after", "0", "--fault-path", "/spotify_api")
    let plan = try BuildReport(
      try home.run("plan", "--library", "on", "--limit", "10", "--max-tracks", "1000", "--json"))
    #expect(try home.writes().isEmpty)
    let outcome = try home.run(
      "build", "--library", "on", "--limit", "10", "--max-tracks", "1000", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let report = try BuildReport(outcome)
    #expect(report.plan == plan.plan && plan.dry_run && !report.dry_run)
    #expect(report.stats.artists_retrieved == 100)
    #expect(report.added == report.prepared && report.prepared.count >= 900)
    #expect(report.sources == ["deezer": 100])
    let written = try await home.items(try #require(report.playlist?.id))
    #expect(written == report.prepared)
    #expect(Set(written).count == written.count)
    let answered = try home.writes().filter { $0.status == 201 }
    #expect(answered.count == report.plan.writes.count)
  }

  @Test("The old contract: Spotify's own top tracks, old addresses, remembered")
  func oldContract() async throws {
    let home = try await SignedIn("--spotify", "old")
    let report = try BuildReport(
      try home.run("build", "--max-artists", "12", "--limit", "10", "--json"))
    #expect(report.sources == ["top tracks": 12])
    #expect(report.plan.writes.map(\.write) == ["create", "add", "add"])
    let first = try home.writes().map(\.path)
    #expect(first.filter { $0.hasSuffix("/me/playlists") }.count == 1)
    #expect(first.contains { $0.hasSuffix("/users/mock-listener/playlists") })
    #expect(!first.contains { $0.hasSuffix("/items") })
    try home.run("build", "--max-artists", "2", "--limit", "2", "--json")
    #expect(try home.writes().filter { $0.path.hasSuffix("/me/playlists") }.count == 1)
  }

  @Test("An existing playlist: appended to, shuffled together, replaced, and put back")
  func reuse() async throws {
    let home = try await SignedIn()
    let common = ["--reuse", "on", "--name", "road mix", "--max-artists", "4", "--limit", "3"]
    func build(_ more: String...) throws -> BuildReport {
      try BuildReport(
        try home.program.run(
          [Program.script("scripts/playlist.lua"), "build", "--json"] + common + more,
          environment: home.environment))
    }
    let appended = try build()
    let id = try #require(appended.playlist?.id)
    #expect(appended.reused && appended.plan.action == "append")
    let first = try await home.items(id)
    #expect(first.count == 5 + appended.added.count)
    #expect(first.suffix(appended.added.count) == appended.added[...])
    #expect(try home.run("undo").status == 0)
    let before = try await home.items(id)
    #expect(before == Array(first.prefix(5)))

    let shuffled = try build("--shuffle", "on", "--seed", "1234")
    let second = try await home.items(id)
    #expect(shuffled.plan.writes.map(\.write) == ["replace"])
    #expect(second.sorted() == first.sorted() && second != first)
    #expect(try home.run("undo").status == 0)
    #expect(try await home.items(id) == before)

    let replaced = try build("--truncate", "on")
    #expect(try await home.items(id) == replaced.prepared)
    #expect(try home.run("undo").status == 0)
    #expect(try await home.items(id) == before)
  }

  @Test(
    "Files of the user's and episodes stay where they are; what cannot be written back is not tried"
  )
  func localItems() async throws {
    let home = try await SignedIn()
    let arguments = [
      "--reuse", "on", "--name", "Morning Mix", "--max-artists", "4", "--limit", "3", "--shuffle",
      "on", "--json",
    ]
    func build(_ more: String...) throws -> Outcome {
      try home.program.run(
        [Program.script("scripts/playlist.lua"), "build"] + arguments + more,
        environment: home.environment)
    }
    let classic = try build("--rules", "classic")
    #expect(classic.status == 1 && classic.errors.contains("cannot be written back"))
    #expect(try home.writes().isEmpty)
    let report = try BuildReport(try build())
    let items = try await home.items(try #require(report.playlist?.id))
    #expect(items.prefix(5).filter { $0.hasPrefix("spotify:local:") }.count == 1)
    #expect(items.prefix(5).filter { $0.hasPrefix("spotify:episode:") }.count == 1)
    #expect(items.suffix(report.added.count) == report.added[...])
    let replaced = try BuildReport(try build("--truncate", "on"))
    #expect(replaced.plan.action == "exchange" && replaced.plan.notes.count == 1)
    let left = try await home.items(try #require(replaced.playlist?.id))
    #expect(left.first?.hasPrefix("spotify:local:") == true)
    #expect(left.dropFirst() == replaced.prepared[...])
    let undone = try home.run("undo")
    #expect(undone.status == 0, "\(undone)")
    #expect(try await home.items(try #require(replaced.playlist?.id)).sorted() == items.sorted())
  }

  @Test("Killed between two batches: --resume completes it, and nothing is written twice")
  func killed() async throws {
    let home = try await SignedIn("--latency", "40ms")
    let build = home.process(
      "build", "--library", "on", "--max-artists", "60", "--limit", "10", "--name", "Killed",
      "--quiet")
    try build.run()
    while try home.writes().filter({ $0.path.hasSuffix("/items") }).count < 2 {
      try #require(build.isRunning)
      usleep(5000)
    }
    kill(build.processIdentifier, SIGKILL)
    build.waitUntilExit()
    let other = try home.run("build", "--max-artists", "2")
    #expect(other.status == 1 && other.errors.contains("build --resume"))
    let resumed = try home.run("build", "--resume", "--json")
    #expect(resumed.status == 0, "\(resumed.errors)")
    let link = try home.run("open").output.trimmingCharacters(in: .whitespacesAndNewlines)
    let id = try #require(link.split(separator: "/").last.map(String.init))
    let items = try await home.items(id)
    #expect(items.count == 500 && Set(items).count == 500)
    #expect(try home.run("build", "--resume").errors.contains("no build to continue"))
    #expect(try home.run("undo").output.contains("is gone"))
    #expect(try home.run("open").status == 1)
  }

  @Test("A write whose answer is lost is looked up, not sent again")
  func lostAnswers() async throws {
    let home = try await SignedIn(
      "--fault", "truncate:8%+reset:5%+503:5%", "--retry-after", "0", "--fault-path",
      "/spotify_api/playlists")
    let outcome = try home.run(
      "build", "--library", "on", "--max-artists", "70", "--limit", "10", "--max-tracks", "0",
      "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let report = try BuildReport(outcome)
    let faults = try home.program.read("log.ndjson").split(separator: "\n")
      .filter { $0.contains("\"POST\"") && $0.contains("\"fault\":\"") }
    #expect(!faults.isEmpty)
    #expect(report.added == report.prepared && report.prepared.count > 500)
    #expect(try await home.items(try #require(report.playlist?.id)) == report.prepared)
  }
}
