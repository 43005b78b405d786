import Foundation
import Testing

/// Workers on one server that are killed, frozen and left alone by it: nothing is lost, nothing is done twice.
@Suite("A fleet of workers")
struct FleetTrialTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test("Killed workers, a crash of the server, a standstill and a frozen worker")
  func trial() async throws {
    let output = try await run(
      "fleet-trial",
      [
        "--books", "100", "--workers", "3", "--kills", "2", "--restarts", "1", "--pause", "2",
        "--lease", "3", "--limit", "240", "--rate", "600",
      ])
    #expect(output.status == 0, "\(output.text)")
    // Not skipped in silence.
    #expect(output.text.components(separatedBy: "ok  ").count == 10, "\(output.text)")
  }

  @Test(
    "Hosts with addresses of their own: one shows what another does, and cancels it",
    .enabled(if: hasNamespaces, "network namespaces need root, `unshare` and `ip`"))
  func hosts() async throws {
    let output = try await run("fleet-hosts", [])
    #expect(output.status == 0, "\(output.text)")
    // With Chromium one more.
    #expect(output.text.components(separatedBy: "ok  ").count >= 6, "\(output.text)")
  }

  private static let hasNamespaces: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/unshare")
    process.arguments = ["--net", "ip", "link", "add", "type", "veth"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  /// Runs a tool on the program that is tested.
  private func run(_ tool: String, _ arguments: [String]) async throws -> (
    status: Int32, text: String
  ) {
    let program = Self.root.appending(path: "tools/\(tool)").path
    let arguments = [Self.root.appending(path: ".build/debug/mixhost").path] + arguments
    return try await withCheckedThrowingContinuation { continuation in
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
