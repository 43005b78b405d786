internal import Notation

/// One declared sort key of a merge.
public struct MergeKey: Sendable, Equatable {
  /// The direction of the scale.
  public enum Direction: Sendable { case ascending, descending }

  /// Where items without a value for the key are sorted.
  public enum Missing: Sendable, Equatable {
    /// Before all others, whatever the direction.
    case first
    /// After all others, whatever the direction.
    case last
    /// At the place of this value.
    case counts(as: MergeValue)
  }

  /// The direction of the scale.
  public var direction: Direction
  /// Where items without a value are sorted.
  public var missing: Missing
  /// Whether the key is an item's place in its own source, which the merge counts.
  public private(set) var isRank = false

  /// Makes a key; by default ascending, with missing values last.
  public init(_ direction: Direction = .ascending, missing: Missing = .last) {
    self.direction = direction
    self.missing = missing
  }

  /// Sorts by the place in the source: the first item of each source, then the second of each, and
  /// so on. A source keeps its own order.
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
  /// The item has no value.
  case missing
  /// A number; NaN counts as missing.
  case number(Double)
  /// A whole number, compared exactly, also with floating-point numbers.
  case integer(Int64)
  /// A text.
  case text(String)
}

extension MergeValue {
  /// Whether the value is missing or NaN.
  var isMissing: Bool {
    switch self {
    case .missing: true
    case .number(let number): number.isNaN
    default: false
    }
  }

  /// Whether this value is lower than another on the ascending scale; neither may be missing.
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

  /// Below 0, 0 or above 0 when the integer is smaller than the number, equal or larger.
  private static func compare(_ integer: Int64, _ number: Double) -> Int {
    // Beyond the range of Int64 the sign decides; within it the number's whole part is compared
    // exactly.
    guard number < 0x1p63 else { return -1 }
    guard number >= -0x1p63 else { return 1 }
    let whole = Int64(clamping: number.rounded(.down))
    if integer != whole { return integer < whole ? -1 : 1 }
    return Double(whole) < number ? -1 : 0
  }
}
