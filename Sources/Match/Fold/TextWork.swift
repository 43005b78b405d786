/// Counts the steps that comparisons may still take, and calls a watch at regular intervals.
///
/// A step is one turn of a kernel's inner loop: a word of 64 cells of the bit-parallel kernels, a
/// pair of equal scalars of Ratcliff–Obershelp.
///
/// Kernels work in ``parts(_:)`` and count each part before they start it, so that comparisons of
/// long texts end at a script's limits.
public struct TextWork {
  /// Steps for one pair of texts in a program: about a second.
  public static let program = 1 << 30
  /// Steps for one call of a rule, which has 100 ms for everything.
  public static let rule = 1 << 26
  /// Steps between two calls of the watch: microseconds in a release build.
  public static let stride = 1 << 14

  /// Steps until the next call of the watch, and the steps after it.
  private var left: Int
  private var later: Int
  private let limit: Int
  private let isRenewed: Bool
  private let watch: (any TextWorkWatch)?
  private var heldBytes = 0

  /// The steps that are left.
  public var steps: Int { left + later }

  /// Makes a budget.
  /// - Parameters:
  ///   - steps: steps that all comparisons together may take, or each pair of texts.
  ///   - isRenewed: whether each pair may take `steps`.
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

  /// Takes off steps before they are made.
  /// - Throws: ``TextWorkExceeded`` when fewer are left; errors of the watch.
  @inline(__always)
  package mutating func spend(_ cost: Int) throws {
    left &-= cost
    if left < 0 { try look() }
  }

  /// Counts work that is linear in the texts: it has no limit, but the watch can end it.
  /// - Throws: errors of the watch.
  @inline(__always)
  package mutating func pass(_ cost: Int) throws {
    left &-= cost
    later &+= cost
    if left < 0 { try look() }
  }

  /// Renews the budget for the next pair of texts of a list.
  @inline(__always)
  package mutating func renew() {
    if isRenewed { later = limit &- left }
  }

  /// Checks that the product of two lengths, which may overflow an integer, is left; takes off
  /// nothing.
  /// - Throws: ``TextWorkExceeded``.
  package func require(_ rows: Int, times columns: Int) throws {
    let (cost, overflow) = rows.multipliedReportingOverflow(by: columns)
    guard !overflow, cost <= steps else { throw TextWorkExceeded(limit: limit) }
  }

  /// Counts bytes that a list of texts allocates; negative for bytes that it frees.
  package mutating func hold(_ bytes: Int) { heldBytes += bytes }

  @inline(never)
  private mutating func look() throws {
    guard left + later >= 0 else { throw TextWorkExceeded(limit: limit) }
    later += left
    left = min(later, Self.stride)
    later -= left
    try watch?.look(heldBytes: heldBytes)
  }

  /// The places below `count` in parts of at most ``stride``.
  @inline(__always)
  package static func parts(_ count: Int) -> TextParts { TextParts(count: count) }
}

/// Decides at intervals whether work on texts has to stop.
public protocol TextWorkWatch {
  /// Called about every ``TextWork/stride`` steps; an error that it throws ends the comparison.
  /// - Parameter heldBytes: memory that lists of texts hold, in bytes.
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

/// Thrown when comparing texts would take more steps than allowed.
public struct TextWorkExceeded: Error, Equatable, CustomStringConvertible {
  /// Steps that were allowed.
  public let limit: Int

  /// The message with its limit.
  public var description: String {
    "the texts are too long to compare: it takes more than \(limit) steps of 64 cells; "
      + "shorten them or compare fewer"
  }
}
