/// Charts that are odd as a whole.
enum ChartDocumentFault {
  typealias Entry = KworbChart.Entry

  static let all: [(name: String, document: @Sendable ([Entry]) -> JSONValue)] = [
    ("empty-array", { _ in .array([]) }),
    ("empty-object", { _ in .object([]) }),
    ("string", { _ in .string("a chart") }),
    ("ten-thousand", { _ in .array(tenThousand.map(\.json)) }),
    ("duplicates", { entries in .array(entries.flatMap { [$0.json, $0.json] }) }),
    ("gaps", { entries in .array(entries.filter { $0.rank % 3 != 0 }.map(\.json)) }),
    ("shuffled", { entries in .array(entries.reversed().map(\.json)) }),
    ("kworb-strings", { entries in .array(entries.map(withStrings)) }),
    ("artist-title", { entries in .array((traps + entries).enumerated().map(joined)) }),
  ]

  /// Real rows whose artist and title are hard to take apart.
  private static let traps = [
    Entry(rank: 1, title: "Wonderwall - Remastered", artist: "Oasis"),
    Entry(rank: 2, title: "Jamaican (Bam Bam) (w/ SOLTO (FR))", artist: "HUGEL"),
  ]

  private static var tenThousand: [Entry] {
    (1...10_000).map { Entry(rank: $0, title: "Title \($0)", artist: "Artist \($0)") }
  }

  /// Numbers as strings with commas; after rank 90 comes 1,001.
  private static func withStrings(_ entry: Entry) -> JSONValue {
    guard case .object(let members) = entry.json else { return entry.json }
    let rank = entry.rank + (entry.rank > 90 ? 910 : 0)
    return .object(
      [("rank", .string(ChartMirror.grouped(rank)))] + members.dropFirst()
        + [("streams", .string(ChartMirror.grouped(7_000_000 / entry.rank)))])
  }

  /// Artist and title in one string and no artist of its own.
  private static func joined(_ place: Int, _ entry: Entry) -> JSONValue {
    .object([
      ("rank", .int(place + 1)), ("title", .string("\(entry.artist) - \(entry.title)")),
    ])
  }
}
