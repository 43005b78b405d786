import Hummingbird
import NIOCore

/// YouTube's pages that name a channel: `GET /youtube/@HANDLE`, `/c/NAME`, `/user/NAME`,
/// `/channel/UC…` and `/watch?v=…`.
///
/// A browser that has not answered the question about cookies (no cookie `SOCS`) is sent to that
/// question, as in Europe. Names that begin with `missing` are nobody's.
struct ChannelPages: Sendable {
  private let catalogue: ChannelCatalogue

  init(catalogue: ChannelCatalogue) { self.catalogue = catalogue }

  func addRoutes(to router: some RouterMethods<MockContext>) {
    // A handle, or an old address that is a name alone.
    router.get("/youtube/:name") { request, context in
      try page(of: context.parameters.require("name"), request)
    }
    for kind in ["c", "user"] {
      router.get("/youtube/\(kind)/:name") { request, context in
        try page(of: context.parameters.require("name"), request)
      }
    }
    router.get("/youtube/channel/:id") { request, context in
      let id = try context.parameters.require("id")
      return answer(ChannelCatalogue.isChannel(id) ? id : nil, request)
    }
    router.get("/youtube/watch") { request, _ in
      let video = QueryString(request.uri.query)["v"]
      return answer(video.map { ChannelCatalogue.channel(named: $0) }, request)
    }
    router.get("/youtube/consent") { _, _ in
      Response.html("<html><body><h1>Before you continue to YouTube</h1></body></html>\n")
    }
  }

  private func page(of name: String, _ request: Request) -> Response {
    let bare = name.hasPrefix("@") ? String(name.dropFirst()) : name
    let isKnown = !bare.lowercased().hasPrefix("missing")
    return answer(isKnown ? ChannelCatalogue.channel(named: bare.lowercased()) : nil, request)
  }

  private func answer(_ channel: String?, _ request: Request) -> Response {
    guard request.headers[values: .cookie].contains(where: { $0.contains("SOCS=") }) else {
      return Response(status: .found, headers: [.location: "/youtube/consent"])
    }
    guard let channel else {
      return Response.html(
        "<html><body><h1>Error 404 (Not Found)</h1></body></html>\n", status: .notFound)
    }
    let title = catalogue.title(of: channel)
    return Response.html(
      """
      <!DOCTYPE html><html><head><title>\(title) - YouTube</title>
      <link rel="alternate" type="application/rss+xml" title="RSS" \
      href="https://www.youtube.com/feeds/videos.xml?channel_id=\(channel)">
      <meta property="og:title" content="\(title)"></head>
      <body><script>var ytInitialData = {"metadata":{"channelMetadataRenderer":\
      {"title":"\(title)","externalId":"\(channel)"}},"channelId":"\(channel)"};</script></body></html>

      """)
  }
}
