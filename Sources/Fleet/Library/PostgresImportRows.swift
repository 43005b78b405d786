internal import SQL
internal import Store

/// The SQL of a batch of an import on a server.
struct PostgresImportRows {
  let connection: PostgresConnection
  let kind: String
  let now: Double

  /// An identifier's name and value.
  struct Identifier: Hashable {
    let name: String
    let value: String
  }

  /// Works that records of a batch may match.
  struct Known {
    fileprivate var byIdentifier: [Identifier: Int64] = [:]
    fileprivate var byTitle: [String: [Int64]] = [:]
    /// The fields that tell each work from others of its title, by flat name.
    fileprivate var telling: [Int64: [String: Cell]] = [:]

    /// Finds the work that a record describes, and the identifier or title that matched. The rules
    /// are those of ``ImportWriter/known(_:)``.
    func work(of record: PreparedRecord, _ folded: String) -> (work: Int64, by: String)? {
      for (name, value) in record.record.identifiers.sorted(by: { $0.key < $1.key }) {
        if let work = byIdentifier[Identifier(name: name, value: value)] { return (work, name) }
      }
      let match = byTitle[folded]?.prefix(LibraryImport.mostOfTitle).first { candidate in
        !(telling[candidate] ?? [:]).contains { record.contradicts($0.key, $0.value) }
      }
      return match.map { ($0, "title") }
    }

    /// Adds a new work, which comes after all others.
    mutating func add(_ work: Int64, _ folded: String) { byTitle[folded, default: []].append(work) }

    /// Adds what tells a work from others, as far as it lacks that.
    mutating func add(_ record: WorkRecord, to work: Int64) {
      for (name, value) in record.fields
      where PreparedRecord.tellsApart(name) && telling[work]?[name] == nil {
        telling[work, default: [:]][name] = value.cell
        guard case .text(let text) = value, name.hasPrefix(WorkField.identifierPrefix) else {
          continue
        }
        let short = String(name.dropFirst(WorkField.identifierPrefix.count))
        let identifier = Identifier(name: short, value: text)
        if byIdentifier[identifier] == nil { byIdentifier[identifier] = work }
      }
    }
  }

  /// Makes the statements look rows up by index: a plan made while a table was empty would scan the
  /// whole table for each batch.
  func prepare() throws {
    try connection.runScript(
      "SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; "
        + "SET LOCAL enable_mergejoin = off")
  }

  // MARK: Looking up

  func known(_ records: [WorkRecord], _ folded: [String]) throws -> Known {
    var known = Known()
    let wanted = Array(
      Set(records.flatMap { $0.identifiers.map { Identifier(name: $0.key, value: $0.value) } }))
    try findIdentifiers(wanted, &known)
    try findTitles(Array(Set(folded)), &known)
    let works = Set(known.byTitle.values.joined()).union(known.byIdentifier.values)
    try readTelling(Array(works), &known)
    return known
  }

  private func findIdentifiers(_ wanted: [Identifier], _ known: inout Known) throws {
    if wanted.isEmpty { return }
    let rows = try connection.rows(
      """
      SELECT place, found.work
      FROM unnest(?1::text[], ?2::text[]) WITH ORDINALITY AS wanted (name, value, place), LATERAL (
        SELECT min(work.id) AS work FROM field JOIN work ON work.id = field.work
        WHERE field.name = wanted.name AND field.value = wanted.value
          AND field.name >= 'identifiers.' AND field.name < 'identifiers/' AND work.kind = ?3
      ) AS found
      WHERE found.work IS NOT NULL
      """,
      [
        .texts(wanted.map { PostgresValue.kept(WorkField.identifierPrefix + $0.name) }),
        .optionalTexts(wanted.map { SQLDialect.postgres.keptText(.text($0.value)) }), .text(kind),
      ])
    for index in 0..<rows.count {
      let row = Int32(index)
      known.byIdentifier[wanted[Int(rows.int(row, 0)) - 1]] = rows.int(row, 1)
    }
  }

  private func findTitles(_ folded: [String], _ known: inout Known) throws {
    let rows = try connection.rows(
      """
      SELECT place, work.id FROM unnest(?1::text[]) WITH ORDINALITY AS wanted (folded, place)
      JOIN work ON work.folded = wanted.folded WHERE work.kind = ?2 ORDER BY work.id
      """, [.texts(folded), .text(kind)])
    for index in 0..<rows.count {
      let row = Int32(index)
      known.byTitle[folded[Int(rows.int(row, 0)) - 1], default: []].append(rows.int(row, 1))
    }
  }

  private func readTelling(_ works: [Int64], _ known: inout Known) throws {
    if works.isEmpty { return }
    let rows = try connection.rows(
      """
      SELECT work, name, value FROM field
      WHERE work IN (SELECT unnest(?1::bigint[]))
        AND \(WorkField.tellsApartSQL)
      """, [.ints(works)])
    for index in 0..<rows.count {
      let row = Int32(index)
      known.telling[rows.int(row, 0), default: [:]][rows.text(row, 1)] =
        SQLDialect.postgres.restored(rows.cell(row, 2))
    }
  }

  // MARK: Writing

  /// Writes new works.
  /// - Returns: their numbers, ascending.
  func insert(
    _ works: [(folded: String, fields: [String: PostgresImport.FieldCell])]
  ) throws -> [Int64] {
    if works.isEmpty { return [] }
    let rows = try connection.rows(
      "SELECT nextval(pg_get_serial_sequence('work', 'id')) FROM generate_series(1, ?1)",
      [.int(Int64(works.count))])
    let numbers = (0..<rows.count).map { rows.int(Int32($0), 0) }.sorted()
    try connection.rows(
      """
      INSERT INTO work (id, kind, status, folded, added, updated)
      SELECT id, ?3, 0, folded, ?4, ?4 FROM unnest(?1::bigint[], ?2::text[]) AS list (id, folded)
      """, [.ints(numbers), .texts(works.map(\.folded)), .text(kind), .real(now)])
    let fields = zip(numbers, works).flatMap { work, made in
      made.fields.map { (PostgresImport.FieldPlace(work: work, name: $0), $1) }
    }
    try write(fields, "")
    return numbers
  }

  /// Writes the fields that works lack.
  /// - Returns: the fields that were written.
  func fill(
    _ fields: [(PostgresImport.FieldPlace, PostgresImport.FieldCell)]
  ) throws -> [PostgresImport.FieldPlace] {
    if fields.isEmpty { return [] }
    // Lock works in the same order as merges, so that the two do not wait for each other.
    try WorkLocks.take(Array(Set(fields.map(\.0.work))), .server(connection))
    let rows = try write(fields, "ON CONFLICT DO NOTHING RETURNING work, name")
    return (0..<rows.count).map { index in
      PostgresImport.FieldPlace(work: rows.int(Int32(index), 0), name: rows.text(Int32(index), 1))
    }
  }

  @discardableResult
  private func write(
    _ fields: [(PostgresImport.FieldPlace, PostgresImport.FieldCell)], _ end: String
  ) throws -> PostgresRows {
    try connection.rows(
      """
      INSERT INTO field (work, name, value, source, time, "user")
      SELECT work, name, value, source, ?6, "user"
      FROM unnest(?1::bigint[], ?2::text[], ?3::text[], ?4::text[], ?5::bigint[])
        AS list (work, name, value, source, "user")
      """ + " " + end,
      [
        .ints(fields.map(\.0.work)), .texts(fields.map(\.0.name)),
        .optionalTexts(fields.map(\.1.value)), .texts(fields.map(\.1.source)),
        .ints(fields.map { $0.1.isUsers ? 1 : 0 }), .real(now),
      ])
  }
}
