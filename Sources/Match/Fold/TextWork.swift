/// The steps that comparisons may still take, and the checkpoint that is due at regular intervals.
///
/// A step is one turn of a kernel's inner loop: a word of 64 cells of the bit-parallel kernels, a pair
/// of equal scalars of Ratcliff–Obershelp. A step takes about a nanosecond.
///
/// Kernels work in ``parts(_:)`` and account for each part before it. So long texts stop at the limits of a
/// script, at the price of a subtraction a part.
public struct TextWork {
  /// For one pair of texts in a program: about a second.
  public static let program = 1 << 30
  /// For one call of a rule, which has 100 ms for everything.
  public static let rule = 1 << 26
  /// Steps between two looks: microseconds in a release build, a millisecond or two in a debug build.
  public static let stride = 1 << 14

  /// Steps until the next look, and those after it.
  private var left: Int
  private var later: Int
  private let limit: Int
  private let isRenewed: Bool
  private let watch: (any TextWorkWatch)?
  private var heldBytes = 0

  /// The rest.
  public var steps: Int { left + later }

  /// - Parameters:
  ///   - steps: how many steps all comparisons together may take, or each pair of texts.
  ///   - isRenewed: whether each pair may take as many.
  ///   - watch: throws when the work has to stop.
  public init(
    steps: Int = TextWork.program, isRenewed: Bool = false, watch: (any TextWorkWatch)? = nil
  ) {
    limit = steps
    self.isRenewed = isRenewed
    left = min(steps, Self.stride)
    later = steps - left
    self.watch = watch
  }

  /// Takes steps off before they are made.
  /// - Throws: ``TextWorkExceeded`` when fewer are left; what the watch throws.
  @inline(__always)
  package mutating func spend(_ cost: Int) throws {
    left &-= cost
    if left < 0 { try look() }
  }

  /// Counts work that grows with the length of the texts alone: it is not limited, but can be ended.
  /// - Throws: what the watch throws.
  @inline(__always)
  package mutating func pass(_ cost: Int) throws {
    left &-= cost
    later &+= cost
    if left < 0 { try look() }
  }

  /// Begins with the next pair of texts of a list.
  @inline(__always)
  package mutating func renew() {
    if isRenewed { later = limit &- left }
  }

  /// Looks whether a product of two lengths, which may be too large for an integer, is left. Nothing is
  /// taken off.
  /// - Throws: ``TextWorkExceeded``
  package func require(_ rows: Int, times columns: Int) throws {
    let (cost, overflow) = rows.multipliedReportingOverflow(by: columns)
    guard !overflow, cost <= steps else { throw TextWorkExceeded(limit: limit) }
  }

  /// Counts bytes that a list of texts holds from now on; fewer when negative.
  package mutating func hold(_ bytes: Int) { heldBytes += bytes }

  @inline(never)
  private mutating func look() throws {
    guard left + later >= 0 else { throw TextWorkExceeded(limit: limit) }
    later += left
    left = min(later, Self.stride)
    later -= left
    try watch?.look(heldBytes: heldBytes)
  }

  /// The places below `count`, in parts that are gone through between two looks.
  @inline(__always)
  package static func parts(_ count: Int) -> TextParts { TextParts(count: count) }
}

/// Looks now and then whether work on texts has to stop.
public protocol TextWorkWatch {
  /// Called every ``TextWork/stride`` steps or so; what it throws ends the comparison.
  /// - Parameter heldBytes: the memory of the lists of texts.
  func look(heldBytes: Int) throws
}

/// The places of a text in parts of up to ``TextWork/stride``.
package struct TextParts: Sequence, IteratorProtocol {
  private var start = 0
  private let count: Int

  @inline(__always)
  init(count: Int) { self.count = count }

  @inline(__always)
  package mutating func next() -> Range<Int>? {
    guard start < count else { return nil }
    let end = count &- start > TextWork.stride ? start &+ TextWork.stride : count
    defer { start = end }
    return Range(uncheckedBounds: (start, end))
  }
}

/// Texts so long, or so many, that comparing them would take more than the steps allowed.
public struct TextWorkExceeded: Error, Equatable, CustomStringConvertible {
  /// How many steps were allowed.
  public let limit: Int

  /// In words.
  public var description: String {
    "the texts are too long to compare: it takes more than \(limit) steps of 64 cells; "
      + "shorten them or compare fewer"
  }
}
