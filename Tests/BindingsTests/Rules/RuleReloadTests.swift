import Bindings
import Foundation
import Logging
import Reactor
import ScriptHost
import Testing

@Suite("Rule files: changed while a script runs")
struct RuleReloadTests {
  private static func rules(_ note: String) -> String {
    RuleFolder.file("function() return 1, '\(note)' end")
  }

  private let ask = "mix.match.best({}, {{}}, rules).breakdown[1].note"

  private func note(_ folder: RuleFolder) async throws -> LuaValue {
    try await folder.test.run("return \(ask)")[0]
  }

  private func loaded(_ files: [String: String], then others: [String] = []) async throws -> (
    RuleFolder, ManualTime
  ) {
    let time = ManualTime()
    let folder = try await RuleFolder(files, then: others, time: time)
    try await folder.test.run("rawset(_G, 'rules', mix.rules.load('match/t'))")
    return (folder, time)
  }

  @Test func aChangedFileIsReadAgain() async throws {
    let (folder, time) = try await loaded(["match/t.lua": Self.rules("old")])
    try folder.write("match/t.lua", Self.rules("newer"))
    #expect(try await note(folder) == .string("old"), "it looks only every so often")
    time.advance(by: .seconds(1))
    #expect(try await note(folder) == .string("newer"))
  }

  @Test(arguments: [
    ("return {", "t.lua:1:"),
    ("return {kind = 'match'}", "t.lua: field 'accept' is missing: a number from 0 to 1"),
  ])
  func aBrokenFileLeavesTheOldOneInForce(text: String, message: String) async throws {
    let (folder, time) = try await loaded(["match/t.lua": Self.rules("old")])
    try folder.write("match/t.lua", text)
    for _ in 1...3 {
      time.advance(by: .seconds(1))
      #expect(try await note(folder) == .string("old"))
    }
    let warnings = folder.test.log.entries.filter { $0.level == .warning }
    #expect(warnings.count == 1, "said once")
    #expect(warnings.first?.message.contains(message) == true, "\(warnings)")
    #expect(warnings.first?.message.contains("stay in force") == true)
    try folder.write("match/t.lua", Self.rules("mended"))
    time.advance(by: .seconds(1))
    #expect(try await note(folder) == .string("mended"))
  }

  @Test func whatAFileRequiresCountsToo() async throws {
    let (folder, time) = try await loaded([
      "lib/words.lua": "return {note = 'old'}",
      "match/t.lua":
        "local words = require('lib.words')\n"
        + RuleFolder.file("function() return 1, words.note end"),
    ])
    try folder.write("lib/words.lua", "return {note = 'changed'}")
    time.advance(by: .seconds(1))
    #expect(try await note(folder) == .string("changed"))
  }

  @Test func aCopyInTheUsersFolderTakesOver() async throws {
    let shipped = try await RuleFolder(["match/t/standard.lua": Self.rules("shipped")])
    let (folder, time) = try await loaded([:], then: [shipped.path])
    #expect(try await note(folder) == .string("shipped"))
    try folder.write("match/t/standard.lua", Self.rules("own"))
    time.advance(by: .seconds(1))
    #expect(try await note(folder) == .string("own"))
    try FileManager.default.removeItem(atPath: folder.path + "/match/t/standard.lua")
    time.advance(by: .seconds(1))
    #expect(try await note(folder) == .string("shipped"))
  }
}
