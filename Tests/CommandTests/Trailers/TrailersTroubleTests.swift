import Foundation
import Testing

@Suite("Command: scripts/trailers.lua when something is wrong", .ownThreads)
struct TrailersTroubleTests {
  @Test(
    "Wrong use ends with 2 and says what is right",
    arguments: [
      (["list", "--genre", "Nonsense"], "genre: \"Nonsense\" is not known; known: Action"),
      (["list", "--genre", "Actoin"], "did you mean \"Action\"?"),
      (["list", "--date", "2026-13"], "date: \"2026-13\" is not known; known: upcoming"),
      (["list", "--sort", "ratingHigest"], "did you mean \"ratingHighest\"?"),
      (["list", "--type", "books"], "--type: \"books\" is not known"),
      (["list", "--filter", "genre"], "genre"),
      (["list", "--pages", "501"], "--pages takes a whole number from 1 to 500, not \"501\""),
      (["detail", "movie/abc"], "detail takes movie/ID or tv/ID, such as movie/157336"),
      (["detail", "person/5"], "detail takes movie/ID or tv/ID"),
      (["detail", "movie/0"], "detail takes movie/ID or tv/ID"),
      (["detail", "movie/107", "--language", "english"], "--language takes two letters"),
      (["detail", "movie/000"], "detail takes movie/ID or tv/ID"),
      (["detail", "movie/107", "--rules", "nope"], "there are no rules trailers/nope"),
      (["browse", "--accessible", "--language", "deutsch"], "--language takes two letters"),
      (["browse", "--accessible", "--rules", "nope"], "there are classic, standard"),
      (["list", "--filter", "genre=Science Fiction"], "a value with spaces stands in quotes"),
      (
        ["nonsense"],
        "detail, genres, follow, unfollow, followed, calendar, not \"nonsense\""
      ),
    ])
  func misuse(arguments: [String], message: String) throws {
    let outcome = try Trailers().run(arguments, mock: "titles=50")
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test("A title that TMDB does not have is an error")
  func unknownTitle() throws {
    let outcome = try Trailers().run(["detail", "tv/3"], mock: "titles=50")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("TMDB has no series with the number 3"))
    let beyond = try Trailers().run(["detail", "movie/99999999999"], mock: "titles=50")
    #expect(beyond.status == 1)
    #expect(beyond.errors.contains("TMDB has no film with the number 99999999999"))
  }

  @Test("Titles without genres are an error with its reason; a filter by genre names it as well")
  func missingGenres() throws {
    let mock = "titles=50,fault=400:100%,fault-path=/tmdb/genre"
    let outcome = try Trailers().run(["list", "--json"], mock: mock)
    let report = try Trailers.report(outcome)
    #expect(outcome.status == 1)
    #expect(report.state == "error" && report.items.count == 20)
    #expect(
      outcome.errors.contains("20 titles shown without their genres: TMDB: HTTP status 400"),
      "\(outcome.errors)")
    let filtered = try Trailers().run(["list", "--genre", "Action"], mock: mock)
    #expect(filtered.status == 1)
    #expect(filtered.errors.contains("by genre: TMDB: HTTP status 400"), "\(filtered.errors)")
  }

  @Test("An answer that is not JSON is not taken from the cache once TMDB is well again")
  func brokenAnswers() throws {
    for fault in ["html", "garbage", "empty"] {
      let trailers = try Trailers()
      let broken = try trailers.run(["genres"], mock: "titles=50,fault=\(fault):100%")
      #expect(broken.status == 1, "\(fault): \(broken.errors)")
      let healed = try trailers.run(["genres"], mock: "titles=50")
      #expect(healed.status == 0, "\(fault): \(healed.errors)")
    }
  }

  @Test("Without a token, and with a wrong one, the message says how to set it")
  func token() throws {
    let mock = try MockServerProcess("--titles", "50", "--tmdb-token", "right")
    let program = try Program()
    for (token, message) in [
      (nil, "TMDB needs a token"), ("wrong", "TMDB does not accept the token"),
    ] as [(String?, String)] {
      for command in [["list"], ["genres"], ["detail", "movie/107"], ["list", "--json"]] {
        let outcome = try program.run(
          [Trailers.script] + command, environment: mock.environment(token: token))
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(outcome.errors.contains("TMDB_TOKEN"), "\(outcome.errors)")
      }
    }
    let outcome = try program.run(
      [Trailers.script, "list"], environment: mock.environment(token: "right"))
    #expect(outcome.status == 0)
    mock.stop()
  }

  @Test("When the network goes in the middle of paging, what came is shown, and the rest is named")
  func networkGone() throws {
    let mock = try MockServerProcess("--titles", "400", "--tmdb-token", "t")
    let program = try Program()
    let environment = mock.environment(token: "t")
    func list(_ pages: String, _ options: String...) throws -> Outcome {
      try program.run(
        options + [Trailers.script, "list", "--json", "--pages", pages], environment: environment)
    }
    let whole = try Trailers.report(try list("2"))
    #expect(whole.items.count == 40 && whole.state == "loaded")
    mock.stop()
    let outcome = try list("4")
    let rest = try Trailers.report(outcome)
    #expect(outcome.status == 1)
    #expect(rest.state == "error")
    #expect(rest.items.count >= 40 && rest.keys.starts(with: whole.keys))
    #expect(outcome.errors.contains("TMDB cannot be reached"), "\(outcome.errors)")
    #expect(outcome.errors.contains("\(rest.items.count) titles shown, the rest is missing"))
    // The kept pages suffice for titles that were seen before.
    let before = try list("2", "--offline")
    #expect(before.status == 0)
    #expect(try Trailers.report(before).keys == whole.keys)
  }

  @Test("Refused without end: six requests a question, and one line about all the waits")
  func refused() throws {
    let trailers = try Trailers()
    let outcome = try trailers.run(
      ["list"], mock: "titles=50,fault=429:100%,retry-after=1s,log=log.ndjson")
    #expect(outcome.status == 1)
    #expect(outcome.errors.split(separator: "\n").count { $0.contains("asked for a pause") } == 1)
    let log = try trailers.program.read("log.ndjson").split(separator: "\n")
    for path in ["/tmdb/genre/movie/list", "/tmdb/trending/all/week"] {
      #expect(log.count { $0.contains(path) } <= 6)
    }
  }

  @Test("A 429 is waited out and the request sent again; a failing service is asked again")
  func patience() throws {
    let trailers = try Trailers()
    let waited = try trailers.run(
      ["list", "--json"], mock: "titles=50,fault=429:1,retry-after=2s,fault-path=/tmdb/trending")
    #expect(waited.status == 0)
    #expect(
      waited.errors.contains("mixhost: api.themoviedb.org asked for a pause until "),
      "\(waited.errors)")
    #expect(try Trailers.report(waited).items.count == 20)
    let events = try Trailers().run(
      ["list", "--events"], mock: "titles=50,fault=429:1,retry-after=2s,fault-path=/tmdb/trending")
    #expect(events.output.contains("{\"event\":\"waiting\",\"upstream\":\"api.themoviedb.org\""))
    let failing = try Trailers().list(
      ["--sort", "popularity"], mock: "titles=50,fault=500:1+truncate:1,fault-path=/tmdb/discover")
    #expect(failing.items.count == 20 && failing.state == "loaded")
    let denied = try Trailers().run(["list"], mock: "fault=403:100%,fault-path=/tmdb")
    #expect(denied.status == 1)
    #expect(denied.errors.contains("TMDB denies access with this token (HTTP 403)"))
  }
}
