import Foundation
import Logging
import Reactor
import Testing

@testable import Files
@testable import MixCore
@testable import Notation

@Suite("Log handlers")
struct LogTests {
  private final class Lines: LogSink {
    private let list = Guarded<[String]>([])
    var all: [String] { list.withLock { $0 } }
    func write(_ line: String) { list.withLock { $0.append(line) } }
  }

  private let lines = Lines()
  // 2026-01-01T00:00:00.250Z
  private let time = ManualTime(wall: 1_767_225_600.25)

  private func logger(_ format: LogFormat, level: Logger.Level = .trace) -> Logger {
    let line = LogLine(mask: SecretMask(secrets: ["hunter22"]), format: format)
    let (sink, time) = (lines, time)
    return Logger(label: "http") {
      LineLogHandler(label: $0, level: level, line: line, sink: sink, time: time)
    }
  }

  @Test("text: one line, metadata sorted, secrets hidden")
  func text() {
    logger(.text).warning(
      "slow\nhunter22 \u{1B}[31m", metadata: ["url": "a b", "n": "1", "token": "x"])
    #expect(
      lines.all == [
        "2026-01-01T00:00:00.250Z warning http: slow\\n*** \\u{1B}[31m n=1 token=*** url=\"a b\"\n"
      ])
  }

  /// Characters that a terminal obeys: C0, DEL, C1, marks that turn the direction of writing, line ends.
  private static let obeyed =
    "\u{1B}\u{7}\n\u{7F}\u{85}\u{9B}\u{9D}\u{61C}\u{200E}\u{200F}\u{2028}\u{202A}\u{202E}\u{2066}\u{2069}"

  @Test("Names are escaped and masked as values are", arguments: [LogFormat.text, .json])
  func names(format: LogFormat) throws {
    logger(format).error(
      "m\(Self.obeyed)",
      metadata: ["k\(Self.obeyed)forged=1": "v\(Self.obeyed)", "hunter22": "1", "level": "x"])
    let line = try #require(lines.all.first?.dropLast())
    #expect(!line.unicodeScalars.contains { Self.obeyed.unicodeScalars.contains($0) }, "\(line)")
    #expect(!line.contains("hunter22"))
    #expect(line.contains("fields.level"))
    if format == .json {
      let object = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
      #expect(object["level"] == "error" && object["fields.level"] == "x")
      #expect(object["k\(Self.obeyed)forged=1"] == "v\(Self.obeyed)")
    } else {
      #expect(line.contains(#""k\u001b"#))
    }
  }

  @Test("json: an object a line")
  func json() throws {
    var logger = logger(.json)
    logger[metadataKey: "run"] = "7"
    logger.info("say \"hi\"\u{1}", metadata: ["auth": "x"])
    let line = try #require(lines.all.first)
    #expect(line.hasSuffix("}\n"))
    let object = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
    #expect(
      object == [
        "time": "2026-01-01T00:00:00.250Z", "level": "info", "label": "http",
        "message": "say \"hi\"\u{1}", "run": "7", "auth": "***",
      ])
  }

  @Test("errors are logged, lower levels are not")
  func levels() {
    let logger = logger(.text, level: .notice)
    logger.info("no")
    logger.error("yes", error: FileErrorLike())
    #expect(lines.all.count == 1)
    #expect(lines.all.first?.contains("error=broken") == true)
  }

  private struct FileErrorLike: Error, CustomStringConvertible {
    var description: String { "broken" }
  }

  @Test("level names")
  func levelNames() {
    #expect(
      LogLevelName.all == ["trace", "debug", "info", "notice", "warning", "error", "critical"])
    #expect(LogLevelName.level("Warning") == .warning)
    #expect(LogLevelName.level("loud") == nil)
  }
}

@Suite("Rotated log files")
struct RotatedFileTests {
  private let folder = TemporaryFolder()

  @Test("opened at the first write, rotated by size, the oldest dropped, exported in order")
  func rotation() throws {
    let file = RotatedFile(folder: folder.file("logs"), maxBytes: 20, maxFiles: 3)
    #expect(folder.names == [])
    for number in 10..<20 { file.write("line \(number)\n") }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("logs")).sorted()
    #expect(names == ["mixhost.log", "mixhost.log.1", "mixhost.log.2"])
    #expect(try file.export(to: folder.file("all")) == 48)
    let expected = (14..<20).map { "line \($0)\n" }.joined()
    #expect(folder.text("all") == expected)
  }

  @Test("a later run continues where the earlier one ended")
  func appended() throws {
    RotatedFile(folder: folder.path, maxBytes: 20).write("first\n")
    let second = RotatedFile(folder: folder.path, maxBytes: 20)
    second.write("second\n")
    #expect(folder.text("mixhost.log") == "first\nsecond\n")
    second.write("third...\n")
    #expect(folder.text("mixhost.log.1") == "first\nsecond\n")
    #expect(folder.text("mixhost.log") == "third...\n")
  }

  @Test("a line longer than a file and a single file are fine")
  func extremes() {
    let file = RotatedFile(folder: folder.path, maxBytes: 4, maxFiles: 1)
    file.write("longer than that\n")
    file.write("next\n")
    #expect(folder.text("mixhost.log") == "next\n")
    #expect(folder.names == ["mixhost.log"])
  }

  @Test("a folder that cannot be made loses the lines and nothing else")
  func unwritable() throws {
    let file = RotatedFile(folder: "/proc/nowhere/logs")
    file.write("lost\n")
    #expect(try file.export(to: folder.file("all")) == 0)
    #expect(throws: FileError.self) { try file.export(to: "/proc/nowhere/all") }
  }

  @Test("a link stays, and its file is written")
  func link() throws {
    let file = RotatedFile(folder: folder.file("logs"))
    file.write("line\n")
    try PrivateFile.write([], to: folder.file("all"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: folder.file("all"))
    #expect(try file.export(to: folder.file("link")) == 5)
    #expect(folder.text("all") == "line\n")
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link"))
    #expect(link == folder.file("all"))
  }

  @Test("a device is written to, not replaced")
  func device() throws {
    let file = RotatedFile(folder: folder.path)
    file.write("line\n")
    #expect(try file.export(to: "/dev/null") == 5)
    var status = stat()
    #expect(stat("/dev/null", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFCHR)
  }
}
