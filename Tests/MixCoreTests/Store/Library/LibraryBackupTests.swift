import Foundation
import GRDB
import Testing

@testable import Store

@Suite("Copies of the library")
struct LibraryBackupTests {
  private let folder = TemporaryFolder()

  private var path: String { folder.file("data/mixhost.sqlite") }
  private var copy: String { folder.file("copy.sqlite") }

  private func fill(_ titles: [String]) throws {
    let batch = try LibraryImport(
      Library(try DataFile(path: path)), kind: .book, source: "test", onDuplicate: .skip, now: 1)
    _ = try batch.add(titles.map { WorkRecord(["title": .text($0)]) })
    try batch.finish(commit: true)
  }

  private var titles: [String] {
    get throws {
      try Library(try DataFile(path: path)).page(Library.Filter(), after: 0, limit: 100)
        .compactMap { if case .text(let title)? = $0.record.fields["title"] { title } else { nil } }
    }
  }

  private func kind(_ body: () throws -> Void) -> DataFileError.Kind? {
    do { try body() } catch { return (error as? DataFileError)?.kind }
    return nil
  }

  private func restore(overwriting: Bool = true) throws -> LibraryBackup.Summary {
    try LibraryBackup.restore(copy, to: path, overwriting: overwriting)
  }

  @Test("A copy made while the file is open and has a log is one file, and goes back")
  func roundTrip() throws {
    let file = try DataFile(path: path)
    try fill(["Dune", "Emma"])
    let made = try LibraryBackup.backUp(path, to: copy, overwriting: false)
    #expect(made.works == 2)
    #expect(folder.names == ["copy.sqlite", "data"])
    let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try fill(["Ulysses"])
    // A run has it.
    #expect(kind { _ = try restore() } == .held)
    withExtendedLifetime(file) {}
  }

  @Test("Restored into an empty home, and over a library that is then kept")
  func restored() throws {
    try fill(["Dune", "Emma"])
    _ = try LibraryBackup.backUp(path, to: copy, overwriting: false)
    try fill(["Ulysses"])
    #expect(kind { _ = try restore(overwriting: false) } == .exists)
    #expect(try titles == ["Dune", "Emma", "Ulysses"])
    let done = try restore()
    #expect(done.works == 2)
    #expect(try titles == ["Dune", "Emma"])
    let kept = try #require(done.replaced)
    #expect(
      try DatabaseQueue(path: kept).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM work") }
        == 3)
    try FileManager.default.removeItem(atPath: folder.file("data"))
    #expect(try restore(overwriting: false).replaced == nil)
    #expect(try titles == ["Dune", "Emma"])
  }

  @Test("A file that is there is not overwritten, nor the library itself")
  func overwriting() throws {
    try fill(["Dune"])
    try folder.write("mine", to: "copy.sqlite")
    #expect(kind { _ = try LibraryBackup.backUp(path, to: copy, overwriting: false) } == .exists)
    #expect(folder.text("copy.sqlite") == "mine")
    try FileManager.default.linkItem(atPath: path, toPath: folder.file("hard"))
    for target in [path, folder.file("hard")] {
      #expect(kind { _ = try LibraryBackup.backUp(path, to: target, overwriting: true) } == .exists)
    }
    // A log beside it would be taken for a part of the copy.
    try FileManager.default.removeItem(atPath: copy)
    try folder.write("old", to: "copy.sqlite-wal")
    #expect(kind { _ = try LibraryBackup.backUp(path, to: copy, overwriting: false) } == .exists)
    _ = try LibraryBackup.backUp(path, to: copy, overwriting: true)
    #expect(folder.text("copy.sqlite-wal") == nil)
    #expect(
      kind { _ = try LibraryBackup.backUp(folder.file("none"), to: copy, overwriting: true) }
        == .missing)
  }

  @Test(
    "A file that is not a sound library of ours is not restored; the library stays",
    arguments: ["junk", "empty", "foreign", "newer", "damaged", "missing"])
  func refused(_ fault: String) throws {
    try fill((0..<2_000).map { "A book with a rather long title, number \($0)" })
    let before = try titles
    _ = try LibraryBackup.backUp(path, to: copy, overwriting: false)
    switch fault {
    case "junk": try folder.write(String(repeating: "junk", count: 3_000), to: "copy.sqlite")
    case "empty": try folder.write("", to: "copy.sqlite")
    case "foreign":
      try DatabaseQueue(path: copy).writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA application_id = 7")
      }
    case "newer":
      try DatabaseQueue(path: copy).write {
        try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('works 99')")
      }
    case "damaged":
      let file = try #require(FileHandle(forUpdatingAtPath: copy))
      try file.seek(toOffset: 60 * 4_096)
      try file.write(contentsOf: Data(repeating: 0xA5, count: 20 * 4_096))
      try file.close()
    default: try FileManager.default.removeItem(atPath: copy)
    }
    #expect(kind { _ = try restore() } != nil)
    #expect(try titles == before)
    #expect(!FileManager.default.fileExists(atPath: path + ".new-\(getpid())"))
    // An empty file is a library that has just begun.
    if fault == "empty" { return }
    let second = folder.file("second")
    #expect(kind { _ = try LibraryBackup.backUp(copy, to: second, overwriting: false) } != nil)
    #expect(!folder.names.contains("second"))
  }

  @Test("A device, a pipe or a folder is neither replaced nor read", arguments: ["pipe", "folder"])
  func irregular(_ name: String) throws {
    try fill(["Dune"])
    let other = folder.file(name)
    if name == "pipe" {
      #expect(mkfifo(other, 0o600) == 0)
    } else {
      try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
    }
    let before =
      try FileManager.default.attributesOfItem(atPath: other)[.type] as? FileAttributeType
    #expect(kind { _ = try LibraryBackup.backUp(path, to: other, overwriting: true) } == .exists)
    #expect(kind { _ = try LibraryBackup.restore(other, to: path, overwriting: true) } == .exists)
    let after = try FileManager.default.attributesOfItem(atPath: other)[.type] as? FileAttributeType
    #expect(before == after)
    #expect(folder.names == ["data", name])
    #expect(try titles == ["Dune"])
  }

  @Test("A damaged library is replaced, and kept with its log")
  func overDamage() throws {
    try fill(["Dune"])
    _ = try LibraryBackup.backUp(path, to: copy, overwriting: false)
    try folder.write(String(repeating: "junk", count: 3_000), to: "data/mixhost.sqlite")
    try folder.write("log", to: "data/mixhost.sqlite-wal")
    let kept = try #require(try restore().replaced)
    #expect(try titles == ["Dune"])
    #expect(FileManager.default.contents(atPath: kept)?.count == 12_000)
    #expect(FileManager.default.contents(atPath: kept + "-wal") == Data("log".utf8))
  }

  @Test("Not while another program has the library open")
  func foreignProgram() throws {
    try fill(["Dune"])
    _ = try LibraryBackup.backUp(path, to: copy, overwriting: false)
    let other = try DatabaseQueue(path: path)
    #expect(try other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM work") } == 1)
    #expect(kind { _ = try restore() } == .held)
    try other.close()
    #expect(try restore().works == 1)
  }
}
