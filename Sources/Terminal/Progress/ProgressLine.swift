internal import Notation

/// Estimates how long the rest takes when an external limit slows it down.
package protocol ProgressForecast {
  /// The estimate, such as `about 12 min at 20/min`.
  var text: String { get }
  /// Whether the limit slows the work down, rather than the speed of answers.
  /// - Parameter observed: seconds left at the speed so far; nil if unknown.
  func isBottleneck(observed: Double?) -> Bool
}

/// The content of a progress line.
package struct ProgressState {
  /// The activity.
  package var label: String
  /// The number of finished items.
  package var done: Int
  /// The number of all items; 0 if unknown.
  package var total: Int
  /// Seconds since the start.
  package var elapsed: Double
  /// Whether a percentage follows the count, instead of a bar before it.
  package var showsPercent = false
  /// The present item; empty for none.
  package var note = ""
  /// Estimates how long the rest takes at the upstreams' rates.
  package var forecast: (any ProgressForecast)?

  /// Makes a state without a forecast.
  package init(
    label: String, done: Int, total: Int, elapsed: Double, showsPercent: Bool = false,
    note: String = ""
  ) {
    self.label = label
    self.done = done
    self.total = total
    self.elapsed = elapsed
    self.showsPercent = showsPercent
    self.note = note
  }
}

/// Formats progress as one line: `Songs ██████░░░░ 60/100  12/s  3s left  Halo`.
package enum ProgressLine {
  /// The least and greatest width of the bar, in columns.
  private static let barWidths = 8...24

  /// The line, cut to `width` columns.
  package static func render(_ state: ProgressState, width: Int) -> String {
    var parts: [String] = []
    if state.total > 0 {
      parts.append("\(state.done)/\(state.total)" + (state.showsPercent ? percent(state) : ""))
    } else {
      parts.append("\(state.done)")
    }
    let rate = state.elapsed > 0 ? Double(state.done) / state.elapsed : 0
    // The figures matter more than the label's end.
    let label = DisplayWidth.cut(VisibleText.line(state.label), to: max(8, width - 14))
    let remainder = remainder(state, rate)
    if rate > 0 {
      let taken = ([label] + parts + [rateText(rate), remainder]).map { DisplayWidth.of($0) + 2 }
      // The remaining time matters more than the rate.
      if remainder.isEmpty || taken.reduce(-3, +) <= width { parts.append(rateText(rate)) }
    }
    parts.append(remainder)
    let figures = parts.filter { !$0.isEmpty }.joined(separator: "  ")
    let free = width - DisplayWidth.of(label) - DisplayWidth.of(figures) - 2
    var line = label.isEmpty ? "" : label + " "
    if state.total > 0, !state.showsPercent, free >= barWidths.lowerBound {
      line += bar(state, width: min(free, barWidths.upperBound)) + " "
    }
    line += figures
    if !state.note.isEmpty { line += "  " + VisibleText.line(state.note) }
    return DisplayWidth.cut(line, to: max(1, width))
  }

  private static func percent(_ state: ProgressState) -> String {
    " (\(Int(clamping: min(1, max(0, Double(state.done) / Double(state.total))) * 100))%)"
  }

  private static func bar(_ state: ProgressState, width: Int) -> String {
    let share = min(1, max(0, Double(state.done) / Double(state.total)))
    let full = Int(clamping: share * Double(width))
    return String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
  }

  /// The remaining time or, at the end, the time taken.
  private static func remainder(_ state: ProgressState, _ rate: Double) -> String {
    if state.total == 0 { return "" }
    if state.done >= state.total { return rate > 0 ? "in " + clock(state.elapsed) : "" }
    let observed = rate > 0 ? Double(state.total - state.done) / rate : nil
    if let forecast = state.forecast, forecast.isBottleneck(observed: observed) {
      return forecast.text
    }
    return observed.map { clock($0) + " left" } ?? ""
  }

  /// A rate such as `12/s`, `1.5/s` or `20/min`.
  private static func rateText(_ rate: Double) -> String {
    if rate >= 10 { return whole(rate) + "/s" }
    if rate >= 1 { return "\((rate * 10).rounded() / 10)/s" }
    return whole(max(1, rate * 60)) + "/min"
  }

  /// A duration such as `42s`, `3m05s` or `1h02m`.
  package static func clock(_ seconds: Double) -> String {
    guard seconds < 360_000 else { return ">100h" }
    let seconds = Int(clamping: seconds.rounded(.up))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if seconds < 60 { return "\(seconds)s" }
    if seconds < 3_600 { return "\(seconds / 60)m\(two(seconds % 60))s" }
    return "\(seconds / 3_600)h\(two(seconds / 60 % 60))m"
  }

  private static func whole(_ number: Double) -> String {
    number < 1e15 ? "\(Int(clamping: number.rounded()))" : "\(number)"
  }
}
