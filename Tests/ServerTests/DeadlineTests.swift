import NIOCore
import Testing

@testable import Server

/// Deadlines come, or let go of what they hold when they are cancelled.
@Suite struct DeadlineTests {
  private final class Held: Sendable {
    func use() {}
  }

  @Test func aCancelledOneLetsGoOfWhatItHoldsAtOnce() {
    var held: Held? = Held()
    weak let watched = held
    let deadline = Deadline(in: .seconds(3_600)) { [held] in held?.use() }
    held = nil
    #expect(watched != nil)
    deadline.cancel()
    #expect(watched == nil)
  }

  @Test func itComes() async {
    await withCheckedContinuation { continuation in
      _ = Deadline(in: .zero) { continuation.resume() }
    }
    let (ticks, tick) = AsyncStream.makeStream(of: Void.self)
    let repeated = Deadline.each(.milliseconds(1)) { tick.yield() }
    var count = 0
    for await _ in ticks {
      count += 1
      if count == 3 { break }
    }
    repeated.cancel()
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(-5), .zero])
  func anyPauseWillDo(_ pause: Duration) {
    Deadline(in: pause) {}.cancel()
  }
}
