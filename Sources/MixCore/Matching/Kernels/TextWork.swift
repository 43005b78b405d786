/// What comparisons may still cost: nothing can interrupt a kernel, so it counts its own steps.
///
/// A step is one turn of a kernel's inner loop: a word of 64 cells of the bit-parallel kernels, a pair
/// of equal scalars of Ratcliff–Obershelp. A step takes about a nanosecond.
public struct TextWork: Sendable {
  /// For one call of a program: about a second.
  public static let program = 1 << 30
  /// For one call of a rule, which has 100 ms for everything.
  public static let rule = 1 << 26

  /// What is left.
  public private(set) var steps: Int
  private let limit: Int

  /// - Parameter steps: how many steps all comparisons together may take.
  public init(steps: Int = TextWork.program) {
    self.steps = steps
    limit = steps
  }

  /// Takes steps off before they are made.
  /// - Throws: ``TextWorkExceeded`` when fewer are left.
  mutating func spend(_ cost: Int) throws {
    guard cost <= steps else { throw TextWorkExceeded(limit: limit) }
    steps -= cost
  }

  /// Takes off the product of two lengths, which may be too large for an integer.
  mutating func spend(_ rows: Int, times columns: Int) throws {
    let (cost, overflow) = rows.multipliedReportingOverflow(by: columns)
    try spend(overflow ? .max : cost)
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
