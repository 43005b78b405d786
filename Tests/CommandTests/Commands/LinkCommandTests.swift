import Foundation
import Testing

@Suite("Command: mixhost link, dedupe, match")
struct LinkCommandTests {
  private static let mine = """
    work;Interpret;Titel;time
    1;Beyoncé;Halo;3:44
    2;Oasis;Wonderwall;4:18
    3;Nobody;Unheard Song;2:00
    4;Queen;Radio Ga Ga;5:44

    """
  private static let shop = """
    work|artist|title|duration
    4|Queen|Radio Ga Ga - Remastered 2011|344
    1|BEYONCE|Halo|224
    2|Oasis|Wonderwal|258
    9|Oasis|Supersonic|283
    1|Beyoncé|Halo (Live)|300

    """

  private struct Summary: Decodable {
    struct Measures: Decodable {
      let precision: Double
      let recall: Double
      let blocking: Double
    }
    let links: Int?
    let clusters: Int?
    let uncertain: Int
    let measures: Measures?
    let rules: String
  }

  private func summary(_ outcome: Outcome) throws -> Summary {
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Summary.self, from: Data(outcome.output.utf8))
  }

  @Test func linksTwoTablesWhateverTheirDelimiters() throws {
    let program = try Program(["mine.csv": Self.mine, "shop.txt": Self.shop])
    let found = try summary(
      program.run("link", "mine.csv", "shop.txt", "--gold", "work", "--json", "--out", "o.csv"))
    #expect(found.rules == "match/tracks" && found.links == 3)
    #expect(found.measures?.precision == 1 && found.measures?.blocking == 1)
    let rows = try program.read("o.csv").split(whereSeparator: \.isNewline)
    #expect(rows.count == 5)
    #expect(
      rows[0].hasPrefix("work,Interpret,Titel,time,match_row,match_score,match_id,match_title"))
    #expect(rows[2].contains("Wonderwal,Oasis"), "\(rows[2])")
    #expect(rows[3].hasPrefix("3,Nobody,Unheard Song,2:00,,,"))
    // Without --out the rows go to the standard output, the counts to standard error.
    let piped = try program.run("link", "mine.csv", "shop.txt", "--mode", "n-1")
    #expect(piped.output.split(whereSeparator: \.isNewline).count == 5)
    #expect(piped.errors.contains("3 linked"), "\(piped.errors)")
  }

  @Test func findsWhatIsTwiceInATable() throws {
    let program = try Program([
      "list.csv":
        "artist,title\nOasis,Wonderwall\nQueen,Radio Ga Ga\noasis,WONDERWALL\nOasis,Supersonic\n"
    ])
    #expect(
      try summary(program.run("dedupe", "list.csv", "--json", "--out", "d.csv")).clusters == 1)
    #expect(
      try program.read("d.csv")
        == """
        artist,title,cluster
        Oasis,Wonderwall,1
        Queen,Radio Ga Ga,2
        oasis,WONDERWALL,1
        Oasis,Supersonic,4

        """.replacing("\n", with: try program.read("d.csv").contains("\r\n") ? "\r\n" : "\n"))
  }

  @Test func asksAServiceAboutEachRow() throws {
    let program = try Program([
      "songs.csv": "Interpret,Titel\nThe Weeknd,Blinding Lights\nNobody Atall,No Such Song\n,\n"
    ])
    let found = try summary(
      program.run("--mock", "match", "songs.csv", "--with", "itunes", "--json", "--out", "o.ndjson")
    )
    #expect(found.links == 1)
    let rows = try program.read("o.ndjson").split(whereSeparator: \.isNewline)
    #expect(rows.count == 3 && rows[0].contains("\"match_title\":\"Blinding Lights\""))
    let typo = try program.run("match", "songs.csv", "--with", "itnes")
    #expect(typo.status == 2 && typo.errors.contains("did you mean itunes?"))
  }

  @Test func asksAboutUncertainPairsAndKeepsTheAnswers() throws {
    let program = try Program([
      "a.csv": "title\nHalo\nWonderwall\n", "b.csv": "title\nHalo\nWonderwall\n",
      "sure.lua": """
      return {kind = "match", fields = {query = {"title"}, candidate = {"title"}},
        features = {{name = "title", weight = 1, score = function(q, c)
          return q.title == c.title and 0.7 or 0 end}},
        accept = 0.9, review = 0.5, margin = 0}
      """,
    ])
    let line = ["link", "a.csv", "b.csv", "--rules", "sure.lua", "--review", "--json"]
    // Answered questions are kept; the rest is asked about the next time.
    let first = try program.run(line, input: "x\ny\nq\n")
    #expect(first.errors.contains("that is not one of the keys"))
    // Questions stay out of the document.
    #expect(first.output.hasPrefix("{"))
    #expect(first.output.contains("\"uncertain\": 1"), "\(first.output)\(first.errors)")
    let second = try program.run(line, input: "n\n")
    #expect(second.errors.contains("[1 of 1]"))
    #expect(second.output.contains("\"uncertain\": 0") && second.output.contains("\"links\": 1"))
  }

  @Test func namesThePairOnWhichARuleRaises() throws {
    let program = try Program([
      "a.csv": "title\nHalo\nWater\n",
      "bad.lua": """
      return {kind = "match", fields = {query = {"title"}, candidate = {"title"}},
        features = {{name = "title", weight = 1, score = function(q, c)
          if q.title == "Halo" then error("boom") end
          return q.title == c.title and 1 or 0 end}},
        accept = 0.9, review = 0.5, margin = 0}
      """,
    ])
    let run = try program.run("link", "a.csv", "a.csv", "--rules", "bad.lua", "--json")
    #expect(run.status == 0 && run.output.contains("\"links\": 1"), "\(run.errors)")
    #expect(run.errors.contains("row 1 with row 1: ") && run.errors.contains("boom"))
  }

  @Test func saysWhatIsWrongWithTables() throws {
    let header = (1..<10_000).map { "c\($0)" }.joined(separator: ",")
    let cells = (1..<10_000).map { _ in "x" }.joined(separator: ",")
    let program = try Program([
      "b.csv": "title,artist\nHalo,Beyoncé\n,\n", "none.csv": "foo,bar\n1,2\n", "empty.csv": "",
      "twice.csv": "title,title,artist\nHalo,Other,Beyoncé\n",
      "wide.csv": "\(header),title,artist\n\(cells),Halo,Beyoncé\n",
      "long.csv": "title,artist\n\(String(repeating: "la ", count: 340_000)),B\nHalo,Beyoncé\n",
    ])
    let none = try program.run("link", "none.csv", "b.csv")
    #expect(none.status == 1 && none.errors.contains("b.csv: no column is known"))
    let unused = try program.run("link", "b.csv", "none.csv")
    #expect(unused.status == 1)
    #expect(unused.errors.contains("none.csv: no column is known"), "\(unused.errors)")
    #expect(try program.run("link", "empty.csv", "b.csv").errors.contains("the table is empty"))
    #expect(try program.run("link", "nope.csv", "b.csv").status == 1)
    for name in ["wide", "long", "twice"] {
      let run = try program.run("link", "\(name).csv", "b.csv", "--json")
      #expect(try summary(run).links == 1, "\(name): \(run.errors)")
    }
    #expect(try program.run("link", "twice.csv", "b.csv", "--fresh").errors.contains("title_2"))
  }

  private struct Event: Decodable {
    let event: String
    let stage: String?
    let what: String?
    let done: Int?
    let total: Int?
    let links: Int?
    let message: String?
    let command: String?
  }

  private func events(_ outcome: Outcome) throws -> [Event] {
    try outcome.output.split(separator: "\n").map {
      try JSONDecoder().decode(Event.self, from: Data($0.utf8))
    }
  }

  @Test("--events prints the beginning, each stage and the end, and no rows")
  func printsEvents() throws {
    let program = try Program(["mine.csv": Self.mine, "shop.txt": Self.shop])
    let run = try program.run("link", "mine.csv", "shop.txt", "--events", "--json")
    let found = try events(run)
    #expect(found.first?.event == "started" && found.first?.command == "link")
    #expect(found.last?.event == "done" && found.last?.links == 3, "\(run.errors)")
    let stages = found.filter { $0.event == "progress" }
    #expect(stages.compactMap(\.what) == ["mine.csv", "mine.csv", "shop.txt", "shop.txt"])
    #expect(stages.last?.stage == "comparing" && stages.last?.done == 4)
    #expect(stages.last?.total == 4)
    let written = try program.run("dedupe", "shop.txt", "--events", "--out", "d.csv")
    #expect(try events(written).last?.event == "done")
    #expect(try program.read("d.csv").split(whereSeparator: \.isNewline).count == 6)
    let mixed = try program.run("link", "mine.csv", "shop.txt", "--events", "--out", "-")
    #expect(mixed.status == 2 && mixed.output.isEmpty)
    #expect(mixed.errors.contains("--events goes to the standard output"))
  }

  @Test("--events says what a service makes wait for, and that it failed")
  func printsWaits() throws {
    let program = try Program(["songs.csv": "artist,title\nThe Weeknd,Blinding Lights\n"])
    let line = ["match", "songs.csv", "--with", "itunes", "--events"]
    let slow = try events(program.run(["--mock=fault=429:1,retry-after=2"] + line))
    #expect(slow.map(\.event).contains("waiting"))
    #expect(slow.last?.event == "done" && slow.last?.links == 1)
    // A fresh home: here the answer is kept. A refused question costs its row, a refused account the run.
    let other = try Program(["songs.csv": "artist,title\nThe Weeknd,Blinding Lights\n"])
    let refused = try events(other.run(["--mock=fault=400:100%"] + line))
    #expect(refused.last?.event == "done" && refused.map(\.event).contains("warning"))
    let broken = try other.run(["--mock=fault=401:100%"] + line + ["--fresh"])
    let told = try events(broken)
    #expect(broken.status == 1 && told.last?.event == "stopped" && told.last?.done == 0)
    #expect(told.last?.message?.isEmpty == false)
  }
}
