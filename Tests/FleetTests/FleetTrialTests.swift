import Foundation
import Testing

/// Workers on one server that are killed, frozen and left alone by it: nothing is lost, nothing is done twice.
@Suite("A fleet of workers")
struct FleetTrialTests {
  @Test("Killed workers, a crash of the server, a standstill and a frozen worker")
  func trial() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let output = try await run(
      root.appending(path: "tools/fleet-trial").path,
      [
        root.appending(path: ".build/debug/mixhost").path, "--books", "100", "--workers", "3",
        "--kills", "2", "--restarts", "1", "--pause", "2", "--lease", "3", "--limit", "240",
      ])
    #expect(output.status == 0, "\(output.text)")
    // Not skipped in silence.
    #expect(output.text.components(separatedBy: "ok  ").count == 8, "\(output.text)")
  }

  private func run(_ program: String, _ arguments: [String]) async throws -> (
    status: Int32, text: String
  ) {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "trial").async {
        continuation.resume(
          with: Result {
            let process = Process()
            process.executableURL = URL(filePath: program)
            process.arguments = arguments
            let pipe = Pipe()
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = pipe
            process.standardError = pipe
            try process.run()
            let text = String(
              decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return (process.terminationStatus, text)
          })
      }
    }
  }
}
