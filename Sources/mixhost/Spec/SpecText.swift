import MixCore
import ScriptHost

/// A report as text for people.
struct SpecText {
  private let report: SpecReport
  private let color: Bool
  private let isVerbose: Bool

  init(_ report: SpecReport, color: Bool, isVerbose: Bool) {
    self.report = report
    self.color = color
    self.isVerbose = isVerbose
  }

  var text: String {
    var lines: [String] = []
    for file in report.files {
      if report.lists {
        lines += file.results.map { listed($0, file) }
      } else {
        lines += told(file)
      }
    }
    for file in report.files {
      for result in file.results where !result.isGood { lines += ["", failure(result, file)] }
    }
    if !report.lists { lines.append("") }
    if let seed = report.seed { lines.append("order: --shuffle --seed \(seed)") }
    if !report.files.contains(where: { !$0.results.isEmpty }) {
      lines.append(paint("no test was selected", .red))
    }
    lines.append(paint(report.summary, report.isGood ? .green : .red))
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Files and tests

  private func listed(_ result: SpecResult, _ file: SpecFileResult) -> String {
    "\(place(result, file))  \(Self.name(result))"
  }

  private func told(_ file: SpecFileResult) -> [String] {
    guard !file.results.isEmpty else { return isVerbose ? ["-     \(file.path)"] : [] }
    let word = file.isGood ? paint("ok    ", .green) : paint("failed", .red)
    var lines = [
      "\(word)  \(file.path)  \(file.count(.passed)) passed, \(Self.seconds(file.seconds))"
    ]
    for result in file.results where isVerbose || result.status == .pending {
      lines.append("  \(mark(result)) \(Self.name(result))\(note(result))")
    }
    for result in file.results where result.isGood && !result.output.isEmpty {
      lines.append("  printed by \(Self.name(result)):\n" + Self.indented(result.output))
    }
    return lines
  }

  private func note(_ result: SpecResult) -> String {
    if result.status == .pending {
      return result.message.map { "  (\(ShownText.message($0)))" } ?? ""
    }
    return paint("  \(Self.seconds(result.seconds))", .dim)
  }

  private func mark(_ result: SpecResult) -> String {
    switch result.status {
    case .passed, .listed: paint("passed ", .green)
    case .pending: paint("pending", .yellow)
    case .failed, .error: paint("failed ", .red)
    }
  }

  // MARK: Failures

  private func failure(_ result: SpecResult, _ file: SpecFileResult) -> String {
    let word = result.status == .failed ? "failed" : "error"
    var lines = ["\(paint(word, .red))  \(place(result, file))  \(Self.name(result))"]
    if let message = result.message {
      lines.append(Self.indented(ShownText.message(message)))
    }
    if let position = result.position {
      lines.append("  at \(ShownText.lines(position))")
      if let text = SourceLine.text(position) {
        lines.append("     \(paint(ShownText.lines(text), .dim))")
      }
    }
    // The first line of the stack is the position itself.
    for line in result.trace.dropFirst() {
      lines.append(paint("  from \(ShownText.lines(line))", .dim))
    }
    if !result.output.isEmpty { lines.append("  printed:\n" + Self.indented(result.output)) }
    return lines.joined(separator: "\n")
  }

  private func place(_ result: SpecResult, _ file: SpecFileResult) -> String {
    result.line.map { "\(file.path):\($0)" } ?? file.path
  }

  private static func name(_ result: SpecResult) -> String { ShownText.lines(result.name) }

  private static func indented(_ text: String) -> String {
    // A test's output is part of the report, not the terminal's to obey.
    var lines = ShownText.lines(text).split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines.map { "    \($0)" }.joined(separator: "\n")
  }

  // MARK: Form

  private enum Tone: String {
    case red = "31"
    case green = "32"
    case yellow = "33"
    case dim = "2"
  }

  private func paint(_ text: String, _ tone: Tone) -> String {
    color ? "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// `0.3 s`, or `2 ms` for what is shorter than a tenth of a second.
  static func seconds(_ value: Double) -> String {
    if value >= 0.0995 { return "\((value * 10).rounded() / 10) s" }
    return "\(number((value * 10_000).rounded() / 10)) ms"
  }

  /// Without `.0`.
  static func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }
}

/// A line of a source file.
enum SourceLine {
  /// The text at `file:line` without its indentation; nil when it cannot be read.
  static func text(_ position: String) -> String? {
    guard let colon = position.lastIndex(of: ":"),
      let number = Int(position[position.index(after: colon)...]), number > 0,
      let bytes = try? PrivateFile.read(String(position[..<colon]))
    else { return nil }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard number <= lines.count else { return nil }
    let text = String(decoding: lines[number - 1], as: UTF8.self).drop { $0 == " " || $0 == "\t" }
    return text.isEmpty ? nil : String(text.prefix(100))
  }
}
