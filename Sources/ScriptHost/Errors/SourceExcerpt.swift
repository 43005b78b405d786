/// A line of a script, with the part that an error is about.
public struct SourceExcerpt: Sendable, Equatable {
  /// The line's number, from 1.
  public let line: Int
  /// The line without its end.
  public let text: String
  /// The part that the error names, in Unicode scalars from 0; nil when unknown.
  public let marked: Range<Int>?

  /// Most characters that are shown of a line.
  private static let width = 96

  /// The numbered line, and below it the marks with a remark.
  func lines(_ style: ReportStyle, remark: String?) -> [String] {
    let number = String(line)
    let gutter = String(repeating: " ", count: max(5 - number.count, 1)) + number
    let blank = String(repeating: " ", count: gutter.count)
    let (shown, start) = window
    var lines = [style.quiet("\(gutter) | ") + shown]
    if let marked {
      // A caret may stand one place after the end of the line.
      let length = max(
        1, min(marked.count, shown.unicodeScalars.count - (marked.lowerBound - start)))
      let space = String(repeating: " ", count: marked.lowerBound - start)
      let carets = style.mark(String(repeating: "^", count: length))
      lines.append(
        style.quiet("\(blank) | ") + space + carets + (remark.map { " " + style.help($0) } ?? ""))
    } else if let remark {
      lines.append(style.quiet("\(blank) = ") + style.help(remark))
    }
    return lines
  }

  /// The part of the line to show, without control characters, and its start in the numbering of
  /// ``marked``.
  private var window: (text: String, start: Int) {
    let scalars = text.unicodeScalars.map { $0 == "\t" ? " " : ShownText.scalar($0) }
    let lead = (marked?.lowerBound ?? 0) - Self.width / 2
    let start = scalars.count <= Self.width ? 0 : max(0, min(lead, scalars.count - Self.width))
    var part = Array(scalars[start..<min(scalars.count, start + Self.width)])
    if start > 0 { part[0] = "…" }
    if start + Self.width < scalars.count { part[part.count - 1] = "…" }
    while part.last == " ", marked == nil { part.removeLast() }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: part)
    return (String(text), start)
  }
}

/// The colours of a report; none for a file or a pipe.
struct ReportStyle {
  let color: Bool

  func title(_ text: String) -> String { styled(text, "1") }
  func quiet(_ text: String) -> String { styled(text, "2") }
  func mark(_ text: String) -> String { styled(text, "1;31") }
  func help(_ text: String) -> String { styled(text, "32") }

  private func styled(_ text: String, _ code: String) -> String {
    color ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension ScriptError {
  /// The message (its first 8 KB), the script's line with the named part marked, a suggestion, and
  /// the frames from the innermost outwards through the tasks that the error passed. Line breaks
  /// and tabs are the only control characters.
  /// - Parameter color: whether to use a terminal's colours.
  public func report(color: Bool = false) -> String {
    let style = ReportStyle(color: color)
    let lines = [style.title(ShownText.message(message))] + source(color: color)
    let frames = traceback.map { style.quiet("  " + ShownText.lines($0)) }
    return (lines + frames).joined(separator: "\n")
  }

  /// The lines that show the script's line and a suggestion; empty when neither is known.
  public func source(color: Bool = false) -> [String] {
    let style = ReportStyle(color: color)
    let remark = hint.map { ShownText.lines($0) }
    if let excerpt { return excerpt.lines(style, remark: remark) }
    return remark.map { ["  " + style.help($0)] } ?? []
  }
}
