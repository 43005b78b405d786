import Foundation
import Testing

@Suite("A crash of the program")
struct CrashReportTests {
  /// The output of a program that gets a signal of a crash while its script sleeps.
  private static func crash(_ program: Program, _ signal: Int32) throws -> (
    report: String, signal: Int32
  ) {
    let process = program.process(["-e", "mix.log.warn('asleep') mix.task.sleep('10m')"])
    let errors = Pipe()
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, errors)
    try process.run()
    var bytes = Data()
    while !String(decoding: bytes, as: UTF8.self).contains("asleep") {
      let more = errors.fileHandleForReading.availableData
      if more.isEmpty { break }
      bytes += more
    }
    // In a debug build some frames of Swift's library have no caller that unwinding finds.
    try Self.waitUntilAsleep(process)
    kill(process.processIdentifier, signal)
    bytes += try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
  }

  /// Waits until the main thread waits for events: it sleeps, and has not run since the last look.
  private static func waitUntilAsleep(_ process: Process) throws {
    let path = "/proc/\(process.processIdentifier)/stat"
    var last: ArraySlice<Substring> = []
    while process.isRunning {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      // Behind the name in brackets: the state; from 11 on the times.
      let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
      if fields[1] == "S", fields[12...15] == last { return }
      last = fields[12...15]
      usleep(5000)
    }
  }

  @Test("It prints where it happened, ends by its signal, and doctor names the functions")
  func explained() throws {
    let program = try Program()
    let (report, signal) = try Self.crash(program, SIGSEGV)
    #expect(signal == SIGSEGV)
    #expect(try report.contains("mixhost \(Self.version(program)) crashed, build "))
    #expect(report.contains("signal SEGV\n"))
    #expect(report.contains("\n  mixhost 0x"))
    // A journal puts words of its own before each line.
    let journal = report.split(separator: "\n").map { "Nov 27 12:00:00 node mixhost[7]: \($0)" }
    try program.write("report.txt", journal.joined(separator: "\n"))
    let outcome = try program.run("doctor", "--crash", "report.txt")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Program.run"))
    #expect(outcome.output.contains("main.swift:"))
    // More frames than a command line holds.
    let endless = report.replacing(
      "\nSave", with: String(repeating: "\n  mixhost 0x1", count: 200_000))
    #expect(
      try program.run(["doctor", "--crash", "-"], input: endless).output.contains("Program.run"))
  }

  @Test("A stripped program says which package has its symbols")
  func stripped() throws {
    let program = try Program()
    try program.write("report.txt", try Self.crash(program, SIGSEGV).report)
    let outcome = try program.run(
      ["doctor", "--crash", "report.txt"],
      wrapper: ["/bin/sh", "-c", #"strip -o mixhost "$0" && exec ./mixhost "$@""#])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("install the package mixhost-dbgsym"), "\(outcome.output)")
  }

  @Test("A report that cannot be explained is refused with the reason")
  func refused() throws {
    let program = try Program(["none.txt": "hello\n"])
    let cases = [
      (["--crash"], "--crash takes the file"),
      (["--crash", "absent.txt"], "there is no file absent.txt"),
      (["--crash", "none.txt"], "none.txt has no report of a crash"),
      (["--crash=other.txt"], "the report is about build 00ff"),
      (["--crash", "hostile.txt"], "the report is about build [31mff"),
    ]
    let frames = (0..<200_000).map { "  mixhost 0x\(String($0, radix: 16))\n" }.joined()
    try program.write(
      "hostile.txt",
      "mixhost 9 crashed, build \u{1B}[31mff, signal \u{9B}2J\n  mixhost 0x-1\n" + frames)
    try program.write(
      "other.txt", "mixhost 0.1.0 crashed, build 00ff, signal SEGV\n  mixhost 0x1\n")
    for (words, message) in cases {
      let outcome = try program.run(["doctor"] + words)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
      #expect(!outcome.errors.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" })
    }
  }

  private static func version(_ program: Program) throws -> Substring {
    try program.run("--version").output.split(separator: " ").last?.dropLast() ?? ""
  }
}
