/// One mistake that a row of a chart can have.
struct ChartRowFault: Sendable {
  let name: String
  /// True when a chart of such rows would be refused for its size first.
  var isLarge = false
  let spoil: @Sendable (KworbChart.Entry) -> JSONValue

  static let all: [ChartRowFault] = [
    ChartRowFault(name: "bad-rank") { $0.json(rank: .string("x")) },
    ChartRowFault(name: "negative-rank") { $0.json(rank: .int(-1)) },
    ChartRowFault(name: "zero-rank") { $0.json(rank: .int(0)) },
    ChartRowFault(name: "fractional-rank") { $0.json(rank: .number("1.5")) },
    ChartRowFault(name: "huge-rank") { $0.json(rank: .number("1e400")) },
    ChartRowFault(name: "missing-rank") { $0.json(rank: .some(nil)) },
    ChartRowFault(name: "missing-artist") { $0.json(artist: .some(nil)) },
    ChartRowFault(name: "blank-artist") { $0.json(artist: .string("   ")) },
    ChartRowFault(name: "missing-title") { $0.json(title: .some(nil)) },
    ChartRowFault(name: "empty-title") { $0.json(title: .string("")) },
    ChartRowFault(name: "null-title") { $0.json(title: .null) },
    ChartRowFault(name: "number-title") { $0.json(title: .int(42)) },
    ChartRowFault(name: "not-objects") { entry in
      switch entry.rank % 3 {
      case 0: .null
      case 1: .string(entry.title)
      default: .array([.int(entry.rank), .string(entry.title), .string(entry.artist)])
      }
    },
    ChartRowFault(name: "huge-titles", isLarge: true) {
      $0.json(title: .string(String(repeating: "la ", count: 333_334)))
    },
    // Texts that clear a terminal, ring its bell, break a line, end a C string or turn text around.
    ChartRowFault(name: "control-characters") {
      $0.json(title: .string("\u{1B}[2J\u{1B}]0;gotcha\u{7}\($0.title)\r\n\u{0}\u{9B}31m\u{202E}"))
    },
    // Texts that a spreadsheet takes for a formula, and that a careless CSV breaks on.
    ChartRowFault(name: "formulas") {
      let starts = ["=1+", "+1", "-1", "@SUM", "\t=", "a \"b\", c; "]
      return $0.json(title: .string(starts[$0.rank % starts.count] + $0.title))
    },
  ]
}
