import Glibc
import PostgresInstance
import Reactor
import Testing

@testable import Fleet
@testable import Net
@testable import Store

/// The place of a tested store's state.
enum TrafficPlace: CaseIterable, Sendable {
  case memory, file, server

  /// Two stores of one home. In memory there is one alone.
  func stores(_ folder: TemporaryFolder) throws -> [any TrafficStore] {
    switch self {
    case .memory:
      let store = InMemoryTrafficStore()
      return [store, store]
    case .file:
      let path = folder.file("state/traffic.sqlite")
      return (0..<2).map { _ in
        SQLiteTrafficStore(path: path) { Issue.record("\($0)") }
      }
    case .server:
      let address = try PostgresAddress(PostgresInstance.shared.get().address())
      return (0..<2).map { _ in
        PostgresTrafficStore(
          clock: .caller, isSpread: false, onWarning: { Issue.record("\($0)") },
          open: { try PostgresDatabase(address) })
      }
    }
  }
}

/// The promises of every store of limits.
@Suite("Traffic stores")
struct TrafficStoreContract {
  private let folder = TemporaryFolder()
  private let limit = RateLimit(20, per: 60)

  private func clock(_ seconds: Double, wall: Double? = nil) -> ClockTime {
    ClockTime(wall: wall ?? 1_000_000 + seconds, monotonic: 500 + seconds)
  }

  /// When each of `count` tokens may be used that two processes take in turn, one at a time.
  private func times(_ stores: [any TrafficStore], count: Int, now: ClockTime) -> [Double] {
    (0..<count).map { stores[$0 % 2].take("a", limit, wanted: 1, now: now).delay(0) }
  }

  @Test("One bucket for all: a burst, then the rate", arguments: TrafficPlace.allCases)
  func sharing(_ place: TrafficPlace) throws {
    let times = times(try place.stores(folder), count: 20, now: clock(0))
    #expect(times.prefix(18).allSatisfy { $0 == 0 })
    #expect(times.dropFirst(18).map { ($0 * 10).rounded() / 10 } == [3, 6])
  }

  @Test(
    "A window is used to its last request and never passed, whoever asks and whenever",
    arguments: [TrafficPlace.memory, .file])
  func windows(_ place: TrafficPlace) throws {
    let stores = try place.stores(folder)
    var numbers = FixedNumbers(state: 5)
    var (sent, now) = ([Double](), 0.0)
    while now < 600 {
      let grant = stores[numbers.below(2)].take(
        "a", limit, wanted: 1 + numbers.below(30), now: clock(now))
      let times = (0..<grant.count).map { now + grant.delay($0) }
      // A request may leave up to two seconds late.
      sent += times.map { $0 + Double(numbers.below(200)) / 100 }
      now = max(now + 0.05, times.last ?? now)
    }
    sent.sort()
    for start in sent { #expect(sent.filter { $0 >= start && $0 < start + 60 }.count <= 20) }
    // 20 in each 62 s: a request counts two seconds longer than the period, because it may be late.
    #expect(sent.count >= 19 * 9)
  }

  @Test(
    "A request that was given back does not count in the window",
    arguments: [TrafficPlace.memory, .file])
  func windowGivenBack(_ place: TrafficPlace) throws {
    let stores = try place.stores(folder)
    _ = times(stores, count: 20, now: clock(0))
    #expect(stores[0].take("a", limit, wanted: 1, now: clock(20)).delay(0) == 42)
    stores[1].giveBack(3, "a", limit, now: clock(20))
    #expect(stores[0].take("a", limit, wanted: 1, now: clock(20)).delay(0) == 0)
  }

  @Test("Blocks: a second's worth, or what is wanted and there", arguments: TrafficPlace.allCases)
  func blocks(_ place: TrafficPlace) throws {
    let store = try place.stores(folder)[0]
    #expect(store.take("fast", RateLimit(40, per: 1), wanted: 1, now: clock(0)).count == 40)
    #expect(store.take("slow", limit, wanted: 1, now: clock(0)).count == 1)
    #expect(store.take("slow", limit, wanted: 9, now: clock(0)).count == 9)
    #expect(store.take("slow", limit, wanted: 99, now: clock(0)).count == 8)
    #expect(store.take("slow", limit, wanted: 99, now: clock(0)).count == 1)
  }

  @Test(
    "A returned token can be taken again; other upstreams are separate",
    arguments: TrafficPlace.allCases
  )
  func givenBack(_ place: TrafficPlace) throws {
    let stores = try place.stores(folder)
    _ = times(stores, count: 18, now: clock(0))
    stores[0].giveBack(2, "a", limit, now: clock(0))
    #expect(stores[1].take("a", limit, wanted: 2, now: clock(0)).delay(1) == 0)
    #expect(stores[1].take("b", limit, wanted: 1, now: clock(0)).delay(0) == 0)
    // Never more than the bucket holds.
    stores[0].giveBack(1_000_000, "a", limit, now: clock(0))
    #expect(stores[1].take("a", limit, wanted: 99, now: clock(0)).count == 18)
  }

  @Test(
    "A clock set back or forward neither fills nor empties it", arguments: TrafficPlace.allCases)
  func clockSet(_ place: TrafficPlace) throws {
    for wall: Double in [0, 1_000_000 - 86_400, 1_000_000 + 86_400, 4e9] {
      let folder = TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      let stores = try place.stores(folder)
      _ = times(stores, count: 18, now: clock(0))
      let delay = stores[1].take("a", limit, wanted: 1, now: clock(0, wall: wall)).delay(0)
      #expect(abs(delay - 3) < 1e-6, "wall clock at \(wall)")
    }
  }

  @Test("After a restart of the machine the wall clock counts", arguments: TrafficPlace.allCases)
  func machineRestart(_ place: TrafficPlace) throws {
    let stores = try place.stores(folder)
    _ = times(stores, count: 18, now: clock(0))
    let booted = ClockTime(wall: 1_000_030, monotonic: 12)
    // The fleet's server keeps no window: its rate has no bursts.
    let count = stores[1].take("a", limit, wanted: 99, now: booted).count
    #expect(count == (place == .server ? 10 : 2))
  }

  @Test("A refusal slows down, a pause holds; both pass", arguments: TrafficPlace.allCases)
  func refusals(_ place: TrafficPlace) throws {
    let stores = try place.stores(folder)
    stores[0].refused("a", limit, pause: 60, now: clock(0))
    // Others that were in flight with it teach nothing new.
    stores[1].refused("a", limit, pause: 0, now: clock(0.1))
    let grant = stores[1].take("a", limit, wanted: 1, now: clock(10))
    #expect(abs(grant.pause - 50) < 0.01)
    #expect(abs(grant.perSecond - limit.perSecond * 0.75) < 1e-3)
    // A clock that was set back does not prolong it.
    #expect(stores[0].take("a", limit, wanted: 1, now: clock(61, wall: 5)).pause == 0)
    #expect(stores[0].take("a", limit, wanted: 1, now: clock(600)).perSecond == limit.perSecond)
    stores[0].refused("a", limit, pause: .infinity, now: clock(601))
    #expect(stores[1].take("a", limit, wanted: 1, now: clock(601)).pause == 86_400)
  }
}

/// A database whose pages are not pages.
private enum DamagedFile {
  static func overwrite(_ path: String) throws {
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    let file = open(path, O_WRONLY)
    defer { close(file) }
    // The header stays: what is wrong shows with the first row.
    let bytes = [UInt8](repeating: 0x7A, count: 16_384)
    #expect(pwrite(file, bytes, bytes.count, 100) == bytes.count)
  }
}

@Suite("Failures that traffic stores keep")
struct TrafficFailureContract {
  private let folder = TemporaryFolder()

  private func failure(_ time: Double, _ text: String = "HTTP status 503") -> TrafficFailure {
    TrafficFailure(time: time, kind: "http", status: 503, text: text)
  }

  @Test("The last one of each host, for all processes", arguments: TrafficPlace.allCases)
  func last(_ place: TrafficPlace) throws {
    let stores = try place.stores(folder)
    #expect(stores[0].lastFailure(of: "a") == nil)
    stores[0].failed("a", failure(1))
    stores[0].failed("b", TrafficFailure(time: 2, kind: "dns", text: "no address"))
    stores[1].failed("a", failure(3))
    #expect(stores[0].lastFailure(of: "a") == failure(3))
    #expect(stores[1].lastFailure(of: "b")?.status == nil)
    #expect(stores[1].lastFailure(of: "b")?.kind == "dns")
  }

  @Test("As many as are allowed, and no long texts", arguments: TrafficPlace.allCases)
  func bounded(_ place: TrafficPlace) throws {
    let store = try place.stores(folder)[0]
    let hosts = 0..<(TrafficFailure.mostHosts + 20)
    for host in hosts {
      store.failed("\(host)", failure(Double(host), String(repeating: "é", count: 9_000)))
    }
    let kept = hosts.filter { store.lastFailure(of: "\($0)") != nil }
    #expect(kept == Array(hosts.suffix(TrafficFailure.mostHosts)))
    #expect(store.lastFailure(of: "\(hosts.last!)")?.text.count == 300)
  }

  @Test("A look takes no token", arguments: TrafficPlace.allCases)
  func looking(_ place: TrafficPlace) throws {
    let (store, limit) = (try place.stores(folder)[0], RateLimit(20, per: 60))
    let now = ClockTime(wall: 1_000_000, monotonic: 500)
    #expect(store.bucket("a", now: now) == nil)
    store.refused("a", limit, pause: 60, now: now)
    for _ in 0..<3 { #expect(store.bucket("a", now: now)?.share == 0.7) }
    #expect(store.bucket("a", now: now)?.pause == 60)
  }

  @Test("Looking makes no file; a file of an earlier version gets its table")
  func file() throws {
    let path = folder.file("state/traffic.sqlite")
    let store = SQLiteTrafficStore(path: path) { Issue.record("\($0)") }
    #expect(
      store.lastFailure(of: "a") == nil
        && store.bucket("a", now: .init(wall: 0, monotonic: 0)) == nil)
    #expect(folder.names.isEmpty)
    _ = store.take("a", RateLimit(2, per: 60), wanted: 1, now: ClockTime(wall: 1, monotonic: 1))
    #expect(store.lastFailure(of: "a") == nil)
    store.failed("a", failure(1))
    #expect(store.lastFailure(of: "a") == failure(1))
  }

  @Test("A 404 and what mixhost refuses itself are not failures of a host")
  func kinds() {
    func noted(_ status: Int) -> Int? {
      TrafficFailure(
        .success(HTTPResponse(status: status, headers: [:], body: [], url: "u", age: 0)), now: 1)?
        .status
    }
    #expect([200, 304, 404, 401, 403, 429, 500].map(noted) == [nil, nil, nil, 401, 403, 429, 500])
    for kind in HTTPError.Kind.allCases {
      let isNoted = TrafficFailure(.failure(HTTPError(kind, "x")), now: 1) != nil
      let own: [HTTPError.Kind] = [
        .invalidURL, .invalidRequest, .denied, .offline, .tooLarge, .outOfMemory, .file,
        .tooManyRedirects, .redirected, .rateLimited, .paused, .cancelled, .unavailable,
        .notRecorded,
        .notMocked, .notSet,
      ]
      #expect(isNoted == !own.contains(kind), "\(kind)")
    }
  }
}

/// Mistakes that only the file can make.
@Suite("The file of limits")
struct TrafficFileTests {
  private let folder = TemporaryFolder()
  private let limit = RateLimit(2, per: 60)
  private let now = ClockTime(wall: 1_000_000, monotonic: 500)

  @Test("A restart finds the bucket as it was left")
  func restart() {
    let path = folder.file("traffic.sqlite")
    for delay in [0.0, 0, 62, 62] {
      let store = SQLiteTrafficStore(path: path) { Issue.record("\($0)") }
      #expect(abs(store.take("a", limit, wanted: 1, now: now).delay(0) - delay) < 1e-6)
    }
  }

  @Test("Damaged, another program's or no file at all: one warning, limits of its own")
  func unusable() throws {
    try folder.write(String(repeating: "z", count: 8192), to: "damaged")
    _ = try DataFile(path: folder.file("foreign"))
    try folder.write("", to: "blocked")
    for path in ["damaged", "foreign", "blocked/x/traffic.sqlite"].map(folder.file) {
      let warnings = Guarded<[String]>([])
      let store = SQLiteTrafficStore(path: path) { text in warnings.withLock { $0.append(text) } }
      let delays = (0..<4).map { _ in store.take("a", limit, wanted: 1, now: now).delay(0) }
      #expect(delays == [0, 0, 62, 62])
      store.giveBack(1, "a", limit, now: now)
      store.refused("a", limit, pause: 1, now: now)
      let texts = warnings.withLock { $0 }
      #expect(texts.count == 1 && texts[0].contains(path))
    }
  }

  @Test("Damaged while it is in use: one warning, and limits of its own from then on")
  func damagedInUse() throws {
    let path = folder.file("traffic.sqlite")
    let warnings = Guarded<[String]>([])
    let store = SQLiteTrafficStore(path: path) { text in warnings.withLock { $0.append(text) } }
    _ = store.take("a", limit, wanted: 1, now: now)
    // Another connection writes what is in the log into the file, which is then overwritten.
    try DamagedFile.overwrite(path)
    let other = SQLiteTrafficStore(path: path) { text in warnings.withLock { $0.append(text) } }
    let delays = (0..<4).map { _ in other.take("a", limit, wanted: 1, now: now).delay(0) }
    #expect(delays == [0, 0, 62, 62])
    #expect(warnings.withLock { $0.count } == 1)
  }

  @Test("Ten that start at once count together")
  func many() async {
    let path = folder.file("traffic.sqlite")
    let warnings = Guarded(0)
    let found = Guarded<[Double]>([])
    await onThreads(10) { _ in
      let store = SQLiteTrafficStore(path: path) { _ in warnings.withLock { $0 += 1 } }
      let own = (0..<5).map { _ in store.take("a", limit, wanted: 1, now: now).delay(0) }
      found.withLock { $0 += own }
    }
    let delays = found.withLock { $0.sorted() }
    #expect(warnings.withLock { $0 } == 0)
    let expected = (0..<50).map { Double($0 / 2) * 62 }
    #expect(zip(delays, expected).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test("A second store on the file leaves the first one's locks alone")
  func locks() throws {
    let path = folder.file("traffic.sqlite")
    let stores = (0..<3).map { _ in SQLiteTrafficStore(path: path) { Issue.record("\($0)") } }
    for store in stores { _ = store.take("a", limit, wanted: 1, now: now) }
    let log = FileIdentity(path + "-wal")
    #expect(log != nil)
    // The last program that uses the file would remove its log.
    #expect(try Foreign.first("SELECT count(*) FROM upstream", in: path) == "1")
    #expect(FileIdentity(path + "-wal") == log)
  }
}
