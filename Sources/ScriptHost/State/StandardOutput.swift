internal import CLua

/// Standard output as scripts share it with the host: C's buffered stream.
public enum StandardOutput {
  /// Hands over what is buffered. Called when a task waits, so that a reader sees lines in time.
  public static func flush() { clua_flush_output() }

  /// Hands over what is buffered unless that would block; for the way out. Any thread.
  public static func tryFlush() { clua_try_flush_output() }

  /// The errno of the first failed write; nil while all went well.
  public static var failure: Int32? {
    let code = clua_output_error()
    return code == 0 ? nil : code
  }

  /// Whether what scripts wrote last, to either stream, ended a line: else the cursor stands behind it.
  public static var isAtLineStart: Bool { clua_output_is_at_line_start() }

  /// Has a function called before scripts write anything more, on the thread that writes; nil: none.
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
