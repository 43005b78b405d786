internal import Files
package import GRDB
internal import Glibc
internal import Reactor
internal import SQL

/// A file with the rows of one or two tables, an index of their blocking keys, and decisions about
/// pairs of rows.
///
/// ```swift
/// let file = try LinkFile(path: "films.link")
/// _ = try file.add(.left, rows, note: nil)
/// ```
///
/// Rows, keys and decisions are on disk, so memory stays bounded whatever the size of the tables.
/// All functions block.
public final class LinkFile: Sendable {
  /// A table of the file.
  public enum Side: String, Sendable, CaseIterable {
    case left, right
  }

  /// A row to add.
  public struct Row: Sendable {
    let record: String
    let keys: [Int64]
    let gold: String?

    /// Makes a row.
    /// - Parameters:
    ///   - record: the row, in a form that the caller can read again.
    ///   - keys: its blocking keys, see ``LinkKeys``.
    ///   - gold: a value that rows of one work share, where the truth is known.
    public init(record: String, keys: [Int64], gold: String?) {
      self.record = record
      self.keys = keys
      self.gold = gold
    }
  }

  /// Memory of a row that was read, without its record, in bytes.
  static let rowBytes = 96

  let queue: DatabaseQueue
  let postings = LinkPostings()
  // GRDB does not check whether a queue was closed.
  private let isOpen = Guarded(true)

  /// Opens a file, or creates it.
  /// - Throws: ``LinkFileError``.
  public init(path: String) throws {
    do {
      try PrivateFile.createFolder(PrivateFile.folder(of: path))
      // SQLite would make it readable by all.
      do { try PrivateFile.create(path) } catch let error as FileError where error.code == EEXIST {}
      try Self.checkJournal(path)
      var configuration = GRDB.Configuration.protected()
      configuration.busyMode = .timeout(60)
      configuration.prepareDatabase { db in
        // Rows lost in a power cut are computed again.
        try db.execute(sql: "PRAGMA synchronous = NORMAL")
        try db.execute(sql: "PRAGMA cache_size = -32000")
        try db.execute(sql: "PRAGMA temp_store = FILE")
      }
      queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.inDatabase { db in
        try Self.checkOwn(db, path)
        try StepBudget.hold(db, steps: Self.mostSteps) {
          try Self.fileSchema.check(db, isWhole: false)
          for side in Side.allCases { try Self.checkNumbers(db, side, path) }
        }
        try db.execute(sql: "PRAGMA journal_mode = WAL")
      }
      try queue.write { try $0.execute(sql: Self.schema) }
    } catch { throw LinkFileError(error, path) }
  }

  /// Most steps of SQLite for checking the tables.
  private static let mostSteps = 1_000_000

  // SQLite would replay the journal, and delete another file that the journal names.
  private static func checkJournal(_ path: String) throws {
    var status = stat()
    guard stat(path + "-journal", &status) == 0, status.st_size > 0 else { return }
    throw LinkFileError(journalOf: path)
  }

  /// "mixl" tells a link file from other programs' databases, which must not be changed or removed.
  private static let applicationID = 0x6d69_786c

  private static func checkOwn(_ db: Database, _ path: String) throws {
    let id = try Int.fetchOne(db, sql: "PRAGMA application_id")
    if id == applicationID { return }
    guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0, id == 0 else {
      throw LinkFileError(foreign: path)
    }
    try db.execute(sql: "PRAGMA application_id = \(applicationID)")
  }

  /// Fewest bytes of a row in a file, by SQLite's format.
  private static let fewestRowBytes = 8

  // Rows are numbered from 1 without gaps, and arrays are sized by the last number. A number that
  // the file has no room for was not written by `add`. Counting the rows instead would read the
  // whole file.
  private static func checkNumbers(_ db: Database, _ side: Side, _ path: String) throws {
    let table = "\(side.rawValue)_row"
    guard try db.tableExists(table) else { return }
    let fewest = try Int.fetchOne(db, sql: "SELECT min(id) FROM \(table)") ?? 1
    let most = try Int.fetchOne(db, sql: "SELECT max(id) FROM \(table)") ?? 0
    let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    let room = try pages * (Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0) / fewestRowBytes
    guard fewest >= 1, most <= room else {
      throw LinkFileError(path, number: fewest < 1 ? fewest : most, of: table)
    }
  }

  private static let fileSchema = FileSchema(script: schema + goldIndex)

  private static let goldIndex = "CREATE INDEX IF NOT EXISTS right_gold ON right_row(gold)"

  private static let schema = """
    CREATE TABLE IF NOT EXISTS note(name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS left_row(id INTEGER PRIMARY KEY, record TEXT, keys BLOB, gold TEXT);
    CREATE TABLE IF NOT EXISTS right_row(id INTEGER PRIMARY KEY, record TEXT, keys BLOB, gold TEXT);
    \(LinkPostings.schema)
    CREATE TABLE IF NOT EXISTS decision(
      left INTEGER, right INTEGER, score REAL, state INTEGER, reason TEXT,
      PRIMARY KEY(left, right)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS link(left INTEGER PRIMARY KEY, right INTEGER, score REAL);
    CREATE TABLE IF NOT EXISTS cluster(row INTEGER PRIMARY KEY, head INTEGER);
    """

  /// Closes the file; later calls fail.
  /// - Returns: whether it was open.
  @discardableResult
  public func close() -> Bool {
    isOpen.withLock { isOpen in
      guard isOpen else { return false }
      isOpen = false
      try? queue.close()
      return true
    }
  }

  /// Closes the file and removes it with SQLite's files and the run's rules beside it. A file that
  /// was closed before stays, because another process may have opened it since.
  /// - Returns: whether it was open.
  public func remove() -> Bool {
    guard close() else { return false }
    for ending in ["", "-wal", "-shm", ".lua"] { unlink(queue.path + ending) }
    return true
  }

  // MARK: Notes

  /// Reads a note; nil when it was never set.
  public func note(_ name: String) throws -> String? {
    try reading { db in
      try PreparedStatement(db, "SELECT value FROM note WHERE name = ?").first(.text(name)) {
        $0.text(0)
      }
    }
  }

  /// Stores a note in the file, such as how far its reader has come.
  public func setNote(_ name: String, _ value: String) throws {
    try writing { try Self.setNote($0, name, value) }
  }

  static func setNote(_ db: Database, _ name: String, _ value: String) throws {
    try PreparedStatement(db, "INSERT OR REPLACE INTO note VALUES (?, ?)")
      .run(.text(name), .text(value))
  }

  // MARK: Rows

  /// Appends rows to a table; `note` is stored in the same transaction.
  /// - Returns: the number of rows that the table has now.
  public func add(_ side: Side, _ rows: [Row], note: (name: String, value: String)?) throws -> Int {
    try writing { db in
      let insert = try PreparedStatement(
        db, "INSERT INTO \(side.rawValue)_row(record, keys, gold) VALUES (?, ?, ?)")
      for row in rows {
        let keys = row.keys.withUnsafeBytes { Array($0) }
        try insert.run(.text(row.record), .blob(keys), Cell(row.gold))
      }
      if let note { try Self.setNote(db, note.name, note.value) }
      return try Self.count(db, side)
    }
  }

  /// The number of rows of a table.
  public func count(_ side: Side) throws -> Int { try reading { try Self.count($0, side) } }

  static func count(_ db: Database, _ side: Side) throws -> Int {
    Int(
      try PreparedStatement(db, "SELECT coalesce(max(id), 0) FROM \(side.rawValue)_row").first {
        $0.int(0)
      } ?? 0)
  }

  /// Builds the index of a table's keys.
  /// - Returns: the number of keys over all rows.
  public func index(_ side: Side) throws -> Int {
    try writing { db in
      let count = try postings.make(db, side)
      try Self.setNote(db, "index", side.rawValue)
      return count
    }
  }

  /// The number of pairs with the same gold value: what perfect rules would find.
  /// - Parameter within: whether to count the pairs within the left table.
  public func goldPairs(within: Bool) throws -> Int {
    let sql =
      within
      ? "SELECT coalesce(sum(n * (n - 1) / 2), 0) FROM "
        + "(SELECT count(*) AS n FROM left_row WHERE gold IS NOT NULL GROUP BY gold)"
      : "SELECT count(*) FROM left_row JOIN right_row USING(gold)"
    return try writing { db in
      if !within {
        try db.execute(sql: Self.goldIndex)
      }
      return Int(try PreparedStatement(db, sql).first { $0.int(0) } ?? 0)
    }
  }

  // MARK: Access

  package func reading<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try whileOpen { try queue.read(body) }
  }

  func writing<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try whileOpen { try queue.write(body) }
  }

  private func whileOpen<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try isOpen.withLock { isOpen in
        guard isOpen else { throw LinkFileError(closed: queue.path) }
        return try body()
      }
    } catch let error as DatabaseError { throw LinkFileError(error, queue.path) }
  }
}

/// Why a link file cannot be used.
public struct LinkFileError: Error, CustomStringConvertible {
  /// The reason and the path.
  public let description: String

  init(closed path: String) { description = "\(path): the file is closed" }

  init(foreign path: String) {
    description = "\(path): this is another program's database; name a file of its own"
  }

  init(journalOf path: String) {
    description =
      "\(path)-journal lies beside the file, which mixhost did not leave there: move it away, or name "
      + "another file"
  }

  init(_ path: String, number: Int, of table: String) {
    description =
      "\(path) holds a row \(number) in the table \(table), a number that mixhost did not give: name "
      + "another file"
  }

  init(_ error: any Error, _ path: String) {
    if let foreign = error as? FileSchema.Foreign {
      description =
        "\(path) holds \(foreign.object), which mixhost did not make: name another file"
    } else if let known = error as? LinkFileError {
      description = known.description
    } else if let error = error as? DatabaseError, error.resultCode == .SQLITE_FULL {
      description = "no room left for \(path): make room and run the same again"
    } else if let error = error as? DatabaseError {
      description = "\(path): \(error.message ?? error.resultCode.description)"
    } else {
      description = "\(path): \(error)"
    }
  }
}
