internal import Notation

/// Numbers as a line of small bars.
package enum Sparkline {
  private static let bars = Array("▁▂▃▄▅▆▇█")

  /// One bar a number, from the least (`▁`) to the greatest (`█`); equal numbers are in the middle,
  /// what is not finite is a space.
  package static func render(_ numbers: [Double]) -> String {
    let finite = numbers.filter(\.isFinite)
    guard let least = finite.min(), let greatest = finite.max() else {
      return String(repeating: " ", count: numbers.count)
    }
    // Halves, because the difference of two finite numbers may not be finite.
    let range = greatest / 2 - least / 2
    return String(
      numbers.map { number in
        guard number.isFinite else { return " " }
        guard range > 0 else { return bars[bars.count / 2 - 1] }
        let share = (number / 2 - least / 2) / range
        return bars[min(bars.count - 1, Int(clamping: share * Double(bars.count)))]
      })
  }
}
