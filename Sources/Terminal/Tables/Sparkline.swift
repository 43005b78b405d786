internal import Notation

/// Draws numbers as a line of small bars.
package enum Sparkline {
  private static let bars = Array("▁▂▃▄▅▆▇█")

  /// One bar for each number, from the least (`▁`) to the greatest (`█`). Equal numbers are in the
  /// middle; infinite numbers and NaN are spaces.
  package static func render(_ numbers: [Double]) -> String {
    let finite = numbers.filter(\.isFinite)
    guard let least = finite.min(), let greatest = finite.max() else {
      return String(repeating: " ", count: numbers.count)
    }
    // Halved, because the difference of two finite numbers may be infinite.
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
