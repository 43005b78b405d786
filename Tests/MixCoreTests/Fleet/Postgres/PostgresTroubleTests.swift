import Foundation
import PostgresInstance
import Reactor
import Testing

@testable import Fleet
@testable import SQL
@testable import Store

/// Faults between a host and its server.
@Suite("Trouble with PostgreSQL")
struct PostgresTroubleTests {
  private let server: PostgresInstance

  init() throws { server = try PostgresInstance.shared.get() }

  private func kind(_ text: String) -> (kind: DataFileError.Kind?, words: String) {
    do {
      _ = try PostgresDatabase(PostgresAddress(text), patience: 5)
      return (nil, "")
    } catch { return ((error as? DataFileError)?.kind, "\(error)") }
  }

  /// A table reached through a proxy, and without.
  private func rig(patience: Double) throws -> (
    proxy: CuttingProxy, database: PostgresDatabase, count: () throws -> Int64
  ) {
    let schema = PostgresInstance.freshName()
    let proxy = try CuttingProxy(to: server.port)
    let database = try PostgresDatabase(
      PostgresAddress("postgres://postgres@127.0.0.1:\(proxy.port)/postgres?schema=\(schema)"),
      patience: patience)
    try database.writing { try $0.execute("CREATE TABLE t (n BIGINT)") }
    return (
      proxy, database,
      { Int64(try server.sql("SELECT count(*) FROM \(schema).t")) ?? -1 }
    )
  }

  @Test(
    "A connection cut in the middle of a commit: the change is there once",
    arguments: [CuttingProxy.Cut.before, .after])
  func cut(_ cut: CuttingProxy.Cut) throws {
    let (proxy, database, count) = try rig(patience: 20)
    defer { proxy.close() }
    var runs = 0
    proxy.arm(cut)
    try database.writing { session in
      runs += 1
      try session.execute("INSERT INTO t VALUES (1)")
    }
    #expect(try count() == 1)
    #expect(runs == (cut == .before ? 2 : 1), "what was kept is not done again")
  }

  @Test(
    "A change in steps whose commit is cut: saved if it was, lost if it was not",
    arguments: [CuttingProxy.Cut.before, .after])
  func cutInSteps(_ cut: CuttingProxy.Cut) throws {
    let (proxy, database, count) = try rig(patience: 20)
    defer { proxy.close() }
    let change = try database.begin(.imports, cacheKilobytes: 0)
    try change.step { try $0.execute("INSERT INTO t VALUES (1)") }
    proxy.arm(cut)
    if cut == .after {
      try change.save()
    } else {
      #expect(throws: DataFileError.self) { try change.save() }
    }
    #expect(try count() == (cut == .after ? 1 : 0))
    // The next step has a session again.
    if cut == .after {
      try change.step { try $0.execute("INSERT INTO t VALUES (2)") }
      try change.end(commit: true)
      #expect(try count() == 2)
    }
  }

  @Test("A commit that waits when its connection is cut is neither done again nor lost")
  func slowCommit() throws {
    let (proxy, database, count) = try rig(patience: 20)
    defer { proxy.close() }
    let schema = try #require(database.address.schema)
    // The commit takes a second, so that the question comes before its end.
    try server.sql(
      """
      CREATE FUNCTION \(schema).wait() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN PERFORM pg_sleep(1); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON \(schema).t
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION \(schema).wait();
      """)
    var runs = 0
    proxy.arm(.after)
    try database.writing { session in
      runs += 1
      try session.execute("INSERT INTO t VALUES (1)")
    }
    #expect(try count() == 1 && runs == 1)
  }

  @Test("A commit whose wait for the standby was canceled is not told before the standby has it")
  func canceledWait() throws {
    let own = try PostgresInstance()
    defer { own.remove() }
    let database = try PostgresDatabase(
      PostgresAddress("postgres://postgres@127.0.0.1:\(own.port)/postgres?schema=wait"),
      patience: 60)
    try database.writing { try $0.execute("CREATE TABLE t (n BIGINT)") }
    try own.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    try own.sql("SELECT pg_reload_conf()")
    // The server takes the setting when its own processes get to it; then a commit waits.
    let acknowledged = Guarded(0)
    let (isOver, end) = (Guarded(false), Guarded<Result<Void, any Error>?>(nil))
    Thread.detachNewThread {
      let result = Result {
        while !isOver.withLock({ $0 }) {
          try database.writing { try $0.execute("INSERT INTO t VALUES (1)") }
          acknowledged.withLock { $0 += 1 }
        }
      }
      end.withLock { $0 = result }
    }
    func waiting(except known: String, while isAwaited: () -> Bool) throws -> String {
      while isAwaited(), end.withLock({ $0 == nil }) {
        let found = try own.sql(
          "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND pid <> \(known)")
        if !found.isEmpty { return found }
        usleep(10_000)
      }
      return ""
    }
    let first = try waiting(except: "0") { true }
    let before = acknowledged.withLock { $0 }
    try own.sql("SELECT pg_cancel_backend(\(first))")
    let second = try waiting(except: first) { acknowledged.withLock { $0 } == before }
    #expect(!second.isEmpty, "the question waits for the standby")
    isOver.withLock { $0 = true }
    try own.sql("ALTER SYSTEM RESET synchronous_standby_names")
    try own.sql("SELECT pg_reload_conf()")
    while end.withLock({ $0 == nil }) { usleep(10_000) }
    #expect(throws: Never.self) { try end.withLock { $0 }?.get() }
    let rows = try own.sql("SELECT count(*) FROM wait.t")
    #expect(rows == "\(acknowledged.withLock { $0 })")
  }

  @Test("A commit that a crash of the server lost is done again, though others have its number now")
  func lostByCrash() throws {
    // Commits wait for no disk, as one does that is hit in the middle.
    let own = try PostgresInstance(
      isDurable: true, settings: ["synchronous_commit=off", "wal_writer_delay=10s"])
    defer { own.remove() }
    let proxy = try CuttingProxy(to: own.port)
    defer { proxy.close() }
    let database = try PostgresDatabase(
      PostgresAddress("postgres://postgres@127.0.0.1:\(proxy.port)/postgres?schema=lost"),
      patience: 20)
    try database.writing { try $0.execute("CREATE TABLE t (n BIGINT)") }
    try own.sql("CHECKPOINT")
    var runs = 0
    let crash = Guarded<Result<Void, any Error>?>(nil)
    proxy.arm(.after) {
      let result = Result {
        try own.stop()
        try own.start()
        for _ in 0..<10 { try own.sql("SELECT pg_current_xact_id()") }
      }
      crash.withLock { $0 = result }
    }
    defer { #expect(throws: Never.self) { try crash.withLock { $0 }?.get() } }
    try database.writing { session in
      runs += 1
      try session.execute("INSERT INTO t VALUES (1)")
    }
    #expect(runs == 2, "the crash lost the first")
    #expect(try own.sql("SELECT count(*) FROM lost.t") == "1")
  }

  @Test("Each new session looks at the tables: a later mixhost's are not written")
  func laterTables() throws {
    let (proxy, database, count) = try rig(patience: 20)
    defer { proxy.close() }
    let schema = try #require(database.address.schema)
    let session = try database.reading {
      try PreparedStatement($0, "SELECT pg_backend_pid()").first { $0.int(0) }
    }
    try server.sql("INSERT INTO \(schema).migration VALUES ('later 1', 0)")
    try server.sql("SELECT pg_terminate_backend(\(session ?? 0))")
    do {
      try database.writing { try $0.execute("INSERT INTO t VALUES (1)") }
      Issue.record("it was written")
    } catch let error as DataFileError {
      #expect(error.kind == .newer)
    }
    #expect(try count() == 0)
  }

  @Test("The rights that a message asks for are enough")
  func leastRights() throws {
    let role = PostgresInstance.freshName()
    try server.sql("CREATE ROLE \(role) LOGIN")
    let address = "postgres://\(role)@127.0.0.1:\(server.port)/postgres?schema=\(role)"
    let refused = kind(address)
    let statement = "CREATE SCHEMA \(role) AUTHORIZATION \(role)"
    #expect(refused.kind == .denied && refused.words.contains(statement))
    try server.sql(statement)
    #expect(kind(address).kind == nil, "\(kind(address).words)")
    // Another one uses the tables and owns nothing.
    let guest = PostgresInstance.freshName()
    try server.sql("CREATE ROLE \(guest) LOGIN")
    let second = address.replacing("//\(role)@", with: "//\(guest)@")
    let words = kind(second).words
    let grants = words.matches(of: /GRANT ALL ON [^;]+ TO \w+/).map { String($0.0) }
    #expect(grants.count == 3, "\(words)")
    for grant in grants { try server.sql(grant) }
    let database = try PostgresDatabase(PostgresAddress(second), patience: 5)
    try database.writing { try $0.execute("DELETE FROM duty") }
    try database.checker()()
  }

  @Test("A commit whose outcome cannot be asked for is reported as unknown")
  func unknown() throws {
    let (proxy, database, _) = try rig(patience: 0.5)
    proxy.arm(.forGood)
    do {
      try database.writing { try $0.execute("INSERT INTO t VALUES (1)") }
      Issue.record("nobody can know that it was kept")
    } catch let error as DataFileError {
      #expect(error.kind == .unknown)
    }
  }

  @Test("A server that crashes and comes back is waited for")
  func crash() async throws {
    let own = try PostgresInstance(isDurable: true)
    defer { own.remove() }
    let database = try PostgresDatabase(PostgresAddress(own.address()), patience: 60)
    try database.writing { try $0.execute("CREATE TABLE t (n BIGINT)") }
    try own.stop()
    async let written: Void = offQueue {
      try database.writing { try $0.execute("INSERT INTO t VALUES (1)") }
    }
    try await offQueue { try own.start() }
    try await written
    let count = try database.reading {
      try PreparedStatement($0, "SELECT count(*) FROM t").first { $0.int(0) }
    }
    #expect(count == 1)
  }

  @Test("A disk that is full on the server")
  func full() throws {
    let database = try PostgresDatabase(PostgresAddress(server.address()), patience: 5)
    do {
      try database.writing {
        try $0.execute("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$")
      }
      Issue.record("no error")
    } catch let error as DataFileError {
      #expect(error.kind == .full && error.description.contains("make room"))
    }
  }

  @Test("A standby is read-only, and a server whose certificate does not fit is not believed")
  func otherServers() throws {
    let authority = try TLSAuthority()
    defer { authority.remove() }
    let own = try PostgresInstance()
    defer { own.remove() }
    let place = "postgres://postgres@127.0.0.1:\(own.port)/postgres"
    try own.set("default_transaction_read_only", "on")
    let readOnly = kind(place)
    #expect(readOnly.kind == .readOnly && readOnly.words.contains("target_session_attrs"))
    try own.set("default_transaction_read_only", "off")
    let certificate = try authority.issue("server", host: "elsewhere.example")
    try own.useCertificate(certificate.certificate, key: certificate.key)
    let strict = "?sslmode=verify-full&sslrootcert=\(authority.caFile)"
    let other = kind(place + strict)
    #expect(other.kind == .denied && other.words.contains("certificate"), "\(other.words)")
    #expect(kind(place + "?sslmode=require").kind == nil)
  }

  @Test("A pooler that keeps no session is refused, one that keeps it is not")
  func pooler() throws {
    let pooler = try PoolerProcess(to: server, mode: "transaction")
    defer { pooler.stop() }
    let refused = kind(pooler.address)
    #expect(refused.kind == .refused && refused.words.contains("pool_mode"), "\(refused.words)")
    let session = try PoolerProcess(to: server, mode: "session")
    defer { session.stop() }
    let taken = kind(session.address)
    #expect(taken.kind == nil, "\(taken.words)")
  }
}
