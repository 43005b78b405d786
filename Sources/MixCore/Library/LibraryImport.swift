internal import Dispatch
internal import Reactor

/// Records on their way into the library: one transaction, however many there are, or many short ones, so
/// that others can write meanwhile.
///
/// It has a connection of its own, so that what else the program does is not part of it. Calls come
/// one after another and block.
public final class LibraryImport: Sendable {
  /// The treatment of a record of a work that is there already.
  public enum OnDuplicate: String, Sendable, CaseIterable {
    /// Nothing.
    case skip
    /// It fills what the work lacks.
    case fill
  }

  /// The fate of a record.
  public enum Outcome: Sendable, Equatable {
    /// A new work.
    case added(Int64)
    /// It is there already; `by` names what both share.
    case duplicate(work: Int64, by: String, isOfImport: Bool, filled: Bool)
  }

  /// Titles come in no order, so that each looks into another page of their index.
  private static let cacheKilobytes = 32_000

  /// How long others may have to wait in an import of short transactions, in nanoseconds.
  private static let longestStep: UInt64 = 40_000_000

  private let kind: String
  private let source: String
  private let onDuplicate: OnDuplicate
  private let now: Double
  private let transaction: any SQLTransaction
  private let savesEachStep: Bool
  // Guarded: calls come from different threads, one after another.
  private let added = Guarded(AddedWorks())

  /// Begins the transaction.
  /// - Parameters:
  ///   - kind: of all records.
  ///   - source: the name of the file's format, for the fields.
  ///   - now: seconds since 1970.
  ///   - savesEachStep: whether what ``add(_:)`` has added is saved when it returns, and the lock that
  ///     keeps others from writing is held for some milliseconds only.
  public init(
    _ library: Library, kind: WorkKind, source: String, onDuplicate: OnDuplicate, now: Double,
    savesEachStep: Bool = false
  ) throws {
    self.kind = kind.rawValue
    self.source = source
    self.onDuplicate = onDuplicate
    self.now = now
    self.savesEachStep = savesEachStep
    transaction = try library.database.begin(.imports, cacheKilobytes: Self.cacheKilobytes)
    if savesEachStep { try transaction.save() }
  }

  /// Adds records; their outcomes in order.
  /// - Throws: ``Stopped`` where each step is saved, else the reason alone.
  public func add(_ records: [WorkRecord]) throws -> [Outcome] {
    var outcomes: [Outcome] = []
    outcomes.reserveCapacity(records.count)
    while outcomes.count < records.count {
      let saved = outcomes.count
      do {
        try addStep(records[saved...], &outcomes)
        if savesEachStep { try transaction.save() }
      } catch  where savesEachStep {
        throw Stopped(saved: Array(outcomes[..<saved]), cause: error)
      }
    }
    return outcomes
  }

  /// A failure among records of which the first are saved.
  public struct Stopped: Error {
    /// The outcomes of those that are saved, in order.
    public let saved: [Outcome]
    /// The reason.
    public let cause: any Error
  }

  /// Adds records, all of them or as many as there is time for in a short transaction.
  private func addStep(_ records: ArraySlice<WorkRecord>, _ outcomes: inout [Outcome]) throws {
    let (known, found) = try transaction.step { db in
      var (added, step) = (self.added.withLock { $0 }, [Outcome]())
      if case .postgres(let connection) = db {
        // Nobody but another import waits for it.
        var batch = PostgresImport(
          connection, kind: kind, source: source, fills: onDuplicate == .fill, now: now)
        step = try batch.add(Array(records.prefix(PostgresImport.size)), &added)
        return (added, step)
      }
      var writer = try ImportWriter(db, kind: kind, source: source, now: now)
      let start = DispatchTime.now().uptimeNanoseconds
      for record in records {
        step.append(try add(record, &writer, &added))
        guard savesEachStep, step.count % 32 == 0 else { continue }
        if DispatchTime.now().uptimeNanoseconds - start > Self.longestStep { break }
      }
      return (added, step)
    }
    added.withLock { $0 = known }
    outcomes += found
  }

  /// Ends the transaction: saves all that was added, or takes back what is not saved yet.
  public func finish(commit: Bool) throws { try transaction.end(commit: commit) }

  private func add(
    _ record: WorkRecord, _ writer: inout ImportWriter, _ added: inout AddedWorks
  ) throws -> Outcome {
    let folded = record.folded
    guard let known = try writer.known(record, folded) else {
      let id = try writer.insert(record, folded)
      added.insert(id)
      return .added(id)
    }
    let filled = onDuplicate == .fill ? try writer.fill(known.work, record) : false
    return .duplicate(
      work: known.work, by: known.by, isOfImport: added.contains(known.work), filled: filled)
  }
}

/// The numbers of the works that an import has added. Between its steps others may add works too.
struct AddedWorks {
  /// In their order.
  private var runs: [ClosedRange<Int64>] = []

  /// - Parameter id: higher than all before.
  mutating func insert(_ id: Int64) {
    if let last = runs.last, last.upperBound + 1 == id {
      runs[runs.count - 1] = last.lowerBound...id
    } else {
      runs.append(id...id)
    }
  }

  func contains(_ id: Int64) -> Bool {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].upperBound < id { low = middle + 1 } else { high = middle }
    }
    return low < runs.count && runs[low].contains(id)
  }
}

/// Writes records within one transaction.
private struct ImportWriter {
  private static let rowsAtOnce = 100

  private let db: SQLSession
  private let kind: String
  private let source: String
  private let now: Double
  private let byIdentifier: PreparedStatement
  private let byTitle: PreparedStatement
  private let identifiers: PreparedStatement
  private let work: PreparedStatement
  /// The statements that insert N fields, by N.
  private var fieldInserts: [PreparedStatement?] = []

  init(_ db: SQLSession, kind: String, source: String, now: Double) throws {
    self.db = db
    self.kind = kind
    self.source = source
    self.now = now
    byIdentifier = try db.statement(
      """
      SELECT work FROM field JOIN work ON work.id = field.work
      WHERE name = ?1 AND value = ?2 AND name >= 'identifiers.' AND name < 'identifiers/'
        AND kind = ?3 LIMIT 1
      """)
    byTitle = try db.statement("SELECT id FROM work WHERE folded = ? AND kind = ? ORDER BY id")
    identifiers = try db.statement(
      """
      SELECT name, value FROM field
      WHERE work = ? AND name >= 'identifiers.' AND name < 'identifiers/'
      """)
    work = try db.statement(
      """
      INSERT INTO work (kind, status, folded, added, updated) VALUES (?, 0, ?, ?, ?) RETURNING id
      """)
  }

  /// The work that a record is about, and what says so. Titles count only where no identifier
  /// contradicts: two editions of a book are two works.
  func known(_ record: WorkRecord, _ folded: String) throws -> (work: Int64, by: String)? {
    let own = record.identifiers
    for (name, value) in own.sorted(by: { $0.key < $1.key }) {
      let key = WorkField.identifierPrefix + name
      if let work = try byIdentifier.first(
        .text(key), db.dialect.kept(.text(value)), .text(kind), body: { $0.int(0) })
      {
        return (work, name)
      }
    }
    for candidate in try byTitle.map(.text(folded), .text(kind), body: { $0.int(0) }) {
      var contradicts = false
      try identifiers.forEach(.int(candidate)) { row in
        let name = String(row.text(0).dropFirst(WorkField.identifierPrefix.count))
        if let value = own[name], db.dialect.restored(row.cell(1)) != .text(value) {
          contradicts = true
        }
      }
      if !contradicts { return (candidate, "title") }
    }
    return nil
  }

  mutating func insert(_ record: WorkRecord, _ folded: String) throws -> Int64 {
    let id = try work.first(
      .text(kind), .text(folded), .real(now), .real(now), body: { $0.int(0) })
    guard let id else { preconditionFailure("a new work has no number") }
    _ = try fill(id, record)
    return id
  }

  /// Adds the fields that a work lacks; whether there were any.
  mutating func fill(_ id: Int64, _ record: WorkRecord) throws -> Bool {
    var filled = false
    let fields = Array(record.fields)
    for start in stride(from: 0, to: fields.count, by: Self.rowsAtOnce) {
      let part = fields[start..<min(fields.count, start + Self.rowsAtOnce)]
      var cells: [Cell] = []
      cells.reserveCapacity(part.count * 6)
      for (name, value) in part {
        let standsIn = name == "title" && record.hasPlaceholderTitle
        cells.append(.int(id))
        cells.append(.text(name))
        cells.append(db.dialect.kept(value.cell))
        cells.append(.text(standsIn ? WorkRecord.placeholder : source))
        cells.append(.real(now))
        cells.append(.int(standsIn ? 0 : 1))
      }
      if try fieldInsert(part.count).change(cells) > 0 { filled = true }
    }
    return filled
  }

  private mutating func fieldInsert(_ count: Int) throws -> PreparedStatement {
    while fieldInserts.count <= count { fieldInserts.append(nil) }
    if let known = fieldInserts[count] { return known }
    let made = try db.statement(
      """
      INSERT INTO field (work, name, value, source, time, "user")
      VALUES \(SQLText.rows(count, of: 6)) ON CONFLICT DO NOTHING
      """)
    fieldInserts[count] = made
    return made
  }
}
