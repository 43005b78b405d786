extension FixedWidthInteger {
  /// The whole number nearest to zero that a number has in front of its point: never traps.
  ///
  /// NaN becomes 0, what is out of range its nearest end. Where another number would be wrong, use
  /// `init(exactly:)`.
  @inlinable
  public init(clamping number: Double) {
    // `init(exactly:)` is code for any two types, ten times as slow; few numbers need it.
    if number > -0x1p63, number < 0x1p63 {
      self.init(clamping: Int64(number))
    } else if let whole = Self(exactly: number.rounded(.towardZero)) {
      self = whole
    } else {
      self = number.isNaN ? 0 : number < 0 ? .min : .max
    }
  }
}
