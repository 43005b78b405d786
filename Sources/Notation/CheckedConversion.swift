extension FixedWidthInteger {
  /// Truncates a floating-point number toward zero; never traps.
  ///
  /// NaN becomes 0, a number out of range the nearest bound: `Int32(clamping: 1e300)` is
  /// `Int32.max`. Use `init(exactly:)` where a changed number would be wrong.
  @inlinable
  public init(clamping number: Double) {
    // The generic `init(exactly:)` is ten times as slow; only extreme numbers need it.
    if number > -0x1p63, number < 0x1p63 {
      self.init(clamping: Int64(number))
    } else if let whole = Self(exactly: number.rounded(.towardZero)) {
      self = whole
    } else {
      self = number.isNaN ? 0 : number < 0 ? .min : .max
    }
  }
}
