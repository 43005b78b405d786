import Foundation
import Testing

@Suite("Command: scripts/enrich.lua run", .ownThreads)
struct EnrichRunTests {
  private struct Status: Decodable, Equatable {
    let total: Int
    let pending: Int
    let enriched: Int
    let uncertain: Int
    let not_found: Int
    let failed: Int
  }

  private struct Score: Decodable {
    let right: Int
    let wrong_matched: Int
    let uncertain: Int
    let missed: Int
  }

  private let script = Program.script("scripts/enrich.lua")

  private func status(_ program: Program) throws -> Status {
    let outcome = try program.run("--mock", script, "status", "--json")
    return try JSONDecoder().decode(Status.self, from: Data(outcome.output.utf8))
  }

  private func score(_ program: Program) throws -> Score {
    let export = try program.run("--mock", script, "export", "--format", "json")
    try program.write("export.json", export.output)
    let outcome = try program.run("mock", "--score-books", "export.json")
    return try JSONDecoder().decode(Score.self, from: Data(outcome.output.utf8))
  }

  /// A home with an export of the mock's books in it.
  private func library(_ count: Int) throws -> Program {
    let program = try Program()
    try program.write("books.csv", try program.run("mock", "--export-books", "\(count)").output)
    let outcome = try program.run("--mock", script, "import", "books.csv")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return program
  }

  @Test("An export is enriched from the right works, and what is known is not asked again")
  func enriches() throws {
    let program = try library(150)
    #expect(try status(program).pending == 150)
    let run = try program.run("--mock=log=log.ndjson", script, "run")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("Enriching Metadata... 150/150 (100%)"))
    let found = try score(program)
    #expect(found.right >= 144 && found.wrong_matched == 0, "\(found)")
    #expect(found.right + found.uncertain + found.missed == 150)
    let after = try status(program)
    #expect(after.enriched >= 144 && after.pending == 0 && after.failed == 0)
    try program.write("log.ndjson", "")
    let again = try program.run("--mock=log=log.ndjson", script, "run", "--json")
    #expect(again.output.contains("\"processed\":0"))
    #expect(try program.read("log.ndjson").isEmpty)
  }

  @Test("Titles as they are spelled find much less")
  func rawTitles() throws {
    let program = try library(150)
    let run = try program.run("--mock", script, "run", "--raw-titles", "--quiet")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try score(program).right <= 150 * 79 / 100)
  }

  @Test("A log-in page in place of every answer pauses the run; nothing fails")
  func portal() throws {
    let program = try library(60)
    let run = try program.run("--mock=fault=html:100%,log=log.ndjson", script, "run")
    #expect(run.status == 1)
    #expect(run.errors.contains("paused: Open Library: a web page came"), "\(run.errors)")
    #expect(try program.read("log.ndjson").split(separator: "\n").count <= 20)
    #expect(try status(program).failed == 0)
    let rest = try program.run("--mock", script, "run", "--json")
    #expect(rest.status == 0 && rest.output.contains("\"processed\":60"), "\(rest)")
  }

  @Test("A pause of an hour: three requests at most, nothing fails, and it says until when")
  func heldBack() throws {
    let program = try library(60)
    let run = try program.interrupted(
      "--mock=fault=429:100%,retry-after=3600s,log=log.ndjson", script, "run",
      when: "openlibrary.org asked for a pause until ")
    #expect(run.status == 130, "\(run.errors)")
    #expect(try program.read("log.ndjson").split(separator: "\n").count <= 3)
    #expect(try status(program).failed == 0)
  }

  @Test("A failing upstream fails its items with a reason; --only failed looks them up again")
  func failures() throws {
    let program = try library(12)
    let run = try program.run("--mock=fault=400:100%", script, "run", "--events")
    #expect(run.output.contains("\"event\":\"started\""))
    #expect(run.output.contains("HTTP status 400"))
    #expect(try status(program).failed == 12)
    let again = try program.run("--mock", script, "run", "--only", "failed", "--quiet")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try status(program).failed == 0)
  }

  @Test("No service answers: the run pauses, loses nothing, and continues when one does")
  func pauses() throws {
    let program = try Program()
    try program.write("books.csv", try program.run("mock", "--export-books", "8").output)
    let home = ["--home", program.folder.path + "/own"]
    #expect(try program.run(home + [script, "import", "books.csv"]).status == 0)
    let nobody = ["MIXHOST_UPSTREAM_OPENLIBRARY": "http://127.0.0.1:1"]
    for _ in 1...2 {
      let run = try program.run(
        home + [script, "run", "--concurrency", "1"], environment: nobody)
      #expect(run.status == 1)
      #expect(run.errors.contains("paused: no connection to openlibrary.org"), "\(run.errors)")
      #expect(!run.errors.contains("search.json"), "\(run.errors)")
    }
    let rest = try program.run(home + ["--mock", script, "run", "--json"])
    #expect(rest.output.contains("\"processed\":8"), "\(rest.output)")
  }

  @Test("A helper chooses what the rules leave open, but not what the user has decided")
  func helper() throws {
    let program = try library(60)
    let titles = try program.read("books.csv").split(separator: "\n").dropFirst()
      .filter { !$0.contains("(") }.prefix(6).map { $0.split(separator: ",")[1] }
    try program.write("titles.csv", "title\n" + titles.joined(separator: "\n") + "\n")
    try program.write(
      "first.lua",
      """
      return {name = "first", on_uncertain = function(query, candidates)
        assert(query.title and candidates[1].fields.title)
        return 1, "it comes first"
      end}
      """)
    try program.run("--mock", script, "reset", "--yes")
    try program.run("--mock", script, "import", "titles.csv")
    try program.run("--mock", script, "run", "--quiet")
    let uncertain = try status(program).uncertain
    try #require(uncertain >= 2)
    try program.run(["--mock", script, "review", "--limit", "1"], input: "n\n")
    let again = ["--mock", script, "run", "--json", "--on-uncertain", "first.lua", "--only"]
    let kept = try program.run(again + ["not_found"])
    #expect(kept.output.contains("\"enriched\":0"), "\(kept.output) \(kept.errors)")
    let chosen = try program.run(again + ["uncertain"])
    #expect(chosen.output.contains("\"enriched\":\(uncertain - 1)"), "\(chosen.output)")
    let list = try program.run("--mock", script, "list", "--status", "enriched", "--json")
    #expect(list.output.contains("chosen by first: it comes first"))
    let wrong = try program.run("--mock", script, "run", "--on-uncertain", "nobody")
    #expect(wrong.status == 1 && wrong.errors.contains("--on-uncertain nobody: "))
  }

  @Test("Canceled jobs continue with the next run; numbers of jobs and works are read")
  func managing() throws {
    let program = try library(4)
    for title in ["Empire", "Exile"] { try program.run("--mock", script, "add", "--title", title) }
    #expect(try program.run("--mock", script, "cancel", "1").output == "1 job canceled\n")
    let all = try program.run("--mock", script, "run", "--json")
    #expect(all.output.contains("\"processed\":6"), "\(all.output)")
    #expect(try program.run("--mock", script, "retry", "1", "2").output.hasPrefix("2 books"))
    let missing = try program.run("--mock", script, "retry", "99")
    #expect(missing.output.hasPrefix("0 books") && missing.errors.contains("1 of these numbers"))
    let one = try program.run("--mock", script, "run", "--job", "3", "--json")
    #expect(one.output.contains("\"processed\":2"), "\(one.output) \(one.errors)")
    #expect(try program.run("--mock", script, "undo", "--job", "3").status == 0)
  }

  @Test("A scanned shelf: a list of ISBNs goes ahead of the queue and gets its titles")
  func shelf() throws {
    let program = try library(40)
    let rows = try program.read("books.csv").split(separator: "\n").dropFirst()
    let numbers = rows.compactMap { row in
      row.firstRange(of: /97[89][0-9]{10}/).map { String(row[$0]) }
    }
    try #require(numbers.count >= 3)
    try program.run("--mock", script, "reset", "--yes")
    let list = numbers.prefix(3).joined(separator: "\r\n") + "\n# a remark\n9780306406158\n"
    try program.write("shelf.txt", list)
    let added = try program.run("--mock", script, "add", "--isbn-list", "shelf.txt")
    #expect(added.output == "3 books added, 0 duplicates, 1 rejected\n", "\(added.errors)")
    #expect(added.errors.contains("shelf.txt row 5: the check digit"))
    let run = try program.run("--mock", script, "run", "--json")
    #expect(run.output.contains("\"enriched\":3"), "\(run.output)")
    let found = try program.run("--mock", script, "list", "--json")
    #expect(!found.output.contains("\"title\":\"ISBN "), "\(found.output)")
  }

  @Test("A book without an author is set aside, decided once, and the decision replays elsewhere")
  func review() throws {
    let program = try library(40)
    let rows = try program.read("books.csv").split(separator: "\n")
    let row = try #require(
      rows.dropFirst().first {
        $0.contains(",\"=\"\"\"\"\",\"=\"\"\"\"\"") && !$0.contains("\"=\"\"9") && !$0.contains("(")
      })
    let title = String(row.split(separator: ",")[1])
    let other = try Program()
    for home in [program, other] {
      try home.run("--mock", script, "reset", "--yes")
      try home.run("--mock", script, "add", "--title", title)
      let run = try home.run("--mock", script, "run", "--json")
      #expect(run.output.contains("\"uncertain\":1"), "\(title): \(run.output)")
    }
    let review = try program.run(["--mock", script, "review"], input: "x\n1\n")
    #expect(review.output.contains("1 accepted"))
    #expect(review.output.contains("not one of the keys"))
    #expect(try status(program).enriched == 1)
    let decisions = try program.run("--mock", script, "decisions")
    try other.write("decisions.ndjson", decisions.output)
    let replay = try other.run("--mock", script, "decisions", "--import", "decisions.ndjson")
    #expect(replay.output.hasPrefix("1 decision applied"), "\(replay.output) \(replay.errors)")
    #expect(try status(other).enriched == 1)
  }

  @Test("Wrong use names the commands")
  func misuse() throws {
    let program = try Program()
    let outcome = try program.run(script)
    #expect(outcome.status == 2 && outcome.errors.contains("import"))
    #expect(try program.run(script, "reset").status == 2)
    #expect(try program.run(script, "--help").output.contains("decisions"))
  }
}
