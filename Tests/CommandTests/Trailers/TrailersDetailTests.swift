import Foundation
import Testing

@Suite("Command: scripts/trailers.lua detail and genres", .ownThreads)
struct TrailersDetailTests {
  private struct Detail: Decodable {
    struct Trailer: Decodable {
      let label: String
      let url: String
      let official: Bool?
    }
    let type: String
    let id: Int
    let title: String
    let certification: String
    let length: String?
    let trailers: [Trailer]
    let stale: Bool
  }

  private struct Genres: Decodable {
    struct Genre: Decodable, Equatable {
      let name: String
      let movie: Int?
      let tv: Int?
    }
    let genres: [Genre]
    let stale: Bool
  }

  @Test("Details show trailers in the order of the rules")
  func details() throws {
    let trailers = try Trailers()
    var seen = 0
    for item in try trailers.list([], mock: "titles=100").items.prefix(5) {
      let outcome = try trailers.run(["detail", item.key, "--json"], mock: "titles=100")
      let detail = try JSONDecoder().decode(Detail.self, from: Data(outcome.output.utf8))
      #expect(detail.title == item.title && detail.id == item.id && !detail.stale)
      for trailer in detail.trailers {
        #expect(trailer.label.contains(#/^YouTube • .+ • \d+p$/#), "\(trailer.label)")
        #expect(trailer.url.hasPrefix("https://www.youtube.com/watch?v="))
      }
      seen += detail.trailers.count
      let text = try trailers.run(["detail", item.key], mock: "titles=100").output
      #expect(text.hasPrefix(item.title))
      if let first = detail.trailers.first { #expect(text.contains("1  \(first.label)")) }
      if let length = detail.length { #expect(text.contains(length)) }
    }
    #expect(seen > 0)
  }

  @Test("Genres are one list for films and series")
  func genres() throws {
    let outcome = try Trailers().run(["genres", "--json"])
    let list = try JSONDecoder().decode(Genres.self, from: Data(outcome.output.utf8))
    #expect(list.genres.contains(.init(name: "Action", movie: 28, tv: 10_759)))
    #expect(list.genres.contains(.init(name: "Reality", movie: nil, tv: 10_764)))
    #expect(list.genres.map(\.name) == list.genres.map(\.name).sorted())
    #expect(outcome.errors.contains("not endorsed or certified by TMDB"))
  }

  @Test("Answers of the last half hour are not asked for again; expired ones are marked")
  func caching() throws {
    let mock = try MockServerProcess("--titles", "50", "--tmdb-token", "t")
    let program = try Program()
    let environment = mock.environment(token: "t")
    let arguments = [Trailers.script, "detail", "movie/107", "--json"]
    let first = try program.run(arguments, environment: environment)
    #expect(first.status == 0, "\(first.errors)")
    mock.stop()
    let second = try program.run(arguments, environment: environment)
    #expect(second.output == first.output)
    #expect(try program.run(["--offline"] + arguments, environment: environment).status == 0)
  }
}
