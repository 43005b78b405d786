internal import CLua
internal import MixCore
internal import ScriptHost

extension LinkHandle {
  static func addDecisions(_ type: inout ObjectType<LinkHandle>) {
    type.asyncMethod(
      "decide", "Keeps decisions about pairs; a user's decision is never replaced.",
      Parameter("decisions", "link.decision tables", [LuaValue].self, as: "link.decision[]"),
      Parameter("done", "a note \"done\" that is kept in the same step", Int?.self),
      returns: "boolean  true; nil, err when they cannot be kept",
      example: "file:decide({{left = 1, right = 7, score = 0.93, state = \"matched\"}}, 500)"
    ) { _, link, values, done -> Bool in
      let decisions = try values.map(decision)
      let file = link.file
      try await linking {
        if let done {
          try file.decide(decisions, notes: ["done": String(done)])
        } else {
          try file.decide(decisions)
        }
      }
      return true
    }
    type.asyncMethod(
      "doubts", "All uncertain pairs of the next rows of the left table that have some.",
      Parameter("after", "the number of a row; 0: from the beginning", Int.self),
      Parameter("limit", "how many rows, 1 to 10,000", Int.self),
      Parameter("within", "pairs within the left table (default: across the two)", Bool?.self),
      returns: "link.doubt[]  by the left row; empty after the last",
      example: "local first = file:doubts(0, 1)[1]"
    ) { context, link, after, limit, within -> LinkDoubts in
      let file = link.file
      let most = try range(1, limit).upperBound
      return try await linking(context) { charge in
        let list = try file.doubts(
          after: after, rows: most, within: within ?? false, holding: charge.grow)
        return LinkDoubts(list: list, charge: charge)
      }
    }
    type.asyncMethod(
      "tally", "How many pairs were decided each way.",
      returns: "table  {matched, uncertain, confirmed, refused}",
      example: "print(file:tally().uncertain)"
    ) { _, link -> LuaValue in
      let file = link.file
      let counts = try await linking { try file.tally() }
      return .object(
        Dictionary(uniqueKeysWithValues: states.map { ($0, .int(Int64(counts[$1] ?? 0))) }))
    }
  }

  private static let states: [(String, LinkDecision.State)] = [
    ("matched", .matched), ("uncertain", .uncertain), ("confirmed", .confirmed),
    ("refused", .refused),
  ]

  private static func decision(_ value: LuaValue) throws -> LinkDecision {
    guard case .object(let fields) = value, let left = integer(fields["left"]),
      let right = integer(fields["right"]), case .string(let name)? = fields["state"],
      let state = states.first(where: { $0.0 == name })?.1
        ?? (name == "alternative" ? .alternative : nil)
    else {
      throw HostError.usage(
        "link.file:decide: a decision is {left, right, score, state} with state matched, uncertain, "
          + "confirmed, refused or alternative")
    }
    var reason = ""
    if case .string(let text)? = fields["reason"] { reason = text }
    return LinkDecision(
      left: left, right: right, score: number(fields["score"]), state: state, reason: reason)
  }

  private static func integer(_ value: LuaValue?) -> Int? {
    if case .int(let number)? = value { return Int(number) }
    return nil
  }

  private static func number(_ value: LuaValue?) -> Double {
    switch value {
    case .number(let number)?: number
    case .int(let number)?: Double(number)
    default: 0
    }
  }

  static func addResults(_ type: inout ObjectType<LinkHandle>) {
    type.asyncMethod(
      "assign",
      "Links the rows of matched pairs: each left row once. With `single` the pairs are taken whose scores add "
        + "up to most, with alternatives where a row's best is another's.",
      Parameter("single", "each right row once, too (default false)", Bool?.self),
      Parameter(
        "best_first", "with single: the best pair, then the next, without alternatives", Bool?.self),
      returns:
        "integer, integer, integer  how many links; how many rows match and have none; how many are in groups "
        + "too large to be solved, where the best pairs were taken first",
      example: "local links = file:assign(true)"
    ) { context, link, single, bestFirst -> Several in
      let file = link.file
      let counts = try await linking(context) { charge in
        defer { charge.release() }
        return try file.assign(
          single: single ?? false, bestFirst: bestFirst ?? false, holding: charge.grow)
      }
      return Several(counts.links, counts.dropped, counts.crowded)
    }
    type.asyncMethod(
      "cluster", "Puts rows of the left table that matched, directly or by others, together.",
      returns: "integer, integer  how many clusters of two or more, and how many rows are in them",
      example: "local clusters, rows = file:cluster()"
    ) { context, link -> Several in
      let file = link.file
      let counts = try await linking(context) { charge in
        defer { charge.release() }
        return try file.cluster(holding: charge.grow)
      }
      return Several(counts.clusters, counts.rows)
    }
    type.asyncMethod(
      "results",
      "Rows of the left table with their links, or with the first rows of their clusters.",
      Parameter("first", "the first row's number", Int.self),
      Parameter("count", "how many rows, 1 to 10,000", Int.self),
      Parameter("clusters", "what cluster made, not assign (default false)", Bool?.self),
      returns: "link.result[]  in the order of the rows; empty after the last",
      example: "for _, row in ipairs(file:results(1, 500)) do print(row.row, row.other) end"
    ) { context, link, first, count, clusters -> LinkResults in
      let (file, rows) = (link.file, try range(first, count))
      return try await linking(context) { charge in
        let list = try file.results(rows, clusters: clusters ?? false, holding: charge.grow)
        return LinkResults(list: list, charge: charge)
      }
    }
    type.asyncMethod(
      "judged", "How many links, or pairs of one cluster, are right and wrong by the gold values.",
      Parameter("clusters", "what cluster made, not assign (default false)", Bool?.self),
      returns: "integer, integer  right, wrong", example: "local right, wrong = file:judged()"
    ) { _, link, clusters -> Several in
      let file = link.file
      let counts = try await linking { try file.judged(clusters: clusters ?? false) }
      return Several(counts.right, counts.wrong)
    }
  }
}

/// `link.doubt[]`.
struct LinkDoubts: LuaResult {
  let list: [LinkDoubt]
  let charge: MemoryCharge

  func push(_ call: HostCall) throws -> Int32 {
    guard call.stack.reserve(8) else { throw HostError.usage("the Lua stack is full") }
    let records = LuaRecords(call.stack)
    records.push(list) { doubt in
      records.open()
      records.set("left", doubt.pair.left)
      records.set("right", doubt.pair.right)
      records.set("score", doubt.pair.score)
      records.set("reason", doubt.pair.reason)
      records.set("left_record", doubt.leftRecord)
      records.set("right_record", doubt.rightRecord)
    }
    return 1
  }
}

/// `link.result[]`.
struct LinkResults: LuaResult {
  let list: [LinkResult]
  let charge: MemoryCharge

  func push(_ call: HostCall) throws -> Int32 {
    guard call.stack.reserve(8) else { throw HostError.usage("the Lua stack is full") }
    let records = LuaRecords(call.stack)
    records.push(list) { result in
      records.open(row: result.row, record: result.record, gold: nil)
      if let other = result.other { records.set("other", other) }
      if let other = result.otherRecord { records.set("other_record", other) }
      if let score = result.score { records.set("score", score) }
    }
    return 1
  }
}

/// Makes lists of tables on the stack, without a dictionary for each.
struct LuaRecords {
  private let stack: LuaStack

  init(_ stack: LuaStack) { self.stack = stack }

  /// Pushes a list; `item` pushes each element.
  func push<Item>(_ list: [Item], _ item: (Item) -> Void) {
    lua_createtable(stack.pointer, Int32(clamping: list.count), 0)
    for (place, element) in list.enumerated() {
      item(element)
      lua_rawseti(stack.pointer, -2, Int64(place) + 1)
    }
    ArrayMark.mark(stack)
  }

  /// Pushes an empty table.
  func open() { lua_createtable(stack.pointer, 0, 6) }

  func open(row: Int, record: String, gold: String?) {
    open()
    set("row", row)
    set("record", record)
    if let gold { set("gold", gold) }
  }

  /// Makes the value on top a field of the table below it.
  func close(_ name: String) { lua_setfield(stack.pointer, -2, name) }

  func set(_ name: String, _ value: Int) {
    stack.push(Int64(value))
    close(name)
  }

  func set(_ name: String, _ value: Double) {
    stack.push(value)
    close(name)
  }

  func set(_ name: String, _ value: String) {
    stack.push(value)
    close(name)
  }
}
