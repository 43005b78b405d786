import Foundation
import PostgresInstance
import Testing

/// Programs with homes of their own that share answers on one server, before one mock that counts.
@Suite("A fleet's shared cache")
struct FleetCacheTests {
  private static let program = FleetCacheTests.root.appending(path: ".build/debug/mixhost")
  private static var root: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }
  private static let script = """
    local answer, err = mix.http.get("https://itunes.apple.com/search?term=" .. arg[1], { ttl = "1h" })
    print(answer and answer.status or tostring(err))
    """

  @Test("Two programs that ask the same at once make one request, a third one none")
  func shared() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "fleet-cache-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "ask.lua")
    try Self.script.write(to: script, atomically: false, encoding: .utf8)
    let log = folder.appending(path: "requests.ndjson")
    let mock = Process()
    let (life, said) = (Pipe(), Pipe())
    mock.executableURL = Self.program
    mock.arguments =
      ["mock", "--port", "0", "--latency", "1s", "--log", log.path, "--until-stdin-closes"]
    mock.standardInput = life
    mock.standardOutput = said
    try mock.run()
    defer { try? life.fileHandleForWriting.close() }
    let line = String(decoding: said.fileHandleForReading.availableData, as: UTF8.self)
    let address = try #require(line.split(separator: " ").last?.split(separator: "\n").first)
    let store = try PostgresInstance.shared.get().address()

    func start(_ home: String, _ words: [String]) throws -> Process {
      let process = Process()
      process.executableURL = Self.program
      process.arguments =
        ["--home", folder.appending(path: home).path, "--store", store] + words
      var environment = ProcessInfo.processInfo.environment
      environment["MIXHOST_STORE_CACHE_BYTES"] = "10MB"
      environment["MIXHOST_UPSTREAM_ITUNES"] = "\(address)/itunes"
      process.environment = environment
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      return process
    }
    // Makes the tables, and takes no token of the service's limit.
    try await end(start("a", ["-e", "mix.jobs.status()"]))
    let both = try ["b", "c"].map { try start($0, [script.path, "same"]) }
    for process in both { try await end(process) }
    try await end(start("d", [script.path, "same"]))
    let requests = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    #expect(requests.count == 1, "\(requests)")
  }

  private func end(_ process: Process) async throws {
    while process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
    #expect(process.terminationStatus == 0)
  }
}
