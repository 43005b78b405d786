import Foundation
import Testing

@Suite("Command: mixhost playlist, recipes and files", .ownThreads)
struct PlaylistRecipeTests {
  @discardableResult
  private func run(_ home: SignedIn, _ arguments: String..., input: String = "") throws -> Outcome {
    try home.program.run(["playlist"] + arguments, input: input, environment: home.environment)
  }

  @Test("A recipe builds into one playlist, again and again, also by the refresher")
  func recipe() async throws {
    let home = try await SignedIn()
    try run(
      home, "save", "road", "--artists", "The Weeknd", "--limit", "3", "--name", "Road Recipe")
    #expect(try run(home, "run", "road").status == 0)
    let id = try await home.playlist("Road Recipe", of: "mock-listener")
    #expect(try await home.items(id).count == 3)
    // Other options under the same name: the same playlist gets other tracks.
    try run(
      home, "save", "road", "--artists", "Ed Sheeran", "--limit", "2", "--name", "Road Recipe")
    let second = try home.program.run(
      ["refresh", "now", "playlist"], environment: home.environment)
    #expect(second.output.contains("3 items go, 2 come"), "\(second.errors)")
    #expect(try await home.items(id).count == 2)
    let third = try run(home, "run")
    #expect(third.output.contains("nothing to write to \"Road Recipe\""), "\(third)")
    #expect(try await home.playlists().filter { $0.name == "Road Recipe" }.count == 1)
    #expect(try run(home, "undo").status == 0)
    #expect(try await home.items(id).count == 3)
    let unknown = try run(home, "run", "raod")
    #expect(unknown.errors.contains("did you mean \"road\"?"))
    #expect(try run(home, "recipes", "remove", "road").status == 0)
    #expect(try run(home, "run").status == 1)
  }

  @Test("A recipe's run that was killed is completed by the next one")
  func killedRecipe() async throws {
    let home = try await SignedIn(
      "--fault", "stall:#1", "--fault-path", "/spotify_api/playlists")
    try run(home, "save", "road", "--artists", "The Weeknd", "--limit", "3", "--name", "Recipe")
    let process = home.process("run", "road")
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    while !(try home.program.read("log.ndjson").contains("\"fault\":\"stall\"")) {
      try #require(process.isRunning)
      usleep(5000)
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(try run(home, "run", "road").status == 0)
    let found = try await home.playlists().filter { $0.name == "Recipe" }
    #expect(found.count == 1 && found.first?.total == 3)
  }

  @Test("Tracks go out and come in again", arguments: ["csv", "m3u8", "jspf", "xspf"])
  func files(ending: String) async throws {
    let home = try await SignedIn()
    let file = "long." + ending
    #expect(try run(home, "export", "Long Mix", "--output", file).status == 0)
    let imported = try run(home, "import", file, "--name", "Again", "--json")
    #expect(imported.status == 0, "\(imported.errors)")
    let wanted = try await home.items(try await home.playlist("Long Mix", of: "mock-listener"))
    let again = try await home.playlist("Again", of: "mock-listener")
    #expect(try await home.items(again) == wanted)
  }

  @Test("Tracks without addresses are found by title and artist; what is not found is named")
  func search() async throws {
    let home = try await SignedIn()
    let outcome = try run(
      home, "import", "-", "--name", "Searched",
      input: "Artist,Title\nThe Weeknd,Blinding Lights\nNobody Atall,No Such Song\n")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("Nobody Atall – No Such Song: "))
    #expect(outcome.errors.contains("1 of 2 tracks found"))
    let id = try await home.playlist("Searched", of: "mock-listener")
    #expect(try await home.items(id).count == 1)
  }

  @Test("A backup brings back what was changed and what is gone")
  func backup() async throws {
    let home = try await SignedIn()
    #expect(try run(home, "backup", "all.json").status == 0)
    let doubles = try await home.playlist("Doubles", of: "mock-listener")
    let before = try await home.items(doubles)
    let deduped = try run(home, "dedupe", "Doubles")
    #expect(deduped.output.contains("4 items go"), "\(deduped)")
    #expect(try await home.items(doubles).count == before.count - 4)
    #expect(try run(home, "restore", "all.json", "Doubles").status == 0)
    #expect(try await home.items(doubles) == before)
    #expect(try run(home, "undo").status == 0)
    #expect(try run(home, "undo").status == 0)
    #expect(try await home.items(doubles) == before)
    let anew = try run(home, "restore", "all.json", "--new", "road mix")
    #expect(anew.status == 0, "\(anew.errors)")
    #expect(try await home.playlists().filter { $0.name == "road mix" }.count == 2)
    #expect(try run(home, "restore", "all.json", "Nothing").errors.contains("\"Nothing\""))
  }

  @Test("Undo of a build in the middle of the history, by its identifier")
  func history() async throws {
    struct Entry: Decodable {
      let build: String
      let name: String
      let state: String
    }
    let home = try await SignedIn()
    for name in ["One", "Two", "Three"] {
      try run(home, "build", "--artists", "The Weeknd", "--limit", "2", "--name", name)
    }
    func entries() throws -> [Entry] {
      try JSONDecoder().decode(
        [Entry].self, from: Data(try run(home, "history", "--json").output.utf8))
    }
    #expect(try entries().map(\.name) == ["Three", "Two", "One"])
    let two = try entries()[1].build
    #expect(try run(home, "undo", two).output == "playlist \"Two\" is gone\n")
    #expect(try await home.playlists().filter { ["One", "Three"].contains($0.name) }.count == 2)
    #expect(try entries().map(\.state) == ["done", "undone", "done"])
    let again = try run(home, "undo", two)
    #expect(again.status == 1 && again.errors.contains("is taken back already"))
    #expect(try run(home, "undo", "nosuch").errors.contains("there is no build nosuch"))
    #expect(try run(home, "undo").output.contains("\"Three\" is gone"))
  }

  @Test(
    "Options that contradict each other are refused",
    arguments: [
      "--playlist X --reuse off", "--playlist X --name Y", "--playlist X --date-stamp on",
      "--truncate on", "--seed 1", "--pick 1", "--resume --limit 3", "--resume --dry-run",
    ])
  func contradictions(options: String) throws {
    let outcome = try Program().run(
      ["playlist", "build"] + options.split(separator: " ").map(String.init))
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(
      outcome.errors.hasPrefix("mixhost: --") && outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("Named artists mean those alone; a file below the home folder is found by ~")
  func named() async throws {
    let home = try await SignedIn(files: ["artists.txt": "The Weeknd\n"])
    func report(_ arguments: String...) throws -> BuildReport {
      try BuildReport(
        try home.program.run(
          ["playlist", "plan", "--json", "--limit", "2"] + arguments,
          environment: home.environment.merging(["HOME": home.program.folder.path]) { $1 }))
    }
    #expect(try report("--artists", "The Weeknd").stats.artists_retrieved == 1)
    #expect(try report("--artists-file", "~/artists.txt").stats.artists_retrieved == 1)
    #expect(
      try report("--artists", "The Weeknd", "--followed", "on").stats.artists_retrieved == 86)
    #expect(
      try report("--artists", "The Weeknd", "--rules", "classic").stats.artists_retrieved == 86)
    #expect(
      try report("--library", "on", "--max-artists", "0", "--max-tracks", "0").stats
        .artists_retrieved > 100)
    let nobody = try run(home, "plan", "--artists", "nobody at all")
    #expect(nobody.status == 1)
    #expect(nobody.errors.contains("no artist was found for \"nobody at all\""))
  }
}
