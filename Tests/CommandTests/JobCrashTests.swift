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
      J.run(nil, {concurrency = 4}, function(item)
        if item.work.id > 20 then
          print("holding")
          io.stdout:flush()
          mix.task.sleep(600)
        end
        return {status = "enriched", fields = {pages = item.work.id}}
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
    let output = Pipe()
    let process = program.process(["t.lua", "hold"])
    process.standardOutput = output
    try process.run()
    #expect(output.fileHandleForReading.availableData.starts(with: Data("holding".utf8)))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let rest = try program.run("t.lua", "rest")
    #expect(rest.output == "done\t120\t120\t120\t0\t0\ttrue\n", "\(rest.errors)")
    let database = program.folder.appending(path: "home/data/mixhost.sqlite").path
    #expect(try Self.integrity(database) == "ok")
  }

  /// What SQLite says of a file.
  private static func integrity(_ path: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import sqlite3,sys; print(sqlite3.connect(sys.argv[1]).execute('PRAGMA integrity_check').fetchone()[0])",
      path,
    ]
    process.standardOutput = output
    try process.run()
    process.waitUntilExit()
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
