internal import Glibc
internal import Reactor
internal import ScriptHost
internal import Terminal

/// One line on the terminal that says what a run waits for, until anything else is written: then it
/// makes room. There is one terminal, so there is one such line.
enum StatusLine {
  // The columns that it takes now. Guarded, because warnings come from any thread.
  private static let columns = Guarded(0)

  /// Shows a text in place of the one that is shown.
  /// - Parameter text: one line, safe to show, narrower than the terminal.
  static func show(_ text: String) {
    let width = DisplayWidth.of(text)
    columns.withLock { columns in
      let rest = max(0, columns - width)
      put(text + String(repeating: " ", count: rest) + "\r")
      columns = width
    }
    StandardOutput.beforeWriting { StatusLine.clear() }
  }

  /// Takes over a line that others have drawn, so that what scripts write takes it away.
  /// - Parameter width: its columns; 0 when there is none any more.
  static func hold(_ width: Int) {
    columns.withLock { $0 = width }
    StandardOutput.beforeWriting(width == 0 ? nil : { StatusLine.clear() })
  }

  /// Takes the line away. Any thread.
  static func clear() {
    columns.withLock { columns in
      if columns == 0 { return }
      put(String(repeating: " ", count: columns) + "\r")
      columns = 0
      StandardOutput.beforeWriting(nil)
    }
  }

  // A drawing that the terminal does not take is lost: the next one comes soon.
  private static func put(_ text: String) {
    var text = text
    _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
