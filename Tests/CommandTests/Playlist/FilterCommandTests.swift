import Foundation
import Testing

@Suite("Command: filters", .ownThreads)
struct FilterCommandTests {
  private struct Report: Decodable {
    struct Findings: Decodable {
      struct Transition: Decodable {
        let field: String
        let rules: [String]
        let states: Int
      }
      let states: Int
      let transitions: [Transition]
    }
    let ok: Bool
    let path: String
    let findings: Findings?
  }

  @Test func checkPrintsTheTransitionTable() throws {
    let program = try Program()
    let check = try program.run("--timeout", "10m", "rules", "check", "filters/trailers")
    #expect(check.status == 0, "\(check.errors)")
    #expect(check.output.contains("6528 states can be reached, by 274176 changes."))
    #expect(check.output.contains("Of every state holds: a certification is for films;"))
    for words in [
      ["date = upcoming", "sort=releaseDateNewest", "upcoming_is_by_date", "1125"],
      ["contentType = all, tvShows", "certification=none", "certification_is_for_films", "4350"],
      ["genre = any of 24", "sort=popularity", "trends_are_unfiltered", "3"],
    ] {
      let lines = check.output.split(separator: "\n")
      #expect(
        lines.contains { line in words.allSatisfy { line.contains($0) } }, "\(words)")
    }
    let json = try program.run(
      "--timeout", "10m", "rules", "check", "filters/trailers", "--json"
    ).output
    let report = try JSONDecoder().decode(Report.self, from: Data(json.utf8))
    #expect(report.ok && report.path.hasSuffix("filters/trailers.lua"))
    #expect(report.findings?.states == 6_528 && report.findings?.transitions.count == 10)
  }

  @Test func aCopyIsListedAndChecked() throws {
    let program = try Program()
    #expect(try program.run("rules", "list").output.contains("filters/trailers"))
    let path = try program.run("rules", "copy", "filters/trailers").output
      .trimmingCharacters(in: .newlines)
    var text = try String(contentsOfFile: path, encoding: .utf8)
    // Without this one, films keep a certification that series do not have.
    text = text.replacing("set = { certification = false }", with: "set = {}")
    try Data(text.utf8).write(to: URL(filePath: path))
    let check = try program.run("--timeout", "10m", "rules", "check", "filters/trailers")
    #expect(check.status == 1)
    #expect(
      check.errors.contains("statement 'a certification is for films' does not hold of"),
      "\(check.errors)")
  }

  /// Days of 23 and 25 hours, a day without a midnight, one that began elsewhere already.
  @Test(arguments: [
    ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T04:59:59Z", "2026-02-05 2026-03-07"),
    ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T05:00:00Z", "2026-02-06 2026-03-08"),
    ("EST5EDT,M3.2.0,M11.1.0", "2026-03-09T03:59:59Z", "2026-02-06 2026-03-08"),
    ("EST5EDT,M3.2.0,M11.1.0", "2026-03-09T04:00:00Z", "2026-02-07 2026-03-09"),
    ("EST5EDT,M3.2.0,M11.1.0", "2026-11-02T04:59:59Z", "2026-10-02 2026-11-01"),
    ("EST5EDT,M3.2.0,M11.1.0", "2026-11-02T05:00:00Z", "2026-10-03 2026-11-02"),
    ("BRT3BRST,M11.1.0/0,M2.3.0/0", "2018-11-04T02:59:59Z", "2018-10-04 2018-11-03"),
    ("BRT3BRST,M11.1.0/0,M2.3.0/0", "2018-11-04T03:00:00Z", "2018-10-05 2018-11-04"),
    ("BRT3BRST,M11.1.0/0,M2.3.0/0", "2018-02-18T02:30:00Z", "2018-01-18 2018-02-17"),
    ("BRT3BRST,M11.1.0/0,M2.3.0/0", "2018-02-18T03:00:00Z", "2018-01-19 2018-02-18"),
    ("<+14>-14", "2026-12-31T10:00:00Z", "2026-12-02 2027-01-01"),
    ("UTC0", "2024-03-30T23:59:59Z", "2024-02-29 2024-03-30"),
  ])
  func daysOfTheTimeZone(zone: String, time: String, expected: String) throws {
    let program = try Program([
      "days_spec.lua": """
      it("reckons in days", function()
        mix.test.clock("\(time)")
        local from, to = mix.filter.dates("last30Days")
        assert.equal("\(expected)", from .. " " .. to)
        assert.equal(to, select(2, mix.filter.dates("last90Days")))
      end)
      """
    ])
    let outcome = try program.run("test", "days_spec.lua", environment: ["TZ": zone])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }
}
