internal import Glibc

/// How two records are compared in one respect.
public struct RecordComparison: Sendable {
  /// The respect in which records are compared.
  public enum Measure: String, CaseIterable, Sendable {
    /// The words that both have, by how rare they are, forgiving slips: the mean of the next two.
    case words
    /// How much of both texts is common.
    case alike
    /// How much of one text is within the other.
    case within
    /// The numbers among the words.
    case numbers
    /// The distance of numbers, dates or points.
    case near
    /// The same code.
    case same

    /// Whether words are compared, which may be those of all columns.
    public var isOfWords: Bool { self == .words || self == .alike || self == .within }
  }

  /// The respect.
  public let measure: Measure
  /// The place of the column; nil: the words of all columns.
  public let column: Int?
  /// The likenesses that part the levels, ascending; for `near` the distances, descending.
  public let steps: [Double]

  /// Makes a comparison.
  public init(_ measure: Measure, column: Int?, steps: [Double]) {
    (self.measure, self.column, self.steps) = (measure, column, steps)
  }

  /// The number of levels.
  var levels: Int { steps.count + 1 }

  /// The level of a likeness or distance, 0 for the least alike.
  public func level(_ value: Double) -> Int {
    steps.count { measure == .near ? value <= $0 + 1e-9 : value >= $0 - 1e-9 }
  }
}

/// The columns of a table, and how its records are compared.
public struct RecordSpace: Sendable {
  /// A column.
  public struct Column: Sendable {
    /// The kind of its cells.
    public let kind: CellKind
    /// The probability that two cells hold the same value.
    public let usual: Double
    /// The shares of the common values.
    public let values: [String: Double]

    /// Makes a column.
    public init(kind: CellKind, usual: Double, values: [String: Double]) {
      (self.kind, self.usual, self.values) = (kind, usual, values)
    }
  }

  /// The columns.
  public let columns: [Column]
  /// The comparisons.
  public let comparisons: [RecordComparison]
  private let words: [String: Double]
  /// The share of a term that one record alone holds.
  private let single: Double
  /// By column, whether its numbers are compared apart from its words.
  private let apart: [Bool]

  /// The furthest that the frequency of a value moves the log odds.
  private static let most = 2.0

  /// Makes a space. `rows` is the number of records that the shares are of.
  public init(
    columns: [Column], comparisons: [RecordComparison], words: [String: Double], rows: Int
  ) {
    (self.columns, self.comparisons, self.words) = (columns, comparisons, words)
    single = 1 / Double(max(1, rows))
    apart = columns.indices.map { place in
      comparisons.contains { $0.column == place && $0.measure == .numbers }
    }
  }

  /// How much a word says: the logarithm of how many records there are for one that holds it.
  private func weight(_ word: CellWord) -> Double {
    let share = words[word.text] ?? single
    return log(1 + 1 / (share + single / 2))
  }

  // MARK: Records

  /// Reads the cells of a record.
  public func record(_ cells: [String]) -> ComparedRecord {
    var (read, all): ([ComparedRecord.Cell?], WordSet) = ([], WordSet())
    for (place, column) in columns.enumerated() {
      let text = place < cells.count ? cells[place] : ""
      let parts = CellWords.split(text)
      guard !parts.isEmpty else {
        read.append(nil)
        continue
      }
      var cell = ComparedRecord.Cell(key: RecordSurvey.key(parts, column.kind))
      switch column.kind {
      case .number, .money: cell.value = CellNumber(text).map { .number($0.value) }
      case .date: cell.value = CellDate(text).map { .date($0) }
      case .code: break
      case .place, .list, .name, .text:
        cell.value = CellPlace(text).map { .place($0) }
        for part in parts {
          let weight = weight(part)
          all.insert(part, weight)
          if part.isNumber { cell.numbers.insert(part, weight) }
          if !part.isNumber || !apart[place] { cell.words.insert(part, weight) }
        }
      }
      read.append(cell)
    }
    return ComparedRecord(cells: read, words: all)
  }

  /// Compares two records in one respect: the likeness or distance, nil where one says nothing, and
  /// the logarithm by which the odds change because an equal value is rare or common.
  public func compare(
    _ comparison: RecordComparison, _ one: ComparedRecord, _ other: ComparedRecord
  ) -> (value: Double?, rarity: Double) {
    let measure = comparison.measure
    guard let place = comparison.column else {
      return (WordMatching.likeness(one.words, other.words, measure), 0)
    }
    guard let left = one.cells[place], let right = other.cells[place] else { return (nil, 0) }
    let column = columns[place]
    let rarity = left.key == right.key ? rarity(left.key, column) : 0
    switch measure {
    case .words, .alike, .within:
      // An equal text is counted once.
      let likeness = WordMatching.likeness(left.words, right.words, measure)
      return (likeness, measure == .within ? 0 : rarity)
    case .numbers: return (WordMatching.shared(left.numbers, right.numbers), 0)
    case .near:
      guard let from = left.value, let to = right.value else { return (nil, 0) }
      return (from.distance(to: to), rarity)
    case .same: return (WordMatching.sameCode(left.key, right.key), rarity)
    }
  }

  private func rarity(_ key: String, _ column: Column) -> Double {
    // One of the records with the value is the other of the pair.
    let share = max(single, (column.values[key] ?? 0) - single)
    guard column.usual > 0 else { return 0 }
    return min(Self.most, max(-Self.most, log(column.usual / share)))
  }
}

/// A record whose cells are read.
public struct ComparedRecord: Sendable {
  struct Cell: Sendable {
    let key: String
    var words = WordSet()
    var numbers = WordSet()
    var value: CellValue?
  }

  let cells: [Cell?]
  /// The words of all texts.
  let words: WordSet
}
