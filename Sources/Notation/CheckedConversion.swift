extension FixedWidthInteger {
  /// The whole number nearest to zero that a number has in front of its point: never traps.
  ///
  /// NaN becomes 0, what is out of range its nearest end. Where another number would be wrong, use
  /// `init(exactly:)`.
  @inlinable
  public init(clamping number: Double) {
    if let whole = Self(exactly: number.rounded(.towardZero)) {
      self = whole
    } else {
      self = number.isNaN ? 0 : number < 0 ? .min : .max
    }
  }
}
