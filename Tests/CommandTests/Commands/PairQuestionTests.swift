import Foundation
import Testing

@Suite("Command: questions about pairs on a terminal", .ownThreads)
struct PairQuestionTests {
  private static let rule = """
    return {kind = "match", fields = {query = {"title"}, candidate = {"title"}},
      features = {{name = "title", weight = 1, score = function(q, c)
        return q.title == c.title and 0.7 or 0 end}},
      accept = 0.9, review = 0.5, margin = 0}
    """
  private static let titles = "title\nHalo\nWonderwall\nSupersonic\n"

  private func labelling() throws -> (program: Program, line: [String]) {
    var pairs = "left.title,right.title\n"
    for number in 0..<5 { pairs += "Song \(number),Song \(number)\n" }
    let program = try Program(["pairs.csv": pairs, "own.lua": Self.rule])
    return (
      program, ["rules", "label", "own.lua", "--pairs", "pairs.csv", "--out", "labels.ndjson"]
    )
  }

  @Test("One key answers, Enter behind it is ignored, and the terminal is as it was")
  func keys() throws {
    let (program, line) = try labelling()
    let terminal = try PseudoTerminal(columns: 40)
    let process = try program.start(on: terminal, line)
    defer { process.terminate() }
    #expect(terminal.waits(for: "[1 of 5]"))
    #expect(terminal.typeKeys("y"))
    #expect(terminal.waits(for: "[2 of 5]"))
    #expect(terminal.typeKeys("x"))
    #expect(terminal.waits(for: "not one of the keys"))
    #expect(terminal.typeKeys("N\r"))
    #expect(terminal.waits(for: "[3 of 5]"))
    #expect(terminal.typeKeys("\u{4}"))
    #expect(terminal.waits(for: "1 the same, 1 different, 0 skipped"))
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && terminal.isAsBefore)
    #expect(try program.read("labels.ndjson").split(separator: "\n").count == 2)
    // Lines break between words.
    for row in terminal.shown.split(whereSeparator: \.isNewline) { #expect(row.count <= 40) }
  }

  @Test(
    "Ctrl-C, SIGTERM and SIGHUP leave the terminal as it was", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(number: Int32) throws {
    let (program, line) = try labelling()
    let terminal = try PseudoTerminal()
    let process = try program.start(on: terminal, line)
    defer { process.terminate() }
    #expect(terminal.waits(for: "[1 of 5]"))
    #expect(terminal.typeKeys("y"))
    #expect(terminal.waits(for: "[2 of 5]"))
    #expect(terminal.typeKeys(""))
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationStatus == 128 + number && terminal.isAsBefore)
    #expect(terminal.waits(for: "mixhost: interrupted"))
    #expect(
      terminal.shown.split(whereSeparator: \.isNewline).contains {
        $0.hasPrefix("mixhost: interrupted")
      })
    #expect(try program.read("labels.ndjson").split(separator: "\n").count == 1)
  }

  @Test("An error in the script leaves the terminal as it was, and a pipe has no keys")
  func errors() throws {
    let program = try Program([
      "two.lua": """
      mix.task.scope(function(s)
        s:spawn(function()
          while not mix.fs.exists("go.txt") do mix.task.sleep(0.01) end
          print("second " .. select(2, mix.ui.read_key()).kind)
          error("odd")
        end)
        mix.ui.read_key()
      end)
      """
    ])
    let terminal = try PseudoTerminal()
    let process = try program.start(on: terminal, ["--allow-read", ".", "two.lua"])
    defer { process.terminate() }
    // Keys are read now.
    #expect(terminal.typeKeys(""))
    try program.write("go.txt", "")
    #expect(terminal.waits(for: "second unavailable"))
    process.waitUntilExit()
    #expect(process.terminationStatus == 1 && terminal.isAsBefore)
    let piped = try program.run("-e", "print(select(2, mix.ui.read_key()).kind)", input: "y\n")
    #expect(piped.output == "unavailable\n", "\(piped.errors)")
  }

  @Test("A review takes keys as well, and its answers are kept")
  func review() throws {
    let program = try Program([
      "a.csv": Self.titles, "b.csv": Self.titles, "sure.lua": Self.rule,
    ])
    let line = ["link", "a.csv", "b.csv", "--rules", "sure.lua", "--review", "--out", "o.csv"]
    let terminal = try PseudoTerminal()
    let process = try program.start(on: terminal, line)
    defer { process.terminate() }
    #expect(terminal.waits(for: "[1 of 3]"))
    #expect(terminal.typeKeys("y"))
    #expect(terminal.waits(for: "[2 of 3]"))
    #expect(terminal.typeKeys("q"))
    #expect(terminal.waits(for: "written"))
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && terminal.isAsBefore)
    let rows = try program.read("o.csv").split(whereSeparator: \.isNewline)
    #expect(rows.count == 4 && rows[1].hasPrefix("Halo,1") && rows[2].hasPrefix("Wonderwall,,"))
  }
}
