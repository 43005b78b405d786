import Foundation
import Logging
import MixCore
import Notation
import Reactor
import Testing

@testable import Server

/// `/health` looks at the data file.
@Suite struct HealthTests {
  private static func check(_ path: String, _ time: ManualTime) throws -> HealthCheck {
    let log = AccessLog(
      Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, metrics: Metrics())
    // On a busy machine a look takes longer than a request should wait.
    return try HealthCheck(
      DataStore(try DataFile(path: path)), time: time, log: log, patience: .seconds(60))
  }

  private static func folder() throws -> String {
    let folder =
      FileManager.default.temporaryDirectory.path + "/mixhost-health-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test func aFileThatIsOverwrittenIsDamaged() async throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let time = ManualTime()
    let path = folder + "/data.sqlite"
    let health = try Self.check(path, time)
    #expect(await health.problem() == nil)
    // Pages in the log beside the file would still be read from there.
    for name in ["data.sqlite", "data.sqlite-wal"] {
      let size =
        (try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.size]) as? Int
      let file = try FileHandle(forUpdating: URL(filePath: "\(folder)/\(name)"))
      try file.write(contentsOf: Data(repeating: 0x5A, count: size ?? 0))
    }
    #expect(await health.problem() == nil, "a finding is good for a while")
    time.advance(by: .seconds(6))
    #expect(await health.problem()?.kind == .damaged)
  }

  @Test func aFileThatIsReplacedIsNoticed() async throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let time = ManualTime()
    let health = try Self.check(folder + "/data.sqlite", time)
    #expect(await health.problem() == nil)
    let moved = folder + "/moved.sqlite"
    try FileManager.default.moveItem(atPath: folder + "/data.sqlite", toPath: moved)
    time.advance(by: .seconds(6))
    #expect(await health.problem()?.kind == .failed)
    try FileManager.default.moveItem(atPath: moved, toPath: folder + "/data.sqlite")
    time.advance(by: .seconds(6))
    #expect(await health.problem() == nil)
  }

  @Test func aServerWithoutItsFileSaysSo() async throws {
    let server = try await TestServer()
    let path = server.folder + "/data/mixhost.sqlite"
    try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
    // On a busy machine the first look takes longer than an answer waits.
    var answer = try await server.get("/health")
    while answer.status != 503 { answer = try await server.get("/health") }
    #expect(try answer.json()["problem"] == .string("the data file cannot be used"))
    #expect(!answer.text.contains(path), "strangers may ask")
    await server.stop()
  }
}
