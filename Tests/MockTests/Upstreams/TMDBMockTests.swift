import Foundation
import MockUpstreams
import Notation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Mock of TMDB")
struct TMDBMockTests {
  struct Page: Decodable {
    struct Entry: Decodable {
      let id: Int
      let title: String?
      let name: String?
      let media_type: String?
      let release_date: String?
      let first_air_date: String?
      let genre_ids: [Int]?
      let poster_path: String?
      let popularity: Double
      let vote_count: Int?

      var date: String { release_date ?? first_air_date ?? "" }
    }
    let page: Int
    let results: [Entry]
    let total_pages: Int
    let total_results: Int
  }

  struct Refusal: Decodable, Equatable {
    let status_code: Int
    let status_message: String
    let success: Bool
  }

  private static let today = String(InternetTime.formatMilliseconds(PresentTime.seconds).prefix(10))

  private func page(
    _ mock: RunningMock, _ path: String, _ query: [String: String] = [:]
  ) async throws -> Page {
    let (status, body) = try await mock.tmdb(path, query)
    #expect(status == 200)
    return try JSONDecoder().decode(Page.self, from: body)
  }

  private func refusal(
    _ mock: RunningMock, _ path: String, _ query: [String: String] = [:],
    token: String = "mock-token"
  ) async throws -> (status: Int, code: Int) {
    let (status, body) = try await mock.tmdb(path, query, token: token)
    let refusal = try JSONDecoder().decode(Refusal.self, from: body)
    #expect(!refusal.success && !refusal.status_message.isEmpty)
    return (status, refusal.status_code)
  }

  /// The identifier of the title at a place.
  private static func id(_ index: Int) -> Int { 100 + index * 7 }

  @Test("A title depends on seed and place only, whatever the size")
  func consistent() async throws {
    var found: [[String]] = []
    for size in [50, 5_000] {
      try await RunningMock.with("seed=3,titles=\(size)") { mock async throws in
        let paths = ["movie/100", "tv/149", "movie/443"]
        found.append(
          try await paths.asyncMap {
            String(decoding: try await mock.tmdb($0, [:]).body, as: UTF8.self)
          })
        let status = try await mock.tmdb("movie/\(Self.id(50))", [:]).status
        #expect(status == (size == 50 ? 404 : 200))
      }
    }
    #expect(found[0] == found[1] && Set(found[0]).count == 3)
  }

  @Test("Pages of a list hold each title once, in the order that was asked for")
  func pages() async throws {
    try await RunningMock.with("titles=130") { mock async throws in
      for (sort, inOrder) in [
        ("popularity.desc", { $0.popularity >= $1.popularity }),
        ("primary_release_date.desc", { $0.date >= $1.date }),
        ("primary_release_date.asc", { $0.date <= $1.date }),
      ] as [(String, (Page.Entry, Page.Entry) -> Bool)] {
        var entries: [Page.Entry] = []
        for number in 1...7 {
          let page = try await page(
            mock, "discover/movie", ["sort_by": sort, "page": "\(number)"])
          #expect(page.page == number && page.total_pages == 7 && page.total_results == 130)
          entries += page.results
        }
        #expect(entries.count == 130 && Set(entries.map(\.id)).count == 130)
        for (first, second) in zip(entries, entries.dropFirst()) {
          #expect(inOrder(first, second), "\(sort): \(first.id), \(second.id)")
        }
        #expect(try await page(mock, "discover/movie", ["page": "8"]).results.isEmpty)
      }
    }
  }

  @Test("Genres, dates, votes and certifications select")
  func filters() async throws {
    try await RunningMock.with("titles=3000") { mock async throws in
      let genre = try await page(mock, "discover/tv", ["with_genres": "10759,18"])
      #expect(!genre.results.isEmpty)
      for entry in genre.results {
        #expect(Set(entry.genre_ids ?? []).isSuperset(of: [10_759, 18]))
      }
      let either = try await page(mock, "discover/tv", ["with_genres": "10759|18"])
      #expect(either.total_results > genre.total_results)
      let upcoming = try await page(
        mock, "discover/movie", ["primary_release_date.gte": Self.today])
      #expect(upcoming.total_results > 100)
      #expect(upcoming.results.allSatisfy { $0.date >= Self.today })
      let voted = try await page(
        mock, "discover/movie", ["sort_by": "vote_average.asc", "vote_count.gte": "50"])
      #expect(voted.results.allSatisfy { $0.vote_count ?? 0 >= 50 })
      let all = try await page(mock, "discover/movie").total_results
      let rated = ["certification_country": "US", "certification": "PG-13"]
      let films = try await page(mock, "discover/movie", rated).total_results
      #expect((1..<all).contains(films))
      // The service knows no certifications of series.
      #expect(try await page(mock, "discover/tv", rated).total_results == 3000)
    }
  }

  @Test("The trending list holds films, series and persons, and the gaps of the real lists")
  func trending() async throws {
    try await RunningMock.with("titles=2000") { mock async throws in
      var entries: [Page.Entry] = []
      for number in 1...60 {
        entries += try await page(mock, "trending/all/week", ["page": "\(number)"]).results
      }
      let kinds = Dictionary(grouping: entries) { $0.media_type ?? "none" }.mapValues(\.count)
      #expect(Set(kinds.keys) == ["movie", "tv", "person"])
      #expect(kinds["person"] == entries.count / 7)
      let titles = entries.filter { $0.media_type != "person" }
      #expect(titles.contains { $0.genre_ids == nil } && titles.contains { $0.genre_ids != nil })
      #expect(titles.contains { $0.release_date == "" || $0.first_air_date == "" })
      #expect(titles.contains { $0.release_date == nil && $0.first_air_date == nil })
      #expect(titles.contains { $0.poster_path == nil })
      #expect(titles.contains { $0.date > Self.today })
      let films = try await page(mock, "trending/movie/week").results.map(\.id)
      let first = entries.filter { $0.media_type == "movie" }.prefix(films.count).map(\.id)
      #expect(films == first)
    }
  }

  @Test("Details bring what was asked for along; old videos lack what the old form lacked")
  func details() async throws {
    struct Details: Decodable {
      struct Videos: Decodable {
        struct Video: Decodable {
          let key: String
          let official: Bool?
          let published_at: String?
        }
        let results: [Video]
      }
      let id: Int
      let release_date: String
      let videos: Videos
      let credits: Anything?
      let release_dates: Anything?
    }
    struct Anything: Decodable {}
    try await RunningMock.with("titles=300") { mock async throws in
      var old = 0
      var new = 0
      for index in 0..<60 {
        let id = Self.id(index)
        let (status, body) = try await mock.tmdb(
          "movie/\(id)", ["append_to_response": "videos,credits,release_dates,nonsense"])
        #expect(status == 200)
        let details = try JSONDecoder().decode(Details.self, from: body)
        #expect(details.id == id && details.credits != nil && details.release_dates != nil)
        for video in details.videos.results {
          #expect((video.official == nil) == (video.published_at == nil))
          if video.official == nil { old += 1 } else { new += 1 }
        }
      }
      #expect(old > 0 && new > 0)
      let (status, _) = try await mock.tmdb("tv/\(Self.id(5))/videos", [:])
      #expect(status == 200)
    }
  }

  @Test("Refusals have the service's bodies")
  func refusals() async throws {
    try await RunningMock.with("titles=20") { mock async throws in
      #expect(try await refusal(mock, "genre/tv/list", token: "wrong") == (401, 7))
      for page in ["501", "0", "x"] {
        #expect(try await refusal(mock, "discover/tv", ["page": page]) == (400, 22))
      }
      #expect(try await refusal(mock, "discover/tv", ["sort_by": "luck.desc"]) == (400, 5))
      let day = ["first_air_date.gte": "2026-13-01"]
      #expect(try await refusal(mock, "discover/tv", day) == (400, 5))
      #expect(try await refusal(mock, "movie/abc") == (404, 6))
      #expect(try await refusal(mock, "movie/99") == (404, 34))
      let many = ["append_to_response": (1...21).map { "p\($0)" }.joined(separator: ",")]
      #expect(try await refusal(mock, "movie/107", many) == (400, 27))
    }
    try await RunningMock.with("rate=1/h") { mock async throws in
      #expect(try await mock.tmdb("genre/movie/list", [:]).status == 200)
      #expect(try await refusal(mock, "genre/movie/list") == (429, 25))
    }
    try await RunningMock.with("fault=429:1,retry-after=3s") { mock async throws in
      #expect(try await refusal(mock, "genre/movie/list") == (429, 25))
      #expect(try await mock.tmdb("genre/movie/list", [:]).status == 200)
    }
  }

  @Test("Oddities spoil lists on purpose")
  func oddities() async throws {
    try await RunningMock.with("titles=200,oddities=all") { mock async throws in
      let (_, body) = try await mock.tmdb("discover/movie", [:])
      let text = String(decoding: body, as: UTF8.self)
      #expect(text.contains("\"title\":null") && text.contains("\"release_date\":\"0000-00-00\""))
      #expect(text.contains("\"vote_average\":\""))
    }
    let odd = "titles=200,oddities=repeated-pages+growing"
    try await RunningMock.with(odd) { mock async throws in
      let pages = try await [2, 3, 4].asyncMap {
        try await page(mock, "discover/movie", ["page": "\($0)"])
      }
      #expect(pages[0].results.map(\.id) == pages[1].results.map(\.id))
      #expect(pages[1].results.map(\.id) != pages[2].results.map(\.id))
      #expect(pages.map(\.total_pages) == [3, 4, 5])
    }
    let error = await #expect(throws: MockOptionError.self) {
      try await RunningMock.with("oddities=growing+nonsense") { _ in }
    }
    #expect(error?.key == "oddities")
    #expect(error?.message.hasSuffix("growing or all, not 'nonsense'") == true)
  }
}

extension RunningMock {
  /// The status and body of a GET below `/tmdb` with a token.
  func tmdb(
    _ path: String, _ query: [String: String], token: String = "mock-token"
  ) async throws -> (status: Int, body: Data) {
    let (response, body) = try await get(
      "tmdb/\(path)", query, headers: ["Authorization": "Bearer \(token)"])
    return (response.statusCode, body)
  }
}

extension Sequence {
  /// `map` for what waits.
  fileprivate func asyncMap<Result>(
    _ transform: (Element) async throws -> Result
  ) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
