internal import Notation

/// One declared sort key of a merge.
public struct MergeKey: Sendable, Equatable {
  /// The end of the scale that comes first.
  public enum Direction: Sendable { case ascending, descending }

  /// The place of items that have no value for the key.
  public enum Missing: Sendable, Equatable {
    /// Before all others, whatever the direction.
    case first
    /// After all others, whatever the direction.
    case last
    /// The place of this value.
    case counts(as: MergeValue)
  }

  /// The end that comes first.
  public var direction: Direction
  /// The place of missing values.
  public var missing: Missing
  /// Whether the key is an item's place in its own source, counted by the merge.
  public private(set) var isRank = false

  /// A key; ascending with missing values last unless said.
  public init(_ direction: Direction = .ascending, missing: Missing = .last) {
    self.direction = direction
    self.missing = missing
  }

  /// The place in the source: the first of each source, then the second of each, and so on. A source
  /// keeps its own order.
  public static var rank: MergeKey {
    var key = MergeKey()
    key.isRank = true
    return key
  }

  /// Whether one value comes before another; nil when they are equal.
  func precedes(_ left: MergeValue, _ right: MergeValue) -> Bool? {
    if left.isMissing || right.isMissing {
      return left.isMissing == right.isMissing ? nil : left.isMissing == (missing == .first)
    }
    if left.precedes(right) { return direction == .ascending }
    return right.precedes(left) ? direction == .descending : nil
  }
}

/// An item's value for a sort key. Numbers come before texts; texts are compared by their bytes.
public enum MergeValue: Sendable, Hashable {
  /// No value.
  case missing
  /// A number; NaN counts as missing.
  case number(Double)
  /// A whole number, compared exactly, also with other numbers.
  case integer(Int64)
  /// A text.
  case text(String)
}

extension MergeValue {
  /// Whether it is not a value at all, or not a number.
  var isMissing: Bool {
    switch self {
    case .missing: true
    case .number(let number): number.isNaN
    default: false
    }
  }

  /// Whether it comes before another value on the ascending scale. Missing values are not part of it.
  func precedes(_ other: MergeValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.number(let left), .number(let right)): left < right
    case (.integer(let left), .number(let right)): Self.compare(left, right) < 0
    case (.number(let left), .integer(let right)): Self.compare(right, left) > 0
    case (.text(let left), .text(let right)):
      left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.number, .text), (.integer, .text): true
    default: false
    }
  }

  /// Below 0, 0 or above it, as the integer is smaller than the number, equal or larger.
  private static func compare(_ integer: Int64, _ number: Double) -> Int {
    // Beyond the range of Int64 the sign decides; within it the number's whole part does, exactly.
    guard number < 0x1p63 else { return -1 }
    guard number >= -0x1p63 else { return 1 }
    let whole = Int64(clamping: number.rounded(.down))
    if integer != whole { return integer < whole ? -1 : 1 }
    return Double(whole) < number ? -1 : 0
  }
}
