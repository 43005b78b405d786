import Foundation
import Testing

@Suite("Command: the sources of scripts/refresh.lua", .ownThreads)
struct RefreshSourceTests {
  private let script = Program.script("scripts/refresh.lua")

  private struct Chart: Decodable {
    struct Entry: Decodable {
      let rank: Int
      let title: String
      let artist: String
      let status: String
      let reason: String?
      let from: String?
      let collection_name: String?
      let artwork_url: String?
      let score: Double?
    }
    struct Summary: Decodable {
      let total: Int
      let enriched: Int
      let failed: Int
      let requests: Int
    }
    let source: String
    let stale: Bool
    let updated_at: String
    let entries: [Entry]
    let summary: Summary
  }

  private func chart(_ outcome: Outcome) throws -> Chart {
    try JSONDecoder().decode(Chart.self, from: Data(outcome.output.utf8))
  }

  @Test(
    "Faults of a remote list are reported in one line, and the rest is used",
    arguments: [
      ("fault/bad-rank.json", "entry 2: rank is \"x\""),
      ("fault/negative-rank.json", "entry 2: rank is -1"),
      ("fault/missing-artist.json", "entry 2: artist is missing"),
      ("fault/control-characters.json", "control characters"),
      ("fault/huge-titles.json", "title has 1000001 characters"),
      ("fault/ten-thousand.json", "cut to 500 of 10000 entries (--max-entries)"),
      ("fault/duplicates.json", "given twice"),
      ("fault/gaps.json", "missing"),
    ])
  func spoiledRows(path: String, message: String) throws {
    let program = try Program()
    let outcome = try program.run(
      "--mock", script, "--remote", "https://chart.mixhost.invalid/\(path)", "--top", "2", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    let chart = try chart(outcome)
    #expect(chart.source == "remote" && chart.entries.count == 2)
  }

  @Test(
    "A remote list of which nothing is left makes room for the next source",
    arguments: [
      ("fault/empty-array.json", "the list is empty"),
      ("fault/empty-object.json", "a chart is a list of entries"),
      ("fault/html.json", "this looks like HTML"),
      ("fault/bad-rank.json?all=1", "no entry is usable; entry 1: rank is \"x\""),
      ("fault/big?bytes=2000001", "more than 2000000 bytes"),
      ("fault/status/404", "HTTP status 404"),
      ("fault/redirect-loop", "redirects"),
    ])
  func spoiledLists(path: String, message: String) throws {
    let program = try Program()
    let outcome = try program.run(
      "--mock", script, "--remote", "https://chart.mixhost.invalid/\(path)", "--top", "2", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let warnings = outcome.errors.split(separator: "\n")
    #expect(warnings.count == 1 && warnings[0].contains(message), "\(outcome.errors)")
    let chart = try chart(outcome)
    #expect(chart.source == "local" && chart.stale)
  }

  @Test("Apple's chart comes second, and its identifiers need one request for all")
  func apple() throws {
    let program = try Program()
    let outcome = try program.run(
      "--mock", script, "--remote", "https://chart.mixhost.invalid/nothing", "--apple", "us",
      "--limit", "25", "--json")
    #expect(outcome.errors.contains("the remote chart failed: HTTP status 404"))
    let chart = try chart(outcome)
    #expect(chart.source == "apple" && !chart.stale)
    #expect(chart.entries.map(\.rank) == Array(1...25))
    #expect(chart.entries.allSatisfy { $0.status == "enriched" && $0.score == 1 })
    #expect(chart.summary.requests == 1)
  }

  @Test("kworb's rows: numbers with commas, artist and title in one")
  func mirrors() throws {
    let program = try Program([
      "mirror.json": """
      {"source": "kworb", "chart": [
        {"Pos": "1,001", "Artist and Title": "Oasis - Wonderwall - Remastered", "Streams": "6,398,943"},
        {"Pos": "2", "Artist and Title": "Rae - Jamaican (Bam Bam) (w/ SOLTO (FR))"}
      ]}
      """
    ])
    let chart = try chart(try program.run("--offline", script, "mirror.json", "--json"))
    #expect(chart.entries.map(\.rank) == [2, 1_001])
    #expect(chart.entries.map(\.artist) == ["Rae", "Oasis"])
    #expect(chart.entries[1].title == "Wonderwall - Remastered")
    #expect(chart.entries[0].title == "Jamaican (Bam Bam) (w/ SOLTO (FR))")
  }

  @Test("Without network the ten songs have what is known of them, and no links")
  func bundled() throws {
    let program = try Program()
    let chart = try chart(try program.run("--offline", script, "--json"))
    #expect(chart.source == "local" && chart.entries.count == 10)
    #expect(chart.entries.allSatisfy { $0.status == "enriched" && $0.from == "bundled" })
    #expect(chart.entries.allSatisfy { $0.collection_name != nil && $0.artwork_url == nil })
    #expect(chart.entries[4].collection_name == "=")
  }

  @Test("A rate limit without end is waited for so long, and the rows say why")
  func rateLimit() throws {
    let program = try Program()
    let outcome = try program.run(
      "--mock=fault=403:100%,fault-path=/itunes", script, "--top", "12", "--json")
    #expect(outcome.status == 0)
    let chart = try chart(outcome)
    #expect(chart.summary.failed == 12)
    #expect(chart.entries.allSatisfy { $0.reason == "rate limit of iTunes (HTTP status 403)" })
    #expect(outcome.errors.contains("12 of 12 without an answer from iTunes"))
    #expect(outcome.errors.contains("run again to continue"))
  }

  @Test("With faults every entry is reported once, as it completes")
  func faults() throws {
    let program = try Program()
    let outcome = try program.run(
      "--mock=fault=429:20%+503:10%+truncate:5%,retry-after=0", script, "--events")
    #expect(outcome.status == 0)
    let events = try outcome.output.split(separator: "\n").map {
      try JSONDecoder().decode(Event.self, from: Data($0.utf8))
    }
    #expect(events.first?.event == "list" && events.last?.event == "done")
    let entries = events.filter { $0.event == "entry" }
    #expect(entries.compactMap(\.rank).sorted() == Array(1...100))
    #expect(entries.allSatisfy { $0.status == "enriched" || $0.reason != nil })
    #expect(entries.filter { $0.status == "enriched" }.count >= 98)
  }

  private struct Event: Decodable {
    let event: String
    let rank: Int?
    let status: String?
    let reason: String?
  }

  @Test("CSV is read back as it was written, and no cell is a formula")
  func csv() throws {
    let program = try Program([
      "chart.json": """
      [{"rank": 1, "title": "=1+1", "artist": "+A \\"B\\", C"},
       {"rank": 2, "title": "@SUM(A1)", "artist": "-Beyoncé"}]
      """
    ])
    let outcome = try program.run("--offline", script, "chart.json", "--csv", "out.csv")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let bytes = try Data(contentsOf: program.folder.appending(path: "out.csv"))
    #expect(bytes.prefix(3) == Data([0xEF, 0xBB, 0xBF]), "there is a letter beyond ASCII")
    let lines = String(decoding: bytes.dropFirst(3), as: UTF8.self)
      .components(separatedBy: "\r\n")
    #expect(
      lines[0].hasSuffix(
        "rank,title,artist,collection_name,release_date,artwork_url,"
          + "preview_url,track_id,status,reason,score,from,previous_rank,moved,new"))
    #expect(lines[1].hasPrefix("1,'=1+1,\"'+A \"\"B\"\", C\","))
    #expect(lines[2].hasPrefix("2,'@SUM(A1),'-Beyoncé,"))
  }

  @Test("A CSV file that cannot be written is a failure, after the list was shown")
  func noCSV() throws {
    let program = try Program()
    let outcome = try program.run("--offline", script, "--csv", "/dev/full")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("--csv: cannot write /dev/full: No space left on device"),
      "\(outcome.errors)")
    #expect(outcome.output.contains("Blinding Lights"))
    let folder = try program.run("--offline", script, "--csv", ".")
    #expect(folder.status == 2 && folder.output.isEmpty)
  }

  @Test("A CSV on standard output is there alone")
  func csvAlone() throws {
    let program = try Program()
    let outcome = try program.run("--offline", script, "--top", "2", "--csv", "-")
    #expect(outcome.output.contains("rank,title,"))
    #expect(outcome.output.split(whereSeparator: \.isNewline).count == 3, "\(outcome.output)")
  }

  @Test("Settings name the sources, and a file outranks them")
  func settings() throws {
    let program = try Program(["chart.json": "[{\"rank\": 1, \"title\": \"A\", \"artist\": \"B\"}]"]
    )
    #expect(try program.run("config", "set", "chart.apple", "xx").status == 0)
    let set = try program.run("--offline", script, "--json")
    #expect(set.errors.contains("the apple chart failed"))
    #expect(
      try program.run("--offline", script, "chart.json", "--json").errors.contains("apple") == false
    )
    let wrong = try program.run("config", "set", "chart.every", "5m")
    #expect(wrong.status == 2 && wrong.errors.contains("one of off, 1h, 6h, 24h"))
  }
}
