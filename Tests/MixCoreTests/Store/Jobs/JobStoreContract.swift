import PostgresInstance
import Reactor
import Testing

@testable import Fleet
@testable import SQL
@testable import Store

/// The source of a contract's stores: two processes that share one place.
enum StorePlace: String, CaseIterable, CustomTestStringConvertible {
  case file, memory, postgres

  var testDescription: String { rawValue }

  /// Two stores of one place, each a process of its own; the second can be declared dead.
  func make(_ folder: TemporaryFolder, isDead: @escaping @Sendable () -> Bool = { false }) throws
    -> (
      first: any JobStore, second: any JobStore
    )
  {
    let second = ProcessIdentity(pid: 2, boot: "b", started: 2, namespace: "n")
    let liveness: @Sendable (ProcessIdentity) -> ProcessIdentity.Liveness = {
      $0 == second && isDead() ? .dead : .alive
    }
    if self == .postgres {
      let address = try PostgresAddress(PostgresInstance.shared.get().address())
      func store(_ identity: ProcessIdentity) throws -> SQLJobStore {
        SQLJobStore(
          try PostgresDatabase(address), backend: GivenClock(), identity: identity,
          liveness: liveness)
      }
      return (
        try store(ProcessIdentity(pid: 1, boot: "b", started: 1, namespace: "n")),
        try store(second)
      )
    }
    let path = self == .file ? folder.file("mixhost.sqlite") : ":memory:"
    let file = try DataFile(path: path)
    let other = self == .file ? try DataFile(path: path) : file
    return (
      SQLJobStore(
        file, identity: ProcessIdentity(pid: 1, boot: "b", started: 1, namespace: "n"),
        liveness: liveness),
      SQLJobStore(other, identity: second, liveness: liveness)
    )
  }
}

/// A server whose clock says what a test says.
private struct GivenClock: JobBackend {
  func time(_ host: ClockTime, _ db: SQLSession) throws -> ClockTime { host }
  func tell(_ change: JobChange, _ db: SQLSession) throws {}
  func tellProgress(_ jobs: [Int64]) {}
  func watch(_ onChange: @escaping @Sendable (JobChange) -> Void) -> (any JobWatch)? { nil }
}

/// The duties of any store of jobs.
@Suite("Contract of job stores")
struct JobStoreContract {
  let folder = TemporaryFolder()
  let now = ClockTime(wall: 1_000, monotonic: 10)

  func claim(_ count: Int, _ lease: Double = 60) -> JobExchange {
    var request = JobExchange()
    request.claim = count
    request.lease = lease
    return request
  }

  func settle(_ item: LeasedItem, _ verdict: ItemVerdict) -> JobExchange {
    var request = JobExchange()
    request.settled = [(item, verdict)]
    return request
  }

  @Test("Higher priorities go first, equal ones in their order", arguments: StorePlace.allCases)
  func order(_ place: StorePlace) throws {
    let store = try place.make(folder).first
    let job = try store.createJob(name: "a", now: now)
    let later = try store.createJob(name: "b", now: now)
    _ = try store.enqueue([1, 2, 3], job: job, priority: 0, now: now)
    _ = try store.enqueue([4, 5], job: later, priority: 9, now: now)
    let works = try store.exchange(claim(4), now: now).items.map(\.work)
    #expect(works == [4, 5, 1, 2])
  }

  @Test("A work has one open item; the higher priority counts", arguments: StorePlace.allCases)
  func dedupe(_ place: StorePlace) throws {
    let store = try place.make(folder).first
    let job = try store.createJob(name: "a", now: now)
    #expect(try store.enqueue([1, 2, 3], job: job, priority: 0, now: now).added == 3)
    let again = try store.enqueue([3, 3, 4], job: job, priority: 5, now: now)
    #expect(again.added == 1 && again.already == 2)
    #expect(try store.exchange(claim(9), now: now).items.map(\.work) == [3, 4, 1, 2])
    #expect(throws: UnknownJob.self) {
      try store.enqueue([1], job: 99, priority: 0, now: now)
    }
  }

  @Test("Two processes never have the same item", arguments: StorePlace.allCases)
  func exclusive(_ place: StorePlace) throws {
    let (first, second) = try place.make(folder)
    let job = try first.createJob(name: "a", now: now)
    _ = try first.enqueue(Array(1...10), job: job, priority: 0, now: now)
    let mine = try first.exchange(claim(6), now: now).items.map(\.work)
    let others = try second.exchange(claim(6), now: now).items.map(\.work)
    #expect(mine == [1, 2, 3, 4, 5, 6] && others == [7, 8, 9, 10])
    let nothing = try second.exchange(claim(1), now: now)
    #expect(nothing.items.isEmpty && nothing.held == 10)
  }

  @Test(
    "A result is saved with its item or not at all, and not for an item that others have",
    arguments: StorePlace.allCases)
  func saving(_ place: StorePlace) throws {
    let (first, second) = try place.make(folder)
    let job = try first.createJob(name: "a", now: now)
    _ = try first.enqueue([1, 2], job: job, priority: 0, now: now)
    let items = try first.exchange(claim(2, 30), now: now).items
    var request = JobExchange()
    request.settled = items.map { ($0, .done(.enriched)) }
    struct NoRoom: Error {}
    #expect(throws: NoRoom.self) {
      try first.exchange(request, now: now) { _ in throw NoRoom() }
    }
    #expect(try first.progress(job)?[.leased] == 2)
    let expired = ClockTime(wall: 0, monotonic: 41)
    #expect(try second.recover(now: expired) == 2)
    #expect(try second.exchange(claim(1), now: expired).items == [retaken(items[0])])
    var kept: [Set<Int64>] = []
    let answer = try first.exchange(request, now: expired) { kept.append($0) }
    #expect(answer.lost == items.map(\.id) && kept.isEmpty)
    let other = try second.exchange(settle(retaken(items[0]), .done(.enriched)), now: expired) {
      kept.append($0)
    }
    #expect(other.lost.isEmpty && kept == [[items[0].id]])
  }

  /// The same item in its second attempt.
  private func retaken(_ item: LeasedItem) -> LeasedItem {
    LeasedItem(
      id: item.id, job: item.job, work: item.work, attempt: 2, throttled: 0, returns: 0,
      timeouts: 0, lost: 1)
  }

  @Test(
    "An item that ends ten processes in a row has failed, those taken along with it have not",
    arguments: StorePlace.allCases)
  func poison(_ place: StorePlace) throws {
    let (first, second) = try place.make(folder)
    let job = try first.createJob(name: "a", now: now)
    _ = try first.enqueue([1, 2], job: job, priority: 0, now: now)
    for round in 1...10 {
      let late = ClockTime(wall: 1_000, monotonic: Double(round) * 100)
      let items = try second.exchange(claim(2), now: late).items.sorted { $0.work < $1.work }
      #expect(items.map(\.lost) == [round - 1, min(round - 1, 1)])
      if round > 1 { try second.markStarted(items[0]) }
      #expect(try first.recover(now: ClockTime(wall: 1_000, monotonic: late.monotonic + 61)) == 2)
    }
    let progress = try #require(try first.progress(job))
    #expect(progress[.failed] == 1 && progress[.ready] == 1)
    let items = try first.items(job, state: .failed, after: 0, limit: 9)
    #expect(items.first?.error?.contains("10 processes") == true)
    #expect(try first.failures([1, 2]) == [1: items[0].error ?? ""])
  }

  @Test(
    "Waiting items come back when they are due, in spite of a clock set back",
    arguments: StorePlace.allCases)
  func waiting(_ place: StorePlace) throws {
    let store = try place.make(folder).first
    let job = try store.createJob(name: "a", now: now)
    _ = try store.enqueue([1], job: job, priority: 0, now: now)
    let item = try #require(try store.exchange(claim(1), now: now).items.first)
    _ = try store.exchange(
      settle(item, .again(after: 30, cause: .unavailable, reason: "503")), now: now)
    let early = try store.exchange(claim(1), now: ClockTime(wall: 1_029, monotonic: 39))
    #expect(early.items.isEmpty && early.nextDue == 1_030)
    let due = try store.exchange(claim(1), now: ClockTime(wall: 1_030, monotonic: 40)).items
    #expect(due.first?.returns == 1 && due.first?.attempt == 2)
    _ = try store.exchange(
      settle(due[0], .again(after: 30, cause: .unavailable, reason: "503")), now: now)
    let back = ClockTime(wall: 1_000 - 86_400, monotonic: 50)
    #expect(try store.exchange(claim(1), now: back).items.count == 1)
  }

  @Test("A job that is resumed waits no longer", arguments: StorePlace.allCases)
  func resumesWaiting(_ place: StorePlace) throws {
    let store = try place.make(folder).first
    let job = try store.createJob(name: "a", now: now)
    let other = try store.createJob(name: "b", now: now)
    _ = try store.enqueue([1, 2], job: job, priority: 0, now: now)
    _ = try store.enqueue([3], job: other, priority: 0, now: now)
    var request = JobExchange()
    request.settled = try store.exchange(claim(3), now: now).items.map {
      ($0, .again(after: 600, cause: .trouble, reason: "500"))
    }
    _ = try store.exchange(request, now: now)
    try store.pause(job, reason: "500", now: now)
    try store.resume(job, now: now)
    let progress = try #require(try store.progress(job))
    #expect(progress[.ready] == 2 && progress[.waiting] == 0)
    let items = try store.exchange(claim(9), now: now).items
    #expect(items.map(\.work) == [1, 2] && items.allSatisfy { $0.attempt == 2 })
    #expect(try store.progress(other)?[.waiting] == 1)
  }

  @Test(
    "A job that was left without items is done, until it gets some", arguments: StorePlace.allCases)
  func empty(_ place: StorePlace) throws {
    let store = try place.make(folder).first
    let job = try store.createJob(name: "a", now: now)
    try store.recover(now: now)
    #expect(try store.progress(job)?.state == .done)
    _ = try store.enqueue([1], job: job, priority: 0, now: now)
    try store.recover(now: now)
    #expect(try store.progress(job)?.state == .open)
  }

  @Test("Counts, cancel, resume, retry, removal", arguments: StorePlace.allCases)
  func lifecycle(_ place: StorePlace) throws {
    let store = try place.make(folder).first
    let job = try store.createJob(name: "a", now: now)
    _ = try store.enqueue([1, 2, 3, 4], job: job, priority: 0, now: now)
    let items = try store.exchange(claim(2), now: now).items
    var request = JobExchange()
    request.settled = [(items[0], .done(.uncertain)), (items[1], .failed("no"))]
    _ = try store.exchange(request, now: now)
    #expect(try store.cancel(nil, now: now) == 1)
    #expect(try store.exchange(claim(9), now: now).isOpen == false)
    #expect(try store.progress(job)?.state == .canceled)
    try store.resume(job, now: now)
    #expect(try store.removeItems(now: now) { Set($0).intersection([3]) } == 1)
    #expect(try store.retry(.failed(job: nil), now: now) == [2])
    #expect(try store.retry(.works([1, 77]), now: now) == [1])
    let again = try store.exchange(claim(9), now: now).items
    #expect(again.map(\.work) == [1, 2, 4] && again[1].attempt == 1)
    request.settled = again.map { ($0, .done(.enriched)) }
    _ = try store.exchange(request, now: now)
    let progress = try #require(try store.progress(nil))
    #expect(progress.state == .done && progress[.enriched] == 3 && progress[.removed] == 1)
    #expect(progress.total == 3 && progress.finished == 3)
    let log = try store.events(job, after: 0, limit: 99).map(\.event)
    #expect(log == ["created", "failed", "canceled", "resumed", "removed", "done"])
  }

  @Test("A canceled job stays canceled when its works are removed", arguments: StorePlace.allCases)
  func canceledForGood(_ place: StorePlace) throws {
    let store = try place.make(folder).first
    let job = try store.createJob(name: "a", now: now)
    _ = try store.enqueue([1, 2], job: job, priority: 0, now: now)
    let item = try #require(try store.exchange(claim(1), now: now).items.first)
    #expect(try store.cancel(nil, now: now) == 1)
    #expect(try store.removeItems(now: now) { Set($0) } == 2)
    // A settlement after the end comes too late.
    var request = JobExchange()
    request.settled = [(item, .done(.enriched))]
    #expect(try store.exchange(request, now: now).lost == [item.id])
    let progress = try #require(try store.progress(job))
    #expect(progress.state == .canceled && progress[.removed] == 2)
    #expect(try store.events(job, after: 0, limit: 99).last?.event == "removed")
  }
}

/// A mark that closures of any thread read.
final class Flag: Sendable {
  private let value = Guarded(false)

  var isSet: Bool {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
