import MixCore

/// An item of a made-up catalogue.
struct CatalogueItem: Sendable, Equatable {
  var source: Int
  var position: Int
  var values: [MergeValue]
  var id: String
}

/// Sources of random items, and what sorting all of them at once gives.
struct MergeCatalogue: Sendable {
  let keys: [MergeKey]
  var sources: [[CatalogueItem]]

  /// - Parameters:
  ///   - sharesRuns: whether a source has items with equal first keys in any order.
  ///   - duplicates: the percentage of items that are another source's too.
  init(_ random: inout SeededRandom, sharesRuns: Bool, duplicates: Int = 0) {
    var keys: [MergeKey] = []
    for _ in 0..<random.number(1...4) { keys.append(Self.key(&random)) }
    self.keys = keys
    let count = random.number(2...16)
    // Few different first keys make long runs; no run may be longer than the lookahead.
    let spread = sharesRuns ? 1_000 : 6
    var sources: [[CatalogueItem]] = []
    for source in 0..<count {
      var items: [CatalogueItem] = []
      for position in 0..<random.number(0...90) {
        let twin = random.happens(duplicates) ? sources.randomElement(using: &random) : nil
        if let twin = twin?.randomElement(using: &random) {
          items.append(
            CatalogueItem(source: source, position: 0, values: twin.values, id: twin.id))
        } else {
          let values = keys.indices.map { Self.value(&random, $0 == 0 ? spread : 4) }
          items.append(
            CatalogueItem(
              source: source, position: 0, values: values, id: "\(source)/\(position)"))
        }
      }
      let order = sharesRuns ? Array(keys.prefix(1)) : keys
      items.sort { Self.precedes($0, $1, order) ?? false }
      sources.append(Self.numbered(items))
    }
    self.sources = sources
  }

  static func numbered(_ items: [CatalogueItem]) -> [CatalogueItem] {
    items.enumerated().map { position, item in
      var item = item
      item.position = position
      return item
    }
  }

  private static func key(_ random: inout SeededRandom) -> MergeKey {
    let missing: [MergeKey.Missing] = [
      .first, .last, .counts(as: .number(0)), .counts(as: .integer(2)),
    ]
    return MergeKey(
      random.happens(50) ? .ascending : .descending, missing: missing[random.number(0...3)])
  }

  private static func value(_ random: inout SeededRandom, _ spread: Int) -> MergeValue {
    let number = random.number(-spread...spread)
    switch random.number(0...9) {
    case 0: return .missing
    case 1: return .number(Double(number) / 2)
    case 2: return .number(random.happens(50) ? -0.0 : .infinity)
    case 3: return .integer(Int64(1 << 53) + Int64(number))
    case 4: return .number(.nan)
    // One beginning for all, so that the first bytes do not decide.
    case 5: return .text("2026-11-\(number)")
    case 6: return .text(String("süß, as they say".prefix(abs(number) % 17)))
    default: return .integer(Int64(number))
    }
  }

  // MARK: The reference: comparisons as they are meant, value by value

  /// Whether one item comes before another; nil when their keys are equal.
  static func precedes(
    _ left: CatalogueItem, _ right: CatalogueItem, _ keys: [MergeKey]
  ) -> Bool? {
    for (place, key) in keys.enumerated() {
      let order = compare(left.values[place], right.values[place], key)
      if order != 0 { return order < 0 }
    }
    return nil
  }

  private static func compare(_ left: MergeValue, _ right: MergeValue, _ key: MergeKey) -> Int {
    let (first, second) = (effective(left, key), effective(right, key))
    let missing = (first == .missing, second == .missing)
    if missing.0 || missing.1 {
      if missing.0 && missing.1 { return 0 }
      let comesFirst = key.missing == .first ? missing.0 : missing.1
      return comesFirst ? -1 : 1
    }
    let order = compare(first, second)
    return key.direction == .ascending ? order : -order
  }

  private static func effective(_ value: MergeValue, _ key: MergeKey) -> MergeValue {
    var isMissing = value == .missing
    if case .number(let number) = value, number.isNaN { isMissing = true }
    guard isMissing else { return value }
    if case .counts(let standIn) = key.missing { return standIn }
    return .missing
  }

  private static func compare(_ left: MergeValue, _ right: MergeValue) -> Int {
    switch (left, right) {
    case (.text(let first), .text(let second)):
      let (a, b) = (Array(first.utf8), Array(second.utf8))
      return a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
    case (.text, _): return 1
    case (_, .text): return -1
    default:
      // Every integer here is exact in 80 bits.
      let (first, second) = (wide(left), wide(right))
      return first == second ? 0 : first < second ? -1 : 1
    }
  }

  private static func wide(_ value: MergeValue) -> WideNumber {
    switch value {
    case .integer(let number): WideNumber(whole: number, rest: 0)
    case .number(let number) where number.magnitude < 1e15:
      WideNumber(whole: Int64(number.rounded(.down)), rest: number - number.rounded(.down))
    case .number(let number): WideNumber(whole: number < 0 ? .min : .max, rest: 0)
    default: WideNumber(whole: 0, rest: 0)
    }
  }

  private struct WideNumber: Comparable {
    let whole: Int64
    let rest: Double
    static func < (left: Self, right: Self) -> Bool {
      (left.whole, left.rest) < (right.whole, right.rest)
    }
  }

  /// All items in one order; of equal ones those of the first source come first.
  func sorted(_ sources: [[CatalogueItem]]? = nil) -> [CatalogueItem] {
    (sources ?? self.sources).flatMap(\.self).enumerated().sorted { left, right in
      Self.precedes(left.element, right.element, keys) ?? (left.offset < right.offset)
    }.map(\.element)
  }

  /// The items without those that came before by their id.
  static func unique(_ items: [CatalogueItem]) -> [CatalogueItem] {
    var seen: Set<String> = []
    return items.filter { seen.insert($0.id).inserted }
  }
}
