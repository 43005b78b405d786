import Foundation
import Testing

@Suite("Command: books on terminals and in pipes", .ownThreads)
struct BooksTerminalTests {
  private func start(
    _ rig: BooksRig, _ terminal: PseudoTerminal, _ arguments: [String]
  ) throws -> Process {
    try rig.program.start(on: terminal, arguments, environment: ["NO_COLOR": "1"])
  }

  /// Bytes that no command writes.
  private static let never = "\u{1}never"

  /// A command's output on a terminal of some width, line by line.
  private func lines(_ rig: BooksRig, _ columns: UInt16, _ arguments: String...) throws -> [String]
  {
    let terminal = try PseudoTerminal(columns: columns)
    let process = try start(rig, terminal, ["--mock", "books"] + arguments)
    _ = terminal.waits(for: Self.never, seconds: 0.1)
    while process.isRunning { _ = terminal.waits(for: Self.never, seconds: 0.1) }
    _ = terminal.waits(for: Self.never, seconds: 0.1)
    return terminal.shown.split(whereSeparator: \.isNewline).map(String.init)
  }

  @Test("list and show fit 40 columns: number, status and title stay; 200 columns have all")
  func widths() throws {
    let rig = try BooksRig(books: 12)
    try rig.run("run", "--quiet")
    let narrow = try lines(rig, 40, "list")
    #expect(narrow.count == 14 && narrow.allSatisfy { $0.count <= 40 }, "\(narrow)")
    #expect(narrow[0].contains("#") && narrow[0].contains("Status") && narrow[0].contains("Title"))
    #expect(!narrow[0].contains("Score"))
    #expect(narrow[2].hasPrefix(" 1  "), "\(narrow)")
    #expect(try lines(rig, 200, "list")[0].contains("Score"))
    let page = try lines(rig, 40, "show", "2")
    #expect(page.allSatisfy { $0.count <= 40 || $0.contains("https://") }, "\(page)")
  }

  @Test("run shows count and time left on 40 columns; Ctrl-C leaves with 130, run continues later")
  func interruption() throws {
    let rig = try BooksRig(books: 60)
    let terminal = try PseudoTerminal(columns: 40)
    let process = try start(
      rig, terminal, ["--mock=latency=150ms", "books", "run", "--concurrency", "2"])
    #expect(terminal.waits(for: "/60 ("), "\(terminal.shown)")
    #expect(terminal.waits(for: " left"), "\(terminal.shown)")
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    let before = try rig.works("--status", "queued").count
    #expect(before > 0)
    let rest = try rig.run("run", "--json")
    #expect(rest.status == 0 && rest.output.contains("\"processed\":\(before)"), "\(rest.output)")
  }

  @Test("In a pipe: no colours, no cut titles, and a reader that leaves early is not an error")
  func pipes() throws {
    let rig = try BooksRig(books: 40)
    let list = try rig.run("list")
    #expect(!list.output.contains("\u{1B}") && !list.output.contains("…"))
    for command in ["list", "export", "status", "export --format goodreads", "show 1 2 3"] {
      let words = command.split(separator: " ").map(String.init)
      let outcome = try rig.program.run(
        ["--mock", "books"] + words, environment: [:],
        wrapper: ["/bin/bash", "-c", "set -o pipefail; \"$@\" | head -1", "bash"])
      #expect(outcome.errors.isEmpty, "\(command): \(outcome.errors)")
      #expect(outcome.output.split(separator: "\n").count == 1, "\(command)")
    }
  }
}
