/// A table that is copied from one store to another, row by row.
struct MigratedTable {
  /// A column's type, which decides the form of its values in each store (``SQLDialect``).
  enum Kind {
    case int, real, text, bytes
    /// A value of any type that keeps its type.
    case kept
    /// A value of any type that is ordered among those of other types.
    case ordered
  }

  struct Column {
    var name: String
    var kind: Kind
    init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }
  }

  let name: String
  /// The plural noun for its rows in messages.
  let noun: String
  let columns: [Column]
  /// How many of the first columns form the key. Rows are copied in key order.
  let keyCount: Int
  /// The column of numbers that the store assigns; nil without one.
  let numbers: String?
  /// The number of rows in one batch; smaller for tables with large rows.
  let rowsAtOnce: Int

  private init(
    _ name: String, _ noun: String, key: Int = 1, numbers: String? = "id", rowsAtOnce: Int = 1_000,
    _ columns: [(String, Kind)]
  ) {
    self.name = name
    self.noun = noun
    self.columns = columns.map { Column($0.0, $0.1) }
    keyCount = key
    self.numbers = numbers
    self.rowsAtOnce = rowsAtOnce
  }

  var columnList: String { columns.map(\.name).joined(separator: ", ") }
  var keyList: String { columns.prefix(keyCount).map(\.name).joined(separator: ", ") }

  /// All copied tables. The index of programs' records is rebuilt instead, and processes that hold
  /// items are left out: none does while a store is copied.
  static let all = works + jobs + others

  private static let works = [
    MigratedTable(
      "work", "works", rowsAtOnce: 200,
      [
        ("id", .int), ("kind", .text), ("status", .int), ("error", .text), ("score", .real),
        ("decision", .text), ("candidates", .bytes), ("folded", .text), ("merge", .int),
        ("added", .real), ("updated", .real),
      ]),
    MigratedTable(
      "field", "fields", key: 2, numbers: nil,
      [
        ("work", .int), ("name", .text), ("value", .kept), ("source", .text), ("time", .real),
        ("\"user\"", .int), ("change", .int),
      ]),
    MigratedTable(
      "merge", "merges", rowsAtOnce: 200,
      [
        ("id", .int), ("work", .int), ("job", .int), ("time", .real), ("source", .text),
        ("status", .int), ("error", .text), ("score", .real), ("decision", .text),
        ("candidates", .bytes), ("before", .int),
      ]),
    MigratedTable(
      "change", "changes",
      [
        ("id", .int), ("merge", .int), ("work", .int), ("name", .text), ("value", .kept),
        ("source", .text), ("time", .real), ("before", .int), ("\"user\"", .int),
      ]),
    MigratedTable(
      "decision", "decisions", numbers: "rowid", rowsAtOnce: 200,
      [
        ("rowid", .int), ("kind", .text), ("title", .text), ("creator", .text),
        ("identifiers", .text), ("verdict", .text), ("candidate", .bytes), ("score", .real),
        ("time", .real), ("key", .text),
      ]),
  ]

  private static let jobs = [
    MigratedTable(
      "job", "jobs",
      [("id", .int), ("name", .text), ("state", .text), ("created", .real), ("updated", .real)]),
    MigratedTable(
      "job_count", "counts of jobs", key: 2, numbers: nil,
      [("job", .int), ("state", .int), ("n", .int)]),
    MigratedTable(
      "job_key", "names of jobs", numbers: nil,
      [("job", .int), ("key", .text), ("served", .int)]),
    MigratedTable(
      "item", "items of jobs",
      [
        ("id", .int), ("job", .int), ("work", .int), ("priority", .int), ("state", .int),
        ("due", .real), ("owner", .int), ("attempts", .int), ("throttled", .int),
        ("returns", .int), ("timeouts", .int), ("lost", .int), ("started", .int),
        ("error", .text),
      ]),
    MigratedTable(
      "job_event", "entries of jobs' logs",
      [
        ("id", .int), ("job", .int), ("time", .real), ("event", .text), ("work", .int),
        ("attempt", .int), ("wait", .real), ("reason", .text),
      ]),
  ]

  private static let others = [
    MigratedTable(
      "refresh", "refresh times", key: 2, numbers: nil,
      [
        ("name", .text), ("key", .text), ("since", .real), ("success", .real),
        ("failure", .real), ("failures", .int), ("error", .text), ("not_before", .real),
        ("changes", .text), ("started", .real),
      ]),
    MigratedTable(
      "store_program", "programs with records", numbers: nil,
      [("name", .text), ("version", .int)]),
    MigratedTable(
      "store_collection", "collections of programs",
      [
        ("id", .int), ("program", .text), ("name", .text), ("key", .text), ("fields", .text),
      ]),
    MigratedTable(
      "store_record", "records of programs", rowsAtOnce: 50,
      [("id", .int), ("collection", .int), ("key", .ordered), ("json", .text)]),
  ]
}
