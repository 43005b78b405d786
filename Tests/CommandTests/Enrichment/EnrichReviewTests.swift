import Foundation
import Testing

@Suite("Command: scripts/enrich.lua review", .ownThreads)
struct EnrichReviewTests {
  private let script = Program.script("scripts/enrich.lua")
  private static let prompt = "q quit> "

  /// A home with books whose authors are not known, looked up: the titles alone leave most in doubt.
  private func uncertainLibrary() throws -> Program {
    let program = try Program()
    let export = try program.run("mock", "--export-books", "160").output
    let titles = export.split(separator: "\n").dropFirst().compactMap { row in
      row.contains("(") ? nil : row.split(separator: ",")[1]
    }
    try program.write("titles.csv", "title\n" + titles.prefix(60).joined(separator: "\n") + "\n")
    try lookUp(program)
    return program
  }

  private func lookUp(_ program: Program) throws {
    #expect(try program.run("--mock", script, "import", "titles.csv").status == 0)
    let run = try program.run("--mock", script, "run", "--quiet")
    #expect(run.status == 0, "\(run.errors)")
  }

  /// The library without what tells when it was made.
  private func library(_ program: Program) throws -> [NSDictionary] {
    let export = try program.run("--mock", script, "export", "--format", "json")
    let works = try #require(
      JSONSerialization.jsonObject(with: Data(export.output.utf8)) as? [[String: Any]])
    return works.map { work in
      var work = work
      work["added"] = nil
      work["updated"] = nil
      let sources = work["sources"] as? [String: [String: Any]] ?? [:]
      work["sources"] = sources.mapValues { $0.filter { $0.key != "time" } }
      return work as NSDictionary
    }
  }

  private func count(_ works: [NSDictionary], _ name: String, _ value: String) -> Int {
    works.count { $0[name] as? String == value }
  }

  @Test("Thirty are decided at a terminal; the decisions give the same library elsewhere")
  func thirty() throws {
    let program = try uncertainLibrary()
    try #require(count(try library(program), "status", "uncertain") >= 30)
    let terminal = try PseudoTerminal(columns: 120)
    let process = try program.start(on: terminal, ["--mock", script, "review", "--limit", "30"])
    defer { process.terminate() }
    #expect(terminal.waits(for: Self.prompt, seconds: 60))
    terminal.type("w No Such Title / Nobody\n")
    #expect(terminal.waits(for: Self.prompt, seconds: 60))
    #expect(terminal.shown.contains("no candidates"))
    var expected = ["accept": 0, "skip": 0, "none": 0]
    for place in 1...30 {
      // The first one has no candidates any more.
      let key = place == 1 || place % 5 == 0 ? "n" : place % 3 == 0 ? "s" : "1"
      expected[["n": "none", "s": "skip", "1": "accept"][key] ?? "", default: 0] += 1
      terminal.type(key + "\n")
      if place < 30 { #expect(terminal.waits(for: Self.prompt, seconds: 60), "book \(place)") }
    }
    process.waitUntilExit()
    // Descriptions of what was accepted come with the next run.
    try lookUp(program)
    let decided = try library(program)
    for (name, number) in expected { #expect(count(decided, "decision", name) == number) }
    let decisions = try program.run("--mock", script, "decisions").output
    #expect(decisions.split(separator: "\n").count == 30)

    // In a second home after the run, in a third one before it.
    for isBefore in [false, true] {
      let other = try Program([
        "titles.csv": try program.read("titles.csv"), "decisions.ndjson": decisions,
      ])
      if !isBefore { try lookUp(other) }
      let replay = try other.run("--mock", script, "decisions", "--import", "decisions.ndjson")
      #expect(replay.status == 0, "\(replay.errors)")
      try lookUp(other)
      let same = try library(other)
      for (one, two) in zip(decided, same) { #expect(one == two) }
      #expect(same.count == decided.count)
    }
  }
}
