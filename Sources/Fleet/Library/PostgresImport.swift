internal import SQL
package import Store

/// Adds records of an import on a server. A batch takes seven statements for any number of records,
/// because each statement costs a round trip. ``ImportWriter`` does the same record by record for
/// the data file.
package struct PostgresImport {

  private let rows: PostgresImportRows
  private let source: String
  private let fills: Bool

  // Works that records of this batch may match. New works have negative numbers until they are
  // written: -1, -2, …
  private var known = PostgresImportRows.Known()
  private var added: [(folded: String, fields: [String: FieldCell])] = []
  /// Fields for works that existed before, with the record that brings each.
  private var filling: [FieldPlace: (cell: FieldCell, record: Int)] = [:]

  /// A field in the form of its row.
  struct FieldCell {
    let value: String?
    let source: String
    let isUsers: Bool
  }

  /// The place of a field: its work and its name.
  struct FieldPlace: Hashable {
    let work: Int64
    let name: String
  }

  private enum Fate {
    case added
    case duplicate(work: Int64, by: String, wasFilled: Bool)
  }

  package init(
    _ connection: PostgresConnection, kind: String, source: String, fills: Bool, now: Double
  ) {
    rows = PostgresImportRows(connection: connection, kind: kind, now: now)
    (self.source, self.fills) = (source, fills)
  }

  /// Adds records and returns their outcomes in order.
  /// - Parameter earlier: the works that the import has added; extended by this batch.
  package mutating func add(
    _ records: [PreparedRecord], _ earlier: inout AddedWorks
  ) throws -> [LibraryImport.Outcome] {
    let folded = records.map { PostgresValue.kept($0.folded) }
    try rows.prepare()
    known = try rows.known(records.map(\.record), folded)
    let fates = records.indices.map { take(records[$0], folded[$0], $0) }
    let numbers = try rows.insert(added)
    let filled = try rows.fill(filling.map { ($0, $1.cell) })
    let filledRecords = Set(filled.compactMap { filling[$0]?.record })
    var next = 0
    return fates.enumerated().map { index, fate in
      switch fate {
      case .added:
        defer { next += 1 }
        earlier.insert(numbers[next])
        return .added(numbers[next])
      case .duplicate(let work, let by, let wasFilled):
        return .duplicate(
          work: work < 0 ? numbers[Int(-1 - work)] : work, by: by,
          isOfImport: work < 0 || earlier.contains(work),
          filled: wasFilled || filledRecords.contains(index))
      }
    }
  }

  private mutating func take(_ prepared: PreparedRecord, _ folded: String, _ index: Int) -> Fate {
    let record = prepared.record
    guard let found = known.work(of: prepared, folded) else {
      let work = Int64(-1 - added.count)
      added.append((folded, [:]))
      known.add(work, folded)
      _ = fill(work, record, index)
      return .added
    }
    let wasFilled = fills && fill(found.work, record, index)
    return .duplicate(work: found.work, by: found.by, wasFilled: wasFilled)
  }

  /// Collects the fields that a work lacks.
  /// - Returns: whether there are any; false for an existing work, whose fields only the server
  ///   knows.
  private mutating func fill(_ work: Int64, _ record: WorkRecord, _ index: Int) -> Bool {
    var hasFilled = false
    for (name, value) in record.fields {
      let standsIn = name == "title" && record.hasPlaceholderTitle
      let cell = FieldCell(
        value: SQLDialect.postgres.keptText(value.cell),
        source: PostgresValue.kept(standsIn ? WorkRecord.placeholder : source), isUsers: !standsIn)
      let name = PostgresValue.kept(name)
      if work < 0 {
        let place = Int(-1 - work)
        guard added[place].fields[name] == nil else { continue }
        added[place].fields[name] = cell
        hasFilled = true
      } else {
        let place = FieldPlace(work: work, name: name)
        if filling[place] == nil { filling[place] = (cell, index) }
      }
    }
    known.add(record, to: work)
    return hasFilled
  }
}

extension PostgresConnection: ImportSession {
  /// The number of records in a batch.
  private static let importSize = 500

  package func add(
    _ records: ArraySlice<PreparedRecord>, kind: String, source: String, fills: Bool, now: Double,
    _ added: inout AddedWorks
  ) throws -> [LibraryImport.Outcome] {
    var batch = PostgresImport(self, kind: kind, source: source, fills: fills, now: now)
    return try batch.add(Array(records.prefix(Self.importSize)), &added)
  }
}
