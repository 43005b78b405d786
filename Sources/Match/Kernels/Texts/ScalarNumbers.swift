/// Numbers the different scalars of a text from 0.
struct ScalarNumbers {
  /// Number of different scalars.
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

  /// The number of a scalar; a new scalar gets the next number.
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
