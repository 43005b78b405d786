import Foundation
import PostgresInstance
import Reactor
import Testing

@testable import Fleet
@testable import Store

/// A fleet's queue after a later version, and after its time.
@Suite("Upkeep of a fleet's queue")
struct FleetUpkeepTests {
  private let server: PostgresInstance
  private let address: PostgresAddress

  init() throws {
    server = try PostgresInstance.shared.get()
    address = try PostgresAddress(server.address())
  }

  private var schema: String { address.schema ?? "" }

  private var now: ClockTime { ClockTime(wall: Date().timeIntervalSince1970, monotonic: 1) }

  @Test("The tables of an earlier version are brought up to date with items in hand")
  func upgrade() throws {
    let connection = try PostgresConnection(address)
    try connection.runScript(
      """
      CREATE SCHEMA \(schema);
      CREATE TABLE migration (name TEXT PRIMARY KEY, applied DOUBLE PRECISION NOT NULL);
      CREATE TABLE fleet (name TEXT NOT NULL, created DOUBLE PRECISION NOT NULL);
      INSERT INTO fleet VALUES ('x', 0)
      """)
    for step in PostgresSchema.migrations where step.name != "jobs 2" && step.name != "fleet 1" {
      try connection.runScript(step.sql)
      try connection.rows("INSERT INTO migration VALUES (?1, 0)", [.text(step.name)])
    }
    #expect(try PostgresSchema.tables(connection) == .older)
    try connection.runScript(
      """
      INSERT INTO job (id, name, state, created, updated) VALUES (5, 'a', 'open', 1, 1);
      INSERT INTO lease_owner (id, host, pid, boot, started, namespace, until)
        VALUES (7, 'gone', 1, 'b', 1, 'n', 1);
      INSERT INTO item (job, work, priority, state, owner, attempts) VALUES
        (5, 1, 0, 1, 7, 1), (5, 2, 0, 0, 0, 0), (5, 3, 0, 6, 0, 1), (5, 4, 0, 2, 0, 1);
      UPDATE item SET due = 1 WHERE work = 4;
      INSERT INTO job_count VALUES (5, 0, 1), (5, 1, 1), (5, 2, 1), (5, 6, 1)
      """)
    let store = SQLJobStore(try PostgresDatabase(address))
    #expect(try PostgresSchema.tables(connection) == .current)
    #expect(try store.recover(now: now) == 1)
    var request = JobExchange()
    request.claim = 9
    let items = try store.exchange(request, now: now).items
    #expect(Set(items.map(\.work)) == [1, 2, 4])
    #expect(try store.retry(.failed(job: 5), now: now) == [3])
  }

  @Test("Leases that a worker of an earlier version took are found, and given back when it ends")
  func strays() throws {
    let store = SQLJobStore(try PostgresDatabase(address))
    let job = try store.createJob(name: "a", now: now)
    _ = try store.enqueue([1, 2], job: job, priority: 0, now: now)
    try server.sql(
      """
      SET search_path TO \(schema);
      INSERT INTO lease_owner (id, host, pid, boot, started, namespace, until)
        VALUES (70, 'old', 1, 'b', 1, 'n', 1);
      UPDATE item SET state = 1, owner = 70 + work - 1;
      UPDATE job_count SET state = 1
      """)
    #expect(try store.recover(now: now) == 0)
    try store.findStrayLeases()
    #expect(try store.recover(now: now) == 2, "one owner's row is gone")
    try store.findStrayLeases()
    #expect(try store.items(job, state: .ready, after: 0, limit: 9).count == 2)
  }

  @Test("Claims change no index: their rows stay on their pages")
  func hot() throws {
    let store = SQLJobStore(try PostgresDatabase(address))
    let job = try store.createJob(name: "a", now: now)
    _ = try store.enqueue(Array(1...500), job: job, priority: 0, now: now)
    var request = JobExchange()
    request.claim = 100
    for _ in 0..<5 { #expect(try store.exchange(request, now: now).items.count == 100) }
    let held = try server.sql("SELECT sum(cardinality(held)) FROM \(schema).lease_owner")
    #expect(held == "500")
    var counts: [String] = []
    for _ in 0..<500 where counts.first != "500" {
      counts = try server.sql(
        """
        SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables
        WHERE schemaname = '\(schema)' AND relname = 'item'
        """
      ).split(separator: "|").map(String.init)
      usleep(20_000)
    }
    #expect(counts.first == "500" && (Int(counts.last ?? "") ?? 0) > 450)
  }
}

/// Jobs that every store forgets.
@Suite("Jobs past their time")
struct KeptJobsTests {
  private let folder = TemporaryFolder()

  @Test(
    "Jobs that are over go after their time; open ones, younger ones and works stay",
    arguments: StorePlace.allCases)
  func removal(_ place: StorePlace) throws {
    let store = try #require(try place.make(folder).first as? SQLJobStore)
    let old = ClockTime(wall: 1_000, monotonic: 10)
    let jobs = try (0..<4).map { _ in try store.createJob(name: "a", now: old) }
    for (index, job) in jobs.enumerated() {
      _ = try store.enqueue(
        [Int64(index * 2 + 1), Int64(index * 2 + 2)], job: job, priority: 0, now: old)
    }
    // Done, canceled, open; and one that ended later.
    var request = JobExchange()
    (request.job, request.claim) = (jobs[0], 9)
    request.settled = try store.exchange(request, now: old).items.map { ($0, .done(.enriched)) }
    request.claim = 0
    _ = try store.exchange(request, now: old)
    _ = try store.cancel(jobs[1], now: old)
    _ = try store.cancel(jobs[3], now: ClockTime(wall: 9_000, monotonic: 8_010))
    let now = ClockTime(wall: 10_000, monotonic: 9_010)
    #expect(try store.removeFinished(after: 5_000, now: now) == 2)
    #expect(try store.jobs().map(\.job) == [jobs[3], jobs[2]])
    #expect(try store.items(jobs[0], state: nil, after: 0, limit: 9).isEmpty)
    #expect(try store.events(jobs[1], after: 0, limit: 9).isEmpty)
    #expect(try store.openWorks([3, 5, 7]) == [5, 7])
    #expect(try store.removeFinished(after: 5_000, now: now) == 0)
  }
}
