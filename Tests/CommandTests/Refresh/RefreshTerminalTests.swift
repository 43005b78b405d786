import Foundation
import Testing

@Suite("Command: scripts/refresh.lua on a terminal", .ownThreads)
struct RefreshTerminalTests {
  @Test("p pauses and resumes, r begins anew, and the end is the whole table")
  func keys() throws {
    let program = try Program()
    let terminal = try PseudoTerminal()
    let process = try program.start(
      on: terminal,
      [
        "--mock=latency=150ms", Program.script("scripts/refresh.lua"), "--top", "30",
        "--concurrency", "2",
      ])
    defer { process.terminate() }
    #expect(terminal.waits(for: "3 of 30"))
    terminal.type("p\n")
    #expect(terminal.waits(for: "paused; p + Enter continues"))
    terminal.type("P \n")
    #expect(terminal.waits(for: "p + Enter pauses, r + Enter refreshes"))
    terminal.type("r\n")
    // A list of its own begins: its first state has no entry yet, the cache then has some.
    #expect(terminal.waits(for: " of 30"))
    #expect(terminal.waits(for: " from the cache"))
    process.waitUntilExit()
    #expect(terminal.shown.contains("30 in all, 30 enriched"))
    #expect(process.terminationStatus == 0)
    #expect(terminal.shown.contains("remote chart of 20"))
    #expect(terminal.shown.components(separatedBy: "Album").count >= 3, "two tables were begun")
  }

  @Test("Ctrl-C in the middle leaves within a second, and the next run continues from there")
  func interruption() throws {
    let program = try Program()
    let terminal = try PseudoTerminal()
    let script = Program.script("scripts/refresh.lua")
    let process = try program.start(
      on: terminal, ["--mock=latency=300ms", script, "--top", "30", "--concurrency", "2"])
    #expect(terminal.waits(for: "5 of 30"))
    let asked = Date()
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(Date().timeIntervalSince(asked) < 1)
    #expect(terminal.waits(for: "interrupted; fetched answers are kept"))
    let next = try program.run("--mock", script, "--top", "30", "--json")
    let summary = try JSONDecoder().decode(Next.self, from: Data(next.output.utf8)).summary
    #expect(summary.cache_hits >= 4)
    #expect(summary.enriched == 30)
  }

  private struct Next: Decodable {
    struct Summary: Decodable {
      let cache_hits: Int
      let enriched: Int
    }
    let summary: Summary
  }
}
