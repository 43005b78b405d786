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
    ("../a", "is not allowed"), ("a/b", "is not allowed"), ("/etc/passwd", "is not allowed"),
    ("a\\0b", "is not allowed"), ("", "is not allowed"), ("missing", "was not found; looked for"),
    ("loop", "requires itself"), ("broken", "broken.lua:1:"),
  ])
  func refuses(name: String, message: String) async throws {
    let folder = try TemporaryFolder(["loop.lua": "require('loop')", "broken.lua": "return return"])
    let test = await TestEngine(folders: [folder.path])
    #expect(await test.message("require('\(name)')").contains(message))
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
}
