import Foundation
import Testing

@Suite("mixhost new, types, docs", .ownThreads)
struct NewCommandTests {
  @Test func aNewScriptRunsAsWritten() throws {
    let program = try Program()
    let made = try program.run("new", "script", "songs")
    #expect(made.output == "songs.lua\n")
    let table = try program.run(
      "--mock", "songs.lua", "Weeknd", "Blinding", "Lights", "--limit", "2")
    #expect(table.status == 0)
    #expect(table.errors == "")
    #expect(table.output.contains("Blinding Lights"))
    let json = try program.run("--mock", "songs.lua", "weeknd", "--json", "--limit", "2")
    let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    let songs = try #require((document as? [String: Any])?["songs"] as? [[String: Any]])
    #expect(songs.count == 2)
    #expect(songs.allSatisfy { $0["title"] is String && $0["artist"] is String })
    #expect(try program.run("songs.lua").status == 2)
    #expect(try program.run("songs.lua", "--help").output.contains("mixhost songs.lua"))
  }

  @Test func aNewRulePassesItsCheck() throws {
    let program = try Program()
    let made = try program.run("new", "rule", "films")
    #expect(made.output.hasSuffix("/rules/match/films.lua\n"))
    let check = try program.run("rules", "check", "match/films")
    #expect(check.status == 0, "\(check.errors)")
    let answer = try program.run(
      "-e",
      """
      local rules = mix.rules.load("match/films")
      local found = {{title = "Alien", creator = "Ridley Scott"}, {title = "Aliens", creator = "Cameron"}}
      local best = mix.match.best({title = "Alien", creator = "Scott, Ridley"}, found, rules)
      print(best.decision, best.index)
      """)
    #expect(answer.output == "matched\t1\n")
  }

  @Test("A new service passes its checks, is searched by match, tried by doctor and mocked")
  func aNewServiceIsKnownEverywhere() throws {
    let program = try Program([
      "list.csv": "title,artist\nBlinding Lights,The Weeknd\nNowhere,No One\n"
    ])
    let made = try program.run("new", "service", "acme")
    let files = made.output.split(separator: "\n").map(String.init)
    #expect(files.count == 6 && files.allSatisfy { $0.contains("/services/acme/") })
    let folder = try #require(files.first).replacing("/service.lua", with: "")
    let tested = try program.run("test", folder)
    #expect(tested.status == 0 && tested.output.contains("5 passed"), "\(tested)")
    let matched = try program.run("--mock", "match", "list.csv", "--with", "acme")
    #expect(matched.output.contains("acme-0,Blinding Lights"), "\(matched)")
    #expect(matched.errors.contains("1 matched"), "\(matched)")
    #expect(try program.run("--mock", "doctor").output.contains("acme (match): reached"))
    let checked = try program.run("mock", "check", "acme")
    #expect(checked.output == "5 answers, 0 differences\n", "\(checked)")
    let again = try program.run("new", "service", "acme")
    #expect(again.status == 1 && again.errors.contains("there is a service acme already"))
  }

  @Test("A mock that sends what the service does not is named, and ends the check with 1")
  func differencesOfAMockAreNamed() throws {
    let program = try Program()
    let made = try program.run("new", "service", "acme").output.split(separator: "\n")
    let mock = try #require(made.first { $0.hasSuffix("/mock.lua") }).description
    let text = try String(contentsOfFile: mock, encoding: .utf8)
    try text.replacing("album = song.album,", with: "disc = 1,")
      .write(toFile: mock, atomically: true, encoding: .utf8)
    let checked = try program.run("mock", "check", "acme")
    #expect(checked.status == 1)
    #expect(
      checked.output == """
        acme/search: the mock never sends results[].album (string)
        acme/search: the mock sends results[].disc, which no answer has
        5 answers, 2 differences

        """)
  }

  @Test("A service of the user's that is wrong costs no other one")
  func aBrokenServiceIsNamed() throws {
    let program = try Program(["list.csv": "title,artist\nBlinding Lights,The Weeknd\n"])
    let made = try program.run("new", "service", "acme").output.split(separator: "\n")
    let manifest = try #require(made.first).description
    try "return { title = 'x', upstreams = { acme = { base = 'http://127.0.0.1' } } }"
      .write(toFile: manifest, atomically: true, encoding: .utf8)
    let matched = try program.run(
      "--mock", "match", "list.csv", "--with", "itunes")
    #expect(matched.status == 0 && matched.output.contains("Blinding Lights"), "\(matched)")
    let checked = try program.run("programs", "check")
    #expect(
      checked.errors.contains("services/acme/service.lua:1: field 'upstreams.acme.base'"),
      "\(checked)")
  }

  @Test("Services of the user's that do not end are named, and cost no other one")
  func endlessServicesAreNamed() throws {
    let program = try Program(["list.csv": "title,artist\nBlinding Lights,The Weeknd\n"])
    for (name, file) in [("acme", "mock.lua"), ("slow", "provider.lua")] {
      let made = try program.run("new", "service", name).output.split(separator: "\n")
      let path = try #require(made.first { $0.hasSuffix("/\(file)") }).description
      try "while true do end\n".write(toFile: path, atomically: true, encoding: .utf8)
    }
    let matched = try program.run("--mock", "match", "list.csv", "--with", "itunes")
    #expect(matched.status == 0 && matched.output.contains("Blinding Lights"), "\(matched)")
    #expect(matched.errors.contains("acme/mock.lua"), "\(matched)")
    #expect(
      matched.errors.contains("services/slow/provider.lua computed for 5.0 s without an end"),
      "\(matched)")
  }

  @Test("A folder without .luarc.json gets one, whose types are there; one of the user stays")
  func editorsFindTheTypes() throws {
    let program = try Program()
    let made = try program.run("new", "script", "songs")
    #expect(made.errors.contains(".luarc.json"))
    let file = program.folder.path + "/.luarc.json"
    let data = try #require(FileManager.default.contents(atPath: file))
    let settings = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let library = try #require(settings["workspace.library"] as? [String])
    #expect(FileManager.default.fileExists(atPath: library[0] + "/mix.lua"))
    try "{}".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try program.run("new", "script", "more").errors == "")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "{}")
    #expect(try program.run("new", "program", "shop").output.contains("shop/.luarc.json\n"))
  }

  @Test(arguments: ["script", "rule"])
  func refusesToOverwrite(kind: String) throws {
    let program = try Program()
    let path = try program.run("new", kind, "thing").output.dropLast()
    let file = path.hasPrefix("/") ? String(path) : program.folder.path + "/" + path
    try "mine".write(toFile: file, atomically: true, encoding: .utf8)
    let again = try program.run("new", kind, "thing")
    #expect(again.status == 1)
    #expect(again.errors == "mixhost: \(path) is there already; choose another name\n")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
  }

  @Test(arguments: [
    ["new", "rule", "../films"], ["new", "service", "a/b"], ["new", "service", "Acme"],
    ["new", "script", ""],
    ["new", "script", "so ngs"], ["new", "page", "x"], ["new", "script"],
    ["new", "script", "../x"], ["new", "script", "a/../../x"], ["new", "script", "/tmp/x"],
  ])
  func namesAndKindsAreChecked(arguments: [String]) throws {
    let outcome = try Program().run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("mixhost: "))
  }

  @Test func saysWhyAFileCannotBeWritten() throws {
    let program = try Program(["songs": "a file"])
    let outcome = try program.run("new", "script", "songs/films")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "mixhost: cannot write songs/films.lua: Not a directory\n")
  }

  @Test func printsTypesAndReference() throws {
    let program = try Program()
    #expect(
      try program.run("types").output
        == String(contentsOfFile: Program.script("scripts/types/mix.lua"), encoding: .utf8))
    #expect(
      try program.run("docs").output
        == String(contentsOfFile: Program.script("docs/api.md"), encoding: .utf8))
  }
}
