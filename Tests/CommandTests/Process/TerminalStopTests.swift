import Foundation
import Testing

@Suite("Command: Ctrl-Z", .ownThreads)
struct TerminalStopTests {
  private static let enter = "\u{1B}[?1049h"
  private static let leave = "\u{1B}[?1049l"

  /// A shell with job control on a terminal of its own.
  private func shell(_ program: Program, _ terminal: PseudoTerminal) throws -> Process {
    let process = program.process([], environment: ["TERM": "xterm", "PS1": "ready> "])
    process.executableURL = URL(filePath: "/usr/bin/setsid")
    process.arguments = ["--ctty", "--wait", "/bin/bash", "--norc", "--noprofile", "-i"]
    try process.run(on: terminal)
    return process
  }

  @Test("A full screen is given back while the program is stopped, and drawn again afterwards")
  func screen() throws {
    let program = try Program([
      "s.lua": """
      local screen = assert(mix.ui.screen())
      local key
      repeat
        screen:draw({ "key " .. tostring(key) })
        key = screen:key()
      until key == "q"
      screen:close()
      print("left")
      """
    ])
    let terminal = try PseudoTerminal()
    let process = try shell(program, terminal)
    defer { process.terminate() }
    #expect(terminal.waits(for: "ready> "))
    terminal.type("\(Program.products.path)/mixhost s.lua\r")
    #expect(terminal.waits(for: "key nil"))
    terminal.type("\u{1A}")
    #expect(terminal.waits(for: "Stopped"))
    #expect(terminal.shown.components(separatedBy: Self.leave).count == 2)
    terminal.type("fg\r")
    #expect(terminal.waits(for: "key nil"))
    #expect(terminal.shown.components(separatedBy: Self.enter).count == 3)
    // A stop without a warning: the shell has changed the terminal meanwhile.
    terminal.type("a")
    #expect(terminal.waits(for: "key a"))
    let number = try child(of: process)
    kill(try #require(number), SIGSTOP)
    #expect(terminal.waits(for: "Stopped"))
    terminal.type("fg\r")
    #expect(terminal.waits(for: "key a"))
    terminal.type("q")
    #expect(terminal.waits(for: "left"))
    terminal.type("exit\r")
    process.waitUntilExit()
  }

  /// The program that the shell runs: a grandchild of the test.
  private func child(of process: Process) throws -> Int32? {
    func children(_ number: Int32) throws -> [Int32] {
      try String(
        contentsOfFile: "/proc/\(number)/task/\(number)/children", encoding: .utf8
      ).split(separator: " ").compactMap { Int32($0) }
    }
    var number = process.processIdentifier
    while let next = try children(number).first {
      number = next
      let name = try String(contentsOfFile: "/proc/\(number)/comm", encoding: .utf8)
      if name.hasPrefix("mixhost") { return number }
    }
    return nil
  }
}
