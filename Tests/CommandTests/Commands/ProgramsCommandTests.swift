import Foundation
import Testing

@Suite("mixhost programs", .ownThreads)
struct ProgramsCommandTests {
  /// The podcasts program of docs/programs.md, or what docs/screens.md adds to it, line for line.
  static func podcasts(of document: String = "programs.md") throws -> [String: String] {
    let text = try String(
      contentsOf: Program.repository.appending(path: "docs/\(document)"), encoding: .utf8)
    var files: [String: String] = [:]
    for part in text.components(separatedBy: "\n`podcasts/").dropFirst() {
      let name = part.prefix { $0 != "`" }
      let code = part.components(separatedBy: "```lua\n")[1].components(separatedBy: "```")[0]
      files["podcasts/\(name)"] = code
    }
    return files
  }

  @Test("Every program that comes with mixhost runs by its command, from any folder")
  func commands() throws {
    let program = try Program()
    let list = try program.run("programs", "list")
    #expect(list.status == 0)
    let folder = Program.repository.appending(path: "scripts/programs")
    let commands = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(commands.count >= 13)
    let overview = try program.run("--help").output
    let words = Set(overview.prefix { $0 != "[" }.split { !$0.isLetter }.map(String.init))
    for command in commands {
      #expect(list.output.contains("mixhost \(command) "))
      #expect(words.contains(command), "mixhost --help does not name \(command)")
      let help = try program.run(command, "--help")
      #expect(help.status == 0 && help.output.contains("Usage: mixhost \(command) "))
    }
    let chart = try program.run("--mock", "chart", "--top", "3", "--json")
    #expect(chart.status == 0 && chart.output.contains("\"rank\""), "\(chart.errors)")
    #expect(try program.run("programs", "check").status == 0)
  }

  private struct Listing: Decodable {
    struct Entry: Decodable {
      let name: String
      let bundled: Bool
      let settings: [String]
      let upstreams: [String]
      let wants: [String]
      let note: String?
    }
    struct Problem: Decodable {
      let path: String
      let message: String
    }
    let programs: [Entry]
    let problems: [Problem]
  }

  @Test("programs list --json: what other programs read, problems included")
  func listing() throws {
    var files = try Self.podcasts()
    files["home/config/programs/bad/program.lua"] = "return {"
    let program = try Program(files)
    #expect(try program.run("programs", "add", "podcasts", "--yes").status == 0)
    let outcome = try program.run("programs", "list", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let listing = try JSONDecoder().decode(Listing.self, from: Data(outcome.output.utf8))
    let chart = try #require(listing.programs.first { $0.name == "chart" })
    #expect(chart.bundled && chart.note == nil && chart.upstreams.contains("itunes"))
    let own = try #require(listing.programs.first { $0.name == "podcasts" })
    #expect(!own.bundled && own.note == "yours" && own.settings.contains("podcasts.every"))
    #expect(own.wants.contains { $0.contains("upstream.podcasts") })
    #expect(listing.problems.count == 1 && listing.problems[0].path.hasSuffix("bad/program.lua"))
  }

  @Test("A word that is neither a command nor a script gets the nearest one")
  func suggestions() throws {
    let program = try Program(["chartz": "print('a script')"])
    for (word, near) in [("refesh", "refresh"), ("chrat", "chart"), ("playlists", "playlist")] {
      let outcome = try program.run(word)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("did you mean mixhost \(near)?"), "\(outcome.errors)")
    }
    #expect(try program.run("chartz").output == "a script\n")
  }

  @Test(
    "The podcasts of docs/programs.md: at most 80 lines, added, run, tested, refreshed, removed")
  func podcasts() throws {
    let files = try Self.podcasts()
    #expect(files.count == 4)
    #expect(files.values.reduce(0) { $0 + $1.split(separator: "\n").count } <= 80)
    let program = try Program(files)
    let spec = try program.run("test", "podcasts")
    #expect(spec.status == 0 && spec.output.contains("2 passed"), "\(spec.output)")
    let unasked = try program.run("programs", "add", "podcasts")
    #expect(unasked.status == 2 && unasked.errors.contains("--yes"))
    #expect(try program.run("podcasts").status == 2, "nothing was added")
    let added = try program.run("programs", "add", "podcasts", "--yes")
    #expect(added.status == 0 && added.output.contains("upstream.podcasts"), "\(added.errors)")
    try FileManager.default.removeItem(at: program.folder.appending(path: "podcasts"))
    let shown = try program.run("--mock", "podcasts", "--limit", "2", "--json")
    #expect(shown.output.contains("Episode 20: tea & stars"), "\(shown.errors)")
    let refreshed = try program.run("--mock", "refresh", "now", "podcasts")
    #expect(refreshed.status == 0 && refreshed.output.contains("Episode"), "\(refreshed.errors)")
    #expect(try program.run("config", "set", "podcasts.limit", "0").status == 2)
    #expect(try program.run("config", "set", "podcasts.every", "1h").status == 0)
    #expect(try program.run("refresh", "status").output.contains("podcasts"))
    let removed = try program.run("programs", "remove", "podcasts")
    #expect(removed.output == "removed podcasts and the settings podcasts.every\n")
    #expect(try program.run("chart", "--help").errors.isEmpty, "a setting of it is left")
    #expect(try program.run("podcasts").status == 2)
    #expect(try program.run("programs", "remove", "podcasts").status == 1)
    #expect(try program.run("programs", "remove", "chart").status == 1)
  }

  @Test("A running server fetches what a program refreshes, from the moment at which it is set")
  func served() throws {
    let mock = try MockServerProcess()
    defer { mock.stop() }
    let program = try Program(try Self.podcasts())
    #expect(try program.run("programs", "add", "podcasts", "--yes").status == 0)
    let server = program.process(
      ["serve", "--port", "0"],
      environment: ["MIXHOST_UPSTREAM_PODCASTS": mock.address + "/podcasts"])
    let output = Pipe()
    server.standardOutput = output
    server.standardError = FileHandle.nullDevice
    try server.run()
    defer {
      server.terminate()
      server.waitUntilExit()
    }
    // Its first lines: it runs, and nothing is due.
    _ = output.fileHandleForReading.availableData
    #expect(try program.run("config", "set", "podcasts.every", "1h").status == 0)
    let end = Date(timeIntervalSinceNow: 60)
    let document = "home/cache/server/podcasts.json"
    while end.timeIntervalSinceNow > 0, (try? program.read(document)) == nil { usleep(20_000) }
    #expect(try program.read(document).contains("Episode 20: tea & stars"))
  }

  @Test("On a terminal adding asks, and no is no")
  func asks() throws {
    for (answer, status) in [("n\n", Int32(1)), ("\n", 1), ("y\n", 0)] {
      let program = try Program(try Self.podcasts())
      let terminal = try PseudoTerminal()
      let process = program.process(["programs", "add", "podcasts"])
      try process.run(on: terminal)
      #expect(terminal.waits(for: "Accept? [y/N]"))
      terminal.type(answer)
      process.waitUntilExit()
      #expect(process.terminationStatus == status)
      #expect(try program.run("--mock", "podcasts").status == (status == 0 ? 0 : 2))
    }
  }

  @Test("A program holds what was accepted, and no more")
  func holdsWhatWasAccepted() throws {
    let program = try Program([
      "spy/program.lua": "return { name = \"spy\", entry = \"spy.lua\", summary = \"S\" }",
      "spy/spy.lua": """
      print(mix.fs.read(arg[1]))
      print(select(2, mix.http.get("https://example.org/")))
      """,
      "notes.txt": "private",
    ])
    #expect(try program.run("programs", "add", "spy", "--yes").status == 0)
    let denied = try program.run("spy", program.folder.path + "/notes.txt")
    #expect(!denied.output.contains("private"))
    #expect((denied.output + denied.errors).contains("not granted"), "\(denied)")
    // Its manifest grows after it was accepted.
    let manifest = "home/config/programs/spy/program.lua"
    try program.write(
      manifest,
      "return { name = \"spy\", entry = \"spy.lua\", summary = \"S\", grants = { read = { \"/\" } } }"
    )
    let grown = try program.run("spy")
    #expect(grown.status == 2)
    #expect(grown.errors.contains("now wants to read /"), "\(grown.errors)")
    #expect(try program.run("programs", "accept", "spy", "--yes").status == 0)
    #expect(try program.run("spy", program.folder.path + "/notes.txt").output.contains("private"))
  }

  @Test("A damaged program is named, and the others work")
  func damaged() throws {
    let program = try Program([
      "home/config/programs/bad/program.lua":
        "return { name = \"bad\", summary = \"S\", entry = 7 }",
      "home/config/programs/bad/bad.lua": "",
    ])
    let list = try program.run("programs", "list")
    #expect(list.status == 1 && list.output.contains("mixhost chart"))
    #expect(list.errors.contains("bad/program.lua:1: field 'entry'"), "\(list.errors)")
    #expect(try program.run("bad").errors.contains("field 'entry'"))
    #expect(try program.run("--mock", "chart", "--top", "1").status == 0)
    #expect(try program.run("config").status == 0)
  }

  @Test("A new program works as it is written")
  func begins() throws {
    let program = try Program()
    #expect(try program.run("programs", "new", "songs").status == 0)
    #expect(try program.run("programs", "new", "songs").status == 1)
    #expect(try program.run("programs", "new", "Songs!").status == 2)
    for taken in ["chart", "rules"] {
      let refused = try program.run("programs", "new", taken)
      #expect(refused.status == 1 && refused.errors.contains("already; choose another name"))
    }
    let check = try program.run("programs", "check", "songs")
    #expect(check.status == 0, "\(check.errors)")
    let spec = try program.run("test", "songs")
    #expect(spec.status == 0 && spec.output.contains("3 passed"), "\(spec.output)")
    #expect(try program.run("programs", "add", "songs", "--yes").status == 0)
    #expect(try program.run("songs", "--help").output.contains("mixhost songs --json stay"))
    let songs = try program.run("--mock", "songs", "--json")
    #expect(songs.status == 0 && songs.output.contains("\"title\""), "\(songs)")
    let screen = try program.run("--mock", "screen", "songs", "--do", "search", "term=stay")
    #expect(screen.status == 0 && screen.output.contains("Released"), "\(screen)")
  }

  @Test("A check names the sign-in services whose file the user still has to write")
  func signIns() throws {
    let manifest = """
      return { name = "shop", entry = "shop.lua", summary = "S", sign_in = { "spotify", "wares" } }
      """
    let program = try Program(["shop/program.lua": manifest, "shop/shop.lua": ""])
    let check = try program.run("programs", "check", "shop")
    #expect(check.status == 0 && !check.output.contains("spotify"), "\(check)")
    #expect(check.output.contains("signs in to wares, of which there is no"), "\(check)")
  }

  @Test("A folder with a program that was not added says how to add it")
  func notAdded() throws {
    let program = try Program()
    #expect(try program.run("programs", "new", "songs").errors.contains("programs add songs"))
    let outcome = try program.run("songs")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("not added: mixhost programs add songs"), "\(outcome.errors)")
  }
}
