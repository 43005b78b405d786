import Foundation
import Testing

import MockUpstreams

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The mocked Jellyfin server")
struct JellyfinMockTests {
  private static let token = "0123456789abcdef0123456789abcdef"

  private func ask(
    _ mock: RunningMock, _ path: String, _ query: [String: String] = [:], status: Int = 200
  ) async throws -> String {
    let all = ["ApiKey": Self.token].merging(query) { $1 }
    let (response, body) = try await mock.get("jellyfin/" + path, all)
    #expect(response.statusCode == status)
    return String(decoding: body, as: UTF8.self)
  }

  private func makePlaylist(_ mock: RunningMock) async throws -> String {
    let users = try await ask(mock, "Users")
    let user = try #require(users.firstMatch(of: /"Id":"([0-9a-f]{32})"/)).1
    var request = URLRequest(
      url: try #require(URL(string: "\(mock.base)/jellyfin/Playlists?ApiKey=\(Self.token)")))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let song = "a0" + String(repeating: "0", count: 29) + "5"
    request.httpBody = Data(#"{"Name":"Mine","Ids":["\#(song)"],"UserId":"\#(user)"}"#.utf8)
    let (data, _) = try await URLSession.shared.data(for: request)
    let answer = String(decoding: data, as: UTF8.self)
    return String(try #require(answer.firstMatch(of: /"Id":"([0-9a-f]{32})"/)).1)
  }

  @Test("Songs are found by title, by artist and by identifier, and listed in pages")
  func songs() async throws {
    try await RunningMock.with("") { mock in
      #expect(
        try await ask(mock, "Items", ["searchTerm": "blinding lights"]).contains("Blinding Lights"))
      #expect(try await ask(mock, "Items", ["artists": "the weeknd"]).contains("The Weeknd"))
      let ids = "a0" + String(repeating: "0", count: 29) + "3"
      #expect(try await ask(mock, "Items", ["ids": ids]).contains(ids))
      let page = try await ask(mock, "Items", ["startIndex": "3", "limit": "1"])
      #expect(page.contains(ids) && page.contains("\"TotalRecordCount\":1000"))
    }
  }

  @Test("A playlist that was made is there, with its songs")
  func playlists() async throws {
    try await RunningMock.with("") { mock in
      let id = try await makePlaylist(mock)
      #expect(try await ask(mock, "Items", ["includeItemTypes": "Playlist"]).contains("Mine"))
      let items = try await ask(mock, "Playlists/\(id)/Items")
      #expect(items.contains(/"TotalRecordCount":1[,}]/))
    }
  }

  @Test("Another key and an unknown playlist are refused")
  func refusals() async throws {
    try await RunningMock.with("") { mock in
      _ = try await ask(mock, "System/Info")
      _ = try await ask(mock, "System/Info", ["ApiKey": "x"], status: 401)
      _ = try await ask(mock, "Playlists/b1/Items", status: 404)
    }
  }
}
