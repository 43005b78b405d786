internal import CLua

/// Standard output, which scripts share with the host: C's buffered stream.
///
/// ```swift
/// try StandardOutput.write("3 films\n")
/// ```
public enum StandardOutput {
  /// Writes the buffered output. Called when a task waits, so that a reader sees lines in time.
  public static func flush() { clua_flush_output() }

  /// Writes the buffered output unless that would block; used at exit. Any thread.
  public static func tryFlush() { clua_try_flush_output() }

  /// The errno of the first failed write; nil when none failed.
  public static var failure: Int32? {
    let code = clua_output_error()
    return code == 0 ? nil : code
  }

  /// Whether the scripts' last output, on either stream, ended a line; else the cursor is after it.
  public static var isAtLineStart: Bool { clua_output_is_at_line_start() }

  /// Sets a function that is called before each write of scripts, on the writing thread; nil for
  /// none.
  public static func beforeWriting(_ function: (@convention(c) () -> Void)?) {
    clua_before_output(function)
  }

  /// Writes text.
  /// - Throws: ``LimitExceeded/outputClosed`` when the reader is gone.
  public static func write(_ text: String) throws {
    var text = text
    let complete = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { clua_write_output($0.baseAddress, $0.count) }
    }
    if !complete { throw LimitExceeded.outputClosed }
  }
}
