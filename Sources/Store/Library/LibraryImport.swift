internal import Dispatch
internal import GRDB
internal import Reactor
package import SQL

/// Adds records to the library, in one transaction or in many short ones between which other
/// processes can write.
///
/// It has its own connection, so that other changes by the program stay outside the import. Make
/// one call at a time; calls block.
///
/// ```swift
/// let adding = try LibraryImport(
///   library, kind: .book, source: "csv", onDuplicate: .fill, now: now)
/// let outcomes = try adding.add(records)
/// try adding.finish(commit: true)
/// ```
public final class LibraryImport: Sendable {
  /// The most works of one title that a record without a known identifier is compared with. Without
  /// a limit, thousands of records of one title would each be compared with all before.
  package static let mostOfTitle = 100

  /// The treatment of a record whose work exists.
  public enum OnDuplicate: String, Sendable, CaseIterable {
    /// The record is ignored.
    case skip
    /// The record fills fields that the work lacks.
    case fill
  }

  /// The result for one record.
  public enum Outcome: Sendable, Equatable {
    /// A new work was added, with its number.
    case added(Int64)
    /// The work exists; `by` names the identifier or title that both share.
    case duplicate(work: Int64, by: String, isOfImport: Bool, filled: Bool)
  }

  /// The page cache. Titles come in no order, so each look-up reads another page of their index.
  private static let cacheKilobytes = 32_000

  /// How long a short transaction adds records, in nanoseconds. Saving takes some ten milliseconds
  /// more, in which other writers wait, too.
  private static let longestStep: UInt64 = 28_000_000

  private let kind: String
  private let source: String
  private let onDuplicate: OnDuplicate
  private let now: Double
  private let transaction: any SQLTransaction
  private let savesEachStep: Bool
  // Guarded: calls may come from different threads, one after another.
  private let added = Guarded(AddedWorks())

  /// Begins an import.
  /// - Parameters:
  ///   - kind: the kind of all records.
  ///   - source: the name of the file's format; recorded as the source of the fields.
  ///   - now: the present time, in seconds since 1970.
  ///   - savesEachStep: whether ``add(_:)`` saves its records before it returns and holds the write
  ///     lock for some milliseconds only.
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

  /// Adds records and returns their outcomes in order.
  /// - Throws: ``Stopped`` when each step is saved; otherwise the error itself.
  public func add(_ records: [WorkRecord]) throws -> [Outcome] {
    // Prepared before the lock is taken, while others can write.
    let records = records.map(PreparedRecord.init)
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

  /// A failure after some of the records were saved.
  public struct Stopped: Error {
    /// The outcomes of the saved records, in order.
    public let saved: [Outcome]
    /// The error that stopped the import.
    public let cause: any Error
  }

  /// Adds all records, or as many as a short transaction has time for.
  private func addStep(
    _ records: ArraySlice<PreparedRecord>, _ outcomes: inout [Outcome]
  ) throws {
    let (known, found) = try transaction.step { session in
      var (added, step) = (self.added.withLock { $0 }, [Outcome]())
      switch session {
      case .sqlite(let db): step = try addInTime(records, db, &added)
      case .server(let session):
        guard let session = session as? any ImportSession else {
          preconditionFailure("a store of works takes imports")
        }
        // Only another import waits for this transaction, so it needs no time limit.
        step = try session.add(
          records, kind: kind, source: source, fills: onDuplicate == .fill, now: now, &added)
      }
      return (added, step)
    }
    added.withLock { $0 = known }
    outcomes += found
  }

  private func addInTime(
    _ records: ArraySlice<PreparedRecord>, _ db: Database, _ added: inout AddedWorks
  ) throws -> [Outcome] {
    var (writer, step) = (try ImportWriter(db, kind: kind, source: source, now: now), [Outcome]())
    let start = DispatchTime.now().uptimeNanoseconds
    for record in records {
      step.append(try add(record, &writer, &added))
      guard savesEachStep, step.count % 32 == 0 else { continue }
      if DispatchTime.now().uptimeNanoseconds - start > Self.longestStep { break }
    }
    return step
  }

  /// Ends the transaction: saves all added records, or discards those that are not saved yet.
  public func finish(commit: Bool) throws { try transaction.end(commit: commit) }

  private func add(
    _ record: PreparedRecord, _ writer: inout ImportWriter, _ added: inout AddedWorks
  ) throws -> Outcome {
    guard let known = try writer.known(record) else {
      let id = try writer.insert(record)
      added.insert(id)
      return .added(id)
    }
    let filled = onDuplicate == .fill ? try writer.fill(known.work, record) : false
    return .duplicate(
      work: known.work, by: known.by, isOfImport: added.contains(known.work), filled: filled)
  }
}

/// A server's transaction that adds many records of an import at once.
package protocol ImportSession: SQLServerSession {
  /// Adds the first of these records, as many as one batch takes.
  /// - Parameters:
  ///   - fills: whether a record fills fields that an existing work lacks.
  ///   - now: the present time, in seconds since 1970.
  ///   - added: the works that the import has added; extended by this call.
  /// - Returns: the outcomes in order.
  func add(
    _ records: ArraySlice<PreparedRecord>, kind: String, source: String, fills: Bool, now: Double,
    _ added: inout AddedWorks
  ) throws -> [LibraryImport.Outcome]
}

/// The numbers of the works that an import has added. Other processes may add works between its
/// steps.
package struct AddedWorks {
  /// Ranges of numbers, ascending.
  private var runs: [ClosedRange<Int64>] = []

  /// - Parameter id: a number higher than all before.
  package mutating func insert(_ id: Int64) {
    if let last = runs.last, last.upperBound + 1 == id {
      runs[runs.count - 1] = last.lowerBound...id
    } else {
      runs.append(id...id)
    }
  }

  package func contains(_ id: Int64) -> Bool {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].upperBound < id { low = middle + 1 } else { high = middle }
    }
    return low < runs.count && runs[low].contains(id)
  }
}

/// Writes records within one transaction.
///
/// If a statement may fail after it has changed rows, SQLite copies each page before changing it.
/// So one row is inserted without `RETURNING`, and fields by `INSERT OR IGNORE`, which fails at no
/// row.
private struct ImportWriter {
  private static let rowsAtOnce = 100

  private let db: Database
  private let kind: String
  private let source: String
  private let now: Double
  private let byIdentifier: PreparedStatement
  private let byTitle: PreparedStatement
  private let telling: PreparedStatement
  private let work: PreparedStatement
  /// The statements that insert N fields, at index N.
  private var fieldInserts: [PreparedStatement?] = []

  init(_ db: Database, kind: String, source: String, now: Double) throws {
    self.db = db
    self.kind = kind
    self.source = source
    self.now = now
    byIdentifier = try PreparedStatement(
      db,
      """
      SELECT work FROM field JOIN work ON work.id = field.work
      WHERE name = ?1 AND value = ?2 AND name >= 'identifiers.' AND name < 'identifiers/'
        AND kind = ?3 LIMIT 1
      """)
    byTitle = try PreparedStatement(
      db,
      """
      SELECT id FROM work WHERE folded = ? AND kind = ?
      ORDER BY id LIMIT \(LibraryImport.mostOfTitle)
      """)
    telling = try PreparedStatement(
      db,
      """
      SELECT name, value FROM field
      WHERE work = ? AND \(WorkField.tellsApartSQL)
      """)
    work = try PreparedStatement(
      db, "INSERT INTO work (kind, status, folded, added, updated) VALUES (?, 0, ?, ?, ?)")
  }

  /// Finds the work that a record describes, and the identifier or title that matched. A title
  /// counts only where no identifier, edition or volume contradicts: two editions of a book are two
  /// works, and so are two volumes of a series.
  func known(_ record: PreparedRecord) throws -> (work: Int64, by: String)? {
    for (name, value) in record.identifiers {
      if let work = try byIdentifier.first(
        .text(name), .text(value), .text(kind), body: { $0.int(0) })
      {
        return (work, String(name.dropFirst(WorkField.identifierPrefix.count)))
      }
    }
    for candidate in try byTitle.map(.text(record.folded), .text(kind), body: { $0.int(0) }) {
      var contradicts = false
      try telling.forEach(.int(candidate)) { row in
        if record.contradicts(row.text(0), row.cell(1)) { contradicts = true }
      }
      if !contradicts { return (candidate, "title") }
    }
    return nil
  }

  mutating func insert(_ record: PreparedRecord) throws -> Int64 {
    try work.run(.text(kind), .text(record.folded), .real(now), .real(now))
    let id = db.lastInsertedRowID
    _ = try fill(id, record)
    return id
  }

  /// Adds the fields that a work lacks; returns whether any was added.
  mutating func fill(_ id: Int64, _ record: PreparedRecord) throws -> Bool {
    var filled = false
    let fields = record.fields
    for start in stride(from: 0, to: fields.count, by: Self.rowsAtOnce) {
      let part = fields[start..<min(fields.count, start + Self.rowsAtOnce)]
      var cells: [Cell] = []
      cells.reserveCapacity(part.count * 6)
      for (name, cell) in part {
        let standsIn = name == "title" && record.record.hasPlaceholderTitle
        cells.append(.int(id))
        cells.append(.text(name))
        cells.append(cell)
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
    let made = try PreparedStatement(
      db,
      """
      INSERT OR IGNORE INTO field (work, name, value, source, time, "user")
      VALUES \(SQLText.rows(count, of: 6))
      """)
    fieldInserts[count] = made
    return made
  }
}
