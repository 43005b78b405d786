import Bindings
import Notation
import ScriptHost
import Terminal

/// The output of a session and its style.
struct SessionView: Sendable {
  let output: OutputSettings
  /// Whether the terminal has no control sequences.
  let plain: Bool

  var color: Bool { output.color }
  var width: Int { output.width }

  func style(_ text: String, _ style: TextStyle) -> String { color ? style.apply(text) : text }

  /// Writes lines, after the output of scripts.
  func show(_ text: String) {
    StandardOutput.flush()
    LineEditor.show(text.hasSuffix("\n") ? text : text + "\n")
  }

  /// Writes a remark of the session itself.
  func remark(_ text: String) { show(style(text, .dim)) }

  func show(_ values: [ShownValue]) {
    let printer = ValuePrinter(width: width, color: color)
    for value in values { show(printer.text(value)) }
  }

  func show(_ error: any Error) {
    switch error {
    case is CancellationError: show(style("interrupted", .yellow))
    case let error as ScriptError:
      let lines = error.traceback.map { style("  " + VisibleText.line($0), .dim) }
      let message = error.message.split(separator: "\n", omittingEmptySubsequences: false)
        .map { style(VisibleText.line(String($0)), .red) }
      show((message + error.source(color: color) + lines).joined(separator: "\n"))
    default: show(style("\(error)", .red))
    }
  }

  /// Wraps a text to the terminal's width; each line begins with `indent` spaces.
  func wrapped(_ text: String, indent: Int) -> String {
    let room = max(12, width - indent)
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) > room {
        lines.append(margin + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return (lines + [margin + line]).joined(separator: "\n")
  }

  /// Formats names in columns, within the terminal's width.
  func columns(_ names: [String], most: Int = 100) -> String {
    let shown = names.prefix(most)
    let column = min(width, (shown.map { DisplayWidth.of($0) }.max() ?? 0) + 2)
    let across = max(1, width / max(1, column))
    let down = (shown.count + across - 1) / across
    var text = ""
    for row in 0..<down {
      var line = ""
      for position in stride(from: row, to: shown.count, by: down) {
        line += shown[position]
        if position + down < shown.count {
          line += String(repeating: " ", count: column - DisplayWidth.of(shown[position]))
        }
      }
      text += line + "\n"
    }
    return names.count > most ? text + "… \(names.count - most) more\n" : text
  }
}
