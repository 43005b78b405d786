import Foundation
import Testing

/// Settings of refreshers that change while a server runs.
@Suite("Command: settings under serve", .ownThreads)
struct ServeSettingsTests {
  private struct Status: Decodable {
    struct Refresher: Decodable {
      let name: String
      let action: String
      let last_success: String?
      let failures: Int
      let error: String?
    }
    let refreshers: [Refresher]
  }

  private func status(_ program: Program, _ name: String) throws -> Status.Refresher? {
    let outcome = try program.run("--offline", "refresh", "status", "--json")
    return try JSONDecoder().decode(Status.self, from: Data(outcome.output.utf8)).refreshers
      .first { $0.name == name }
  }

  /// Asks until it is so; each time takes as long as a process.
  private func becomes(
    _ program: Program, _ name: String, _ check: (Status.Refresher) -> Bool
  ) throws -> Bool {
    for _ in 1...200 {
      if let found = try status(program, name), check(found) { return true }
    }
    return false
  }

  @Test("Toggle, interval and address of the chart count at once; a feed without channels is idle")
  func chart() throws {
    let program = try Program()
    // Its usual rule asks for nothing while nobody looks.
    #expect(try program.run("config", "set", "feed.policy", "fixed").status == 0)
    let process = program.process(["--offline", "serve", "--port", "0"])
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    #expect(
      try becomes(program, "feed") {
        $0.error == "no channels are followed yet" && $0.failures == 0 && $0.last_success == nil
      })
    #expect(try status(program, "chart")?.last_success == nil)
    #expect(try program.run("config", "set", "chart.every", "1h").status == 0)
    #expect(try becomes(program, "chart") { $0.last_success != nil && $0.action == "wait" })
    let address = "https://chart.example.org/list.json"
    #expect(try program.run("config", "set", "chart.remote_url", address).status == 0)
    #expect(try becomes(program, "chart") { $0.failures == 1 && $0.last_success == nil })
    #expect(try program.run("config", "set", "chart.every", "off").status == 0)
    #expect(try status(program, "chart")?.action == "off")
  }
}
