import Foundation
import Testing

/// The main command of each program, on terminals and in pipes.
@Suite("Command: every program on a terminal", .ownThreads)
struct TerminalLayoutTests {
  struct Main: Sendable, CustomTestStringConvertible {
    let command: [String]
    /// The command that is run before it in the same home.
    var before: [[String]] = []
    /// A text of its result.
    let shows: String
    /// Whether its first row needs an answer of a service.
    var asks = true

    var testDescription: String { command.joined(separator: " ") }
  }

  static let mains = [
    Main(command: ["chart", "--top", "5"], shows: "Title"),
    Main(
      command: ["books", "run"],
      before: [["books", "add", "--title", "Sabriel", "--author", "Garth Nix"]], shows: "1"),
    Main(
      command: ["books", "list"],
      before: [["books", "add", "--title", "Sabriel", "--author", "Garth Nix"]], shows: "Sabriel",
      asks: false),
    Main(command: ["trailers", "list"], shows: "Detail"),
    Main(command: ["trailers", "search", "river"], shows: "River"),
    Main(command: ["trailers", "detail", "movie/100"], shows: "Date:"),
    Main(command: ["trailers", "genres"], shows: "Action"),
    Main(
      command: ["feed"], before: [["feed", "follow", FeedRig.channels[0]]], shows: "videos"),
    Main(
      command: ["playlist", "plan", "--artists", "The Weeknd", "--limit", "2"], shows: "Plan"),
  ]

  private struct Shown {
    let output: String
    let status: Int32
  }

  /// Runs a program's main command on a terminal to its end.
  private func show(
    _ main: Main, columns: UInt16, environment: [String: String] = [:]
  ) throws -> Shown {
    let program = try prepared(main)
    let terminal = try PseudoTerminal(columns: columns, rows: 40)
    let process = program.process(["--mock"] + main.command, environment: environment)
    process.environment?["TERM"] = "xterm-256color"
    for keyPath in [\Process.standardOutput, \Process.standardError] {
      process[keyPath: keyPath] = terminal.handle
    }
    process.standardInput = terminal.handle
    try process.run()
    while process.isRunning { _ = terminal.waits(for: "\u{0}", seconds: 0.2) }
    _ = terminal.waits(for: "\u{0}", seconds: 0.3)
    return Shown(output: terminal.shown, status: process.terminationStatus)
  }

  private func prepared(_ main: Main) throws -> Program {
    let program = try Program()
    for command in main.before {
      let outcome = try program.run(["--mock"] + command)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    return program
  }

  @Test("No row is wider than the terminal, and no control character is seen", arguments: mains)
  func widths(main: Main) throws {
    for columns in [40, 200] {
      let shown = try show(main, columns: UInt16(columns))
      let rows = TerminalRows(shown.output, columns: columns)
      #expect(shown.status == 0, "\(rows.text)")
      #expect(rows.text.contains(main.shows), "\(rows.text)")
      #expect(rows.overlong.isEmpty, "at \(columns) columns: \(rows.overlong)")
      #expect(!rows.text.contains("\u{241B}"), "\(rows.text)")
    }
  }

  @Test("Colour is for terminals whose user has not said no", arguments: mains)
  func colour(main: Main) throws {
    let plain = try show(main, columns: 80, environment: ["NO_COLOR": "1"])
    #expect(!TerminalRows(plain.output, columns: 80).isStyled, "\(plain.output)")
    let piped = try prepared(main).run(
      ["--mock"] + main.command, environment: ["TERM": "xterm-256color"])
    #expect(piped.status == 0)
    #expect(!(piped.output + piped.errors).contains("\u{1B}"))
  }

  @Test("Something is shown before the first answer", arguments: mains.filter(\.asks))
  func loading(main: Main) throws {
    let program = try prepared(main)
    let terminal = try PseudoTerminal(columns: 80, rows: 40)
    let log = program.folder.appending(path: "answers.ndjson").path
    let process = try program.start(
      on: terminal, ["--mock=latency=3s,log=\(log)"] + main.command,
      environment: ["TERM": "xterm-256color"])
    defer { process.terminate() }
    while terminal.shown.isEmpty, process.isRunning {
      _ = terminal.waits(for: "\u{0}", seconds: 0.1)
    }
    // The mock notes a request when it has been answered.
    let answered = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    // Signing in comes before, as in a browser.
    #expect(
      answered.split(separator: "\n").allSatisfy { $0.contains("_accounts/") }, "\(terminal.shown)")
    #expect(!terminal.shown.isEmpty)
  }
}
