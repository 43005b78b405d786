/// The chart in the shape of the mirrors that read the tables of kworb.net: every cell a string, artist
/// and title in one of them.
struct ChartMirror: Sendable {
  let entries: [KworbChart.Entry]
  let seed: UInt64

  var json: JSONValue {
    .object([
      ("source", .string("https://kworb.net/spotify/country/global_daily.html")),
      ("title", .string("Spotify Daily Chart - Global - 2026/09/12")),
      ("chart", .array(entries.map(row))),
    ])
  }

  private func row(_ entry: KworbChart.Entry) -> JSONValue {
    var digest = Digest(seed: seed, UInt64(entry.rank), salt: 6)
    let streams = 7_000_000 / entry.rank + digest.below(10_000)
    let days = 1 + digest.below(400)
    return .object([
      ("Pos", .string(String(entry.rank))), ("P+", .string(digest.pick(["=", "+1", "-2", "+14"]))),
      ("Artist and Title", .string("\(entry.artist) - \(entry.title)")),
      ("Days", .string(String(days))), ("Pk", .string(String(1 + digest.below(entry.rank)))),
      ("(x?)", .string(digest.chance(30) ? "(x\(1 + digest.below(days)))" : "")),
      ("Streams", .string(Self.grouped(streams))),
      ("Streams+", .string("-" + Self.grouped(digest.below(90_000)))),
      ("7Day", .string(Self.grouped(streams * 7))),
      ("Total", .string(Self.grouped(streams * days))),
    ])
  }

  /// `6,398,943`.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.reduce("") { text, index in
      let isGroup = index > 0 && (digits.count - index) % 3 == 0
      return text + (isGroup ? "," : "") + String(digits[index])
    }
  }
}
