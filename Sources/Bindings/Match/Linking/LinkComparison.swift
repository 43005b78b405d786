internal import Glibc
internal import MixCore
internal import ScriptHost

/// Compares rows on several cores and keeps what was decided, in the order of the rows: what comes of it
/// does not depend on how many cores there are.
struct LinkComparison: Sendable {
  let file: LinkFile
  let crew: RuleCrew<MatchRules>
  let search: LinkSearch
  let frequencies: TermFrequencies?
  let memory: MemoryLedger

  /// The rows of a part: long enough that handing it over costs nothing, and held in memory for each worker.
  private static let part = 100

  /// How many processors there are.
  static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Compares the next rows.
  /// - Parameter rows: the most of them.
  /// - Returns: nil when all were compared; the last row, and what came of these.
  func run(rows: Int) async throws -> (last: Int, counts: Counts, problems: [LinkOutcome.Problem])?
  {
    let start = try await offload { [file] in
      (counts: try Counts(file), count: try file.count(.left))
    }
    var counts = start.counts
    guard counts.done < start.count else { return nil }
    let last = min(start.count, counts.done + rows)
    let parts = stride(from: counts.done + 1, through: last, by: Self.part).map {
      $0...min(last, $0 + Self.part - 1)
    }
    var problems: [LinkOutcome.Problem] = []
    try await inOrder(parts) { part, outcome in
      counts.add(outcome, through: part.upperBound)
      problems += outcome.problems
      try await keep(outcome, counts)
    }
    return (last, counts, problems)
  }

  private func keep(_ outcome: LinkOutcome, _ counts: Counts) async throws {
    try await offload { [file] in try file.decide(outcome.decisions, notes: counts.notes) }
  }

  /// Parts that each worker has begun or that wait for those before them, so that none has to wait
  /// for a part that takes long.
  private static let ahead = 4

  /// Works on parts beside each other, and uses what came of them in their order.
  private func inOrder(
    _ parts: [ClosedRange<Int>], _ use: (ClosedRange<Int>, LinkOutcome) async throws -> Void
  ) async throws {
    let workers = crew.workers
    try await withThrowingTaskGroup(of: (Int, LinkOutcome).self) { group in
      var (begun, used) = (0, 0)
      var waiting: [Int: LinkOutcome] = [:]
      func begin() {
        while begun < parts.count, begun - used < workers.count * Self.ahead {
          let place = begun
          begun += 1
          group.addTask {
            (place, try await outcome(of: parts[place], workers[place % workers.count]))
          }
        }
      }
      begin()
      while used < parts.count, let (place, outcome) = try await group.next() {
        waiting[place] = outcome
        while let next = waiting.removeValue(forKey: used) {
          try await use(parts[used], next)
          used += 1
          begin()
        }
      }
    }
  }

  private func outcome(
    of rows: ClosedRange<Int>, _ worker: RuleWorker<MatchRules>
  ) async throws -> LinkOutcome {
    let charge = try memory.charge()
    defer { charge.release() }
    let queries = try await offload { [file, search] in
      try file.candidates(rows, search, holding: charge.grow)
    }
    return try await worker.run { [frequencies, within = search.before] call, rules in
      try LinkScoring.outcome(of: queries, within: within, call, rules, frequencies)
    }
  }

  /// How far a run has come; kept as notes of its file.
  struct Counts: Sendable {
    private(set) var done: Int
    private(set) var pairs: Int
    private(set) var covered: Int

    fileprivate init(_ file: LinkFile) throws {
      func number(_ name: String) throws -> Int { try file.note(name).flatMap { Int($0) } ?? 0 }
      (done, pairs, covered) = (try number("done"), try number("pairs"), try number("covered"))
    }

    fileprivate mutating func add(_ outcome: LinkOutcome, through row: Int) {
      done = row
      pairs += outcome.pairs
      covered += outcome.covered
    }

    fileprivate var notes: KeyValuePairs<String, String> {
      ["done": String(done), "pairs": String(pairs), "covered": String(covered)]
    }
  }
}
