import Testing

@testable import Store

/// The duties of any store of programs' records. Queries in Lua's words are tested by `StoreTests`.
@Suite("Contract of programs' records")
struct CollectionContract {
  private let folder = TemporaryFolder()
  private let declaration = CollectionDeclaration(
    name: "episodes", key: "id", indexes: ["feed", "published"])

  private func record(_ key: StoreValue, _ values: [(String, StoreValue)]) -> StoreRecord {
    func json(_ value: StoreValue) -> String {
      switch value {
      case .int(let number): "\(number)"
      case .real(let number): "\(number)"
      case .text(let text): "\"\(text)\""
      case .flag(let flag): "\(flag)"
      }
    }
    let members = [("id", key)] + values
    return StoreRecord(
      key: key, values: values.map { (field: $0.0, value: $0.1) },
      json: "{" + members.map { "\"\($0.0)\":\(json($0.1))" }.joined(separator: ",") + "}")
  }

  private func find(
    _ rows: ProgramStore.Collection, _ change: (inout StoreQuery) -> Void = { _ in }
  ) throws -> [String] {
    var query = StoreQuery()
    change(&query)
    var found: [String] = []
    try rows.scan(query, after: nil) { json, _ in
      let text = String(decoding: json, as: UTF8.self)
      found.append(String(text.dropFirst(6).prefix { $0 != "," && $0 != "}" }))
      return true
    }
    #expect(try rows.count(query) == found.count)
    return found
  }

  @Test(
    "Values of all kinds have one order: numbers, texts by their bytes, flags",
    arguments: DataPlace.usable)
  func order(_ place: DataPlace) throws {
    let rows = try ProgramStore(place.make(folder).first, program: "pod").open(declaration)
    let values: [StoreValue] = [
      .int(.min), .real(-1e300), .int(-5), .real(-4.5), .int(0), .real(0.25), .int(1),
      .int(9_007_199_254_740_992), .int(9_007_199_254_740_993), .int(.max - 1), .int(.max),
      .real(1e300), .text(""), .text("A"), .text("Z"), .text("a"), .text("z"), .text("ä"),
      .text("日"), .flag(false), .flag(true),
    ]
    let sorted: [StoreValue] = [
      .real(-1e300), .int(.min), .int(-5), .real(-4.5), .int(0), .real(0.25), .int(1),
      .int(9_007_199_254_740_992), .int(9_007_199_254_740_993), .int(.max - 1), .int(.max),
      .real(1e300), .text(""), .text("A"), .text("Z"), .text("a"), .text("z"), .text("ä"),
      .text("日"), .flag(false), .flag(true),
    ]
    let records = values.map { value in
      record(.int(Int64(sorted.firstIndex(of: value)!)), [("published", value)])
    }
    #expect(try rows.put(Array(records.reversed())) == values.count)
    let numbers = sorted.indices.map { "\($0)" }
    #expect(try find(rows) { $0.order = "published" } == numbers)
    #expect(
      try find(rows) {
        $0.order = "published"
        $0.isDescending = true
      } == numbers.reversed())
    func between(_ from: StoreValue?, _ to: StoreValue?) throws -> [String] {
      try find(rows) { $0.conditions = [.init(field: "published", from: from, to: to)] }
    }
    #expect(try between(.int(1), nil) == Array(numbers[6...11]))
    #expect(try between(nil, .int(-5)) == ["0", "1", "2"])
    #expect(try between(.text("Z"), nil) == Array(numbers[14...18]))
    #expect(try between(nil, .text("a")) == Array(numbers[12...15]))
    #expect(try between(.real(1), .real(1)) == ["6"], "1 is 1.0")
    #expect(try between(.flag(true), .flag(true)) == ["20"])
  }

  @Test("A key is a text or an integer, and 2 is not \"2\"", arguments: DataPlace.usable)
  func keys(_ place: DataPlace) throws {
    let rows = try ProgramStore(place.make(folder).first, program: "pod").open(declaration)
    let records = [record(.int(2), []), record(.text("2"), []), record(.int(-7), [])]
    #expect(try rows.put(records) == 3 && rows.put(records) == 0)
    #expect(try find(rows) == ["-7", "2", "\"2\""])
    #expect(try rows.get(.text("2")) == Array("{\"id\":\"2\"}".utf8))
    #expect(try rows.delete(.int(2)) && !rows.delete(.int(2)))
    #expect(try rows.get(.int(2)) == nil && rows.get(.text("2")) != nil)
    #expect(try rows.clear() == 2)
  }

  @Test("A walk continues behind a record", arguments: DataPlace.usable)
  func cursors(_ place: DataPlace) throws {
    let rows = try ProgramStore(place.make(folder).first, program: "pod").open(declaration)
    _ = try rows.put((1...9).map { record(.int($0), [("feed", .text($0 < 6 ? "a" : "b"))]) })
    var query = StoreQuery()
    query.order = "feed"
    var found = 0
    let cursor = try #require(try rows.cursor(query, key: .int(4)))
    try rows.scan(query, after: cursor) { _, _ in
      found += 1
      return true
    }
    #expect(found == 5)
    #expect(try rows.cursor(query, key: .int(10)) == nil)
    #expect(try rows.cursor(StoreQuery(), key: .int(4)) != nil)
  }

  @Test(
    "Other indexes are filled from the records; another key needs an empty collection",
    arguments: DataPlace.usable)
  func reindexing(_ place: DataPlace) throws {
    let store = ProgramStore(try place.make(folder).first, program: "pod")
    let rows = try store.open(declaration)
    _ = try rows.put((1...1_200).map { record(.int($0), [("new", .flag($0 % 3 == 0))]) })
    #expect(try find(rows) { $0.order = "feed" } == [])
    let other = CollectionDeclaration(name: "episodes", key: "id", indexes: ["new"])
    let again = try store.open(other)
    let isNew = StoreQuery.Condition(field: "new", from: .flag(true), to: .flag(true))
    #expect(try find(again) { $0.conditions = [isNew] }.count == 400)
    #expect(throws: StoreError.self) {
      try store.open(CollectionDeclaration(name: "episodes", key: "name"))
    }
    #expect(try store.declarations() == [other])
  }

  @Test(
    "Programs do not see each other; one that is removed leaves nothing",
    arguments: DataPlace.usable)
  func programs(_ place: DataPlace) throws {
    let (first, second) = try place.make(folder)
    let mine = ProgramStore(first, program: "pod")
    let rows = try mine.open(declaration)
    _ = try rows.put([record(.int(1), [("feed", .text("a"))])])
    try mine.setVersion(3)
    try mine.setVersion(4)
    let other = ProgramStore(second, program: "other")
    #expect(try other.open(declaration).count(StoreQuery()) == 0)
    #expect(try other.version() == nil && ProgramStore(second, program: "pod").version() == 4)
    #expect(try ProgramStore(second, program: "pod").removeAll() == 1)
    #expect(throws: StoreError.self) { try rows.put([record(.int(1), [])]) }
    #expect(try mine.version() == nil && mine.count() == 0)
  }

  @Test("A transaction is kept as a whole or not at all, step by step", arguments: DataPlace.usable)
  func transactions(_ place: DataPlace) throws {
    let store = try place.make(folder).first
    let rows = try ProgramStore(store, program: "pod").open(declaration)
    let lost = try StoreTransaction(store, program: "pod")
    _ = try rows.within(lost).put([record(.int(1), [])])
    #expect(try rows.within(lost).get(.int(1)) != nil)
    try lost.cancel()
    let kept = try StoreTransaction(store, program: "pod")
    _ = try rows.within(kept).put([record(.int(2), [])])
    try kept.commit()
    #expect(try rows.get(.int(1)) == nil && rows.get(.int(2)) != nil)
    do {
      let forgotten = try StoreTransaction(store, program: "pod")
      _ = try rows.within(forgotten).put([record(.int(3), [])])
    }
    #expect(try rows.get(.int(3)) == nil)
  }

  @Test("Transactions of several hosts that count up lose nothing", arguments: DataPlace.shared)
  func counting(_ place: DataPlace) async throws {
    let (first, second) = try place.make(folder)
    let rows = try ProgramStore(first, program: "pod").open(declaration)
    let failures = Gathered<String>()
    await onThreads(8) { number in
      do {
        for _ in 0..<5 {
          let transaction = try StoreTransaction(number % 2 == 0 ? first : second, program: "pod")
          let within = rows.within(transaction)
          let text = try within.get(.text("n")).map { String(decoding: $0, as: UTF8.self) }
          let count = text.flatMap { Int($0.filter(\.isNumber)) } ?? 0
          _ = try within.put([
            StoreRecord(key: .text("n"), values: [], json: "{\"id\":\"n\",\"v\":\(count + 1)}")
          ])
          try transaction.commit()
        }
      } catch { failures.add("\(error)") }
    }
    #expect(failures.all == [])
    #expect(try rows.get(.text("n")) == Array("{\"id\":\"n\",\"v\":40}".utf8))
  }
}
