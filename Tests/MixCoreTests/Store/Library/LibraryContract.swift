import Testing

@testable import Store

/// The duties of a library in any database.
@Suite("Contract of libraries")
struct LibraryContract {
  private let folder = TemporaryFolder()

  private func record(_ title: String, _ more: [String: FieldValue] = [:]) -> WorkRecord {
    WorkRecord(more.merging(["title": .text(title)]) { $1 })
  }

  @discardableResult
  private func add(
    _ library: Library, _ records: [WorkRecord],
    _ onDuplicate: LibraryImport.OnDuplicate = .skip, commit: Bool = true
  ) throws -> [LibraryImport.Outcome] {
    let batch = try LibraryImport(
      library, kind: .book, source: "file", onDuplicate: onDuplicate, now: 100)
    let outcomes = try batch.add(records)
    try batch.finish(commit: commit)
    return outcomes
  }

  private func merge(
    _ library: Library, _ fields: [String: FieldValue], job: Int64? = nil, refresh: Bool = false,
    status: WorkStatus? = .enriched, from source: String = "provider"
  ) throws -> [String] {
    var update = WorkUpdate(1, WorkRecord(fields), source: source)
    update.job = job
    update.refresh = refresh
    update.status = status
    return try library.merge([update], now: 200).first?.changed ?? []
  }

  @Test("A page of some fields has these alone, and no candidates", arguments: DataPlace.usable)
  func someFields(_ place: DataPlace) throws {
    let library = Library(try place.make(folder).first)
    try add(library, [record("Salt Roads", ["year": .integer(2003), "pages": .integer(9)])])
    var update = WorkUpdate(1, WorkRecord(), source: "provider")
    update.status = .uncertain
    update.candidates = Array("[]".utf8)
    _ = try library.merge([update], now: 200)
    let all = try #require(try library.page(Library.Filter(), after: 0, limit: 9).first)
    #expect(all.fields.count == 3 && all.candidates != nil)
    let some = try library.page(
      Library.Filter(), after: 0, limit: 9, fields: ["year", "title", "it's none"])
    #expect(some.first?.fields == all.fields.filter { $0.key != "pages" })
    #expect(some.first?.candidates == nil && some.first?.status == .uncertain)
    #expect(try library.page(Library.Filter(), after: 0, limit: 9, fields: []).first?.fields == [:])
  }

  @Test(
    "A merge fills what is missing; the user's fields stay, even with refresh",
    arguments: DataPlace.usable)
  func fills(_ place: DataPlace) throws {
    let library = Library(try place.make(folder).first)
    try add(library, [record("Dune", ["year": .integer(1965)])])
    #expect(try merge(library, ["year": .integer(1999), "pages": .integer(412)]) == ["pages"])
    #expect(try merge(library, ["pages": .integer(1)]) == [])
    #expect(
      try merge(library, ["year": .integer(1999), "pages": .integer(500)], refresh: true) == [
        "pages"
      ])
    let work = try #require(try library.work(1))
    #expect(work.fields["year"]?.value == .integer(1965) && work.fields["year"]?.isUsers == true)
    #expect(
      work.fields["pages"]
        == StoredField(
          value: .integer(500), source: "provider", time: 200, isUsers: false))
    #expect(work.original == record("Dune", ["year": .integer(1965)]))
  }

  @Test(
    "A title that only stands in gives way to what is found, and comes back with undo",
    arguments: DataPlace.usable)
  func placeholder(_ place: DataPlace) throws {
    let library = Library(try place.make(folder).first)
    var number = record("ISBN 978A")
    number.hasPlaceholderTitle = true
    try add(library, [number])
    let identity = WorkIdentity(try #require(try library.work(1)))
    #expect(identity.title == "ISBN 978A")
    #expect(try merge(library, ["title": .text("Dune")], job: 1) == ["title"])
    #expect(try merge(library, ["title": .text("Doon")]) == [])
    #expect(try library.work(1)?.record.title == "Dune")
    _ = try library.undo(job: nil)
    _ = try library.undo(job: 1)
    #expect(try library.work(1)?.original.title == "ISBN 978A")
    #expect(try merge(library, ["title": .text("Dune")], job: 2) == ["title"])
  }

  @Test("Undo puts fields and status back, whatever came in between", arguments: DataPlace.usable)
  func undo(_ place: DataPlace) throws {
    let library = Library(try place.make(folder).first)
    try add(library, [record("Dune")])
    _ = try merge(library, ["pages": .integer(1), "cover": .text("a")], job: 1)
    _ = try merge(library, ["pages": .integer(2)], job: 2, refresh: true, from: "other")
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

  @Test(
    "Duplicates: by identifier, or by folded title and creator where no identifier contradicts",
    arguments: DataPlace.usable)
  func duplicates(_ place: DataPlace) throws {
    let library = Library(try place.make(folder).first)
    let isbn = WorkField.identifierPrefix + "isbn13"
    let author = ["creators": FieldValue.list(["Frank Herbert"])]
    try add(library, [record("Dune", author.merging([isbn: .text("978A")]) { $1 })])
    let outcomes = try add(
      library,
      [
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
    let filled = try add(
      library, [record("Dune", [isbn: .text("978B"), "pages": .integer(9)])], .fill)
    #expect(filled == [.duplicate(work: second, by: "isbn13", isOfImport: false, filled: true)])
    #expect(try library.work(second)?.fields["pages"]?.isUsers == true)
  }

  @Test("Editions are works of their own, however they are spelled", arguments: DataPlace.usable)
  func editions(_ place: DataPlace) throws {
    let library = Library(try place.make(folder).first)
    func biology(_ edition: String) -> WorkRecord {
      record("Biology", ["edition": .text(edition)])
    }
    let first = try add(library, [biology("9th"), biology("10th"), biology("Illustrated")])
    #expect(first == [.added(1), .added(2), .added(3)])
    let again = try add(library, [biology("9"), biology("10th ed."), biology("illustrated")])
    #expect(
      again
        == [1, 2, 3].map { .duplicate(work: $0, by: "title", isOfImport: false, filled: false) })
  }

  @Test(
    "Volumes of a series and titles of signs are works of their own", arguments: DataPlace.usable)
  func volumes(_ place: DataPlace) throws {
    let library = Library(try place.make(folder).first)
    let author = ["creators": FieldValue.list(["Masashi Kishimoto"])]
    let books = [3, 4].map {
      record("Naruto", author.merging(["series_position": .real($0)]) { $1 })
    }
    let signs = ["!!!", "???"].map { record($0, author) }
    for (index, outcome) in try add(library, books + signs).enumerated() {
      #expect(outcome == .added(Int64(index + 1)))
    }
    let isbn = WorkField.identifierPrefix + "isbn13"
    var fourth = books[1]
    fourth.fields[isbn] = .text("978D")
    let again = try add(library, [books[0], fourth, record(" !!! ", author), signs[1]], .fill)
    #expect(
      again.map {
        if case .duplicate(let work, "title", false, let filled) = $0 {
          "\(work) \(filled)"
        } else {
          "\($0)"
        }
      } == ["1 false", "2 true", "3 false", "4 false"])
    #expect(try library.work(1)?.fields[isbn] == nil)
    #expect(try library.work(2)?.fields[isbn]?.value == .text("978D"))
  }

  @Test(
    "Duplicates within one import, and more records than go into a batch",
    arguments: DataPlace.usable)
  func largeImport(_ place: DataPlace) throws {
    let library = Library(try place.make(folder).first)
    let isbn = WorkField.identifierPrefix + "isbn13"
    let many = (1...1_100).map { record("Book \($0)", ["pages": .integer(Int64($0))]) }
    let added = try add(library, many)
    #expect(added == (1...1_100).map { .added(Int64($0)) })
    #expect(
      try add(library, many)
        == (1...1_100).map { .duplicate(work: $0, by: "title", isOfImport: false, filled: false) })
    let outcomes = try add(
      library,
      [
        // It fills a work, whose new identifier the next ones meet, also with another title.
        record("Book 7", [isbn: .text("978A")]),
        record("Another name", [isbn: .text("978A"), "publisher": .text("P")]),
        record("Book 7", [isbn: .text("978B"), "year": .integer(1965)]),
        record("Book 7", [isbn: .text("978B"), "year": .integer(1966)]),
        record("Book 7", [isbn: .text("978B"), "publisher": .text("Q")]),
        record("Book 7", ["publisher": .text("R")]),
        record("Nobody's", ["extra.a\u{0}b": .text("\0")]),
        record("NOBODY'S"),
      ], .fill)
    #expect(
      outcomes == [
        .duplicate(work: 7, by: "title", isOfImport: false, filled: true),
        .duplicate(work: 7, by: "isbn13", isOfImport: false, filled: true),
        .added(1_101), .duplicate(work: 1_101, by: "isbn13", isOfImport: true, filled: false),
        .duplicate(work: 1_101, by: "isbn13", isOfImport: true, filled: true),
        .duplicate(work: 7, by: "title", isOfImport: false, filled: false),
        .added(1_102), .duplicate(work: 1_102, by: "title", isOfImport: true, filled: false),
      ])
    let works = try library.works([7, 1_101])
    #expect(
      works[0].record
        == record(
          "Book 7", [isbn: .text("978A"), "pages": .integer(7), "publisher": .text("P")]))
    #expect(
      works[1].record
        == record(
          "Book 7", [isbn: .text("978B"), "year": .integer(1965), "publisher": .text("Q")]))
  }

  @Test("An import that is not committed leaves nothing", arguments: DataPlace.usable)
  func rollback(_ place: DataPlace) throws {
    let library = Library(try place.make(folder).first)
    try add(library, [record("Dune")], commit: false)
    #expect(try library.counts(kind: nil).isEmpty)
  }

  @Test(
    "An import in steps keeps each step, lets others add works in between, and knows its own",
    arguments: DataPlace.usable)
  func steps(_ place: DataPlace) throws {
    let (first, second) = try place.make(folder)
    let (library, other) = (Library(first), Library(second))
    let batch = try LibraryImport(
      library, kind: .book, source: "file", onDuplicate: .skip, now: 100, savesEachStep: true)
    #expect(try batch.add([record("Dune"), record("Emma")]) == [.added(1), .added(2)])
    #expect(try other.counts(kind: nil) == [.pending: 2])
    let strangers = try add(other, [record("Ulysses")])
    guard case .added(let stranger)? = strangers.first else { throw CancellationError() }
    let outcomes = try batch.add([record("Ulysses"), record("Emma"), record("Walden")])
    #expect(
      outcomes.prefix(2) == [
        .duplicate(work: stranger, by: "title", isOfImport: false, filled: false),
        .duplicate(work: 2, by: "title", isOfImport: true, filled: false),
      ])
    try batch.finish(commit: false)
    #expect(try other.counts(kind: nil) == [.pending: 4])
    #expect(try add(other, [record("Walden")]).count == 1)
    #expect(try library.counts(kind: nil) == [.pending: 4])
  }

  @Test("Numbers of deleted works are never used again", arguments: DataPlace.usable)
  func deletion(_ place: DataPlace) throws {
    let library = Library(try place.make(folder).first)
    try add(library, [record("Dune"), record("Emma")])
    #expect(try library.delete(2) && !library.delete(2))
    #expect(try add(library, [record("Emma")]) == [.added(3)])
    #expect(try library.missing([1, 2, 3]) == [2])
  }

  @Test("Works are found by identifier and by folded words", arguments: DataPlace.usable)
  func find(_ place: DataPlace) throws {
    let library = Library(try place.make(folder).first)
    try add(
      library,
      [
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

  @Test("Texts of any kind and length come back as they were", arguments: DataPlace.usable)
  func texts(_ place: DataPlace) throws {
    let library = Library(try place.make(folder).first)
    let long = String((0..<9_000).map { Character(Unicode.Scalar(0x4E00 + $0 % 20_000)!) })
    let fields: [String: FieldValue] = [
      "title": .text(long), "creators": .list([long, "b"]), "identifiers.x": .text(long + "1"),
      "extra.quote": .text("\"\\\u{0}\u{1F}'; --?1 $1"), "extra.empty": .text(""),
      "extra.number": .text("12"), "extra.real": .real(0.1), "extra.whole": .real(5),
      "extra.int": .integer(.min), "extra.large": .real(1e300), "year": .integer(1965),
    ]
    try add(library, [WorkRecord(fields)])
    #expect(
      try add(library, [WorkRecord(fields)]).first.map { "\($0)" }?.contains("duplicate") == true)
    #expect(try library.work(1)?.record == WorkRecord(fields))
    let identity = WorkIdentity(try #require(try library.work(1)))
    let decision = Decision(identity, .none, candidate: nil, score: nil, time: 5)
    try library.keep([decision])
    #expect(try library.decision(identity) == decision)
    #expect(try library.works(of: identity).map(\.id) == [1])
    #expect(
      try library.fieldNames() == fields.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  @Test(
    "A decision is found by what the user's file said, on any machine", arguments: DataPlace.usable)
  func decisions(_ place: DataPlace) throws {
    let library = Library(try place.make(folder).first)
    try add(library, [record("Dune", ["creators": .list(["Frank Herbert"])])])
    let identity = WorkIdentity(try #require(try library.work(1)))
    let decision = Decision(identity, .accept, candidate: [1], score: 0.9, time: 5)
    try library.keep([decision, Decision(identity, .skip, candidate: nil, score: nil, time: 4)])
    _ = try merge(library, ["identifiers.olid": .text("OL1")])
    let elsewhere = WorkIdentity(
      kind: "book", title: "DUNE", creator: "frank herbert", identifiers: [:])
    #expect(try library.decision(elsewhere) == decision)
    #expect(try library.works(of: elsewhere).map(\.id) == [1])
  }

  // MARK: Several hosts

  @Test(
    "Everything that many hosts merge into one work is there, and each takes back its own",
    arguments: DataPlace.shared)
  func merging(_ place: DataPlace) async throws {
    let (first, second) = try place.make(folder)
    let libraries = [Library(first), Library(second)]
    let library = libraries[0]
    try add(library, (1...6).map { record("Book \($0)") })
    let works = try library.ids(Library.Filter(), after: 0, limit: 9)
    let failures = Gathered<String>()
    await onThreads(8) { host in
      do {
        for round in 0..<5 {
          var updates = works.map { work in
            var update = WorkUpdate(
              work, WorkRecord(["extra.host\(host)": .integer(Int64(round))]),
              source: "host\(host)")
            update.job = Int64(host + 1)
            update.refresh = true
            update.score = Double(round)
            return update
          }
          // Half of the hosts go the other way.
          if host % 2 == 1 { updates.reverse() }
          _ = try libraries[host % 2].merge(updates, now: Double(round))
        }
      } catch { failures.add("\(error)") }
    }
    #expect(failures.all == [])
    for work in try library.works(works) {
      let expected = Dictionary(
        uniqueKeysWithValues: (0..<8).map { ("extra.host\($0)", FieldValue.integer(4)) })
      #expect(work.record.fields.filter { $0.key != "title" } == expected)
    }
    await onThreads(8) { host in
      do {
        let undone = try libraries[host % 2].undo(job: Int64(host + 1))
        if undone != (6, 30) { failures.add("\(undone)") }
      } catch { failures.add("\(error)") }
    }
    #expect(failures.all == [])
    for work in try library.works(works) {
      #expect(work.fields.keys.sorted() == ["title"] && work.score == nil)
    }
    #expect(try library.undo(job: nil).works == 0)
  }

  @Test("A book that several hosts import at once becomes one work", arguments: DataPlace.shared)
  func importing(_ place: DataPlace) async throws {
    let (first, second) = try place.make(folder)
    let libraries = [Library(first), Library(second)]
    let failures = Gathered<String>()
    await onThreads(6) { host in
      do {
        try add(libraries[host % 2], (1...20).map { record("Book \($0)") })
      } catch { failures.add("\(error)") }
    }
    #expect(failures.all == [])
    #expect(try libraries[0].counts(kind: "book") == [.pending: 20])
  }

  @Test("Reads show one moment, while others delete", arguments: DataPlace.shared)
  func deleting(_ place: DataPlace) async throws {
    let (first, second) = try place.make(folder)
    let libraries = [Library(first), Library(second)]
    try add(libraries[0], (1...200).map { record("Book \($0)") })
    let works = try libraries[0].ids(Library.Filter(), after: 0, limit: 500)
    let failures = Gathered<String>()
    await onThreads(4) { host in
      do {
        if host % 2 == 0 {
          for work in works { _ = try libraries[1].delete(work) }
        } else {
          for _ in 0..<20 { _ = try libraries[0].page(Library.Filter(), after: 0, limit: 500) }
        }
      } catch { failures.add("\(error)") }
    }
    #expect(failures.all == [])
    #expect(try libraries[0].counts(kind: nil).isEmpty)
  }
}
