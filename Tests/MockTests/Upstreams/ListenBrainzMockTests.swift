import Foundation
import Testing

import MockUpstreams

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The mocked ListenBrainz")
struct ListenBrainzMockTests {
  private struct Answer: Decodable {
    struct Playlist: Decodable {
      struct Track: Decodable {
        let title: String
        let creator: String
        let duration: Int
        let identifier: [String]
      }
      let title: String
      let identifier: String
      let track: [Track]
    }
    struct Entry: Decodable { let playlist: Playlist }
    let playlistCount: Int?
    let playlists: [Entry]?
    let playlist: Playlist?

    enum CodingKeys: String, CodingKey {
      case playlists, playlist
      case playlistCount = "playlist_count"
    }
  }

  private func ask(
    _ mock: RunningMock, _ path: String, _ query: [String: String] = [:]
  ) async throws -> (Int, Answer?) {
    let (response, body) = try await mock.get("listenbrainz/" + path, query)
    return (response.statusCode, try? JSONDecoder().decode(Answer.self, from: body))
  }

  @Test("A user's playlists come in pages, and each has its tracks")
  func playlists() async throws {
    try await RunningMock.with("") { mock in
      let (_, list) = try await ask(mock, "user/mock/playlists", ["count": "1", "offset": "1"])
      #expect(list?.playlistCount == 2 && list?.playlists?.count == 1)
      let (_, made) = try await ask(mock, "user/mock/playlists/createdfor")
      let playlist = try #require(made?.playlists?.first?.playlist)
      let id = try #require(playlist.identifier.split(separator: "/").last)
      let (status, whole) = try await ask(mock, "playlist/\(id)")
      #expect(status == 200 && whole?.playlist?.title == playlist.title)
      #expect(whole?.playlist?.track.count == 25)
      let address = whole?.playlist?.track.first?.identifier.first ?? ""
      #expect(address.hasPrefix("https://musicbrainz.org/recording/"))
    }
  }

  @Test("Other users and playlists are not known")
  func unknown() async throws {
    try await RunningMock.with("") { mock in
      for path in ["user/somebody/playlists", "playlist/5e550000-0000-4000-8000-000000000009"] {
        let (status, _) = try await ask(mock, path)
        #expect(status == 404, "\(path)")
      }
    }
  }
}
