import PostgresInstance
import Testing

@testable import Fleet
@testable import SQL
@testable import Store

/// A fleet's store on a private server.
@Suite("A store on PostgreSQL")
struct PostgresStoreTests {
  private let server: PostgresInstance

  init() throws { server = try PostgresInstance.shared.get() }

  private func database(_ text: String? = nil) throws -> PostgresDatabase {
    try PostgresDatabase(PostgresAddress(text ?? server.address()), patience: 20)
  }

  private func kind(_ text: String) -> (kind: DataFileError.Kind?, words: String) {
    do {
      _ = try database(text)
      return (nil, "")
    } catch { return ((error as? DataFileError)?.kind, "\(error)") }
  }

  @Test("Values of every type come back as they went")
  func values() throws {
    let database = try database()
    try database.writing { session in
      try session.execute(
        "CREATE TABLE v (i BIGINT, r DOUBLE PRECISION, t TEXT, b BYTEA, n BIGINT)")
      let insert = try PreparedStatement(session, "INSERT INTO v VALUES (?1, ?2, ?3, ?4, ?5)")
      for (number, real) in [(Int64.min, -0.1), (-1, .infinity), (0, 2.5e-308), (.max, 1e308)] {
        let changed = try insert.run(
          .int(number), .real(real), .text("ä?'\"\n€"), .blob([0, 1, 255]), .null)
        #expect(changed == 1)
      }
      try insert.run(.int(1), .real(1), "", .blob([]), .int(7))
    }
    try database.reading { session in
      let rows = try PreparedStatement(session, "SELECT i, r, t, b, n FROM v ORDER BY i").map {
        row in
        (row.int(0), row.real(1), row.text(2), row.bytes(3), row.isNull(4) ? nil : row.int(4))
      }
      #expect(rows.map(\.0) == [.min, -1, 0, 1, .max])
      #expect(rows.map(\.1) == [-0.1, .infinity, 2.5e-308, 1, 1e308])
      #expect(rows.map(\.2) == Array(repeating: "ä?'\"\n€", count: 3) + ["", "ä?'\"\n€"])
      #expect(rows.map(\.3) == [[0, 1, 255], [0, 1, 255], [0, 1, 255], [], [0, 1, 255]])
      #expect(rows.map(\.4) == [nil, nil, nil, 7, nil])
      let connection = try #require(session.postgres)
      let lists = try connection.rows(
        "SELECT a, b, c FROM unnest(?1::bigint[], ?2::float8[], ?3::text[]) AS x(a, b, c)",
        [.optionalInts([1, nil]), .optionalReals([nil, 2.5]), .optionalTexts(["x", nil])])
      #expect(lists.count == 2 && lists.int(0, 0) == 1 && lists.isNull(1, 0))
      #expect(lists.isNull(0, 1) && lists.real(1, 1) == 2.5 && lists.text(0, 2) == "x")
    }
  }

  @Test("A body that throws is rolled back; a call within joins the transaction")
  func transactions() throws {
    let database = try database()
    try database.writing { try $0.execute("CREATE TABLE t (n BIGINT)") }
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try database.writing { _ in
        try database.writing { try $0.execute("INSERT INTO t VALUES (1)") }
        throw Stop()
      }
    }
    func count() throws -> Int64 {
      try database.reading {
        try PreparedStatement($0, "SELECT count(*) FROM t").first { $0.int(0) } ?? -1
      }
    }
    #expect(try count() == 0)
    // A failure that nobody heard of does not pass for a success.
    #expect(throws: DataFileError.self) {
      try database.writing { session in
        try session.execute("INSERT INTO t VALUES (2)")
        _ = try? session.execute("SELECT nonsense")
      }
    }
    #expect(try count() == 0)
    try database.writing { try $0.execute("INSERT INTO t VALUES (3)") }
    #expect(try count() == 1)
  }

  @Test("Sessions that the server ended are replaced, and the transaction is run again")
  func lostSessions() throws {
    let database = try database()
    try database.writing { try $0.execute("CREATE TABLE t (n BIGINT)") }
    var runs = 0
    try database.writing { session in
      runs += 1
      try session.execute("INSERT INTO t VALUES (1)")
      if runs == 1 {
        let number = try PreparedStatement(session, "SELECT pg_backend_pid()").first { $0.int(0) }
        try server.sql("SELECT pg_terminate_backend(\(number ?? 0))")
      }
    }
    let count = try database.reading {
      try PreparedStatement($0, "SELECT count(*) FROM t").first { $0.int(0) }
    }
    #expect(runs == 2 && count == 1)
  }

  @Test("Named errors say what to do, and never the password")
  func namedErrors() throws {
    let place = "127.0.0.1:\(server.port)"
    let wrong = kind("postgres://locked:w%72ong-secret@\(place)/postgres?schema=x")
    #expect(wrong.kind == .denied && wrong.words.contains(".pgpass"))
    #expect(wrong.words.contains("locked:***@") && !wrong.words.contains("ong-secret"))
    let none = kind("postgres://locked@\(place)/postgres")
    #expect(none.kind == .denied && none.words.contains("password"))
    let nobody = kind("postgres://postgres@127.0.0.1:1/postgres")
    #expect(nobody.kind == .unreachable && nobody.words.contains("refused"))
    let unknown = kind("postgres://postgres@no-such-host.invalid/postgres")
    #expect(unknown.kind == .unreachable)
    let missing = kind("postgres://postgres@\(place)/nothing")
    #expect(missing.kind == .missing && missing.words.contains("createdb"))
    let guest = kind("postgres://guest@\(place)/postgres?schema=\(PostgresInstance.freshName())")
    #expect(guest.kind == .denied && guest.words.contains("CREATE SCHEMA"))
    let plain = kind("postgres://postgres@\(place)/postgres?sslmode=require")
    #expect(plain.kind == .denied && plain.words.contains("sslmode"))
  }

  @Test("A newer schema, another program's, and another fleet's are refused")
  func schemas() throws {
    let newer = server.address()
    _ = try database(newer)
    let schema = String(newer.split(separator: "=").last ?? "")
    try server.sql("INSERT INTO \(schema).migration VALUES ('jobs 99', 0)")
    #expect(kind(newer).kind == .newer)
    let foreign = PostgresInstance.freshName()
    try server.sql("CREATE SCHEMA \(foreign); CREATE TABLE \(foreign).orders (id INT)")
    #expect(kind(server.address(schema: foreign)).kind == .foreign)
    let north = server.address() + "&fleet=north"
    _ = try database(north)
    #expect(kind(north).kind == nil)
    let south = kind(north.split(separator: "&")[0] + "&fleet=south")
    #expect(south.kind == .refused && south.words.contains("north"))
  }

  @Test("Two hosts that begin at once make one schema")
  func together() async throws {
    let address = server.address()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { _ = try PostgresDatabase(PostgresAddress(address), patience: 20) }
      }
      try await group.waitForAll()
    }
  }

  @Test(
    "Addresses are masked, and what could be a part of a password is refused",
    arguments: [
      ("postgres://u:pa%40ss@h/d", "postgres://u:***@h/d"),
      (
        "postgres://u@h/d?password=abc&sslmode=require",
        "postgres://u@h/d?password=***&sslmode=require"
      ),
      ("postgresql://h", "postgresql://h"),
    ])
  func masking(_ text: String, _ shown: String) throws {
    #expect(try PostgresAddress(text).shown == shown)
    #expect(PostgresAddress.masked(text) == shown)
  }

  @Test(
    "Texts that are not addresses",
    arguments: [
      "mysql://h/d", "", "postgres://u:p@ss@h/d", "postgres://u:p/ss@h/d", "postgres://u:p?ss@h",
      "postgres://h/d?schema=a-b", "postgres://h/d?schema=", "postgres://h/d?fleet=pg_x",
    ])
  func refused(_ text: String) {
    #expect(PostgresAddress.problem(text) != nil)
    #expect(PostgresAddress.problem(text)?.contains("ss@") != true)
  }
}
