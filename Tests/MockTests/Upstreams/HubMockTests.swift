import Foundation
import MockUpstreams
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Mock of the hub and of YouTube's feeds")
struct HubMockTests {
  private struct Feed: Decodable {
    struct Video: Decodable, Equatable {
      let videoId: String
      let channelId: String
      let publishedAt: String
      let title: String?
      let duration: String?
    }
    let videos: [Video]
    let nextCursor: String?
  }

  private static let channel = "UC_x5XG1OV2P6uZZ5FSM9Ttw"

  private func post(_ path: String, _ body: String, _ mock: RunningMock) async throws -> (
    Int, String
  ) {
    var request = URLRequest(url: mock.base.appending(path: path))
    request.httpMethod = "POST"
    request.httpBody = Data(body.utf8)
    let (data, response) = try await URLSession(configuration: .ephemeral).data(for: request)
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
  }

  private func feed(_ query: [String: String], _ mock: RunningMock) async throws -> Feed {
    try JSONDecoder().decode(Feed.self, from: try await mock.get("hub/api/users/u/feed", query).1)
  }

  @Test("A user is unknown until channels are registered; reconciling finds five videos")
  func flow() async throws {
    try await RunningMock.with("size=10") { mock in
      let unknown = try await post("hub/api/users/u/reconcile", "", mock)
      #expect(unknown.0 == 404 && unknown.1 == "{\"message\":\"User not found\"}")
      let body = "{\"channelIds\":[\"\(Self.channel)\",\"\(Self.channel)\"]}"
      let registered = try await post("hub/api/users/u/channels", body, mock)
      #expect(registered.0 == 200 && registered.1.contains("registered successfully"))
      #expect(try await feed([:], mock).videos.count == 15)
      let found = try await post("hub/api/users/u/reconcile", "", mock)
      #expect(found.1 == "{\"message\":\"Reconciliation completed\",\"newVideosCount\":5}")
      #expect(try await feed([:], mock).videos.count == 20)
      for bad in ["", "[]", "{\"channelIds\":1}"] {
        #expect(try await post("hub/api/users/u/channels", bad, mock).0 == 400)
      }
      let many = "{\"channelIds\":[\((0..<101).map { "\"\($0)\"" }.joined(separator: ","))]}"
      #expect(try await post("hub/api/users/u/channels", many, mock).0 == 400)
    }
  }

  @Test("Dates, lengths and the cursor are as the hub's")
  func forms() async throws {
    try await RunningMock.with("size=10") { mock in
      let ids = (0..<20).map {
        "\"UC" + String(repeating: "\($0 % 10)", count: 21) + "\($0 / 10)\""
      }
      _ = try await post(
        "hub/api/users/u/channels", "{\"channelIds\":[\(ids.joined(separator: ","))]}", mock)
      let page = try await feed(["limit": "1000"], mock)
      #expect(page.videos.count == 100, "clamped")
      let date = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}\+00:00/
      #expect(page.videos.allSatisfy { $0.publishedAt.wholeMatch(of: date) != nil })
      let length = /-?(\d+\.)?\d\d:\d\d:\d\d/
      #expect(page.videos.compactMap(\.duration).allSatisfy { $0.wholeMatch(of: length) != nil })
      #expect(page.nextCursor == page.videos.last?.publishedAt || page.nextCursor != nil)
      let again = try await feed(["limit": "100", "since": page.nextCursor ?? ""], mock)
      #expect(Set(again.videos.map(\.videoId)).isSubset(of: Set(page.videos.map(\.videoId))))
    }
  }

  @Test("Over its limit the hub answers 429 with the time to wait")
  func limit() async throws {
    try await RunningMock.with("rate=1/h") { mock in
      _ = try await post("hub/api/users/u/channels", "{\"channelIds\":[]}", mock)
      let (response, _) = try await mock.get("hub/api/users/u/feed")
      #expect(response.statusCode == 429)
      #expect(response.value(forHTTPHeaderField: "Retry-After") == "60")
    }
  }

  @Test("A channel's own feed is Atom with fifteen entries; an unknown channel a page with 404")
  func atom() async throws {
    try await RunningMock.with("size=10") { mock in
      let (response, data) = try await mock.get(
        "youtube/feeds/videos.xml", ["channel_id": Self.channel])
      let text = String(decoding: data, as: UTF8.self)
      #expect(response.statusCode == 200)
      #expect(text.split(separator: "<entry>").count == 16)
      #expect(text.contains("<yt:channelId>\(Self.channel)</yt:channelId>"))
      #expect(
        try await mock.get("youtube/feeds/videos.xml", ["channel_id": "x"]).0.statusCode == 404)
    }
  }
}
