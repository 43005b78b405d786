import Testing

@testable import Store

@Suite("Policy of refreshers: what holds whatever a rule says")
struct RefreshPolicyTests {
  private static let due = RefreshDecision(.refresh, nextAt: 1_000, reason: "now")

  @Test(
    "A run that left no trace holds the next one up for a minute, but not across a clock set back")
  func begun() {
    let facts = RefreshFacts(now: 1_000, history: RefreshHistory())
    func decide(_ begun: Double?) -> RefreshDecision {
      RefreshMinimum.unasked.apply(to: Self.due, facts, begun: begun)
    }
    #expect(decide(nil).isDue)
    #expect(decide(950) == RefreshDecision(.wait, nextAt: 1_010, reason: "now"))
    #expect(decide(940).isDue)
    #expect(decide(5_000).isDue)
  }

  @Test("A run has recorded its end when a time, a count or a hint differs")
  func records() {
    let before = RefreshHistory(lastSuccess: 1, lastFailure: 2, failures: 1, error: "down")
    var after = before
    after.started = 9
    after.error = "still down"
    #expect(!after.hasRecord(since: before))
    for change: (inout RefreshHistory) -> Void in [
      { $0.lastSuccess = 3 }, { $0.lastFailure = 3 }, { $0.failures = 2 }, { $0.notBefore = 4 },
    ] {
      var changed = before
      change(&changed)
      #expect(changed.hasRecord(since: before))
    }
  }

  @Test("A source that is fetched on demand keeps its rule's reason, unless the rule is off")
  func onRequest() {
    let off = RefreshDecision(.wait, nextAt: 5, reason: "off").onRequest(1_000)
    #expect(off.reason == "fetched when asked for")
    #expect(off.nextAt == 1_000 + RefreshMinimum.longestWait && off.action == .wait)
    #expect(Self.due.onRequest(1_000).reason == "fetched when asked for; now")
  }
}
