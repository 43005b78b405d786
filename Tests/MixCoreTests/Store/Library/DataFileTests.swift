import Foundation
import GRDB
import Testing

@testable import Store

@Suite("The data file")
struct DataFileTests {
  private let folder = TemporaryFolder()

  private var path: String { folder.file("mixhost.sqlite") }

  private func kind(_ body: () throws -> Void) -> DataFileError.Kind? {
    do { try body() } catch { return (error as? DataFileError)?.kind }
    return nil
  }

  @Test("A damaged file is reported and left as it is")
  func damaged() throws {
    let junk = String(repeating: "not a database ", count: 400)
    try folder.write(junk, to: "mixhost.sqlite")
    #expect(kind { _ = try DataFile(path: path) } == .damaged)
    #expect(folder.text("mixhost.sqlite") == junk)
  }

  @Test("Another program's database is reported and left as it is")
  func foreign() throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE theirs (a)") }
    let before = FileManager.default.contents(atPath: path)
    #expect(kind { _ = try DataFile(path: path) } == .foreign)
    #expect(FileManager.default.contents(atPath: path) == before)
  }

  @Test("A later version's file is reported")
  func newer() throws {
    _ = try DataFile(path: path)
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('works 99')")
    }
    #expect(kind { _ = try DataFile(path: path) } == .newer)
  }

  @Test("Only its owner may read it; commits wait for the disk")
  func settings() throws {
    let file = try DataFile(path: path)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try file.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
    #expect(try file.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
  }
}
