internal import MixCore
internal import Reactor
internal import ScriptHost

/// `mix.library.decide`, `decisions` and `replay`.
enum LibraryDecisionFunctions {
  static func add(_ module: inout Module, _ host: any StoreHost) {
    addDecide(&module, host)
    module.asyncFunction(
      "decisions", "Walks over the kept decisions, as lines of NDJSON that any machine can replay.",
      returns: "iterator  gives a text without line end",
      example: "for line in mix.library.decisions() do print(line) end"
    ) { _ in
      let cursor = Cursor()
      return ObjectResult(
        PagedIterator { context in
          let after = cursor.last
          let page = try await host.stores.read {
            try $0.library.decisions(after: after, limit: 200)
          }
          cursor.last = page.last?.row ?? cursor.last
          return try page.map { _, decision in
            .bytes(try context.json(Decisions.value(decision, context)))
          }
        })
    }
    module.asyncFunction(
      "replay",
      "Takes over decisions: kept for later runs, and applied to uncertain works at once.",
      Parameter(
        "lines", "a list of NDJSON lines, or an iterator that returns them", RecordSource.self),
      returns:
        "table  {applied, kept, rejected = {{line, reason}}, rejected_count}; the list holds 1,000 at most",
      example: "mix.library.replay(io.lines and lines or {})"
    ) { context, lines -> LuaValue in
      try context.checkMayChangeData()
      return try await replay(lines, host, context)
    }
  }

  private static func addDecide(_ module: inout Module, _ host: any StoreHost) {
    module.asyncFunction(
      "decide", "Keeps what the user decided on an uncertain work, and applies it.",
      Parameter("id", "the work's number", Int64.self),
      Parameter("verdict", "accept, skip or none", String.self),
      Parameter("candidate", "the one to accept, with its fields; else nil", LuaValue.self),
      .options(.init("score", .number, "how well it fits, 0 to 1")),
      returns: "table  the work; nil, err when there is no such work",
      example: "mix.library.decide(work.id, \"accept\", work.candidates[1])"
    ) { context, id, word, candidate, options -> LuaValue in
      try context.checkMayChangeData()
      guard let verdict = Decision.Verdict(rawValue: word) else {
        throw HostError.usage("a decision is accept, skip or none, not \"\(word)\"")
      }
      guard let work = try await host.stores.run({ try $0.library.work(id) }) else {
        throw LibraryFilter.noWork(id)
      }
      let decision = Decision(
        WorkIdentity(work), verdict,
        candidate: verdict == .accept ? try context.json(candidate) : nil,
        score: options.number("score"), time: host.time.wall)
      let update = try update(work, decision, context)
      let now = host.time.wall
      let after = try await host.stores.run { parts in
        try parts.library.keep([decision])
        _ = try parts.library.merge([update], now: now)
        return try parts.library.work(id)
      }
      return after.map { context.value($0) } ?? .nil
    }
  }

  private static func update(
    _ work: StoredWork, _ decision: Decision, _ context: HostContext
  ) throws -> WorkUpdate {
    var update = WorkUpdate(work.id, source: "decision")
    update.candidates = work.candidates
    update.score = work.score
    update.error = work.error
    update.status = try Decisions.apply(decision, to: &update, context).workStatus
    return update
  }

  private static func replay(
    _ lines: RecordSource, _ host: any StoreHost, _ context: HostContext
  ) async throws -> LuaValue {
    var (position, applied, kept): (Int64, Int64, Int64) = (0, 0, 0)
    var rejected: [LuaValue] = []
    var rejectedCount: Int64 = 0
    func reject(_ line: Int64, _ reason: String) {
      rejectedCount += 1
      guard rejected.count < LibraryImportFunction.reported else { return }
      rejected.append(.object(["line": .int(line), "reason": .string(reason)]))
    }
    while let next = try await lines.next(context, position) {
      position += 1
      do {
        guard case .record(.string(let line)) = next else {
          throw RecordReader.Rejection(reason: "a line of text expected")
        }
        if line.allSatisfy(\.isWhitespace) { continue }
        let decision = try Decisions.read(context.decode(Array(line.utf8)), context)
        kept += 1
        applied += try await apply(decision, host, context)
      } catch let rejection as RecordReader.Rejection {
        reject(position, rejection.reason)
      } catch let error as HostError where error.kind == "usage" {
        reject(position, error.message)
      }
    }
    return .object([
      "applied": .int(applied), "kept": .int(kept), "rejected": .array(rejected),
      "rejected_count": .int(rejectedCount),
    ])
  }

  /// Keeps a decision and applies it to the works that wait for one; how many.
  private static func apply(
    _ decision: Decision, _ host: any StoreHost, _ context: HostContext
  ) async throws -> Int64 {
    let works = try await host.stores.run { parts in
      try parts.library.keep([decision])
      return try parts.library.works(of: decision.identity)
    }
    let updates = try works.filter { $0.status == .uncertain }.map {
      try update($0, decision, context)
    }
    let now = host.time.wall
    return Int64(try await host.stores.run { try $0.library.merge(updates, now: now) }.count)
  }
}
