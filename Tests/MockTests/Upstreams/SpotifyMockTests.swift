import Foundation
import Testing

@testable import MockUpstreams

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Mock of Spotify and Deezer")
struct SpotifyMockTests {
  private struct Artist: Decodable, Equatable {
    let id: String
    let name: String
  }

  private struct Track: Decodable, Equatable {
    let id: String
    let name: String
    let artists: [Artist]
    let uri: String
  }

  private struct Page<Item: Decodable>: Decodable {
    let items: [Item]
    let next: String?
    let total: Int
  }

  private struct Failure: Decodable {
    struct Problem: Decodable {
      let status: Int
      let message: String
      let reason: String?
    }
    let error: Problem
  }

  private static let scopes: Set<String> = [
    "playlist-read-private", "playlist-modify-private", "user-top-read", "user-follow-read",
    "user-library-modify", "user-follow-modify",
  ]

  /// A token that every mock of the seed takes.
  private func token(_ scopes: Set<String> = Self.scopes) -> String {
    OAuthLedger(MockOptions()).begin(
      MockLogin(client: "mixhost-mock", user: OAuthUpstream.user, scopes: scopes), code: nil
    ).access
  }

  private func ask(
    _ mock: RunningMock, _ path: String, method: String = "GET", body: String? = nil,
    token: String? = nil
  ) async throws -> (status: Int, body: Data) {
    var request = URLRequest(
      url: try #require(URL(string: "http://127.0.0.1:\(mock.port)/spotify_api" + path)))
    request.httpMethod = method
    request.setValue("Bearer \(token ?? self.token())", forHTTPHeaderField: "Authorization")
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = body.map { Data($0.utf8) }
    let (data, response) = try await URLSession(configuration: .ephemeral).data(for: request)
    return (try #require(response as? HTTPURLResponse).statusCode, data)
  }

  private func read<Value: Decodable>(
    _ type: Value.Type, _ mock: RunningMock, _ path: String
  ) async throws -> Value {
    try JSONDecoder().decode(type, from: try await ask(mock, path).body)
  }

  /// The identifier of a playlist of the account.
  private func playlist(_ name: String, _ mock: RunningMock) async throws -> String {
    var found: String?
    for offset in [0, 50] where found == nil {
      let page = try await read(
        Page<Artist>.self, mock, "/me/playlists?limit=50&offset=\(offset)")
      found = page.items.first { $0.name == name }?.id
    }
    return try #require(found)
  }

  @Test("Requests need a live token with the scope of the call")
  func tokens() async throws {
    try await RunningMock.with("") { mock in
      let me = try await ask(mock, "/me").status
      #expect(me == 200)
      #expect(try await ask(mock, "/me", token: "x").status == 401)
      let poor = token(["user-top-read"])
      #expect(try await ask(mock, "/me/playlists", token: poor).status == 403)
      #expect(try await ask(mock, "/me/top/artists", token: poor).status == 200)
    }
  }

  @Test("Each contract has its own addresses, fields and page sizes")
  func contracts() async throws {
    for (contract, other, longest) in [("new", "tracks", 50), ("old", "items", 100)] {
      try await RunningMock.with("spotify=\(contract)") { mock in
        let own = contract == "new" ? "items" : "tracks"
        let id = try await playlist("Long Mix", mock)
        let refused = try await ask(mock, "/playlists/\(id)/\(other)?limit=10").status
        #expect(refused == (contract == "new" ? 403 : 404))
        #expect(try await ask(mock, "/playlists/\(id)/\(own)?limit=\(longest + 1)").status == 400)
        let text = String(
          decoding: try await ask(mock, "/playlists/\(id)/\(own)?limit=\(longest)").body,
          as: UTF8.self)
        #expect(text.contains("\"\(contract == "new" ? "item" : "track")\":{"))
        let weeknd = try await artist("the+weeknd", mock).id
        let top = try await ask(mock, "/artists/\(weeknd)/top-tracks").status
        #expect(top == (contract == "new" ? 403 : 200))
        let search = try await ask(mock, "/search?type=artist&q=a&limit=11").status
        #expect(search == (contract == "new" ? 400 : 200))
        let me = String(decoding: try await ask(mock, "/me").body, as: UTF8.self)
        #expect(me.contains("\"email\"") == (contract == "old"))
      }
    }
  }

  @Test("A playlist is made, filled in batches of 100 at most, replaced, and forgotten")
  func playlists() async throws {
    try await RunningMock.with("") { mock in
      struct Made: Decodable {
        let id: String
        let `public`: Bool
      }
      struct Entry: Decodable {
        let item: Track
      }
      let body = "{\"name\": \"Mine\", \"public\": false}"
      let made = try await ask(mock, "/me/playlists", method: "POST", body: body)
      let playlist = try JSONDecoder().decode(Made.self, from: made.body)
      #expect(made.status == 201 && !playlist.public)
      let long = try await self.playlist("Long Mix", mock)
      var uris: [String] = []
      for offset in [0, 50, 100] {
        let page = try await read(
          Page<Entry>.self, mock, "/playlists/\(long)/items?limit=50&offset=\(offset)")
        uris += page.items.map(\.item.uri)
      }
      #expect(uris.count == 149, "one is counted and not listed")
      uris = Array(uris.prefix(101))
      func batch(_ uris: some Sequence<String>) -> String {
        "{\"uris\": [" + uris.map { "\"\($0)\"" }.joined(separator: ",") + "]}"
      }
      let path = "/playlists/\(playlist.id)/items"
      #expect(try await ask(mock, path, method: "POST", body: batch(uris)).status == 400)
      #expect(
        try await ask(mock, path, method: "POST", body: batch(uris.prefix(100))).status == 201)
      let page = try await read(Page<Entry>.self, mock, path + "?limit=50&offset=50")
      #expect(page.total == 100 && page.next == nil)
      #expect(page.items.map(\.item.uri) == Array(uris[50..<100]))
      #expect(try await ask(mock, path, method: "PUT", body: batch(uris.prefix(1))).status == 200)
      #expect(try await read(Page<Entry>.self, mock, path).total == 1)
      let local = batch(["spotify:local:a:b:c:1"])
      #expect(try await ask(mock, path, method: "POST", body: local).status == 400)
      let library = "/me/library?uris=spotify:playlist:\(playlist.id)"
      #expect(try await ask(mock, library, method: "DELETE").status == 200)
      #expect(try await ask(mock, path).status == 404)
    }
  }

  @Test("A quota, an app without Premium and a user who is not listed are refused as Spotify does")
  func refusals() async throws {
    try await RunningMock.with("spotify=new+quota:1") { mock in
      let first = try await ask(mock, "/me").status
      let second = try await ask(mock, "/me")
      #expect(first == 200)
      let failure = try JSONDecoder().decode(Failure.self, from: second.body)
      #expect(second.status == 429 && failure.error.reason == "QUOTA_EXCEEDED")
    }
    for (word, part) in [("unlisted", "not be registered"), ("premium", "premium")] {
      try await RunningMock.with("spotify=new+\(word)") { mock in
        let refused = try await ask(mock, "/me")
        #expect(refused.status == 403)
        #expect(String(decoding: refused.body, as: UTF8.self).contains(part))
      }
    }
    for option in ["spotify=newer", "spotify=new+quota:x", "spotify=new+"] {
      let error = await #expect(throws: MockOptionError.self) {
        try await RunningMock.with(option) { _ in }
      }
      #expect(error?.description.contains("mock option 'spotify': takes old or new") == true)
    }
  }

  private struct Found: Decodable {
    let artists: Page<Artist>
  }

  private func artist(_ words: String, _ mock: RunningMock) async throws -> Artist {
    let found = try await read(Found.self, mock, "/search?type=artist&q=\(words)&limit=1")
    return try #require(found.artists.items.first)
  }

  @Test("Identifiers say what they stand for, and nothing else is taken for one")
  func identifiers() async throws {
    try await RunningMock.with("") { mock in
      let found = try await artist("the+weeknd", mock)
      #expect(found.id.count == 22 && found.name == "The Weeknd")
      #expect(try await read(Artist.self, mock, "/artists/\(found.id)") == found)
      let front = String(found.id.dropLast())
      for id in ["\(front)-", front, "5\(found.id.dropFirst())"] {
        #expect(try await ask(mock, "/artists/\(id)").status == 404)
      }
    }
  }

  @Test("Descriptions come escaped, pages are short, and a long search is refused")
  func oddities() async throws {
    try await RunningMock.with("") { mock in
      let body = #"{"name": "Odd", "description": "Rock 'n' Roll & tea"}"#
      let made = try await ask(mock, "/me/playlists", method: "POST", body: body)
      let text = String(decoding: made.body, as: UTF8.self)
      #expect(text.contains("Rock &#x27;n&#x27; Roll &amp; tea"))
      let page = try await read(Page<Artist>.self, mock, "/me/playlists?limit=50")
      #expect(page.items.count == 49 && page.total == 60)
      #expect(page.next?.contains("offset=50") == true)
      for (length, status) in [(250, 200), (251, 400)] {
        let words = String(repeating: "a", count: length)
        #expect(try await ask(mock, "/search?type=track&q=\(words)").status == status)
      }
    }
  }

  @Test("Deezer has the same artists, another order, and its own errors")
  func deezer() async throws {
    struct List: Decodable {
      struct Item: Decodable {
        let id: Int
        let title: String?
        let name: String?
      }
      let data: [Item]
    }
    struct Refusal: Decodable {
      struct Problem: Decodable {
        let code: Int
      }
      let error: Problem
    }
    try await RunningMock.with("") { mock in
      let artists = try JSONDecoder().decode(
        List.self, from: try await mock.get("deezer/search/artist", ["q": "the weeknd"]).1)
      let artist = try #require(artists.data.first)
      #expect(artist.name == "The Weeknd")
      let top = try JSONDecoder().decode(
        List.self, from: try await mock.get("deezer/artist/\(artist.id)/top", ["limit": "3"]).1)
      #expect(top.data.count == 3 && top.data.allSatisfy { $0.title != nil })
      let track = try await mock.get("deezer/track/\(top.data[0].id)").1
      #expect(String(decoding: track, as: UTF8.self).contains("\"isrc\":\"QZ"))
      let (response, body) = try await mock.get("deezer/artist/1/top")
      #expect(response.statusCode == 404)
      #expect(try JSONDecoder().decode(Refusal.self, from: body).error.code == 800)
    }
    try await RunningMock.with("rate=1/min") { mock in
      _ = try await mock.get("deezer/search/artist", ["q": "a"])
      let body = try await mock.get("deezer/search/artist", ["q": "a"]).1
      #expect(try JSONDecoder().decode(Refusal.self, from: body).error.code == 4)
    }
  }
}
