import PostgresInstance
import Testing

@testable import Fleet

/// The findings of `mixhost doctor` on a store.
@Suite("Examination of a store")
struct StoreExaminationTests {
  private let server: PostgresInstance

  init() throws { server = try PostgresInstance.shared.get() }

  @Test("One that is missing, current, older or another's; nothing is changed")
  func states() throws {
    let address = server.address()
    let schema = String(address.split(separator: "=").last ?? "")
    let missing = StoreExamination(address)
    #expect(missing.problem == nil && missing.tables == .missing && missing.schema == schema)
    #expect(
      missing.reached != nil && (missing.roundTrip ?? 9) < 9 && abs(missing.clockAhead ?? 9) < 9)
    #expect(
      try server.sql("SELECT count(*) FROM pg_namespace WHERE nspname = '\(schema)'") == "0")
    _ = try PostgresDatabase(PostgresAddress(address))
    let current = StoreExamination(address)
    #expect(current.problem == nil && current.tables == .current && current.refreshers == nil)
    #expect(current.sizes.contains { $0.name == "item" && $0.bytes > 0 })
    try server.sql("DELETE FROM \(schema).migration WHERE name = 'fleet 1'")
    #expect(StoreExamination(address).tables == .older)
    try server.sql("INSERT INTO \(schema).migration VALUES ('jobs 99', 0)")
    #expect(StoreExamination(address).problem?.contains("later mixhost") == true)
    #expect(StoreExamination(address + "&fleet=south").problem != nil)
  }

  @Test("No right to make or to write tables, and what cannot be reached, without a password")
  func rights() throws {
    let place = "127.0.0.1:\(server.port)/postgres"
    let nothing = StoreExamination(
      "postgres://guest@\(place)?schema=\(PostgresInstance.freshName())")
    #expect(nothing.problem?.contains("CREATE SCHEMA") == true && nothing.version != nil)
    let name = PostgresInstance.freshName()
    _ = try PostgresDatabase(PostgresAddress(server.address(schema: name)))
    try server.sql(
      "GRANT USAGE ON SCHEMA \(name) TO guest; GRANT SELECT ON ALL TABLES IN SCHEMA \(name) TO guest"
    )
    let reader = StoreExamination("postgres://guest@\(place)?schema=\(name)")
    #expect(reader.problem?.contains("GRANT ALL") == true)
    let wrong = StoreExamination("postgres://locked:se%63ret@\(place)")
    #expect(wrong.reached == nil && wrong.problem?.contains(".pgpass") == true)
    for text in [wrong.address, wrong.problem ?? ""] {
      #expect(!text.contains("secret") && !text.contains("se%63ret"))
    }
    #expect(
      StoreExamination("postgres://127.0.0.1:1/d").problem?.contains("cannot be reached") == true)
    #expect(StoreExamination("mysql://u:secret@h").problem?.contains("secret") == false)
  }
}
