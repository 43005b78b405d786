internal import CSQLiteGuard
package import GRDB
internal import GRDBSQLite
internal import Glibc

extension GRDB.Configuration {
  /// Configures a connection to a mixhost file of any origin, so that SQL inside the file does not
  /// run. Does not look at the file.
  package static func protected() -> GRDB.Configuration {
    var configuration = GRDB.Configuration()
    configuration.prepareDatabase { db in
      let code = csqliteguard_protect(UnsafeMutableRawPointer(db.sqliteConnection))
      guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
    return configuration
  }
}

/// The tables and indexes that mixhost creates in a file. A file from elsewhere may hold no others,
/// because their constraints and expressions would run with the library's own statements.
package struct FileSchema: Sendable {
  /// Objects of a file that mixhost did not make, such as `the trigger evil, the view other`, or
  /// the object that is missing.
  package struct Foreign: Error {
    package let object: String
  }

  private static let mostNameBytes = 100
  /// How many foreign objects an error names.
  private static let mostNamed = 3
  /// The tables of `ANALYZE`, as SQLite writes them. SQLite reads them for planning; nothing in
  /// them runs.
  private static let statistics: Set<String> = [
    "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
  ]
  private let statements: Set<String>
  private let other: Set<String>

  /// - Parameter script: statements, each ending with `;`.
  package init(script: String) {
    other = []
    statements = Set(script.split(separator: ";").map { Self.plain(String($0)) })
  }

  /// The schema of an open file, which may also have the tables of `ANALYZE`.
  package init(of db: Database) throws {
    other = Self.statistics
    statements = Set(
      try String.fetchAll(db, sql: "SELECT sql FROM sqlite_schema WHERE sql NOT NULL").map(
        Self.plain))
  }

  /// Compares a file's objects with the schema, without running anything in the file.
  /// - Parameter isWhole: whether all objects of the schema must exist.
  /// - Throws: ``Foreign``, `DatabaseError`.
  package func check(_ db: Database, isWhole: Bool) throws {
    var (found, foreign): (Set<String>, [String]) = ([], [])
    let rows = try Row.fetchCursor(db, sql: "SELECT type, name, sql FROM sqlite_schema")
    while let row = try rows.next() {
      let (type, name) = (row[0] as String? ?? "", row[1] as String? ?? "")
      guard let sql = row[2] as String? else {
        // SQLite's own index of a UNIQUE or PRIMARY KEY; its table is checked.
        if type == "index", name.hasPrefix("sqlite_autoindex_") { continue }
        foreign.append(Self.words(type, name))
        continue
      }
      let plain = Self.plain(sql)
      if statements.contains(plain) {
        found.insert(plain)
      } else if !other.contains(plain) {
        foreign.append(Self.words(type, name))
      }
      if foreign.count == Self.mostNamed { break }
    }
    guard foreign.isEmpty else { throw Foreign(object: foreign.joined(separator: ", ")) }
    guard isWhole, let missing = statements.subtracting(found).min() else { return }
    throw Foreign(object: "no \(missing.dropFirst("CREATE ".count).prefix { $0 != "(" })")
  }

  /// Whether a table exists exactly as mixhost makes it.
  package func holds(table name: String, _ db: Database) throws -> Bool {
    let sql = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?"
    return try String.fetchOne(db, sql: sql, arguments: [name])
      .map { statements.contains(Self.plain($0)) } ?? false
  }

  private static func words(_ type: String, _ name: String) -> String {
    "the \(type.prefix(20)) \(name.prefix(mostNameBytes))"
  }

  /// Normalises white space and drops `IF NOT EXISTS`: SQLite keeps a statement as it was written.
  private static func plain(_ sql: String) -> String {
    let words = sql.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }
    return words.joined(separator: " ").replacing("IF NOT EXISTS ", with: "")
  }
}

/// Limits the work that a foreign file can cause, by counting SQLite's own steps.
package final class StepBudget {
  private static let interval: Int32 = 10_000
  private var left: Int

  private init(_ steps: Int) { left = steps / Int(Self.interval) }

  /// Runs `body` on a connection. After `steps` steps its statements end with `SQLITE_INTERRUPT`.
  package static func hold<Value>(
    _ db: Database, steps: Int, _ body: () throws -> Value
  ) throws -> Value {
    let budget = StepBudget(steps)
    sqlite3_progress_handler(
      db.sqliteConnection, interval,
      { context in
        guard let context else { return 1 }
        let budget = Unmanaged<StepBudget>.fromOpaque(context).takeUnretainedValue()
        budget.left -= 1
        return budget.left < 0 ? 1 : 0
      }, Unmanaged.passUnretained(budget).toOpaque())
    defer {
      sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil)
      withExtendedLifetime(budget) {}
    }
    return try body()
  }
}
