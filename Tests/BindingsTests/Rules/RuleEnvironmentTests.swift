import Foundation
import Logging
import ScriptHost
import Testing

@Suite("Rule files: one environment with programs")
struct RuleEnvironmentTests {
  /// The note of a file's only feature.
  private func note(_ folder: RuleFolder, _ name: String = "match/t") async throws -> LuaValue {
    try await folder.test.value(
      "mix.match.best({}, {{}}, mix.rules.load('\(name)')).breakdown[1].note")
  }

  private func note(of score: String, _ files: [String: String] = [:]) async throws -> LuaValue {
    let file = ["match/t.lua": RuleFolder.file(score)]
    return try await note(try await RuleFolder(file.merging(files) { $1 }))
  }

  private func warnings(_ folder: RuleFolder) -> [String] {
    folder.test.log.entries.filter { $0.level == .warning }.map(\.message)
  }

  @Test func seesThePureModules() async throws {
    let value = try await note(
      of: """
        function()
          local names = {}
          for name in pairs(mix) do names[#names + 1] = name end
          table.sort(names)
          assert(require("mix.text") == mix.text)
          assert(mix.time.iso(0) == "1970-01-01T00:00:00Z" and mix.time.duration("1m") == 60)
          assert(mix.json.decode("[1]")[1] == 1 and mix.random.new(1):random() < 1)
          return 1, table.concat(names, " ")
        end
        """)
    #expect(value == .string("crypto json random records text time"))
  }

  @Test(arguments: [
    "mix.text = nil", "mix.text.fold = nil", "rawset(mix, 'text', {})",
    "rawset(mix.text, 'fold', string.upper)", "setmetatable(mix.text, {})",
    "getmetatable(mix.text).__index.fold = nil", "getmetatable(mix.json.array()).__index = {}",
    "getmetatable(mix.random.new(1)).random = nil", "getmetatable('').__index = {}",
  ])
  func cannotChangeWhatOthersSee(attack: String) async throws {
    let value = try await note(
      of: """
        function()
          local ok = pcall(function() \(attack) end)
          return 1, tostring(ok) .. " " .. mix.text.fold("Ä")
        end
        """)
    #expect(value == .string("false a"))
  }

  @Test func aProgramCannotChangeWhatRulesSee() async throws {
    let folder = try await RuleFolder([
      "match/t.lua": RuleFolder.file("function() return 1, mix.text.fold('Ä') end")
    ])
    try await folder.test.run(
      "pcall(rawset, mix.text, 'fold', function() return 'evil' end) rawset(_G, 'require', nil)")
    #expect(try await note(folder) == .string("a"))
  }

  @Test func reachesNeitherGlobalsNorClocks() async throws {
    let value = try await note(
      of: """
        function()
          assert(not os and not io and not debug and not coroutine and not load and not print)
          local mt = getmetatable(_G)
          for _, index in pairs(mt) do
            for _, name in ipairs { "os", "io", "mix", "_G", "load" } do
              assert(index({}, name) == nil, name)
            end
          end
          return 1, "closed"
        end
        """)
    #expect(value == .string("closed"))
  }

  // MARK: require

  @Test func aPureModuleLoadsInBoth() async throws {
    let scripts = RuleFolder.shipped.replacing("/rules", with: "")
    let folder = try await RuleFolder(
      [
        "lib/words.lua": """
        local titles = require("rules.lib.titles")
        return { name = ..., core = function(s) return titles.parse(s).core end }
        """,
        "match/t.lua": "local words = require('rules.lib.words')\n"
          + RuleFolder.file("function() return 1, words.name .. words.core(' A (Live)') end"),
      ], then: [RuleFolder.shipped])
    #expect(try await note(folder) == .string("rules.lib.wordsa"))
    #expect(warnings(folder).isEmpty)
    let program = await TestHost(moduleFolders: [scripts])
    #expect(
      try await program.value("require('rules.lib.titles').parse(' A (Live)').core")
        == .string("a"))
  }

  @Test func aModuleThatNeedsMoreIsRefusedByName() async throws {
    let folder = try await RuleFolder([
      "lib/service.lua": "local helper = require('lib.client')\nreturn helper",
      "lib/client.lua": "local client =\n  mix.http.client{}\nreturn client",
      "match/t.lua": "require('lib.service')\n" + RuleFolder.file("function() return 1 end"),
    ])
    let message = await folder.test.message("mix.rules.load('match/t')")
    #expect(message.contains("module 'lib.client' is not for rules: "), "\(message)")
    #expect(
      message.contains("lib/client.lua:2: mix.http cannot be used in a rule: it asks the network"))
    #expect(!message.contains("module 'lib.service' is not for rules"))
  }

  @Test func aCircleIsNamed() async throws {
    let folder = try await RuleFolder([
      "lib/a.lua": "return require('rules.lib.b')", "lib/b.lua": "return require('rules.lib.a')",
      "match/t.lua": "require('lib.a')\n" + RuleFolder.file("function() return 1 end"),
    ])
    let message = await folder.test.message("mix.rules.load('match/t')")
    #expect(
      message.contains("lib/b.lua:1: module 'lib.a' requires itself: lib.a → rules.lib.b → lib.a"),
      "\(message)")
  }

  @Test func twoNamesOfAFileAreOneModule() async throws {
    let value = try await note(
      of: """
        function()
          return 1, tostring(require("lib.words") == require("rules.lib.words"))
        end
        """, ["lib/words.lua": "return {}"])
    #expect(value == .string("true"))
  }

  @Test func aModuleIsMissingWhereverItWasLookedFor() async throws {
    let folder = try await RuleFolder(
      ["match/t.lua": "require('rules.lib.nowhere')"], then: [RuleFolder.shipped])
    let message = await folder.test.message("mix.rules.load('match/t')")
    #expect(message.contains("module 'rules.lib.nowhere' was not found; looked for "))
    #expect(message.contains("\(folder.path)/lib/nowhere.lua"), "\(message)")
    #expect(message.contains("\(RuleFolder.shipped)/lib/nowhere.lua"), "\(message)")
  }

  // MARK: Older files

  /// A rule of the form that had its modules as globals, and a library with a parameter and a header.
  private static let older = [
    "lib/mine.lua": """
    local folder = ...
    local here = type(folder) == "string" and folder:match("^(.*)mine$") or "lib."
    local spelling = require(here .. "spelling")
    return function(text)
      return { key = function(s) return text.fold(spelling.key(text, s)) end }
    end
    """,
    "match/t.lua": """
    local titles = require("lib.titles")(text)
    local mine = require("lib.mine")(text)
    local spread = require("lib.spread")(random)
    local numbers = require("lib.numbers")
    return {kind = "match", accept = 0.8, review = 0.5, margin = 0.1,
      features = {{name = "f", weight = 1, score = function()
        local tracks = spread({{artists = {"a"}, id = 1}, {artists = {"a"}, id = 1}}, 1)
        return text.ratio("a", "a"), titles.parse("B [Live]").core .. mine.key("É!") .. #tracks
          .. tostring(numbers.same("a 1", "a 2"))
      end}}}
    """,
  ]

  @Test func anOlderFileLoadsWithANote() async throws {
    let folder = try await RuleFolder(Self.older, then: [RuleFolder.shipped])
    #expect(try await note(folder) == .string("be2false"))
    #expect(try await note(folder) == .string("be2false"))
    let said = warnings(folder)
    #expect(said.count == 2, "one for each file: \(said)")
    #expect(
      said.contains {
        $0.contains(
          "/match/t.lua:1: require(\"lib.titles\") is the older form of require(\"rules.lib.titles\")"
        )
      }, "\(said)")
    #expect(said.contains { $0.contains("/lib/mine.lua:3: require(\"lib.spelling\")") })
  }

  @Test func aGlobalOfAnOlderFileIsNoted() async throws {
    let folder = try await RuleFolder([
      "match/t.lua": RuleFolder.file("function() return 1, text.fold('Ä') end")
    ])
    #expect(try await note(folder) == .string("a"))
    #expect(
      warnings(folder).map { $0.replacing(folder.path, with: "") } == [
        "/match/t.lua:3: 'text' is the older name of mix.text: write local text = mix.text "
          + "(docs/rules.md, \"Older rule files\")"
      ])
    let notes = try await folder.test.run("return select(3, mix.rules.check('match/t'))")
    guard case .array(let list)? = notes.first else { throw UnexpectedValue() }
    #expect(list.count == 1, "a check says it each time")
  }

  @Test(
    "Rules without fields are tried with the usual ones",
    arguments: ["return true", "q.title.x()"])
  func withoutFields(body: String) async throws {
    let score = "function(q) if q.title then \(body) end return 1 end"
    let folder = try await RuleFolder(["match/t.lua": RuleFolder.file(score)])
    let found = try await folder.test.run("return (mix.rules.check('match/t'))")
    #expect(found == [.nil])
  }

  @Test func anOlderNameNeverMeansAnotherModule() throws {
    let files = FileManager.default
    let rules = URL(filePath: RuleFolder.shipped)
    let shared = rules.deletingLastPathComponent().appending(path: "lib")
    let names = try files.contentsOfDirectory(atPath: rules.appending(path: "lib").path)
    #expect(names.count > 10)
    for name in names {
      #expect(
        !files.fileExists(atPath: shared.appending(path: name).path),
        "require(\"lib.\(name)\") of an older rule would find scripts/lib/\(name)")
    }
  }
}
