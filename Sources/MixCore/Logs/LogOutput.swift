public import Logging
public import Notation
public import Reactor

/// Gets rendered lines.
package protocol LogSink: Sendable {
  func write(_ line: String)
}

/// Lines handed to a function.
struct LineWriter: LogSink {
  let body: @Sendable (String) -> Void

  func write(_ line: String) { body(line) }
}

/// A swift-log handler that renders entries as lines and hides secrets.
public struct LineLogHandler: LogHandler {
  /// The least severe level that is written.
  public var logLevel: Logger.Level
  /// Fields of every entry.
  public var metadata: Logger.Metadata = [:]
  /// Fields of every entry, asked at its time.
  public var metadataProvider: Logger.MetadataProvider?

  private let label: String
  private let line: LogLine
  private let sink: any LogSink
  private let time: any TimeSource

  /// Writes to standard error, or wherever `write` puts a line.
  public static func stderr(
    label: String, level: Logger.Level, format: LogFormat, mask: SecretMask, time: any TimeSource,
    write: @escaping @Sendable (String) -> Void
  ) -> LineLogHandler {
    LineLogHandler(
      label: label, level: level, line: LogLine(mask: mask, format: format),
      sink: LineWriter(body: write), time: time)
  }

  /// Writes JSON lines to a rotated file.
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

  /// One value of what every entry carries.
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
