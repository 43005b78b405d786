import Foundation
import Testing

/// Processes that are killed with items in hand.
@Suite("Crashes of a run", .ownThreads)
struct JobCrashTests {
  private static let script = """
    local mode = arg[1]
    local L, J = mix.library, mix.jobs
    if mode == "fill" then
      local n = 0
      L.import(function() n = n + 1; if n <= 120 then return {title = "Book " .. n} end end)
      J.enqueue({status = "pending"})
    elseif mode == "hold" then
      J.run(nil, {concurrency = 4, lease = arg[2]}, function(item)
        if item.work.id > 20 then
          print("holding")
          io.stdout:flush()
          mix.task.sleep(arg[3])
          return {status = "failed", reason = "too late"}
        end
        return {status = "enriched", fields = {pages = item.work.id}}
      end)
      print("ended")
    elseif mode == "ask" then
      J.run(nil, {concurrency = 4}, function(item)
        print("holding")
        io.stdout:flush()
        local answer, err = mix.http.get("https://openlibrary.org/works/OL1W.json")
        if answer then return {status = "not_found"} end
        if item.work.id % 2 == 0 then return nil, err end
        return {status = "failed", reason = err.message}
      end)
    else
      local summary = J.run(nil, {}, function(item)
        return {status = "enriched", fields = {pages = item.work.id}}
      end)
      local s, lost = L.status(), 0
      for e in J.events() do if e.event == "lost" then lost = lost + 1 end end
      local p = J.progress()
      print(summary.state, s.enriched, s.total, p.enriched, p.running, p.queued, lost > 0)
    end
    """

  @Test("kill -9: the items of the dead process return at once, and none is lost")
  func killed() throws {
    let program = try Program(["t.lua": Self.script])
    #expect(try program.run("t.lua", "fill").status == 0)
    let process = try holding(program, lease: "60s", sleep: "600s")
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let rest = try program.run("t.lua", "rest")
    #expect(rest.output == "done\t120\t120\t120\t0\t0\ttrue\n", "\(rest.errors)")
    try expectSoundFile(program)
  }

  @Test("Two processes on one file, one of them killed: the other takes its items and finishes")
  func killedBeside() throws {
    let program = try Program(["t.lua": Self.script])
    #expect(try program.run("t.lua", "fill").status == 0)
    let first = try holding(program, lease: "60s", sleep: "600s")
    let output = Pipe()
    let second = program.process(["t.lua", "rest"])
    second.standardOutput = output
    try second.run()
    // It has done what was left, and waits for what the other holds.
    try waitForCount(program, state: 3, atLeast: 60)
    #expect(second.isRunning)
    kill(first.processIdentifier, SIGKILL)
    first.waitUntilExit()
    let rest = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    second.waitUntilExit()
    #expect(rest == "done\t120\t120\t120\t0\t0\ttrue\n")
    try expectSoundFile(program)
  }

  @Test(
    "Ctrl-C: what a script makes of its ended requests is not an outcome, and all items go back")
  func interrupted() throws {
    let program = try Program(["t.lua": Self.script])
    #expect(try program.run("t.lua", "fill").status == 0)
    let process = try holding(
      program, words: ["--home", "home", "--mock=latency=60s", "t.lua", "ask"])
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    let rest = try program.run("t.lua", "rest")
    #expect(rest.output == "done\t120\t120\t120\t0\t0\tfalse\n", "\(rest.errors)")
    try expectSoundFile(program)
  }

  @Test(
    "A process that hangs loses its items at the end of its lease, and saves nothing of them later")
  func hung() throws {
    let program = try Program(["t.lua": Self.script])
    #expect(try program.run("t.lua", "fill").status == 0)
    let first = try holding(program, lease: "1s", sleep: "100ms")
    kill(first.processIdentifier, SIGSTOP)
    let rest = try program.run("t.lua", "rest")
    #expect(rest.output == "done\t120\t120\t120\t0\t0\ttrue\n", "\(rest.errors)")
    kill(first.processIdentifier, SIGCONT)
    first.waitUntilExit()
    #expect(first.terminationStatus == 0)
    let after = try program.run("t.lua", "rest")
    #expect(after.output.hasPrefix("done\t120\t120\t120\t0\t0"), "\(after.output)")
    try expectSoundFile(program)
  }

  /// A process with items in hand that it does not finish soon.
  private func holding(_ program: Program, lease: String, sleep: String) throws -> Process {
    try holding(program, words: ["t.lua", "hold", lease, sleep])
  }

  private func holding(_ program: Program, words: [String]) throws -> Process {
    let output = Pipe()
    let process = program.process(words)
    process.standardOutput = output
    try process.run()
    #expect(output.fileHandleForReading.availableData.starts(with: Data("holding".utf8)))
    return process
  }

  private func waitForCount(_ program: Program, state: Int, atLeast count: Int) throws {
    let end = Date(timeIntervalSinceNow: 60)
    while end.timeIntervalSinceNow > 0 {
      let found = try Self.query(program, "SELECT count(*) FROM item WHERE state = \(state)")
      if let number = Int(found), number >= count { return }
    }
    Issue.record("there were never \(count) items in state \(state)")
  }

  /// The file is sound, every work has one item, and nothing was saved twice.
  private func expectSoundFile(_ program: Program) throws {
    #expect(try Self.query(program, "PRAGMA integrity_check") == "ok")
    #expect(try Self.query(program, "SELECT count(*) FROM item") == "120")
    let twice = "SELECT count(*) FROM (SELECT 1 FROM merge GROUP BY work HAVING count(*) > 1)"
    #expect(try Self.query(program, twice) == "0")
  }

  /// The first value that SQLite gives.
  private static func query(_ program: Program, _ sql: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import sqlite3,sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])",
      program.folder.appending(path: "home/data/mixhost.sqlite").path, sql,
    ]
    process.standardOutput = output
    try process.run()
    process.waitUntilExit()
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
