import Hummingbird
import NIOCore

/// A podcast's feed: `GET /podcasts` (RSS 2.0), 20 episodes, a week apart, the newest first.
struct PodcastsUpstream: Sendable {
  private static let episodes = 20

  func addRoutes(to router: some RouterMethods<MockContext>) {
    router.get("/podcasts") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "application/rss+xml; charset=UTF-8"],
        body: .init(byteBuffer: ByteBuffer(string: Self.document)))
    }
  }

  private static let document: String = {
    let items = (0..<episodes).map { index in
      // 2026-11-01 and whole weeks before it.
      let date = AnswerDate.internetDate(day: 20_758 - index * 7)
      return """
          <item>
            <title>Episode \(episodes - index): tea &amp; stars</title>
            <guid isPermaLink="false">episode-\(episodes - index)</guid>
            <pubDate>\(date)</pubDate>
            <enclosure url="https://media.example.org/\(episodes - index).mp3" length="1000" type="audio/mpeg"/>
          </item>

        """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0">
        <channel>
          <title>Tea and Stars</title>
      \(items.joined())  </channel>
      </rss>

      """
  }()
}
