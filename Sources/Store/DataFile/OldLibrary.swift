internal import Files
internal import GRDB
internal import Glibc
internal import SQL

/// The library that a restored one replaces.
struct OldLibrary {
  private let path: String
  private let kept: String

  init(_ path: String) {
    self.path = path
    let name = "\(path).replaced-\(PrivateFile.timestamp())"
    // A second replacement within one second gets a numbered name.
    kept =
      (1...).lazy.map { $0 == 1 ? name : "\(name)-\($0)" }
      .first { access($0, F_OK) != 0 } ?? name
  }

  /// Creates an empty library where none exists.
  /// - Returns: whether none existed.
  func makeWhereMissing() throws -> Bool {
    if access(path, F_OK) == 0 { return false }
    try PrivateFile.create(path)
    let queue = try DatabaseQueue(path: path, configuration: .protected())
    defer { try? queue.close() }
    try DataFilePreparation.prepare(queue, path: path)
    return true
  }

  /// Whether nothing was ever stored in the library; false if it cannot be read.
  var isEmpty: Bool {
    var configuration = GRDB.Configuration.protected()
    // Open read-only: SQLite may discard data that it cannot read.
    configuration.readonly = true
    let filled = ["sqlite_sequence WHERE seq > 0", "decision", "refresh"].map {
      "EXISTS (SELECT 1 FROM \($0))"
    }
    let sql = "SELECT NOT (\(filled.joined(separator: " OR ")))"
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else {
      return false
    }
    defer { try? queue.close() }
    return (try? queue.read { try Bool.fetchOne($0, sql: sql) }) == true
  }

  /// Gives the library a second name, as one file, and removes its log: SQLite would otherwise
  /// write that log into the new file.
  /// - Returns: the second name.
  func keep() throws -> String {
    do {
      // Links keep the old file under its name until the new file takes it. Link the log first:
      // SQLite may discard what it cannot read.
      for suffix in ["-wal", ""] where access(path + suffix, F_OK) == 0 {
        guard link(path + suffix, kept + suffix) == 0 else {
          throw FileError("keep", path + suffix)
        }
      }
      if try foldLog() { unlink(kept + "-wal") }
    } catch {
      for suffix in ["", "-wal"] { unlink(kept + suffix) }
      throw error
    }
    for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
    return kept
  }

  // Whether the file now contains everything that the log held.
  private func foldLog() throws -> Bool {
    do {
      let queue = try DatabaseQueue(path: path, configuration: .protected())
      defer { try? queue.close() }
      // This needs exclusive access: a program with the file open would continue writing to the
      // replaced one.
      try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      return true
    } catch let error as DatabaseError {
      let kind = DataFileError(error, path: path).kind
      if kind == .busy {
        throw DataFileError(
          .held, "another program has the library \(path) open: end it, then restore")
      }
      // A file that cannot be read is kept unchanged.
      guard kind == .damaged else { throw error }
      return false
    }
  }
}
