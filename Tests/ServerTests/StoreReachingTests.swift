import MixCore
import Reactor
import Testing

@testable import Server

/// A program that stays, and a store that is not there. `tools/fleet-trial` has one that comes.
@Suite("Reaching a fleet's store")
struct StoreReachingTests {
  @Test("A server that never comes is waited for, and reported once and at the end")
  func patience() async {
    let time = ManualTime(autoAdvance: true)
    var reports: [DataFileError.Kind] = []
    let error = await #expect(throws: DataFileError.self) {
      _ = try await StoreReaching.open("postgres://127.0.0.1:1/x", time: time) {
        reports.append($0.kind)
      }
    }
    #expect(error?.kind == .unreachable && reports == [.unreachable])
    let waited = time.sleeps.reduce(0) { $0 + $1.seconds }
    #expect(waited >= StoreReaching.patience && waited < StoreReaching.patience + 4)
  }

  @Test("An address that is wrong is not waited for")
  func refused() async {
    let time = ManualTime(autoAdvance: true)
    let error = await #expect(throws: DataFileError.self) {
      _ = try await StoreReaching.open("mysql://127.0.0.1/x", time: time) { Issue.record("\($0)") }
    }
    #expect(error?.kind == .refused && time.sleeps.isEmpty)
  }
}
