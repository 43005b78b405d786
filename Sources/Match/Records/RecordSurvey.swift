internal import Notation

/// The contents of a table, column by column: from it comparisons are chosen.
public struct RecordSurvey: Sendable {
  /// A value or a word with the share of the records that hold it.
  public typealias Share = (term: String, share: Double)

  /// The contents of a column.
  public struct Column: Sendable {
    /// The number of cells that are not empty.
    public let filled: Int
    /// The number of cells of each kind.
    public let kinds: [CellKind: Int]
    /// The number of cells with a number among words.
    public let numbered: Int
    /// The common values, with their shares of the filled cells.
    public let values: [Share]
    /// The probability that two filled cells hold the same value.
    public let usual: Double
    /// By kind, the distances that 30, 10, 3 and 1 of 100 pairs of cells do not exceed, and 0.
    public let distances: [CellKind: [Double]]
  }

  /// The number of different records.
  public let rows: Int
  /// The columns, in the order of the cells.
  public let columns: [Column]
  /// The common words of texts, with their shares of the records.
  public let words: [Share]

  /// Surveys records; each is a list of cells, an empty text where one is missing.
  public init(_ records: [[String]], columns count: Int) {
    let distinct = Array(Set(records))
    rows = distinct.count
    columns = (0..<count).map { place in
      Self.column(distinct.map { $0[place] }.filter { !$0.isEmpty })
    }
    var tally: [CellWord: Int] = [:]
    for record in distinct {
      let texts = record.filter { CellKind(of: $0)?.isText == true }
      for word in Set(texts.flatMap(CellWords.split)) { tally[word, default: 0] += 1 }
    }
    let named = Dictionary(tally.map { ($0.key.text, $0.value) }, uniquingKeysWith: +)
    words = Self.shares(named, of: rows, atLeast: 2, share: 0.005, most: 400)
  }

  private static func column(_ cells: [String]) -> Column {
    var (kinds, values, numbered): ([CellKind: Int], [String: Int], Int) = ([:], [:], 0)
    for cell in cells {
      guard let kind = CellKind(of: cell) else { continue }
      let words = CellWords.split(cell)
      values[key(words, kind), default: 0] += 1
      kinds[kind, default: 0] += 1
      if kind.isText, words.contains(where: \.isNumber) { numbered += 1 }
    }
    let total = Double(max(1, cells.count))
    let usual = values.values.reduce(0) { $0 + Double($1) * Double($1) } / (total * total)
    var distances: [CellKind: [Double]] = [:]
    let measured: [(CellKind, [CellValue])] = [
      (.number, cells.compactMap { CellNumber($0).map { .number($0.value) } }),
      (.date, cells.compactMap { CellDate($0).map { .date($0) } }),
      (.place, cells.compactMap { CellPlace($0).map { .place($0) } }),
    ]
    for (kind, values) in measured where values.count * 2 > cells.count && values.count > 1 {
      distances[kind] = steps(values)
    }
    return Column(
      filled: cells.count, kinds: kinds, numbered: numbered,
      values: shares(values, of: cells.count, atLeast: 3, share: 0.002, most: 200), usual: usual,
      distances: distances)
  }

  /// The value as it is counted and compared: codes without their separators.
  static func key(_ words: [CellWord], _ kind: CellKind) -> String {
    words.map(\.text).joined(separator: kind == .code ? "" : " ")
  }

  private static func shares(
    _ counts: [String: Int], of total: Int, atLeast least: Int, share: Double, most: Int
  ) -> [Share] {
    let kept = counts.filter { $0.value >= least && Double($0.value) >= share * Double(total) }
    let order = kept.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
    return order.prefix(most).map { ($0.key, Double($0.value) / Double(total)) }
  }

  /// Distances of pairs drawn without chance: each value with some behind it in a fixed shuffle.
  private static func steps(_ values: [CellValue]) -> [Double] {
    var state: UInt64 = 1
    var distances: [Double] = []
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let first = Int(state >> 33) % values.count
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let other = Int(state >> 33) % values.count
      if first != other, let distance = values[first].distance(to: values[other]) {
        distances.append(distance)
      }
    }
    distances.sort()
    guard !distances.isEmpty else { return [0] }
    var steps: [Double] = []
    for share in [0.3, 0.1, 0.03, 0.01] {
      let step = distances[Int(clamping: Double(distances.count) * share)]
      if step > 0, step < steps.last ?? .infinity { steps.append(step) }
    }
    return steps + [0]
  }
}

extension CellKind {
  /// Whether cells of the kind are compared by their words.
  var isText: Bool { self == .text || self == .name || self == .list || self == .place }
}

/// A cell that is measured.
enum CellValue: Sendable {
  case number(Double)
  case date(CellDate)
  case place(CellPlace)

  func distance(to other: CellValue) -> Double? {
    switch (self, other) {
    case (.number(let one), .number(let two)): abs(one - two)
    case (.date(let one), .date(let two)): one.distance(to: two)
    case (.place(let one), .place(let two)): one.distance(to: two)
    default: nil
    }
  }
}
