import Foundation
import Testing

@Suite("Command: scripts/trailers.lua search, and lists for other programs", .ownThreads)
struct TrailersSearchTests {
  private static let mock = "titles=300,seed=11"

  private struct Found: Decodable {
    let query: String
    let items: [TrailersReport.Item]
    let state: String
    let capped: Bool
    let total: Int?
  }

  private struct Detail: Decodable {
    let type: String
    let id: Int
    let imdb: String?
    let tvdb: Int?
  }

  private func search(_ arguments: String...) throws -> Found {
    let outcome = try Trailers().run(["search", "--json"] + arguments, mock: Self.mock)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Found.self, from: Data(outcome.output.utf8))
  }

  @Test("Titles are found by their words, of a kind and a year")
  func words() throws {
    let all = try Trailers().list(["--sort", "popularity", "--pages", "25"], mock: Self.mock)
    let wanted = try #require(all.items.first { $0.type == "movie" && $0.date != nil })
    let found = try search(wanted.title)
    #expect(found.items.contains { $0.key == wanted.key })
    #expect(found.query == wanted.title && found.total == found.items.count && !found.capped)
    let year = try #require(wanted.date?.prefix(4))
    let films = try search(wanted.title, "--type", "movies", "--year", String(year))
    #expect(films.items.contains { $0.key == wanted.key })
    #expect(films.items.allSatisfy { $0.type == "movie" && $0.date?.hasPrefix(year) == true })
    #expect(try search("qqqq xxxx").state == "empty")
  }

  @Test(
    "IMDb's and TVDB's identifiers lead to one title",
    arguments: [
      ("tt1000000", "movie", 100), ("imdb:tt1000003", "tv", 107), ("tvdb:70002", "tv", 114),
      ("https://www.imdb.com/title/tt1000002/", "movie", 107),
    ])
  func identifiers(name: String, type: String, id: Int) throws {
    #expect(try search(name).items.map(\.key) == ["\(type)/\(id)"])
    let outcome = try Trailers().run(["detail", name, "--json"], mock: Self.mock)
    let detail = try JSONDecoder().decode(Detail.self, from: Data(outcome.output.utf8))
    #expect(detail.type == type && detail.id == id)
    #expect(detail.imdb != nil && (type == "movie" || detail.tvdb != nil))
  }

  @Test("An identifier that nobody has is an error with its name")
  func unknown() throws {
    let outcome = try Trailers().run(["detail", "tt9999999"], mock: Self.mock)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("TMDB has no film or series that IMDb calls tt9999999"))
    let words = try Trailers().run(["detail", "Interstellar"], mock: Self.mock)
    #expect(words.status == 2 && words.errors.contains("search finds titles by their words"))
  }

  @Test("Language and region come from the settings or the options")
  func language() throws {
    let trailers = try Trailers()
    let german = try trailers.run(["genres", "--language", "de"], mock: Self.mock)
    #expect(german.output.contains("Komödie"))
    // A genre is known by its English name as well.
    let list = try trailers.list(["--language", "de-AT", "--genre", "comedy"], mock: Self.mock)
    #expect(list.filter.genre == "Komödie" && list.items.count == 20)
    let set = try trailers.run(
      ["detail", "movie/100", "--json"], mock: Self.mock,
      environment: ["MIXHOST_TMDB_LANGUAGE": "de", "MIXHOST_TMDB_REGION": "DE"])
    #expect(set.output.contains("(deutsch)") && set.output.contains("\"certification\":\"12\""))
    let wrong = try trailers.run(["list", "--region", "germany"], mock: Self.mock)
    #expect(wrong.status == 2 && wrong.errors.contains("--region takes the two capital letters"))
  }

  @Test("A key of version 3 works as a token does, and is written nowhere")
  func key() throws {
    let key = "0123456789abcdef0123456789ABCDEF"
    let mock = try MockServerProcess("--titles", "50", "--tmdb-token", key)
    let program = try Program()
    for variable in ["TMDB_TOKEN", "TMDB_API_KEY"] {
      var environment = mock.environment(token: nil)
      environment[variable] = key
      let outcome = try program.run(
        ["--verbose", "--record", "run-\(variable).ndjson", Trailers.script, "list"],
        environment: environment)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(!outcome.errors.contains(key))
    }
    let files = FileManager.default.enumerator(at: program.folder, includingPropertiesForKeys: nil)
    for case let file as URL in files ?? FileManager.DirectoryEnumerator() {
      guard let data = try? Data(contentsOf: file) else { continue }
      #expect(data.range(of: Data(key.utf8)) == nil, "\(file.path)")
    }
    mock.stop()
  }

  @Test("A list becomes CSV, a collection for Kometa, a catalogue for Stremio")
  func formats() throws {
    let trailers = try Trailers()
    func list(_ format: String) throws -> String {
      let outcome = try trailers.run(
        ["list", "--type", "movies", "--format", format, "--ids"], mock: Self.mock)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.output
    }
    let csv = try list("csv").split(whereSeparator: \.isNewline)
    #expect(csv.count == 21 && csv[0].hasPrefix("place,tmdbID,imdbID,Title,Year"))
    #expect(csv[1].contains(",tt1"))
    let kometa = try list("kometa")
    #expect(kometa.hasPrefix("collections:\n  \"Movies • Trending\":\n    tmdb_movie:\n      - "))
    let stremio = try list("stremio")
    #expect(stremio.hasPrefix("{\"metas\":[{") && stremio.contains("\"id\":\"tt1"))
  }

  @Test("A list that TMDB does not give whole says so")
  func cap() throws {
    let outcome = try Trailers().run(
      ["list", "--json", "--type", "movies", "--sort", "popularity"], mock: "titles=20000")
    #expect(
      outcome.output.contains("\"capped\":true") && outcome.output.contains("\"total\":20000"))
  }
}
