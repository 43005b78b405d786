import Hummingbird
import NIOCore

/// YouTube's feed of a channel: `GET /youtube/feeds/videos.xml?channel_id=UC…` (Atom, RFC 4287, with
/// YouTube's and Media RSS's own elements). It has no lengths; the newest 15 videos. A channel
/// whose id begins with `UCgone` is gone.
struct AtomUpstream: Sendable {
  private let catalogue: ChannelCatalogue

  init(catalogue: ChannelCatalogue) { self.catalogue = catalogue }

  func addRoutes(to router: some RouterMethods<MockContext>) {
    router.get("/youtube/feeds/videos.xml") { request, _ in
      guard let channel = QueryString(request.uri.query)["channel_id"],
        ChannelCatalogue.isChannel(channel), !channel.hasPrefix("UCgone")
      else {
        return Response.html(
          "<html><body><h1>Error 404 (Not Found)</h1></body></html>\n",
          status: .notFound)
      }
      return Response(
        status: .ok, headers: [.contentType: "text/xml; charset=UTF-8"],
        body: .init(byteBuffer: ByteBuffer(string: document(channel))))
    }
  }

  private func document(_ channel: String) -> String {
    let title = Self.escaped(catalogue.title(of: channel))
    let link = "https://www.youtube.com/channel/\(channel)"
    let entries = (0..<ChannelCatalogue.listed).map { entry($0, channel, author: title) }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" \
      xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
       <link rel="self" href="http://www.youtube.com/feeds/videos.xml?channel_id=\(channel)"/>
       <id>yt:channel:\(channel.dropFirst(2))</id>
       <yt:channelId>\(channel.dropFirst(2))</yt:channelId>
       <title>\(title)</title>
       <link rel="alternate" href="\(link)"/>
       <author><name>\(title)</name><uri>\(link)</uri></author>
       <published>2015-01-01T00:00:00+00:00</published>
      \(entries)</feed>

      """
  }

  private func entry(_ index: Int, _ channel: String, author: String) -> String {
    let video = catalogue.video(index, of: channel)
    // The mark-up characters of titles, as they are met in life.
    let title = Self.escaped((video.title ?? "") + (index % 5 == 0 ? " <live> & more" : ""))
    // Atom's dates here have no fractions.
    let published = HubVideo.date(video.published).prefix(19) + "+00:00"
    return """
       <entry>
        <id>yt:video:\(video.id)</id>
        <yt:videoId>\(video.id)</yt:videoId>
        <yt:channelId>\(channel)</yt:channelId>
        <title>\(title)</title>
        <link rel="alternate" href="https://www.youtube.com/watch?v=\(video.id)"/>
        <author><name>\(author)</name></author>
        <published>\(published)</published>
        <updated>\(published)</updated>
        <media:group>
         <media:title>\(title)</media:title>
         <media:thumbnail url="https://i1.ytimg.com/vi/\(video.id)/hqdefault.jpg" width="480" height="360"/>
         <media:description><![CDATA[Seen & heard: <\(video.id)>]]></media:description>
        </media:group>
       </entry>

      """
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
