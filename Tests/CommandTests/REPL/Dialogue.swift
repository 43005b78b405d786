import Foundation
import Testing

/// A session that a test types into.
final class Dialogue {
  let terminal: PseudoTerminal
  let process: Process

  init(
    _ program: Program, columns: UInt16 = 80, environment: [String: String] = [:],
    wrapper: [String] = [], _ arguments: String...
  ) throws {
    terminal = try PseudoTerminal(columns: columns)
    process = program.process(
      arguments, environment: ["TERM": "xterm", "NO_COLOR": "1"].merging(environment) { $1 },
      wrapper: wrapper)
    try process.run(on: terminal)
    #expect(terminal.waits(for: "mix> "))
  }

  deinit { process.terminate() }

  /// Types a line, and waits until its text and the next prompt are shown.
  func enter(_ line: String, shows text: String) {
    terminal.type(line + "\n")
    #expect(terminal.waits(for: text), "after \(line.prefix(80))")
    #expect(terminal.shown.hasSuffix("mix> ") || terminal.waits(for: "mix> "))
  }

  /// Types Ctrl-C until the prompt is back, for the same reason as in ``leave()``.
  func interrupts() -> Bool {
    for _ in 0..<10 {
      terminal.type("\u{3}")
      if terminal.waits(for: "mix> ", seconds: 3) { return true }
    }
    return false
  }

  /// Types Ctrl-D until the program is gone: what is typed while it takes the terminal over is lost.
  func leave() {
    for _ in 0..<60 where process.isRunning {
      terminal.type("\u{4}")
      for _ in 0..<50 where process.isRunning { usleep(10_000) }
    }
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }
}
