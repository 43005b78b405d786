import Foundation
import Testing

@Suite("Command: scripts/refresh.lua", .ownThreads)
struct RefreshTests {
  private struct Report: Decodable {
    struct Entry: Decodable {
      let rank: Int
      let title: String
      let status: String
      let artwork_url: String?
      let track_id: Int?
    }
    struct Summary: Decodable {
      let total: Int
      let enriched: Int
      let requests: Int
    }
    let source: String
    let entries: [Entry]
    let summary: Summary
  }

  private struct LogLine: Decodable {
    let path: String
    let status: Int
    let in_flight: Int
  }

  private let script = Program.script("scripts/refresh.lua")

  private func report(_ outcome: Outcome) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
  }

  private func log(_ program: Program) throws -> [LogLine] {
    try program.read("log.ndjson").split(separator: "\n").map {
      try JSONDecoder().decode(LogLine.self, from: Data($0.utf8))
    }
  }

  @Test func enrichesTheMocksChartOnce() throws {
    let program = try Program()
    let arguments = "--mock=latency=5ms,log=log.ndjson"
    let first = try program.run(arguments, script, "--top", "100", "--concurrency", "6", "--json")
    #expect(first.status == 0, "\(first.errors)")
    let report = try report(first)
    #expect(report.source == "remote")
    #expect(report.entries.map(\.rank) == Array(1...100))
    #expect(report.summary.enriched >= 98)
    let enriched = report.entries.filter { $0.status == "enriched" }
    #expect(
      enriched.allSatisfy { $0.track_id != nil && $0.artwork_url?.contains("/600x600") == true })
    let searches = try log(program).filter { $0.path == "/itunes/search" }
    #expect(searches.count >= 100)
    #expect(searches.map(\.in_flight).max() ?? 0 <= 6)

    try program.write("log.ndjson", "")
    let second = try self.report(try program.run(arguments, script, "--top", "100", "--json"))
    #expect(second.summary.enriched == report.summary.enriched)
    #expect(try log(program).allSatisfy { $0.path != "/itunes/search" })
  }

  @Test func printsTheListWithoutNetwork() throws {
    let program = try Program()
    let outcome = try program.run("--offline", script)
    #expect(outcome.status == 0)
    let rows = outcome.output.split(separator: "\n").filter {
      Int($0.drop { $0 == " " }.prefix { $0.isNumber }) != nil
    }
    #expect(rows.count == 10)
    #expect(outcome.output.contains("Blinding Lights"))
  }

  @Test(arguments: [
    (["--top", "-1"], "--top takes a whole number of 1 or more, not \"-1\""),
    (["--topp", "1"], "unknown option --topp; did you mean --top?"),
    (["--remote", "not an address"], "--remote takes an address"),
    (["--max-bytes", "lots"], "--max-bytes takes a size"),
    (["--concurrency", "0"], "--concurrency takes a whole number from 1 to"),
    (["--every", "5m"], "--every takes one of off, 1h, 6h, 24h, not \"5m\""),
    (["--apple", "usa"], "--apple takes two letters, such as us, not \"usa\""),
    (["--country", "1"], "--country takes two letters"),
    (["--limit", "7"], "--limit takes one of 10, 25, 50, 100"),
    (["--max-entries", "0"], "--max-entries takes a whole number from 1 to"),
  ])
  func refusesWrongOptions(arguments: [String], message: String) throws {
    let program = try Program()
    let outcome = try program.run([script] + arguments)
    let text = outcome.errors
    #expect(outcome.status == 2)
    #expect(text.contains(message), "\(text)")
  }

  @Test func fallsBackWhenTheRemoteIsRefused() throws {
    let program = try Program()
    let outcome = try program.run(
      "--offline", script, "--remote", "http://example.org/chart.json", "--json")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("plain http is refused"))
    #expect(try report(outcome).source == "local")
  }

  @Test func printsItsHelp() throws {
    let program = try Program()
    let outcome = try program.run(script, "--help")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("--concurrency N") && outcome.output.contains("--json"))
  }
}
