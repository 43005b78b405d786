internal import Notation

/// A video as the hub writes it.
enum HubVideo {
  /// Some are odd, as in life: by the last character of their id, one in 64 each has no title and no
  /// length yet, is a short of 45 s, has a negative length, or a date in the future.
  static func json(_ video: ChannelVideo) -> JSONValue {
    var published = video.published
    var title = video.title
    var duration = video.duration
    switch video.id.last {
    case "A": (title, duration) = (nil, nil)
    case "B": duration = 45
    case "C": duration = duration.map { -$0 }
    case "D": published += 864_000
    default: break
    }
    return .object([
      ("videoId", .string(video.id)), ("channelId", .string(video.channel)),
      ("publishedAt", .string(date(published))), ("title", title.map(JSONValue.string) ?? .null),
      ("description", title.map { .string("About: \($0)") } ?? .null),
      ("thumbnailUrl", .string("https://i.ytimg.com/vi/\(video.id)/hqdefault.jpg")),
      ("duration", duration.map { .string(timeSpan($0)) } ?? .null),
    ])
  }

  /// .NET's round-trip format "O": `2025-12-06T10:30:00.1234567+00:00`.
  static func date(_ seconds: Double) -> String {
    let ticks = Int((seconds * 1e7).rounded())
    let whole = ticks / 10_000_000
    let time = CivilTime(seconds: whole)
    return "\(time.date)T\(time.clock).\(Digits.padded(ticks % 10_000_000, 7))+00:00"
  }

  /// .NET's constant format "c": `[-][d.]hh:mm:ss`.
  static func timeSpan(_ seconds: Double) -> String {
    let whole = Int(abs(seconds))
    let days = whole >= 86_400 ? "\(whole / 86_400)." : ""
    return (seconds < 0 ? "-" : "") + days + CivilTime(seconds: whole).clock
  }
}

/// The body of a registration: `{"channelIds": [text, …]}`.
struct ChannelList {
  let channels: [String]

  /// nil for anything else.
  init?(_ bytes: [UInt8]) {
    guard let list = (try? JSONReader.read(bytes))?["channelIds"]?.strings else { return nil }
    channels = list
  }
}
