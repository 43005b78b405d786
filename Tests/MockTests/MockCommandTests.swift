import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("mixhost mock")
struct MockCommandTests {
  /// The program lies beside the test bundle.
  private static let program = URL(filePath: CommandLine.arguments[0])
    .deletingLastPathComponent().appending(path: "mixhost")

  private struct Run {
    let process = Process()
    let input = Pipe()
    let output = Pipe()
    let errors = Pipe()

    init(_ arguments: [String]) throws {
      process.executableURL = MockCommandTests.program
      process.arguments = ["mock"] + arguments
      process.standardInput = input
      process.standardOutput = output
      process.standardError = errors
      try process.run()
    }

    /// The line that says where the server listens, without its line end.
    func firstLine() -> String {
      var line: [UInt8] = []
      while let byte = output.fileHandleForReading.readData(ofLength: 1).first,
        byte != UInt8(ascii: "\n")
      {
        line.append(byte)
      }
      return String(decoding: line, as: UTF8.self)
    }

    /// The status and what was written to standard error.
    func end() -> (status: Int32, errors: String) {
      let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, text)
    }
  }

  @Test("Says where it listens, and ends with status 0 at a signal", arguments: [SIGTERM, SIGINT])
  func signals(signal: Int32) throws {
    let run = try Run(["--size", "10"])
    #expect(run.firstLine().hasPrefix("mixhost mock listening on http://127.0.0.1:"))
    kill(run.process.processIdentifier, signal)
    let end = run.end()
    #expect(end.status == 0)
    #expect(run.process.terminationReason == .exit)
    #expect(end.errors.isEmpty)
  }

  @Test("Ends when its standard input closes, if asked to")
  func standardInput() throws {
    let run = try Run(["--until-stdin-closes"])
    #expect(!run.firstLine().isEmpty)
    try run.input.fileHandleForWriting.close()
    #expect(run.end().status == 0)
  }

  @Test("Faults are flags")
  func faults() throws {
    let run = try Run(["--fault", "503:100%", "--retry-after", "3s", "--fault-path", "/itunes"])
    let address = try #require(run.firstLine().split(separator: " ").last.map(String.init))
    let chart = try #require(URL(string: address + "/chart/kworb.json"))
    let search = try #require(URL(string: address + "/itunes/search?term=stay"))
    #expect(try Data(contentsOf: chart).isEmpty == false)
    #expect(throws: (any Error).self) { try Data(contentsOf: search) }
    run.process.terminate()
    #expect(run.end().status == 0)
  }

  @Test("A taken port ends it with status 1 and is named")
  func portInUse() throws {
    let first = try Run([])
    let port = try #require(first.firstLine().split(separator: ":").last)
    let end = try Run(["--port", String(port)]).end()
    #expect(end.status == 1)
    #expect(end.errors.contains("port \(port) on 127.0.0.1 is in use"))
    first.process.terminate()
    #expect(first.end().status == 0)
  }

  @Test(
    "Wrong use ends it with status 2 and names the option",
    arguments: [
      ["--size", "many"], ["--latency", "1h"], ["--rate", "20"], ["--colour"],
      ["--fault", "429:60%+503:50%"], ["--fault", "1000:5%"], ["--retry-after", "soon"],
      ["--fault-path", "itunes"],
    ])
  func wrongUse(arguments: [String]) throws {
    let end = try Run(arguments).end()
    #expect(end.status == 2)
    #expect(end.errors.contains(arguments[0]))
  }
}

@Suite("mixhost mock: the truth about books")
struct BookCommandTests {
  private static let program = URL(filePath: CommandLine.arguments[0])
    .deletingLastPathComponent().appending(path: "mixhost")

  private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = Self.program
    process.arguments = ["mock"] + arguments
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test("--export-books prints an export and ends; --score-books reads one of works")
  func commands() throws {
    let export = try run(["--export-books", "1025"])
    #expect(export.status == 0)
    #expect(export.output.contains(",\"=\"\"978"))
    #expect(export.output.split(separator: "\n").count { $0.hasPrefix("1") } == 1025)
    #expect(export.output.split(separator: "\n").first?.hasPrefix("Book Id,Title") == true)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("[]".utf8).write(to: file)
    let score = try run(["--score-books", file.path])
    #expect(score.status == 0)
    #expect(score.output == "{\"right\":0,\"wrong_matched\":0,\"uncertain\":0,\"missed\":0}\n")
    #expect(try run(["--score-books", "/nonexistent"]).status == 1)
    #expect(try run(["--export-books", "9", "--books", "8"]).status == 2)
  }
}
