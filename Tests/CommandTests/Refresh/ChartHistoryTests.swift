import Foundation
import Testing

/// Moves since a source's last list, and the list shown while one is awaited.
@Suite("Command: the lists of a chart", .ownThreads)
struct ChartHistoryTests {
  private static let script = Program.script("scripts/refresh.lua")

  private struct Chart: Decodable {
    struct Entry: Decodable {
      let title: String
      let previous_rank: Int?
      let moved: Int?
      let new: Bool?
    }
    struct Left: Decodable { let title: String }
    let source: String
    let stale: Bool
    let updated_at: String
    let compared_to: String?
    let left: [Left]
    let entries: [Entry]
  }

  private func chart(_ outcome: Outcome) throws -> Chart {
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Chart.self, from: Data(outcome.output.utf8))
  }

  private func list(_ titles: String) -> String {
    let rows = titles.enumerated().map {
      "{\"rank\": \($0.offset + 1), \"title\": \"\($0.element)\", \"artist\": \"X\"}"
    }
    return "[" + rows.joined(separator: ",") + "]"
  }

  @Test("Moved, new and dropped songs: as JSON, and on a terminal of any width")
  func moves() throws {
    let program = try Program(["chart.json": list("ABC")])
    let words = ["--mock", Self.script, "chart.json"]
    let first = try chart(program.run(words + ["--json"]))
    #expect(first.compared_to == nil && first.entries.allSatisfy { $0.new == nil })
    try program.write("chart.json", list("CAD"))
    let second = try chart(program.run(words + ["--json"]))
    #expect(second.compared_to != nil && second.left.map(\.title) == ["B"])
    #expect(second.entries.map(\.moved) == [2, -1, nil])
    #expect(second.entries.map(\.new) == [false, false, true])
    #expect(second.entries.map(\.previous_rank) == [3, 1, nil])
    for columns in [40, 80, 200] {
      let terminal = try PseudoTerminal(columns: UInt16(columns))
      let process = try program.start(on: terminal, words)
      #expect(terminal.waits(for: "B by X"), "\(terminal.shown)")
      process.waitUntilExit()
      let words = terminal.shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("1 up, 1 down, 1 new, 1 left: B by X"), "\(words)")
      #expect(terminal.shown.contains("\u{1B}[32m▲2\u{1B}[39m"))
      #expect(terminal.shown.contains("\u{1B}[31m▼1\u{1B}[39m"))
      #expect(!terminal.shown.contains("␛"))
    }
  }

  @Test("A source on the command line outranks the configured one; plain http is refused")
  func sources() throws {
    let program = try Program()
    #expect(try chart(program.run("--mock", Self.script, "--json")).source == "remote")
    let apple = try program.run("--mock", Self.script, "--apple", "de", "--limit", "10", "--json")
    #expect(try chart(apple).source == "apple")
    let refused = try program.run(
      "config", "set", "chart.remote_url", "http://example.org/chart.json")
    #expect(refused.status == 2 && refused.errors.contains("begins with https://"))
    #expect(
      try program.run("config", "get", "chart.remote_url").output.contains("http://") == false)
  }

  @Test("The bundled list has its own date; a kept list that of its fetching")
  func dates() throws {
    let program = try Program()
    let bundled = try chart(program.run("--offline", Self.script, "--json"))
    #expect(bundled.updated_at == "2026-11-21T00:00:00Z" && !bundled.stale)
    let live = try chart(program.run("--mock", Self.script, "--json"))
    #expect(live.source == "remote" && !live.stale)
    // Past the second for which the list counts as fresh.
    var late = live
    for _ in 1...50 where !late.stale {
      late = try chart(program.run("--mock=fault=500:100%", Self.script, "--json", "--top", "1"))
    }
    #expect(late.stale && late.source == "remote", "\(late.source)")
    #expect(late.updated_at <= live.updated_at)
  }

  @Test("While a remote list is awaited for the first time, the bundled one stands there")
  func stalled() throws {
    let program = try Program()
    let terminal = try PseudoTerminal()
    let process = try program.start(on: terminal, ["--mock=latency=60s", Self.script])
    #expect(terminal.waits(for: "it is being asked for again"), "\(terminal.shown)")
    #expect(terminal.shown.contains("drivers license"))
    #expect(terminal.shown.contains("stale: of 2026-11-2"))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }
}
