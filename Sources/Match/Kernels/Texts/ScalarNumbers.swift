/// Gives the different scalars of a text small numbers, 0 and up.
struct ScalarNumbers {
  /// How many scalars have a number.
  private(set) var count = 0
  private var low = [Int32](repeating: -1, count: 256)
  private var others: [UInt32: Int32] = [:]

  /// The number of a scalar; nil when it has none.
  func number(_ scalar: UInt32) -> Int? {
    if scalar < 256 {
      let number = low[Int(scalar)]
      return number < 0 ? nil : Int(number)
    }
    return others[scalar].map(Int.init)
  }

  /// The number of a scalar, which gets one when it has none.
  mutating func add(_ scalar: UInt32) -> Int {
    if let number = number(scalar) { return number }
    if scalar < 256 {
      low[Int(scalar)] = Int32(count)
    } else {
      others[scalar] = Int32(count)
    }
    count += 1
    return count - 1
  }
}
