/// A whole number of any size, 0 or more, for seeds and random bits.
public struct WideInteger: Sendable, Equatable {
  private static let step: UInt64 = 1_000_000_000

  /// Words of 32 bits, the lowest first, without zeros at the end.
  let words: [UInt32]

  init(words: [UInt32]) {
    self.words = Array(words[..<((words.lastIndex { $0 != 0 } ?? -1) + 1)])
  }

  /// Makes a number of decimal digits.
  /// - Parameter digits: 0 to 9 each, the highest first.
  init(digits: [UInt8]) {
    var words: [UInt32] = []
    for digit in digits {
      var carry = UInt64(digit)
      for place in words.indices {
        carry += UInt64(words[place]) * 10
        words[place] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      if carry > 0 { words.append(UInt32(carry)) }
    }
    self.init(words: words)
  }

  /// The number in decimal digits.
  public var decimal: String {
    var rest = words
    var parts: [String] = []
    while rest.contains(where: { $0 != 0 }) {
      var remainder: UInt64 = 0
      for place in rest.indices.reversed() {
        let value = remainder << 32 | UInt64(rest[place])
        rest[place] = UInt32(value / Self.step)
        remainder = value % Self.step
      }
      parts.append(String(remainder))
    }
    guard let first = parts.popLast() else { return "0" }
    return parts.reversed().reduce(into: first) { text, part in
      text += String(repeating: "0", count: 9 - part.utf8.count) + part
    }
  }
}
