import Testing

@testable import Store

/// The duties of any store of refresh times.
@Suite("Contract of refresh times")
struct RefreshStoreContract {
  private let folder = TemporaryFolder()
  private let start = 1_700_000_000.0

  private func make(_ place: DataPlace) throws -> (first: RefreshStore, second: RefreshStore) {
    let (first, second) = try place.make(folder)
    return (RefreshStore(first), RefreshStore(second))
  }

  @Test("Hosts see each other's notes", arguments: DataPlace.usable)
  func shared(_ place: DataPlace) throws {
    let (first, second) = try make(place)
    try first.record(.success(changes: [1, start]), "feed", key: "a", now: start)
    try first.record(.failure("down"), "feed", key: "a", now: start + 60, notBefore: 5e9)
    let history = try second.history("feed", key: "a", now: start + 90)
    #expect(history.lastSuccess == start && history.lastFailure == start + 60)
    #expect(history.failures == 1 && history.error == "down" && history.since == start)
    #expect(history.changes == [1, start])
    #expect(history.notBefore == start + 60 + 86_400, "no hint holds longer than a day")
    #expect(try second.history("feed", key: "b", now: start) == RefreshHistory())
    try second.forget("feed", key: "a")
    #expect(try first.history("feed", key: "a", now: start) == RefreshHistory())
  }

  @Test("A run without news ends failures", arguments: DataPlace.usable)
  func idle(_ place: DataPlace) throws {
    let store = try make(place).first
    try store.record(.failure("down"), "chart", key: "", now: start)
    try store.record(.idle("nothing is wanted"), "chart", key: "", now: start + 1)
    let history = try store.history("chart", key: "", now: start + 1)
    #expect(history.failures == 0 && history.error == "nothing is wanted")
    #expect(history.lastSuccess == nil && history.lastFailure == start)
  }

  @Test(
    "Of many hosts that begin at once, one may; later the lease is over",
    arguments: DataPlace.shared)
  func begin(_ place: DataPlace) async throws {
    let (first, second) = try make(place)
    let begun = Gathered<Int>()
    let failures = Gathered<String>()
    await onThreads(8) { number in
      do {
        let store = number % 2 == 0 ? first : second
        if try store.begin("feed", key: "a", now: start) { begun.add(number) }
      } catch { failures.add("\(error)") }
    }
    #expect(begun.all.count == 1 && failures.all == [])
    #expect(try !second.begin("feed", key: "a", now: start + 1))
    #expect(try second.begin("feed", key: "a", now: start + 1, replaces: true))
    #expect(try first.begin("feed", key: "a", now: start + 1 + RefreshMinimum.lease))
    #expect(try first.begin("feed", key: "b", now: start), "another one is not held up")
  }

  @Test("One that is given up lets another begin at once", arguments: DataPlace.usable)
  func givesUp(_ place: DataPlace) throws {
    let store = try make(place).first
    try store.record(.failure("down"), "feed", key: "a", now: start - 60)
    #expect(try store.begin("feed", key: "a", now: start + 0.25))
    try store.giveUp("feed", key: "a", started: start)
    #expect(try !store.begin("feed", key: "a", now: start + 1), "that was another run")
    try store.giveUp("feed", key: "a", started: start + 0.25)
    let history = try store.history("feed", key: "a", now: start + 1)
    #expect(history.started == nil && history.failures == 1, "it neither failed nor succeeded")
    #expect(try store.begin("feed", key: "a", now: start + 1))
    try store.giveUp("feed", key: "b", started: start)
  }

  @Test("Times in the future are moved to now, for good", arguments: DataPlace.usable)
  func clock(_ place: DataPlace) throws {
    let store = try make(place).first
    try store.record(.success(changes: []), "feed", key: "a", now: start)
    #expect(try store.history("feed", key: "a", now: start - 500).lastSuccess == start - 500)
    #expect(try store.history("feed", key: "a", now: start).lastSuccess == start - 500)
  }
}
