public import Logging
public import Notation
public import Reactor

/// Receives formatted lines.
package protocol LogSink: Sendable {
  func write(_ line: String)
}

/// Passes lines to a function.
struct LineWriter: LogSink {
  let body: @Sendable (String) -> Void

  func write(_ line: String) { body(line) }
}

/// A swift-log handler that formats entries as lines and hides secrets.
public struct LineLogHandler: LogHandler {
  /// The lowest level that is logged.
  public var logLevel: Logger.Level
  /// Fields of every entry.
  public var metadata: Logger.Metadata = [:]
  /// Supplies fields of every entry when it is logged.
  public var metadataProvider: Logger.MetadataProvider?

  private let label: String
  private let line: LogLine
  private let sink: any LogSink
  private let time: any TimeSource

  /// Makes a handler that writes to standard error, or passes lines to `write`.
  public static func stderr(
    label: String, level: Logger.Level, format: LogFormat, mask: SecretMask, time: any TimeSource,
    write: @escaping @Sendable (String) -> Void
  ) -> LineLogHandler {
    LineLogHandler(
      label: label, level: level, line: LogLine(mask: mask, format: format),
      sink: LineWriter(body: write), time: time)
  }

  /// Makes a handler that writes JSON lines to a rotated file.
  public static func file(
    _ file: RotatedFile, label: String, level: Logger.Level, mask: SecretMask, time: any TimeSource
  ) -> LineLogHandler {
    LineLogHandler(
      label: label, level: level, line: LogLine(mask: mask, format: .json), sink: file, time: time)
  }

  init(
    label: String, level: Logger.Level, line: LogLine, sink: any LogSink, time: any TimeSource
  ) {
    self.label = label
    logLevel = level
    self.line = line
    self.sink = sink
    self.time = time
  }

  /// A field of every entry.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes an entry.
  public func log(event: LogEvent) {
    var all = metadata
    for (key, value) in metadataProvider?.get() ?? [:] { all[key] = value }
    sink.write(line.render(event, label: label, metadata: all, time: time.wall))
  }
}
