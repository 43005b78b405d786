internal import MixCore
internal import Reactor
internal import ScriptHost

/// `link.file`: what `mix.link.open` returns.
final class LinkHandle: LuaObject, Sendable {
  static let luaTypeName = "link.file"
  let file: LinkFile
  private let path: String
  // Guarded: given back off the reactor.
  private let slot: Guarded<OpenFileSlot?>

  init(_ file: LinkFile, _ path: String, _ slot: OpenFileSlot) {
    self.file = file
    self.path = path
    self.slot = Guarded(slot)
  }

  static let luaType: ObjectType<LinkHandle> = {
    var type = ObjectType<LinkHandle>("The rows, keys and decisions of one run, in a file.")
    type.description { "link.file: \($0.path)" }
    addNotes(&type)
    addRows(&type)
    addKeyed(&type)
    addSearch(&type)
    addComparison(&type)
    addDecisions(&type)
    addResults(&type)
    return type
  }()

  static let side = Parameter("side", "left or right", String.self)

  static func side(_ name: String) throws -> LinkFile.Side {
    guard let side = LinkFile.Side(rawValue: name) else {
      throw HostError.usage("a table is \"left\" or \"right\", not \"\(name)\"")
    }
    return side
  }

  private static func addNotes(_ type: inout ObjectType<LinkHandle>) {
    type.asyncMethod(
      "note", "Reads a note that is kept with the rows.",
      Parameter("name", "of the note", String.self), returns: "string?  nil: there is none",
      example: "local done = tonumber(file:note(\"done\"))"
    ) { _, link, name -> String? in
      let file = link.file
      return try await linking { try file.note(name) }
    }
    type.asyncMethod(
      "set_note", "Keeps a note with the rows, such as how far a run has come.",
      Parameter("name", "of the note", String.self), Parameter("value", "a text", String.self),
      example: "file:set_note(\"rules\", \"match/tracks\")"
    ) { _, link, name, value -> Nothing in
      let file = link.file
      try await linking { try file.setNote(name, value) }
      return Nothing()
    }
    type.asyncMethod(
      "close", "Closes the file; nothing can be done with it then.", example: "file:close()"
    ) { _, link -> Nothing in
      try await linking {
        link.file.close()
        link.slot.withLock { $0 = nil }
      }
      return Nothing()
    }
    type.asyncMethod(
      "remove", "Closes the file and removes it.",
      returns: "boolean  whether it was open; a closed file stays", example: "file:remove()"
    ) { _, link -> Bool in
      return try await linking {
        defer { link.slot.withLock { $0 = nil } }
        return link.file.remove()
      }
    }
  }

  private static func addRows(_ type: inout ObjectType<LinkHandle>) {
    type.asyncMethod(
      "add", "Adds rows to a table, numbered on from those that are there.", side,
      Parameter("records", "each row as a text, such as JSON", [String].self),
      Parameter("keys", "the blocking keys of each row, one on each line", [String].self),
      Parameter(
        "gold", "what rows of one work have in common, where that is known; \"\": not known",
        [String]?.self),
      Parameter("read", "a note SIDE_read that is kept in the same step", String?.self),
      returns: "integer  how many rows the table has now; nil, err when they cannot be kept",
      example: "file:add(\"left\", {mix.json.encode(row)}, {table.concat(keys, \"\\n\")})"
    ) { _, link, side, records, keys, gold, read -> Int in
      let side = try Self.side(side)
      let gold = gold ?? []
      guard records.count == keys.count, gold.isEmpty || gold.count == records.count else {
        throw HostError.usage(
          "link.file:add: \(records.count) records, but \(keys.count) keys and \(gold.count) gold values"
        )
      }
      let note = read.map { (name: "\(side.rawValue)_read", value: $0) }
      let file = link.file
      return try await linking {
        let rows = records.indices.map { index in
          LinkFile.Row(
            record: records[index], keys: LinkKeys.hashed(keys[index]),
            gold: gold.isEmpty || gold[index].isEmpty ? nil : gold[index])
        }
        return try file.add(side, rows, note: note)
      }
    }
    type.asyncMethod(
      "count", "How many rows a table has.", side, returns: "integer  0 or more",
      example: "print(file:count(\"left\"))"
    ) { _, link, side -> Int in
      let (file, side) = (link.file, try Self.side(side))
      return try await linking { try file.count(side) }
    }
    type.asyncMethod(
      "index", "Builds the index over the keys of a table: after its last row, before near.", side,
      returns: "integer  how many keys its rows have; nil, err when it cannot be built",
      example: "file:index(\"right\")"
    ) { _, link, side -> Int in
      let (file, side) = (link.file, try Self.side(side))
      return try await linking { try file.index(side) }
    }
  }

  private static func addSearch(_ type: inout ObjectType<LinkHandle>) {
    type.asyncMethod(
      "near", "Rows of the left table with the indexed rows that share keys with them.",
      Parameter("first", "the first row's number", Int.self),
      Parameter("count", "how many rows, 1 to 10,000", Int.self),
      .options(
        most, common, share,
        .init("before", .flag, "among the left table's rows before each (default false)")),
      returns: "link.query[]  in the order of the rows; empty after the last",
      example: "for _, query in ipairs(file:near(1, 500)) do print(#query.candidates) end"
    ) { context, link, first, count, options -> LinkQueries in
      let chosen = search(options, before: "before")
      let rows = try range(first, count)
      let file = link.file
      return try await linking(context) { charge in
        let list = try file.candidates(rows, chosen, holding: charge.grow)
        return LinkQueries(list: list, charge: charge)
      }
    }
    type.asyncMethod(
      "gold_pairs", "How many pairs of rows have the same gold value.",
      Parameter("within", "pairs within the left table (default: across the two)", Bool?.self),
      returns: "integer  what perfect rules would find", example: "print(file:gold_pairs())"
    ) { _, link, within -> Int in
      let file = link.file
      return try await linking { try file.goldPairs(within: within ?? false) }
    }
  }

  static func range(_ first: Int, _ count: Int) throws -> ClosedRange<Int> {
    guard first >= 1, first < 1 << 50, (1...10_000).contains(count) else {
      throw HostError.usage(
        "link.file: first is 1 or more, count 1 to 10,000; got \(first), \(count)")
    }
    return first...(first + count - 1)
  }

  static let most = Shape.Field(
    "most", .integer(in: 1...100_000), "candidates of a row, 1 to 100,000 (default 10)")
  static let common = Shape.Field(
    "common", .integer(in: 1...100_000),
    "a key of more rows than this says nothing, 1 to 100,000 (default 200)")
  static let share = Shape.Field(
    "share", .number,
    "candidates that weigh less than this share of the best are left out (default 0.3)")

  /// - Parameter before: the option that says whether candidates are of the left table.
  static func search(_ options: Fields, before: String) -> LinkSearch {
    var search = LinkSearch()
    search.most = options.int("most") ?? search.most
    search.common = options.int("common") ?? search.common
    search.share = min(1, max(0, options.number("share") ?? search.share))
    search.before = options.bool(before) ?? false
    return search
  }
}

/// `link.query[]`.
struct LinkQueries: LuaResult {
  let list: [LinkQuery]
  let charge: MemoryCharge

  func push(_ call: HostCall) throws -> Int32 {
    let stack = call.stack
    guard stack.reserve(8) else { throw HostError.usage("the Lua stack is full") }
    let records = LuaRecords(stack)
    records.push(list) { query in
      records.open(row: query.row, record: query.record, gold: query.gold)
      records.push(query.candidates) { candidate in
        records.open(row: candidate.row, record: candidate.record, gold: candidate.gold)
        records.set("weight", candidate.weight)
      }
      records.close("candidates")
    }
    return 1
  }
}
