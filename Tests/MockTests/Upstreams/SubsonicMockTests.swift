import Foundation
import Testing

import MockUpstreams

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The mocked music server")
struct SubsonicMockTests {
  private static let login = [
    "u": "joe", "s": "c19b2d", "t": "26719a1196d2a940705a59634eb18eef", "f": "json",
  ]

  private func ask(
    _ mock: RunningMock, _ method: String, _ query: [String: String] = [:]
  ) async throws -> String {
    let all = Self.login.merging(query) { $1 }
    let (response, body) = try await mock.get("subsonic/rest/" + method, all)
    #expect(response.statusCode == 200)
    return String(decoding: body, as: UTF8.self)
  }

  @Test("Songs are found, and an empty query gives all of them in pages")
  func songs() async throws {
    try await RunningMock.with("") { mock in
      let found = try await ask(mock, "search3", ["query": "blinding lights the weeknd"])
      #expect(found.contains("\"status\":\"ok\"") && found.contains("Blinding Lights"))
      let first = try await ask(mock, "search3", ["query": "", "songCount": "2"])
      let second = try await ask(
        mock, "search3", ["query": "", "songCount": "2", "songOffset": "2"])
      #expect(first.contains("so-0") && first.contains("so-1") && !first.contains("so-2"))
      #expect(second.contains("so-2") && second.contains("so-3"))
    }
  }

  @Test("A playlist that was made is there, with its songs")
  func playlists() async throws {
    try await RunningMock.with("") { mock in
      let made = try await ask(mock, "createPlaylist", ["name": "Mine", "songId": "so-5"])
      #expect(made.contains("pl-3"))
      #expect(try await ask(mock, "getPlaylists").contains("Mine"))
      #expect(try await ask(mock, "getPlaylist", ["id": "pl-3"]).contains("so-5"))
    }
  }

  @Test("Another log-in and what is not there are failures with status 200")
  func refusals() async throws {
    try await RunningMock.with("") { mock in
      let ping = try await ask(mock, "ping")
      #expect(ping.contains("\"status\":\"ok\""))
      let refused = try await ask(mock, "getPlaylists", ["t": "x"])
      #expect(refused.contains("\"code\":40"))
      let missing = try await ask(mock, "getSong", ["id": "so-99999"])
      #expect(missing.contains("\"code\":70"))
    }
  }
}
