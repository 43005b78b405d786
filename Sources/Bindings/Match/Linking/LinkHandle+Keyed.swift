internal import CLua
internal import MixCore
internal import ScriptHost

extension LinkHandle {
  static func addKeyed(_ type: inout ObjectType<LinkHandle>) {
    type.asyncMethod(
      "add_keyed",
      "Adds rows as add does, with the keys that blocking rules give them, on several cores.",
      side, Parameter("records", "each row as a JSON object", [String].self),
      Parameter(
        "rules", "from mix.rules.load", ObjectArgument<RulesObject<BlockRules>>.self),
      Parameter(
        "gold", "what rows of one work have in common, where that is known; \"\": not known",
        [String]?.self),
      .options(
        .init(
          "jobs", .integer(in: 1...64), "how many cores, 1 to 64 (default: all that there are)"),
        .init("shared", .text, "a key that each row has besides (default: none)")),
      returns: "link.unkeyed[]  the rows on which a rule raised; nil, err when they cannot be kept",
      example: "file:add_keyed(\"left\", {mix.json.encode(row)}, mix.rules.load(\"block/tracks\"))"
    ) { context, link, side, records, rules, gold, options -> LuaValue in
      let side = try Self.side(side)
      let gold = gold ?? []
      guard gold.isEmpty || gold.count == records.count else {
        throw HostError.usage(
          "link.file:add_keyed: \(records.count) records, but \(gold.count) gold values")
      }
      let jobs = options.int("jobs") ?? LinkComparison.cores
      let keying = LinkKeying(
        crew: try rules.object.crew(of: jobs, memory: context.memory),
        shared: options.string("shared").map(LinkKeys.hashed) ?? [])
      let found = try await OffloadedWork.during { try await keying.keys(of: records) }
      let file = link.file
      let total = try await linking {
        let rows = records.indices.map { index in
          LinkFile.Row(
            record: records[index], keys: found[index].keys,
            gold: gold.isEmpty || gold[index].isEmpty ? nil : gold[index])
        }
        return try file.add(side, rows, note: nil)
      }
      let first = total - records.count
      return .array(
        found.enumerated().compactMap { place, row in
          row.problem.map {
            .object(["row": .int(Int64(first + place + 1)), "message": .string($0)])
          }
        })
    }
  }
}

/// Asks blocking rules for the keys of rows on several cores.
private struct LinkKeying: Sendable {
  /// The keys of a row, or those of every row and why there are no others.
  struct Row: Sendable {
    var keys: [Int64]
    var problem: String?
  }

  let crew: RuleCrew<BlockRules>
  /// Keys of every row.
  let shared: [Int64]

  /// The rows that a worker takes at once.
  private static let part = 100

  func keys(of records: [String]) async throws -> [Row] {
    let workers = crew.workers
    return try await withThrowingTaskGroup(of: (Int, [Row]).self) { group in
      for (place, start) in stride(from: 0, to: records.count, by: Self.part).enumerated() {
        let part = records[start..<min(records.count, start + Self.part)]
        let worker = workers[place % workers.count]
        group.addTask {
          (start, try await worker.run { call, rules in try rows(of: part, call, rules) })
        }
      }
      var all = [Row](repeating: Row(keys: shared), count: records.count)
      for try await (start, rows) in group {
        all.replaceSubrange(start..<start + rows.count, with: rows)
      }
      return all
    }
  }

  private func rows(
    of records: ArraySlice<String>, _ call: HostCall, _ rules: BlockRules
  ) throws -> [Row] {
    guard call.stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
    let base = call.stack.count
    return try records.map { record in
      defer { lua_settop(call.stack.pointer, base) }
      try LinkRecord.push(record, call.stack)
      do {
        let keys = try rules.keys(base + 1, call).flatMap(LinkKeys.hashed)
        return Row(keys: keys + shared)
      } catch let error where LinkRecord.isOfRules(error) {
        return Row(keys: shared, problem: HostError(error).message)
      }
    }
  }
}
