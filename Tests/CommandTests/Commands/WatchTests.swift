import Foundation
import Testing

@Suite("Command: --watch", .ownThreads)
struct WatchTests {
  @Test("Runs again when the script or a module changes, and only when they load")
  func changes() throws {
    let program = try Program([
      "main.lua": "print('value', require('part').v)", "part.lua": "return {v = 'one'}",
    ])
    let terminal = try PseudoTerminal()
    let process = program.process(["--watch", "main.lua"])
    process.standardOutput = terminal.handle
    process.standardError = terminal.handle
    try process.run()
    defer { process.terminate() }
    #expect(terminal.waits(for: "watching 2 files"))
    #expect(terminal.shown.contains("value\tone"))
    try program.write("part.lua", "return {v = ")
    #expect(terminal.waits(for: "the run from before stays in force"))
    try program.write("part.lua", "return {v = 'two'}")
    #expect(terminal.waits(for: "watching 2 files"))
    #expect(terminal.shown.contains("value\ttwo"))
    // One that computes for ever, then one that waits: the next takes their place.
    try program.write("main.lua", "print('computes') while true do end")
    #expect(terminal.waits(for: "\ncomputes"))
    try program.write("main.lua", "print('waits') mix.task.sleep(1000) print('late')")
    #expect(terminal.waits(for: "\nwaits"))
    try program.write("main.lua", "print('last')")
    #expect(terminal.waits(for: "watching 2 files"))
    #expect(terminal.shown.contains("\nlast\r\n"))
    #expect(!terminal.shown.contains("late"))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }

  @Test("Sees folders that are made again, and what links lead to")
  func replaced() throws {
    let program = try Program([
      "main.lua": "print('value', require('lib.part'), require('linked'))",
      "lib/part.lua": "return 'one'", "far/real.lua": "return 'a'",
    ])
    let files = FileManager.default
    let folder = program.folder.path
    try files.createSymbolicLink(atPath: folder + "/now", withDestinationPath: "far")
    try files.createSymbolicLink(
      atPath: folder + "/linked.lua", withDestinationPath: "now/real.lua")
    let terminal = try PseudoTerminal()
    let process = program.process(["--watch", "main.lua"])
    process.standardOutput = terminal.handle
    process.standardError = terminal.handle
    try process.run()
    defer { process.terminate() }
    #expect(terminal.waits(for: "value\tone\ta"))
    try program.write("far/real.lua", "return 'b'")
    #expect(terminal.waits(for: "value\tone\tb"))
    try files.moveItem(atPath: folder + "/lib", toPath: folder + "/away")
    try files.createDirectory(atPath: folder + "/lib", withIntermediateDirectories: false)
    try program.write("lib/part.lua", "return 'two'")
    #expect(terminal.waits(for: "value\ttwo\tb"))
    try program.write("lib/part.lua", "return 'three'")
    #expect(terminal.waits(for: "value\tthree\tb"))
    // A link that is moved to another folder, as releases are.
    try files.createDirectory(atPath: folder + "/new", withIntermediateDirectories: false)
    try program.write("new/real.lua", "return 'c'")
    try files.createSymbolicLink(atPath: folder + "/next", withDestinationPath: "new")
    #expect(rename(folder + "/next", folder + "/now") == 0)
    #expect(terminal.waits(for: "value\tthree\tc"))
    process.interrupt()
    process.waitUntilExit()
  }

  @Test("Wants a script's file")
  func misuse() throws {
    let program = try Program()
    for arguments in [["--watch"], ["--watch", "-e", "print(1)"], ["--watch", "config"]] {
      let outcome = try program.run(arguments)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("--watch takes a script's file"))
    }
    #expect(try program.run("--watch", "missing.lua").status == 2)
  }
}
