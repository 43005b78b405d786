import Hummingbird
import Notation
import Reactor

/// MeTube, the web page around yt-dlp: `POST /metube/add` and `GET /metube/history`.
///
/// Each look at the history moves the oldest waiting download on: waiting, at work, done. An address with
/// `fail` in it ends with an error; one that is not an address is refused, with status 200 as there.
struct MeTubeUpstream: Sendable {
  private struct Download {
    let url: String
    let quality: String
    let format: String
    /// How often the history was asked for since it came to its turn.
    var looks = 0

    var isDone: Bool { looks >= 2 }
  }

  private final class State: Sendable {
    let downloads = Guarded<[Download]>([])
  }

  private let state = State()

  func addRoutes(to router: some RouterMethods<MockContext>) {
    router.post("/metube/add") { request, _ in
      let body = try await request.body.collect(upTo: 1 << 20)
      return add(Array(body.readableBytesView))
    }
    router.get("/metube/history") { _, _ in history() }
  }

  private func add(_ bytes: [UInt8]) -> Response {
    guard let body = try? JSONReader.read(bytes), case .string(let url)? = body["url"],
      case .string(let quality)? = body["quality"]
    else { return .json(.object([("error", .string("Bad Request"))]), status: .badRequest) }
    guard url.hasPrefix("http") else {
      return .json(
        .object([
          ("status", .string("error")), ("msg", .string("'\(url)' is not a valid URL")),
        ]))
    }
    var format = "any"
    if case .string(let wanted)? = body["format"] { format = wanted }
    let download = Download(url: url, quality: quality, format: format)
    state.downloads.withLock { list in
      list.removeAll { $0.url == url }
      list.append(download)
    }
    return .json(.object([("status", .string("ok"))]))
  }

  private func history() -> Response {
    let downloads = state.downloads.withLock { list in
      if let next = list.firstIndex(where: { !$0.isDone }) { list[next].looks += 1 }
      return list
    }
    return .json(
      .object([
        ("done", .array(downloads.filter(\.isDone).map(Self.json))),
        ("queue", .array(downloads.filter { !$0.isDone }.map(Self.json))), ("pending", .array([])),
      ]))
  }

  private static func json(_ download: Download) -> JSONValue {
    let id = download.url.split(separator: "=").last.map(String.init) ?? download.url
    let fails = download.url.contains("fail")
    let status =
      download.isDone
      ? (fails ? "error" : "finished") : download.looks > 0 ? "downloading" : "pending"
    return .object([
      ("id", .string(id)), ("title", .string("Video \(id)")), ("url", .string(download.url)),
      ("quality", .string(download.quality)), ("format", .string(download.format)),
      ("status", .string(status)),
      ("msg", download.isDone && fails ? .string("ERROR: Video unavailable") : .null),
      ("percent", download.isDone ? .int(100) : download.looks > 0 ? .int(42) : .null),
    ])
  }
}
