import Foundation
import MixCore
import Testing

@testable import Server

/// A home has one server.
@Suite struct OwnerTests {
  @Test func aSecondServerSaysWhoHasTheHome() async throws {
    let first = try await TestServer(keepsFolder: true)
    var taken: HomeTaken?
    do { await (try TestServer(folder: first.folder, keepsFolder: true)).stop() } catch {
      taken = error as? HomeTaken
    }
    let message = try #require(taken).description
    #expect(message.contains("process \(getpid()) since 2"), "\(message)")
    #expect(message.contains(" at http://127.0.0.1:\(first.port))"), "\(message)")
    #expect(try await first.get("/health").status == 200)
    await first.stop()
    let second = try await TestServer(folder: first.folder)
    #expect(try await second.get("/health").status == 200)
    await second.stop()
  }

  @Test func itsEndLeavesTheDataFileWhole() async throws {
    let server = try await TestServer(keepsFolder: true)
    _ = try await server.addBooks(20)
    await server.stop()
    let copy = server.folder + "/copy/mixhost.sqlite"
    try FileManager.default.createDirectory(
      atPath: server.folder + "/copy", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: server.folder + "/data/mixhost.sqlite", toPath: copy)
    #expect(try Library(DataFile(path: copy)).counts(kind: nil)[.pending] == 20)
    try FileManager.default.removeItem(atPath: server.folder)
  }
}
