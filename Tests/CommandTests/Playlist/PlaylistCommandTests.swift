import Foundation
import Testing

@Suite("Command: scripts/playlist.lua", .ownThreads)
struct PlaylistCommandTests {
  private let script = Program.script("scripts/playlist.lua")

  @Test(
    "The draft's fields are checked, and refused with what they take",
    arguments: [
      ("limit_per_artist=-1", "limit_per_artist takes a whole number from 0 to 1000, not -1"),
      ("max_tracks=100001", "max_tracks takes a whole number from 0 to 100000"),
      ("shuffle=perhaps", "shuffle takes on or off, not perhaps"),
      ("shuffle_seed=1.5", "shuffle_seed takes a whole number, not 1.5"),
      ("playlist_nam=x", "there is no option playlist_nam"),
      ("shuffle", "options set takes NAME=VALUE, not \"shuffle\""),
    ])
  func wrongOptions(word: String, message: String) throws {
    let outcome = try Program().run(script, "options", "set", word)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test("The draft is kept, with what this version does not know, and goes out and in")
  func draft() throws {
    let program = try Program([
      "draft.json": "{\"future\": {\"a\": []}, \"max_tracks\": 100000}",
      ".env.example": "SPOTIFY_CLIENT_ID=\"id\"\nDEFAULT_MAX_ARTISTS=\"7\" # few\n",
    ])
    #expect(try program.run(script, "options", "import", "draft.json").status == 0)
    try program.run(
      script, "options", "set", "shuffle_seed=123456789012345678901234567890",
      "manual_artist_queries=A-ha, Metallica; B")
    #expect(try program.run(script, "options", "import", ".env.example").status == 0)
    let shown = try program.run(script, "options", "export").output
    for part in [
      "\"future\"", "\"a\": []", "\"max_tracks\": 100000", "\"max_artists\": 7",
      "\"int\": \"123456789012345678901234567890\"", "\"A-ha\"", "\"Metallica\"", "\"B\"",
    ] {
      #expect(shown.contains(part), "\(shown)")
    }
    let template = try program.run(script, "options", "export", "--env").output
    #expect(template.contains("DEFAULT_MAX_ARTISTS=\"7\"") && !template.contains("CLIENT"))
    #expect(try program.run(script, "options", "show").output.contains("limit_per_artist"))
    #expect(try program.run(script, "options", "export", "kept.json").status == 0)
    #expect(try program.run(script, "options", "import", "kept.json").status == 0)
    let missing = try program.run(script, "options", "export", "no/such.json")
    #expect(missing.errors.contains("there is no folder no; make it first"))
  }

  @Test("Without a log-in, a command or a file: what to do")
  func refusals() throws {
    let program = try Program()
    let plan = try program.run(
      [script, "plan"], environment: ["SPOTIFY_CLIENT_ID": "mixhost-mock"])
    #expect(
      plan.status == 1 && plan.errors.contains("mixhost auth login spotify"), "\(plan.errors)")
    #expect(try program.run(script).status == 2)
    #expect(try program.run(script, "--help").output.contains("undo"))
    #expect(try program.run(script, "undo").errors.contains("no build to take back"))
    #expect(try program.run(script, "open").errors.contains("no playlist was built yet"))
    let lost = try program.run(script, "plan", "--artists-file", "nowhere.txt")
    #expect(lost.status != 0 && lost.errors.contains("nowhere.txt"))
  }

  @Test("For each line of a file the command shows how it is understood, and why")
  func artistLines() async throws {
    let home = try await SignedIn()
    let lines = [
      "# mine", "The Weeknd", "", "🎸🎸", "spotify:artist:xyz", "https://open.spotify.com/album/1",
      "https://example.com/artist/2", String(repeating: "x", count: 301),
    ]
    try home.program.write("artists.txt", lines.joined(separator: "\r\n"))
    let outcome = try home.run("artists", "check", "artists.txt")
    let rows = outcome.output.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(outcome.status == 1 && rows.count == 6)
    #expect(rows[0][2] == "The Weeknd" && rows[0][3].hasPrefix("spotify:artist:3"))
    let whys = rows.map { String($0.last ?? "") }
    #expect(whys[1] == "the search found nobody")
    #expect(whys[2] == "Spotify has no artist xyz")
    #expect(whys[3].contains("of kind album"))
    #expect(whys[4].contains("not of an artist at open.spotify.com"))
    #expect(whys[5] == "a name of 301 characters, more than 300")
    #expect(outcome.errors.contains("6 lines, 5 without an artist"))
  }

  @Test(
    "A refusal by Spotify says what to do, and nothing is retried",
    arguments: [
      ("new+unlisted", "User Management"), ("old+premium", "needs Premium"),
      ("new+quota:3", "the quota of your Spotify app is used up"),
    ])
  func refused(behaviour: String, message: String) async throws {
    let home = try await SignedIn("--spotify", behaviour)
    let outcome = try home.run("plan", "--max-artists", "3")
    #expect(outcome.status == 1 && outcome.errors.contains(message), "\(outcome.errors)")
    let refusals = try home.program.read("log.ndjson").split(separator: "\n")
      .filter { $0.contains("\"status\":429") }
    #expect(refusals.count <= 1)
  }

  @Test("A playlist that is gone, or another's; names of 300 characters and none; a limit of 0")
  func targets() async throws {
    let home = try await SignedIn()
    let gone = try home.run(
      "build", "--reuse", "on", "--playlist", "nosuch", "--max-artists", "2")
    #expect(gone.status == 1)
    #expect(gone.errors.contains("you have no playlist called \"nosuch\""), "\(gone.errors)")
    let deleted = try home.run(
      "build", "--playlist", String(repeating: "x", count: 22), "--max-artists", "2")
    #expect(deleted.status == 1 && deleted.errors.contains("there is no playlist xxxx"))
    let other = try await home.playlist("Road Mix", of: "somebody-else")
    let foreign = try home.run(
      "build", "--reuse", "on", "--playlist", other, "--max-artists", "2")
    #expect(foreign.status == 1 && foreign.errors.contains("is not yours"), "\(foreign.errors)")
    let long = try BuildReport(
      try home.run(
        "build", "--name", String(repeating: "n", count: 300), "--date-stamp", "on",
        "--max-artists", "2", "--json"))
    #expect(long.plan.name.count == 100 && long.plan.name.contains("nnn 20"))
    let unnamed = try BuildReport(
      try home.run("plan", "--name", "  ", "--max-artists", "2", "--json"))
    #expect(unnamed.plan.name == "Untitled Playlist")
    let nothing = try home.run("plan", "--limit", "0", "--max-artists", "2")
    #expect(nothing.status == 1 && nothing.errors.contains("No tracks could be generated"))
  }
}
