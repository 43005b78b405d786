import Reactor
import Testing

@testable import Store

/// Items that are in a process's hands, and their ways back.
extension JobStoreContract {
  @Test(
    "A dead process's items return at once, a hung one's at expiry",
    arguments: StorePlace.allCases)
  func leases(_ place: StorePlace) throws {
    let dead = Flag()
    let (first, second) = try place.make(folder) { dead.isSet }
    let job = try first.createJob(name: "a", now: now)
    _ = try first.enqueue([1, 2], job: job, priority: 0, now: now)
    #expect(try !first.isWorkedOn(now: now), "nobody has taken an item")
    let item = try #require(try second.exchange(claim(1, 30), now: now).items.first)
    #expect(try first.recover(now: now) == 0)
    let expired = ClockTime(wall: 0, monotonic: 41)
    #expect(try first.isWorkedOn(now: now))
    #expect(try !first.isWorkedOn(now: expired))
    #expect(try first.recover(now: expired) == 1, "the wall clock does not matter")
    #expect(try second.exchange(settle(item, .done(.enriched)), now: expired).lost == [item.id])
    #expect(try second.exchange(claim(1), now: expired).items.map(\.work) == [2], "lost ones last")
    let retaken = try first.exchange(claim(1), now: expired).items
    #expect(retaken.map(\.work) == [1] && retaken.first?.attempt == 2)
    dead.isSet = true
    #expect(try first.recover(now: expired) == 1)
    #expect(try first.progress(job)?[.ready] == 1)
    #expect(try first.events(job, after: 0, limit: 99).filter { $0.event == "lost" }.count == 2)
  }

  @Test(
    "Items that a process leaves go back at its own next look, and at others' when the lease ends",
    arguments: StorePlace.allCases)
  func left(_ place: StorePlace) throws {
    let (first, second) = try place.make(folder)
    let job = try first.createJob(name: "a", now: now)
    _ = try first.enqueue([1, 2, 3], job: job, priority: 0, now: now)
    let item = try #require(try first.exchange(claim(1), now: now).items.first)
    first.leave()
    #expect(try second.recover(now: now) == 0)
    // It takes the next by another number: the first item's lease gets no longer.
    #expect(try first.exchange(claim(1), now: now).items.map(\.work) == [2])
    #expect(try first.exchange(settle(item, .done(.enriched)), now: now).lost == [item.id])
    #expect(try first.recover(now: now) == 1)
    #expect(try first.exchange(claim(9), now: now).items.map(\.work) == [3, 1])
    first.leave()
    #expect(try second.recover(now: ClockTime(wall: 1_061, monotonic: 71)) == 3)
  }

  @Test(
    "An item that comes to the same process again is settled by its later attempt alone",
    arguments: StorePlace.allCases)
  func again(_ place: StorePlace) throws {
    let (first, second) = try place.make(folder)
    let job = try first.createJob(name: "a", now: now)
    _ = try first.enqueue([1], job: job, priority: 0, now: now)
    let item = try #require(try first.exchange(claim(1, 30), now: now).items.first)
    let expired = ClockTime(wall: 1_031, monotonic: 41)
    #expect(try second.recover(now: expired) == 1)
    let later = try #require(try first.exchange(claim(1, 30), now: expired).items.first)
    #expect(later.id == item.id && later.attempt == 2)
    #expect(try first.exchange(settle(item, .done(.enriched)), now: expired).lost == [item.id])
    #expect(try first.exchange(settle(later, .done(.enriched)), now: expired).lost.isEmpty)
    let progress = try #require(try first.progress(job))
    #expect(progress.state == .done && progress[.enriched] == 1 && progress[.leased] == 0)
  }
}
