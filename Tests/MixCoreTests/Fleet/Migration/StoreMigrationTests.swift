import PostgresInstance
import Reactor
import Testing

@testable import Fleet
@testable import Store

/// Copies between a data file and a server.
@Suite("Copies of stores")
struct StoreMigrationTests {
  private let folder = TemporaryFolder()
  private let now = ClockTime(wall: 1_000, monotonic: 10)

  private func server() throws -> DataStore {
    DataStore(
      try PostgresDatabase(PostgresAddress(PostgresInstance.shared.get().address()), patience: 20))
  }

  private func file(_ name: String) throws -> DataStore {
    DataStore(try DataFile(path: folder.file(name)))
  }

  private func book(_ number: Int) -> WorkRecord {
    var record = WorkRecord(["title": .text("Book \(number) ä'\"")])
    // Kept in fields; a server's other texts have none.
    record.fields["extra.note"] = .text("a\u{0}b")
    record.fields["year"] = .integer(Int64(number) - 600)
    record.fields["creators"] = .list(["A", "B \(number)"])
    record.fields["series_position"] = .real(Double(number) / 2)
    record.fields["identifiers.isbn13"] = .text("978\(number)")
    return record
  }

  /// Something in every table, none of it plain.
  private func fill(_ store: DataStore) throws {
    let library = Library(store)
    let batch = try LibraryImport(
      library, kind: .book, source: "file", onDuplicate: .skip, now: 100)
    _ = try batch.add((1...1_300).map(book))
    try batch.finish(commit: true)
    for job in 1...2 {
      var update = WorkUpdate(
        7, WorkRecord(["pages": .integer(Int64(job)), "cover": .text("")]), source: "p")
      (update.job, update.refresh, update.status) = (Int64(job), true, .uncertain)
      (update.candidates, update.score) = (Array("[{\"a\":1}]".utf8), 0.5)
      _ = try library.merge([update], now: 200)
    }
    #expect(try library.delete(1_300) && library.delete(3))
    let identity = WorkIdentity(try #require(try library.work(7)))
    var long = identity
    long.title = String(repeating: "long ", count: 900)
    try library.keep([
      Decision(identity, .accept, candidate: [0, 255], score: 0.25, time: 1),
      Decision(long, .skip, candidate: nil, score: nil, time: 2),
    ])
    let jobs = SQLJobStore(store)
    let job = try jobs.createJob(name: "a", now: now)
    _ = try jobs.enqueue([7, 8, 9], job: job, priority: 5, now: now)
    let started = try jobs.startJob(key: "Key-1", name: "b", works: [10, 11], now: now)
    try jobs.pause(started.job.progress.job, reason: "wait", now: now)
    try RefreshStore(store).record(.success(changes: [1.5, 2]), "feed", key: "é", now: 3)
    let programs = ProgramStore(store, program: "pod")
    try programs.setVersion(3)
    let rows = try programs.open(
      CollectionDeclaration(name: "episodes", key: "id", indexes: ["n", "flag"]))
    _ = try rows.put((0..<120).map(episode))
  }

  /// Keys of both types, numbers that are not integers.
  private func episode(_ number: Int) -> StoreRecord {
    let flag = number % 3 == 0
    let value = Double(number) / 4
    var key = StoreValue.text("k\(number)")
    var keyJSON = "\"k\(number)\""
    if number % 2 == 0 {
      key = .int(Int64.max - Int64(number))
      keyJSON = "\(Int64.max - Int64(number))"
    }
    return StoreRecord(
      key: key, values: [("n", .real(value)), ("flag", .flag(flag))],
      json: "{\"id\":\(keyJSON),\"n\":\(value),\"flag\":\(flag)}")
  }

  /// A store's messages to its users.
  private func look(_ store: DataStore) throws -> [String] {
    let library = Library(store)
    var words = try library.page(Library.Filter(), after: 0, limit: 5_000).map { work in
      let fields = work.fields.sorted { $0.key < $1.key }.map { "\($0)" }
      return
        "\(work.id) \(work.kind) \(work.status) \(work.score ?? 0) \(work.candidates ?? []) \(fields)"
    }
    words += try library.decisions(after: 0, limit: 9).map { "\($0)" }
    let jobs = SQLJobStore(store)
    words += try jobs.jobs().map { "\($0)" }
    words += try jobs.events(nil, after: 0, limit: 99).map { "\($0)" }
    words += try jobs.jobs().flatMap { try jobs.items($0.job, state: nil, after: 0, limit: 99) }.map
    { "\($0)" }
    words += try jobs.keyedJobs(limit: 9) { "none" }.map(\.key)
    words.append("\(try RefreshStore(store).history("feed", key: "é", now: 3))")
    let programs = ProgramStore(store, program: "pod")
    words.append("\(try programs.version() ?? 0) \(try programs.count())")
    let rows = try programs.open(try #require(try programs.declarations().first))
    for order in ["id", "n", "flag"] {
      var query = StoreQuery()
      query.order = order
      try rows.scan(query, after: nil) { json, _ in
        words.append(String(decoding: json, as: UTF8.self))
        return true
      }
    }
    return words
  }

  @Test("Everything goes to a server and back, and is worked on there as before")
  func roundTrip() throws {
    let (source, server, back) = (try file("a.sqlite"), try server(), try file("b.sqlite"))
    try fill(source)
    let there = try StoreMigration(source, from: "sqlite:a", to: server, at: "postgres").run()
    let here = try StoreMigration(server, from: "postgres", to: back, at: "sqlite:b").run()
    #expect(there.tables.first?.rows == 1_298 && there.tables.allSatisfy { $0.rows > 0 })
    #expect(here.tables == there.tables)
    #expect(try look(source) == look(back) && look(source) == look(server))
    for store in [server, back] {
      let library = Library(store)
      let batch = try LibraryImport(
        library, kind: .book, source: "file", onDuplicate: .skip, now: 100)
      let added = try batch.add([WorkRecord(["title": .text("New")])])
      try batch.finish(commit: true)
      #expect(added == [.added(1_301)], "numbers are given once, also those of deleted works")
      #expect(try library.undo(job: 2).fields == 1)
      #expect(try library.work(7)?.fields["pages"]?.value == .integer(1))
      let identity = WorkIdentity(try #require(try library.work(7)))
      #expect(try library.decision(identity)?.candidate == [0, 255])
      try library.keep([Decision(identity, .none, candidate: nil, score: nil, time: 9)])
      #expect(try library.decisions(after: 0, limit: 9).count == 2)
      let jobs = SQLJobStore(store)
      var request = JobExchange()
      request.claim = 9
      #expect(try jobs.exchange(request, now: now).items.map(\.work) == [7, 8, 9])
      #expect(try jobs.job(key: "KEY-1")?.pauseReason == "wait")
    }
  }

  private struct Stop: Error {}

  @Test("A copy that was cut short anywhere continues, and ends as one that was not")
  func resuming() throws {
    let (source, server) = (try file("a.sqlite"), try server())
    try fill(source)
    var steps = 0
    var isDone = false
    for round in 0..<200 where !isDone {
      var left = 1 + round
      let migration = StoreMigration(source, from: "sqlite:a", to: server, at: "postgres") { _ in
        steps += 1
        left -= 1
        if left < 0 { throw Stop() }
      }
      do {
        #expect(try migration.run().isResumed == (round > 0))
        isDone = true
      } catch is Stop {
        #expect(throws: DataFileError.self, "another source does not continue") {
          try StoreMigration(source, from: "sqlite:b", to: server, at: "postgres").run()
        }
      }
    }
    #expect(isDone && steps > 20)
    let whole = try file("whole.sqlite")
    _ = try StoreMigration(server, from: "postgres", to: whole, at: "sqlite:whole").run()
    #expect(try look(whole) == look(server))
  }

  @Test("A target with anything in it is refused, and a source in use")
  func refusals() throws {
    let (source, server) = (try file("a.sqlite"), try server())
    func kind(_ from: DataStore, _ to: DataStore) -> DataFileError.Kind? {
      do {
        _ = try StoreMigration(from, from: "a", to: to, at: "b").run()
        return nil
      } catch { return (error as? DataFileError)?.kind }
    }
    try RefreshStore(server).record(.success(changes: []), "x", key: "", now: 1)
    #expect(kind(source, server) == .exists)
    try RefreshStore(server).forget("x", key: "")
    let jobs = SQLJobStore(source)
    let job = try jobs.createJob(name: "a", now: now)
    _ = try jobs.enqueue([1], job: job, priority: 0, now: now)
    var request = JobExchange()
    request.claim = 1
    let item = try #require(try jobs.exchange(request, now: now).items.first)
    #expect(kind(source, server) == .held)
    request = JobExchange()
    request.settled = [(item, .done(.enriched))]
    _ = try jobs.exchange(request, now: now)
    #expect(kind(source, server) == nil)
    #expect(kind(source, server) == .exists, "it is not an unfinished copy any more")
  }

  @Test("A change of the source while it is copied is found out")
  func changes() throws {
    let (source, server) = (try file("a.sqlite"), try server())
    try fill(source)
    let migration = StoreMigration(source, from: "a", to: server, at: "b") { progress in
      if progress.step == .copying, progress.noun == "works", progress.done == 600 { throw Stop() }
    }
    #expect(throws: Stop.self) { try migration.run() }
    var update = WorkUpdate(2, WorkRecord(["title": .text("Other")]), source: "user")
    update.isUsers = true
    _ = try Library(source).merge([update], now: 5)
    do {
      _ = try StoreMigration(source, from: "a", to: server, at: "b").run()
      Issue.record("two stores that differ pass for the same")
    } catch let error as DataFileError {
      #expect(error.description.contains("works at 2"), "\(error)")
    }
  }
}
