import Foundation
import Testing

@Suite("Command: scripts/trailers.lua list", .ownThreads)
struct TrailersListTests {
  typealias Item = TrailersReport.Item

  private static let mock = "titles=300,seed=11"

  /// The sort key of an item; the smaller the earlier.
  private static func key(_ sort: String, _ item: Item) -> Double {
    // 2024-04-05 as 20240405.
    let date = item.date.flatMap { Double($0.filter { $0 != "-" }) }
    return switch sort {
    case "popularity": -item.popularity
    case "releaseDateNewest": -(date ?? -.infinity)
    case "releaseDateOldest": date ?? -.infinity
    case "ratingHighest": -(item.rating ?? 0)
    default: item.rating ?? .infinity
    }
  }

  private static func isBefore(_ sort: String, _ first: Item, _ second: Item) -> Bool {
    let keys = (key(sort, first), key(sort, second))
    if keys.0 != keys.1 { return keys.0 < keys.1 }
    if first.popularity != second.popularity { return first.popularity > second.popularity }
    if first.type != second.type { return first.type == "movie" }
    return first.id < second.id
  }

  @Test(
    "Twenty-five pages of films and series are what one sort of all of them gives",
    arguments: [
      "popularity", "releaseDateNewest", "releaseDateOldest", "ratingHighest", "ratingLowest",
    ])
  func sorts(sort: String) throws {
    let trailers = try Trailers()
    let merged = try trailers.list(
      ["--type", "all", "--sort", sort, "--pages", "25"], mock: Self.mock)
    var all: [Item] = []
    for type in ["movies", "tv"] {
      all += try trailers.list(
        ["--type", type, "--sort", sort, "--pages", "30"], mock: Self.mock
      ).items
    }
    // Ratings are of those that many have rated.
    #expect(sort.hasPrefix("rating") ? all.count > 450 : all.count == 600)
    all.sort { Self.isBefore(sort, $0, $1) }
    #expect(merged.keys == all.prefix(500).map(\.key))
    #expect(merged.state == (all.count > 500 ? "loaded" : "exhausted"))
    #expect(!merged.stale)
    #expect(Set(merged.items.map(\.type)) == ["movie", "tv"])
  }

  @Test("The trending list keeps the service's order, without persons")
  func trending() throws {
    let trailers = try Trailers()
    let merged = try trailers.list(["--pages", "25"], mock: Self.mock)
    #expect(merged.items.count == 500 && Set(merged.keys).count == 500)
    #expect(merged.filter.sort == "trending" && merged.filter.fired.isEmpty)
    for (option, type) in [("movies", "movie"), ("tv", "tv")] {
      let alone = try trailers.list(["--type", option, "--pages", "20"], mock: Self.mock)
      let among = merged.keys.filter { $0.hasPrefix(type) }
      #expect(alone.keys.starts(with: among), "\(type)")
    }
  }

  @Test("Filters select; a combination that does not work is corrected and reported")
  func filters() throws {
    let trailers = try Trailers()
    let action = try trailers.list(["--genre", "action", "--pages", "3"], mock: Self.mock)
    #expect(action.filter.genre == "Action" && action.filter.sort == "popularity")
    #expect(action.filter.fired == ["trends_are_unfiltered"])
    #expect(action.items.allSatisfy { $0.genres.contains("Action") } && action.items.count == 60)
    let upcoming = try trailers.list(["--date", "upcoming"], mock: Self.mock)
    #expect(upcoming.filter.sort == "releaseDateNewest")
    #expect(upcoming.filter.fired == ["trends_are_unfiltered", "upcoming_is_by_date"])
    #expect(!upcoming.items.isEmpty && upcoming.items.allSatisfy { $0.date != nil })
    let series = try trailers.list(["--type", "tv", "--certification", "PG"], mock: Self.mock)
    #expect(series.filter.certification == nil && series.filter.contentType == "tvShows")
    #expect(series.filter.fired == ["certification_is_for_films"])
    let text = try trailers.list(
      ["--filter", "type=movies genre=\"Science Fiction\" certification=R", "--sort", "newest"],
      mock: Self.mock)
    #expect(text.filter.genre == "Science Fiction" && text.filter.certification == "R")
    #expect(text.filter.sort == "releaseDateNewest")
    // Series have no genre of that name.
    let none = try trailers.list(["--type", "tv", "--genre", "Music"], mock: Self.mock)
    #expect(none.items.isEmpty && none.state == "empty")
  }

  @Test("People get a table or lines, with the notice that TMDB wants")
  func people() throws {
    let trailers = try Trailers()
    let lines = try trailers.run(["list"], mock: Self.mock)
    #expect(lines.output.split(separator: "\n").count == 20)
    #expect(lines.output.hasPrefix("1\t"))
    #expect(lines.errors.contains("not endorsed or certified by TMDB"))
    let spoken = try trailers.run(
      ["list", "--accessible", "--sort", "ratingHighest"], mock: Self.mock)
    let sentences = spoken.output.split(separator: "\n")
    #expect(sentences.first == "All • Rating (Highest)" && sentences.count == 21)
    for sentence in sentences.dropFirst() {
      #expect(sentence.contains(#/^.+, \d{4}, rated \d\.\d out of 10, (Movie|TV)$/#), "\(sentence)")
    }
    #expect(!spoken.output.contains("\u{1B}"))
  }

  @Test("Mistakes of the service's lists are borne")
  func oddities() throws {
    // Each has a cache of its own.
    let mock = "titles=200,oddities=untitled+text-votes+zero-dates"
    let odd = try Trailers().list(["--sort", "popularity", "--pages", "25"], mock: mock)
    // Every fourth of 400 has no title.
    #expect(odd.items.count == 300 && odd.state == "exhausted")
    #expect(odd.items.allSatisfy { !$0.title.isEmpty && $0.date != "0000-00-00" })
    let votes = try Trailers().list(
      ["--sort", "ratingHighest"], mock: "titles=200,oddities=text-votes")
    #expect(votes.items.allSatisfy { $0.rating != nil })
    // A page that comes twice, and a number of pages that grows: each title once, up to the end.
    let pages = try Trailers().list(
      ["--type", "movies", "--sort", "popularity", "--pages", "25"],
      mock: "titles=200,oddities=repeated-pages+growing")
    #expect(pages.items.count == Set(pages.keys).count)
    // Of ten pages the third, sixth and ninth are the ones before again.
    #expect(pages.items.count == 140 && pages.state == "exhausted")
    #expect(pages.items.map(\.popularity) == pages.items.map(\.popularity).sorted(by: >))
  }
}
