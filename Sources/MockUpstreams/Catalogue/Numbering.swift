/// A one-to-one walk over `0..<count`: place *i* holds `(i · step + offset) mod count`. It can be
/// read backwards, so the places that hold a number are found without making the catalogue.
struct Numbering: Sendable {
  let count: Int
  private let step: Int
  private let inverse: Int
  private let offset: Int

  init(count: Int, digest: inout Digest) {
    self.count = count
    // Near the golden section of the count neighbours come out far apart.
    var step = count * 618 / 1000 + digest.below(max(1, count / 10))
    while Self.greatestCommonDivisor(step, count) != 1 { step += 1 }
    self.step = step
    offset = digest.below(count)
    inverse = Self.inverse(of: step, modulo: count)
  }

  /// The number at a place.
  func number(at place: Int) -> Int { (place % count * step + offset) % count }

  /// The places below `end` that hold a number, in order, at most `limit`.
  func places(of number: Int, below end: Int, limit: Int) -> [Int] {
    let first = ((number - offset) % count + count) % count * inverse % count
    return Array(stride(from: first, to: end, by: count).prefix(limit))
  }

  private static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
    second == 0 ? first : greatestCommonDivisor(second, first % second)
  }

  /// The inverse by the extended Euclidean algorithm.
  private static func inverse(of value: Int, modulo count: Int) -> Int {
    var (previous, current) = (value % count, count)
    var (coefficient, next) = (1, 0)
    while current != 0 {
      let quotient = previous / current
      (previous, current) = (current, previous - quotient * current)
      (coefficient, next) = (next, coefficient - quotient * next)
    }
    return (coefficient % count + count) % count
  }
}
