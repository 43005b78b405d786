import Foundation
import PostgresInstance
import Testing

/// Two programs that work on one job: each shows what both have done.
@Suite("Progress of a fleet")
struct FleetProgressTests {
  private static let program = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: ".build/debug/mixhost")
  private static let count = 400

  private static let prepare = """
    local books = {}
    for number = 1, \(count) do books[number] = { title = "Book " .. number } end
    mix.library.import(books)
    print(mix.jobs.enqueue({ status = "pending" }).job)
    """
  private static let run = """
    local last
    local summary = assert(mix.jobs.run(tonumber(arg[1]), {
      concurrency = 1,
      on_event = function(event)
        if event.event ~= "progress" then return end
        assert(not last or event.done >= last.done, "backwards")
        last = event
      end,
    }, function()
      mix.task.sleep(0.02)
      return { status = "not_found" }
    end))
    print(last.done, last.total, summary.processed)
    """

  @Test("Each of two programs that work on one job shows what both have done")
  func together() async throws {
    let home = FileManager.default.temporaryDirectory.appending(
      path: "fleet-progress-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let store = try PostgresInstance.shared.get().address()
    let job = try await output(of: start(home, store, ["-e", Self.prepare]))[0]
    let both = try ["a", "b"].map {
      try start(home.appending(path: $0), store, ["-e", Self.run, "\(job)"])
    }
    var processed = 0
    for (index, process) in both.enumerated() {
      let numbers = try await output(of: process)
      #expect(numbers[0] == numbers[1], "\(numbers)")
      // The second one came a little later.
      if index == 0 { #expect(numbers[1] >= Self.count / 2, "\(numbers)") }
      #expect(numbers[2] < Self.count, "\(numbers)")
      processed += numbers[2]
    }
    #expect(processed == Self.count)
  }

  private func start(
    _ home: URL, _ store: String, _ words: [String]
  ) throws -> (process: Process, output: Pipe) {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = Self.program
    process.arguments = ["--home", home.path, "--store", store] + words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    try process.run()
    return (process, pipe)
  }

  /// The numbers that a program prints.
  private func output(of started: (process: Process, output: Pipe)) async throws -> [Int] {
    while started.process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
    #expect(started.process.terminationStatus == 0)
    let data = try #require(try started.output.fileHandleForReading.readToEnd())
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .compactMap { Int($0) }
  }
}
