import Foundation
import Testing

/// A server that is killed within a job, beside a program that opens and closes its data file.
@Suite("Crashes of the server", .ownThreads)
struct ServerCrashTests {
  @Test("kill -9: every book that the server has said to be processed is in the data file")
  func killed() throws {
    let outcome = try Foreign.run([
      Program.script("tools/crash-loop-server"), Program.products.appending(path: "mixhost").path,
      "--kills", "4", "--books", "1200",
    ])
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
    #expect(outcome.output.hasPrefix("4 kills, "), "\(outcome.output)")
  }
}
