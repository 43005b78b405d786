import MixCore
import Testing

@Suite("Back-off") struct BackOffTests {
  @Test func doublingEndsAtTheLongestWait() {
    let backOff = BackOff(first: 30, longest: 900)
    #expect((1...7).map { backOff.wait(after: $0) } == [30, 60, 120, 240, 480, 900, 900])
    #expect(backOff.wait(after: 0) == 30)
    #expect(backOff.wait(after: .max) == 900)
    #expect(BackOff(first: 1, longest: 0).wait(after: 5) == 0)
  }

  @Test func theFourthPowerKeepsItsJitterWithinBounds() {
    let backOff = BackOff(
      first: 1, longest: 86_400, growth: .fourthPower, jitter: .within(0.1))
    #expect(backOff.wait(after: 1, random: 0.5) == 1)
    #expect(abs(backOff.wait(after: 3, random: 0) - 72.9) < 1e-9)
    #expect(abs(backOff.wait(after: 10, random: 1) - 11_000) < 1e-6)
    #expect(backOff.wait(after: 18, random: 1) == 86_400)
    #expect(backOff.wait(after: .max, random: 0) == 86_400)
  }

  @Test func fullJitterReachesDownToZero() {
    let backOff = BackOff(first: 2, longest: 8, jitter: .full)
    #expect(backOff.wait(after: 3, random: 0) == 0)
    #expect(backOff.wait(after: 3, random: 0.5) == 4)
    #expect(backOff.wait(after: 9, random: 0.5) == 4)
  }
}
