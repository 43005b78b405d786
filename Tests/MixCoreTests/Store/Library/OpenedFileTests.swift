import Foundation
import GRDB
import Reactor
import Testing

@testable import Store

/// Other programs' view of a data file that this process has open.
@Suite("One connection a data file")
struct OpenedFileTests {
  private let folder = TemporaryFolder()

  private var path: String { folder.file("mixhost.sqlite") }

  private func size(_ name: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: folder.file(name))
    return attributes?[.size] as? Int ?? -1
  }

  private func add(_ title: String, to file: DataFile) throws {
    let batch = try LibraryImport(
      Library(file), kind: .book, source: "test", onDuplicate: .skip, now: 1)
    _ = try batch.add([WorkRecord(["title": .text(title)])])
    try batch.finish(commit: true)
  }

  @Test("All who open a file share its connection, by whatever name they call it")
  func shared() throws {
    let file = try DataFile(path: path)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: path)
    #expect(try DataFile(path: path).opened === file.opened)
    #expect(try DataFile(path: folder.file("link")).opened === file.opened)
    #expect(try DataFile(path: folder.path + "/./mixhost.sqlite").opened === file.opened)
    #expect(try DataFile.inMemory().opened !== DataFile.inMemory().opened)
  }

  @Test("The last use closes the file; another file of that name is opened anew")
  func closed() throws {
    var file: DataFile? = try DataFile(path: path)
    try add("Dune", to: try #require(file))
    weak let opened = file?.opened
    file = nil
    #expect(opened == nil)
    #expect(!folder.names.contains("mixhost.sqlite-wal"))
    let first = try DataFile(path: path)
    try FileManager.default.moveItem(atPath: path, toPath: folder.file("moved"))
    let second = try DataFile(path: path)
    #expect(second.opened !== first.opened)
    #expect(try Library(second).counts(kind: nil).isEmpty)
  }

  @Test("Another program that reads and closes the file leaves the log of this process alone")
  func foreignReader() throws {
    let file = try DataFile(path: path)
    try add("Dune", to: file)
    // Opening it again must not drop the locks.
    for _ in 0..<3 { _ = try DataFile(path: path) }
    let log = FileIdentity(path + "-wal")
    #expect(try Foreign.first("SELECT count(*) FROM work", in: path) == "1")
    #expect(FileIdentity(path + "-wal") == log)
    try add("Emma", to: file)
    #expect(FileIdentity(path + "-wal") == log)
    #expect(try Foreign.first("SELECT count(*) FROM work", in: path) == "2")
  }

  @Test("Ten connections that meet a file that is not there yet make it together")
  func makers() async throws {
    for round in 0..<4 {
      let path = folder.file("new-\(round).sqlite")
      let failures = Guarded<[String]>([])
      // Not by `DataFile`, which has one connection a process.
      await onThreads(10) { _ in
        do {
          let file = try OpenedFile(path: path)
          let works = try file.queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM work") }
          if works != 0 { failures.withLock { $0.append("works: \(works ?? -1)") } }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
      #expect(failures.withLock { $0 } == [])
    }
  }

  @Test("After a settling the file alone is the library")
  func settled() throws {
    let file = try DataFile(path: path)
    try add("Dune", to: file)
    #expect(size("mixhost.sqlite-wal") > 0)
    #expect(file.settle())
    #expect(size("mixhost.sqlite-wal") == 0)
    try FileManager.default.copyItem(atPath: path, toPath: folder.file("copy"))
    #expect(try Foreign.first("SELECT count(*) FROM work", in: folder.file("copy")) == "1")
  }

  @Test("It settles automatically once nothing is written for a while")
  func idle() async throws {
    let file = try DataFile(path: path)
    try add("Dune", to: file)
    try file.write { try $0.execute(sql: "DELETE FROM decision") }
    let end = ContinuousClock.now + .seconds(60)
    while size("mixhost.sqlite-wal") > 0, ContinuousClock.now < end { await Task.yield() }
    #expect(size("mixhost.sqlite-wal") == 0)
  }

  @Test("Beside another program's transaction a settling waits for nothing, and loses nothing")
  func settlingBesideReader() throws {
    let file = try DataFile(path: path)
    var configuration = GRDB.Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.inDatabase {
      try $0.execute(sql: "BEGIN")
      #expect(try Int.fetchOne($0, sql: "SELECT count(*) FROM work") == 0)
    }
    try add("Dune", to: file)
    #expect(!file.settle())
    try other.inDatabase { try $0.execute(sql: "COMMIT") }
    #expect(file.settle())
    #expect(try Library(file).counts(kind: nil)[.pending] == 1)
  }

  @Test("A row that an index names and its table lacks is damage, and no gap")
  func missingRow() throws {
    let file = try DataFile(path: path)
    for title in ["Dune", "Emma", "Ulysses"] { try add(title, to: file) }
    let root = try file.read { db in
      try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'work_status'")
    }
    // An index of a table that lost a row: the index is set aside, the row deleted, the index put back.
    try Self.run(
      "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'work_status'", in: path)
    try Self.run(
      "PRAGMA writable_schema = ON; DELETE FROM work WHERE id = 2; "
        + "INSERT INTO sqlite_schema VALUES ('index', 'work_status', 'work', \(root ?? 0), "
        + "'CREATE INDEX work_status ON work(status, id)')", in: path)
    var filter = Library.Filter()
    filter.statuses = [.pending]
    let library = Library(try DataFile(path: path))
    #expect(throws: DataFileError.self) { try library.page(filter, after: 0, limit: 10) }
  }

  private static func run(_ sql: String, in path: String) throws {
    try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: sql) }
  }
}

/// Another program that looks into a database.
enum Foreign {
  /// The first value of a query, as Python's sqlite3 prints it; it opens and closes the file.
  static func first(_ sql: String, in path: String) throws -> String {
    let script =
      "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); "
      + "print(c.execute(sys.argv[2]).fetchone()[0]); c.close()"
    let command = try Command("python3", ["-c", script, path, sql])
    let text = String(decoding: command.output.readDataToEndOfFile(), as: UTF8.self)
    command.wait()
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
