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

  @Test func aNewProviderAnswers() throws {
    let program = try Program([
      "ask.lua": """
      local service = require("providers.films").open({ patience = 20 })
      for _, song in ipairs(assert(service:search({ title = "Weeknd Blinding Lights" }))) do print(song.title) end
      """
    ])
    #expect(try program.run("new", "provider", "films").output == "providers/films.lua\n")
    let answer = try program.run("--mock", "ask.lua")
    #expect(answer.status == 0, "\(answer.errors)")
    #expect(answer.output.contains("Blinding Lights"))
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

  @Test(arguments: ["script", "rule", "provider"])
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
    ["new", "rule", "../films"], ["new", "provider", "a/b"], ["new", "script", ""],
    ["new", "script", "so ngs"], ["new", "page", "x"], ["new", "script"],
    ["new", "script", "../x"], ["new", "script", "a/../../x"], ["new", "script", "/tmp/x"],
  ])
  func namesAndKindsAreChecked(arguments: [String]) throws {
    let outcome = try Program().run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("mixhost: "))
  }

  @Test func saysWhyAFileCannotBeWritten() throws {
    let program = try Program(["providers": "a file"])
    let outcome = try program.run("new", "provider", "films")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "mixhost: cannot write providers/films.lua: Not a directory\n")
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
