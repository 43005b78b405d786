import Foundation
import GRDB
import Testing

@testable import Store

@Suite("Libraries that somebody else has made")
struct StrangerBackupTests {
  private let folder = TemporaryFolder()

  private var path: String { folder.file("data/mixhost.sqlite") }
  private var copy: String { folder.file("copy.sqlite") }

  private func fill() throws {
    let batch = try LibraryImport(
      Library(try DataFile(path: path)), kind: .book, source: "test", onDuplicate: .skip, now: 1)
    _ = try batch.add([WorkRecord(["title": .text("Dune")])])
    try batch.finish(commit: true)
  }

  private func works() throws -> Int {
    try Library(try DataFile(path: path)).page(Library.Filter(), after: 0, limit: 100).count
  }

  private func change(_ file: String, _ sql: String) throws {
    let queue = try DatabaseQueue(path: file)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  private func refusal(_ body: () throws -> Void) -> DataFileError? {
    do { try body() } catch { return error as? DataFileError }
    return nil
  }

  @Test(
    "One with anything in it that mixhost did not make is refused by its name; the library stays",
    arguments: [
      ("CREATE TRIGGER evil AFTER INSERT ON job BEGIN DELETE FROM work; END", "the trigger evil"),
      ("DROP TABLE decision; CREATE VIEW decision AS SELECT * FROM work", "the view decision"),
      ("CREATE VIEW evil AS SELECT 1", "the view evil"),
      ("CREATE TABLE evil (x)", "the table evil"),
      ("CREATE VIRTUAL TABLE evil USING fts5(x)", "the table evil"),
      ("CREATE INDEX evil ON work(abs(folded))", "the index evil"),
      ("ALTER TABLE decision ADD COLUMN evil AS (abs(time))", "the table decision"),
      (
        "DROP TABLE refresh; CREATE TABLE refresh (name CHECK (length(name) > 0))",
        "the table refresh"
      ),
      ("CREATE VIEW evil AS SELECT 1; CREATE TABLE other (x)", "the view evil, the table other"),
      ("DROP TABLE decision", "no TABLE decision"),
      ("DROP INDEX work_folded", "no INDEX work_folded ON work"),
      (
        """
        DROP TABLE grdb_migrations;
        CREATE VIEW grdb_migrations AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)
          SELECT x AS identifier FROM c;
        """, "the view grdb_migrations"
      ),
    ])
  func refused(_ sql: String, _ object: String) throws {
    try fill()
    _ = try LibraryBackup.backUp(path, to: copy, overwriting: false)
    try change(copy, sql)
    for refused in [
      refusal { _ = try LibraryBackup.restore(copy, to: path, overwriting: true) },
      refusal { try LibraryBackup.examine(copy) },
    ] {
      #expect(refused?.kind == .foreign)
      #expect(refused?.description.contains("holds \(object)") == true, "\(refused as Any)")
    }
    #expect(try works() == 1)
    #expect(folder.names == ["copy.sqlite", "data"])
  }

  @Test(
    "Numbers at the end of their range, after which a table takes no more rows, are refused",
    arguments: [
      "UPDATE work SET id = 9223372036854775807",
      "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'work'",
      "UPDATE sqlite_sequence SET seq = 'many' WHERE name = 'work'",
    ])
  func fullTables(_ sql: String) throws {
    try fill()
    _ = try LibraryBackup.backUp(path, to: copy, overwriting: false)
    try change(copy, sql)
    let refused = refusal { _ = try LibraryBackup.restore(copy, to: path, overwriting: true) }
    #expect(refused?.description.contains("numbers above") == true, "\(refused as Any)")
    #expect(try works() == 1)
  }

  @Test("One's own library is copied as it is; what is not mixhost's is named, and not restored")
  func own() throws {
    try fill()
    #expect(try LibraryBackup.backUp(path, to: copy, overwriting: false).foreign == nil)
    try change(path, "CREATE INDEX mine ON work(folded); ANALYZE")
    let made = try LibraryBackup.backUp(path, to: copy, overwriting: true)
    #expect(made.works == 1 && made.foreign == "the index mine")
    let refused = refusal { _ = try LibraryBackup.restore(copy, to: path, overwriting: true) }
    #expect(refused?.kind == .foreign)
    try change(copy, "DROP INDEX mine")
    #expect(try LibraryBackup.restore(copy, to: path, overwriting: true).works == 1)
    // The tables of ANALYZE are left out.
    let queue = try DatabaseQueue(path: path)
    let tables = try queue.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema") }
    #expect(tables.contains("work") && !tables.contains { $0.hasPrefix("sqlite_stat") })
  }

  @Test(
    "Where there is no library yet, a refusal leaves an empty one, which stands in nobody's way")
  func intoNothing() throws {
    try fill()
    _ = try LibraryBackup.backUp(path, to: copy, overwriting: false)
    let evil = folder.file("evil.sqlite")
    try FileManager.default.copyItem(atPath: copy, toPath: evil)
    try change(evil, "CREATE TABLE evil (x)")
    try FileManager.default.removeItem(atPath: folder.file("data"))
    let refused = refusal { _ = try LibraryBackup.restore(evil, to: path, overwriting: false) }
    #expect(refused?.kind == .foreign)
    #expect(try works() == 0)
    let done = try LibraryBackup.restore(copy, to: path, overwriting: false)
    #expect(done.works == 1 && done.replaced == nil)
    #expect(try works() == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("data"))
    #expect(!names.contains { $0.contains("replaced") })
  }

  @Test(
    "One of an earlier version is restored; one with steps that do not follow each other is not")
  func earlier() throws {
    let known = DataFileSchema.migrator.migrations
    for count in 1..<known.count {
      try? FileManager.default.removeItem(atPath: copy)
      let queue = try DatabaseQueue(path: copy)
      try queue.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA application_id = \(DataFile.applicationID)")
      }
      try DataFileSchema.migrator.migrate(queue, upTo: known[count - 1])
      try queue.close()
      #expect(try LibraryBackup.restore(copy, to: path, overwriting: true).works == 0)
    }
    try change(copy, "DELETE FROM grdb_migrations WHERE identifier = '\(known[0])'")
    #expect(refusal { try LibraryBackup.examine(copy) }?.kind == .foreign)
  }

  @Test("One that is nearly all holes is not read through, and a journal beside it is not put back")
  func holes() throws {
    try fill()
    _ = try LibraryBackup.backUp(path, to: copy, overwriting: false)
    try LibraryBackup.examine(copy)
    try folder.write("journal", to: "copy.sqlite-journal")
    #expect(refusal { try LibraryBackup.examine(copy) }?.kind == .foreign)
    try FileManager.default.removeItem(atPath: copy + "-journal")
    #expect(truncate(copy, 1 << 40) == 0)
    let refused = refusal { _ = try LibraryBackup.restore(copy, to: path, overwriting: true) }
    #expect(refused?.description.contains("holes") == true)
    #expect(try works() == 1)
  }

  @Test("A trigger that was put into the library itself never runs")
  func planted() throws {
    try fill()
    try change(
      path,
      "CREATE TRIGGER evil AFTER INSERT ON work BEGIN DELETE FROM work; DELETE FROM field; END")
    let batch = try LibraryImport(
      Library(try DataFile(path: path)), kind: .book, source: "test", onDuplicate: .skip, now: 1)
    _ = try batch.add([WorkRecord(["title": .text("Emma")])])
    try batch.finish(commit: true)
    #expect(try works() == 2)
  }
}
