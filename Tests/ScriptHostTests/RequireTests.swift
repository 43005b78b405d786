import Foundation
import ScriptHost
import Testing

@Suite("require")
struct RequireTests {
  @Test func loadsFromTheGrantedFoldersOnce() async throws {
    let folder = try TemporaryFolder([
      "a.lua": "count = (count or 0) + 1 return {n = count, name = ...}",
      "sub/b.lua": "return require('a').n + 10", "pack/init.lua": "return 'packed'",
    ])
    let test = await TestEngine(strict: false, folders: [folder.path])
    let values = try await test.run(
      "return require('a').n, require('a').n, require('sub.b'), require('pack'), require('mix.task') == mix.task"
    )
    #expect(values == [.int(1), .int(1), .int(11), .string("packed"), .bool(true)])
  }

  @Test(arguments: [
    ("../a", "is not allowed"), ("a/b", "is not allowed: write require(\"a.b\")"),
    ("./a/b.lua", "is not allowed: write require(\"a.b\")"), ("/etc/passwd", "is not allowed"),
    ("a\\0b", "is not allowed"), ("", "is not allowed"), ("missing", "was not found; looked for"),
    ("loop", "module 'loop' requires itself: loop → loop"),
    ("one", "two.lua:1: module 'one' requires itself: one → two → one"),
    ("broken", "broken.lua:1:"),
  ])
  func refuses(name: String, message: String) async throws {
    let folder = try TemporaryFolder([
      "loop.lua": "require('loop')", "broken.lua": "return return",
      "one.lua": "return require('two')", "two.lua": "return require('one')",
    ])
    let test = await TestEngine(folders: [folder.path])
    #expect(await test.message("require('\(name)')").contains(message))
  }

  @Test func aTableOfDataIsItsTextWhereThereIsNoModule() async throws {
    let folder = try TemporaryFolder([
      "data/names.csv": "name,alias\nA,B\n", "data/both.csv": "x\n", "data/both.lua": "return 7",
    ])
    let test = await TestEngine(folders: [folder.path])
    let values = try await test.run("return require('data.names'), require('data.both')")
    #expect(values == [.string("name,alias\nA,B\n"), .int(7)])
    #expect(await test.message("require('data.none')").contains("data/none.csv"))
    // A part of a word says nothing, and the places stand before the advice.
    for name in ["lib.orbit", "lib.update", "lib.httpd"] {
      #expect(!(await test.message("require('\(name)')").contains("mixhost has")))
    }
    #expect(await test.message("require('cjson')").contains("cjson.csv; mixhost has mix.json"))
  }

  @Test func refusesALinkOutOfTheFolder() async throws {
    let outside = try TemporaryFolder(["secret.lua": "return 1"])
    let folder = try TemporaryFolder(["x.lua": "return 1"])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.lua", withDestinationPath: outside.path + "/secret.lua")
    let test = await TestEngine(folders: [folder.path])
    #expect(await test.message("require('link')").contains("leads out of"))
  }

  @Test func passesOverAByteOrderMarkAndAFirstLineForTheShell() async throws {
    let folder = try TemporaryFolder([
      "mark.lua": "\u{FEFF}return 1", "shell.lua": "#!/usr/bin/mixhost\nreturn 2",
    ])
    let test = await TestEngine(folders: [folder.path])
    #expect(
      try await test.run("return require('mark'), require('shell')") == [.int(1), .int(2)])
  }

  @Test func aSecondTaskWaitsForTheFirst() async throws {
    let folder = try TemporaryFolder([
      "slow.lua": "mix.task.sleep(0.001) return {}",
      "failing.lua": "mix.task.sleep(0.001) error('no')",
    ])
    let test = await TestEngine(folders: [folder.path])
    let values = try await test.run(
      """
      local function load() return require('slow') end
      local both = mix.task.all{load, load}
      local function fail() return (pcall(require, 'failing')) end
      local failed = mix.task.all{fail, fail}
      return both[1] == both[2], failed[1], failed[2]
      """)
    #expect(values == [.bool(true), .bool(false), .bool(false)])
  }

  @Test(arguments: ["require('a')", "mix.task.all{function() require('a') end}"])
  func refusesACircleOfTasks(source: String) async throws {
    let folder = try TemporaryFolder([
      "a.lua": "mix.task.sleep(0.001) return mix.task.all{function() return require('b') end}",
      "b.lua": "mix.task.sleep(0.001) return mix.task.all{function() return require('a') end}",
    ])
    let test = await TestEngine(folders: [folder.path])
    #expect(await test.message(source).contains("module 'a' requires itself"))
    let both = "mix.task.all{function() require('a') end, function() require('b') end}"
    #expect(await test.message(both).contains("requires itself"))
  }

  @Test(arguments: [
    [0xFF, 0xFE, 0x70, 0x00], [0xFE, 0xFF, 0x00, 0x70], [0x70, 0x00, 0x72, 0x00],
    [0x00, 0x70, 0x00, 0x72],
  ])
  func namesUTF16(start: [UInt8]) async {
    let test = await TestEngine()
    let error = await #expect(throws: ScriptError.self) {
      try await test.engine.run(start + [0x69, 0x00], name: "@w.lua")
    }
    #expect(error?.message == "w.lua:1: the text is UTF-16: save it as UTF-8")
  }

  @Test func namesBytecode() async {
    let test = await TestEngine()
    let error = await #expect(throws: ScriptError.self) {
      try await test.engine.run(Array("\u{1B}Lua\u{54}\0".utf8), name: "@w.lua")
    }
    #expect(error?.message.hasPrefix("w.lua:1: bytecode is not run") == true)
  }
}
