import Testing

@testable import MixCore

@Suite("The library")
struct LibraryTests {
  private let folder = TemporaryFolder()
  private let library: Library

  init() throws { library = Library(try DataFile(path: folder.file("mixhost.sqlite"))) }

  private func record(_ title: String, _ more: [String: FieldValue] = [:]) -> WorkRecord {
    WorkRecord(more.merging(["title": .text(title)]) { $1 })
  }

  @discardableResult
  private func add(
    _ records: [WorkRecord], _ onDuplicate: LibraryImport.OnDuplicate = .skip, commit: Bool = true
  ) throws -> [LibraryImport.Outcome] {
    let batch = try LibraryImport(
      library, kind: .book, source: "file", onDuplicate: onDuplicate, now: 100)
    let outcomes = try batch.add(records)
    try batch.finish(commit: commit)
    return outcomes
  }

  private func merge(
    _ fields: [String: FieldValue], job: Int64? = nil, refresh: Bool = false,
    status: WorkStatus? = .enriched, from source: String = "provider"
  ) throws -> [String] {
    var update = WorkUpdate(1, WorkRecord(fields), source: source)
    update.job = job
    update.refresh = refresh
    update.status = status
    return try library.merge([update], now: 200).first?.changed ?? []
  }

  @Test("A merge fills what is missing; the user's fields stay, even with refresh")
  func fills() throws {
    try add([record("Dune", ["year": .integer(1965)])])
    #expect(try merge(["year": .integer(1999), "pages": .integer(412)]) == ["pages"])
    #expect(try merge(["pages": .integer(1)]) == [])
    #expect(
      try merge(["year": .integer(1999), "pages": .integer(500)], refresh: true) == ["pages"])
    let work = try #require(try library.work(1))
    #expect(work.fields["year"]?.value == .integer(1965) && work.fields["year"]?.isUsers == true)
    #expect(
      work.fields["pages"]
        == StoredField(
          value: .integer(500), source: "provider", time: 200, isUsers: false))
    #expect(work.original == record("Dune", ["year": .integer(1965)]))
  }

  @Test("A title that only stands in gives way to what is found, and comes back with undo")
  func placeholder() throws {
    var number = record("ISBN 978A")
    number.hasPlaceholderTitle = true
    try add([number])
    let identity = WorkIdentity(try #require(try library.work(1)))
    #expect(identity.title == "ISBN 978A")
    #expect(try merge(["title": .text("Dune")], job: 1) == ["title"])
    #expect(try merge(["title": .text("Doon")]) == [])
    #expect(try library.work(1)?.record.title == "Dune")
    _ = try library.undo(job: nil)
    _ = try library.undo(job: 1)
    #expect(try library.work(1)?.original.title == "ISBN 978A")
    #expect(try merge(["title": .text("Dune")], job: 2) == ["title"])
  }

  @Test("Undo puts fields and status back, whatever came in between")
  func undo() throws {
    try add([record("Dune")])
    _ = try merge(["pages": .integer(1), "cover": .text("a")], job: 1)
    _ = try merge(["pages": .integer(2)], job: 2, refresh: true, from: "other")
    let first = try library.undo(job: 1)
    #expect(first.works == 1 && first.fields == 2)
    var work = try #require(try library.work(1))
    #expect(work.fields["pages"]?.value == .integer(2), "the later job's value stays")
    #expect(work.fields["cover"] == nil && work.status == .enriched)
    _ = try library.undo(job: nil)
    work = try #require(try library.work(1))
    #expect(work.fields["pages"] == nil && work.status == .pending)
    #expect(try library.undo(job: nil).works == 0)
  }

  @Test("Duplicates: by identifier, or by folded title and creator where no identifier contradicts")
  func duplicates() throws {
    let isbn = WorkField.identifierPrefix + "isbn13"
    let author = ["creators": FieldValue.list(["Frank Herbert"])]
    try add([record("Dune", author.merging([isbn: .text("978A")]) { $1 })])
    let outcomes = try add([
      record("Der Wüstenplanet", [isbn: .text("978A")]),
      record("DUNE!", author),
      record("Dune", author.merging([isbn: .text("978B")]) { $1 }),
      record("Dune"),
    ])
    #expect(outcomes[0] == .duplicate(work: 1, by: "isbn13", isOfImport: false, filled: false))
    #expect(outcomes[1] == .duplicate(work: 1, by: "title", isOfImport: false, filled: false))
    guard case .added(let second) = outcomes[2], case .added = outcomes[3] else {
      Issue.record("another edition and another author are works of their own: \(outcomes)")
      return
    }
    let filled = try add([record("Dune", [isbn: .text("978B"), "pages": .integer(9)])], .fill)
    #expect(filled == [.duplicate(work: second, by: "isbn13", isOfImport: false, filled: true)])
    #expect(try library.work(second)?.fields["pages"]?.isUsers == true)
  }

  @Test("An import that is not committed leaves nothing")
  func rollback() throws {
    try add([record("Dune")], commit: false)
    #expect(try library.counts(kind: nil).isEmpty)
  }

  @Test("Numbers of deleted works are never used again")
  func deletion() throws {
    try add([record("Dune"), record("Emma")])
    #expect(try library.delete(2) && !library.delete(2))
    #expect(try add([record("Emma")]) == [.added(3)])
    #expect(try library.missing([1, 2, 3]) == [2])
  }

  @Test("Works are found by identifier and by folded words")
  func find() throws {
    try add([
      record(
        "Les Misérables", ["creators": .list(["Victor Hugo"]), "identifiers.olid": .text("OL1")])
    ])
    var filter = Library.Filter()
    filter.title = "miserables"
    filter.creator = "HUGO"
    filter.identifier = ("olid", "OL1")
    #expect(try library.ids(filter, after: 0, limit: 9) == [1])
    filter.creator = "misera"
    #expect(try library.ids(filter, after: 0, limit: 9) == [])
  }

  @Test("A decision is found by what the user's file said, on any machine")
  func decisions() throws {
    try add([record("Dune", ["creators": .list(["Frank Herbert"])])])
    let identity = WorkIdentity(try #require(try library.work(1)))
    let decision = Decision(identity, .accept, candidate: [1], score: 0.9, time: 5)
    try library.keep([decision, Decision(identity, .skip, candidate: nil, score: nil, time: 4)])
    _ = try merge(["identifiers.olid": .text("OL1")])
    let elsewhere = WorkIdentity(
      kind: "book", title: "DUNE", creator: "frank herbert", identifiers: [:])
    #expect(try library.decision(elsewhere) == decision)
    #expect(try library.works(of: elsewhere).map(\.id) == [1])
  }
}
