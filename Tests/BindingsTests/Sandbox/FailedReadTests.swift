import GRDB
import GRDBSQLite
import Reactor
import ScriptHost
import Testing

@testable import Bindings
@testable import MixCore
@testable import Store

/// One failed read anywhere in a walk over stored data is an error of the script, and never an end that
/// came early, or nothing where there is something.
@Suite("Reads of stored data that fail")
struct FailedReadTests {
  /// The modules over the data file.
  private static let modules = ["jobs", "library", "policy"]

  /// The arguments of each function that reads; a list of texts is its result.
  private static let reading = [
    "jobs.events": "walk(mix.jobs.events())",
    "jobs.export": "walk(mix.jobs.export(1))",
    "jobs.progress": "list({mix.jobs.progress()})",
    "jobs.status": "list(mix.jobs.status())",
    "library.decisions": "walk(mix.library.decisions())",
    "library.export":
      "{concat(mix.library.export()), concat(mix.library.export{format = 'json'}), "
      + "concat(mix.library.export{format = 'csv'})}",
    "library.find": "list(mix.library.find{title = 'book', limit = 500})",
    "library.get": "list({mix.library.get(7)})",
    "library.list": "walk(mix.library.list{status = 'enriched'})",
    "library.status": "list({mix.library.status()})",
    "policy.history": "list({mix.policy.history('chart')})",
  ]

  /// The functions that change something, or do not ask the data file.
  private static let others: Set = [
    "jobs.cancel", "jobs.enqueue", "jobs.retry", "jobs.run", "library.decide", "library.delete",
    "library.edit", "library.import", "library.replay", "library.reset", "library.undo",
    "library.update", "policy.decide",
    "policy.due", "policy.record", "policy.refreshers",
  ]

  private static let fill = """
    local n = 0
    mix.library.import(function()
      n = n + 1
      if n <= 210 then return {title = "Book " .. n, creators = {"Author " .. n}} end
    end)
    mix.jobs.enqueue({status = "pending"})
    mix.jobs.run(nil, {}, function(item)
      return {status = "enriched", fields = {pages = item.work.id}}
    end)
    for id = 1, 210 do mix.library.decide(id, "skip") end
    mix.policy.record("chart", true)
    """

  private static let helpers = """
    local function list(values)
      local texts = {}
      for i, value in ipairs(values) do texts[i] = mix.json.encode(value) end
      return texts
    end
    local function walk(iterator)
      local texts = {}
      for value in iterator do
        texts[#texts + 1] = type(value) == "string" and value or mix.json.encode(value)
      end
      return texts
    end
    local function concat(iterator) return table.concat(walk(iterator)) end

    """

  @Test("Every function of these modules is known to this test")
  func isComplete() {
    let registered = Reference().modules.filter { Self.modules.contains($0.name) }
      .flatMap { module in module.signatures.map { "\(module.name).\($0.name)" } }
    #expect(Set(registered) == Self.others.union(Self.reading.keys))
    #expect(Self.others.isDisjoint(with: Self.reading.keys))
  }

  @Test(arguments: reading.keys.sorted())
  func raises(_ name: String) async throws {
    let expression = try #require(Self.reading[name])
    let test = await TestHost(time: ManualTime(autoAdvance: true))
    try await test.run(Self.fill)
    let script = Self.helpers + "return mix.json.encode(\(expression))"
    let whole = try await test.run(script)
    #expect(whole != [.string("[]")])
    let queue = try DataFile(path: test.host.home.dataFile).opened.queue
    // The first steps one by one; then ever further into the walk, until it ends before the fault.
    var (step, failures) = (1, 0)
    while true {
      let fault = ReadFault(after: step)
      try await queue.writeWithoutTransaction { fault.install(in: $0) }
      let outcome = await Self.result { try await test.run(script) }
      try await queue.writeWithoutTransaction { ReadFault.remove(from: $0) }
      guard fault.hasStruck else {
        #expect(outcome == .success(whole))
        break
      }
      failures += 1
      #expect(outcome == .failure("library"), "\(name) after \(step) steps")
      step = step < 8 ? step + 1 : step * 2
    }
    #expect(failures > 0)
  }

  private enum Outcome: Equatable {
    case success([LuaValue])
    case failure(String?)
  }

  private static func result(_ body: () async throws -> [LuaValue]) async -> Outcome {
    do { return .success(try await body()) } catch {
      return .failure((error as? ScriptError)?.kind)
    }
  }
}

// @unchecked Sendable: SQLite calls it while it runs a statement, the test looks before and after.
/// Makes one step of SQLite's virtual machine fail, as a page that cannot be read would.
final class ReadFault: @unchecked Sendable {  // confined: see above
  private var left: Int
  private var connection: SQLiteConnection?

  init(after steps: Int) { left = steps }

  var hasStruck: Bool { left <= 0 }

  /// Whether rows are being read: the steps that begin and end transactions read nothing.
  private var isReading: Bool {
    var statement = sqlite3_next_stmt(connection, nil)
    while let current = statement {
      // SQLite's own statements have no text.
      if let text = sqlite3_sql(current), sqlite3_stmt_busy(current) != 0,
        String(cString: text).hasPrefix("SELECT")
      {
        return true
      }
      statement = sqlite3_next_stmt(connection, current)
    }
    return false
  }

  private func mayGoOn() -> Bool {
    if hasStruck || !isReading { return true }
    left -= 1
    return left > 0
  }

  func install(in db: Database) {
    connection = db.sqliteConnection
    // Once: rolling back takes steps, too.
    sqlite3_progress_handler(
      db.sqliteConnection, 1,
      { context in
        Unmanaged<ReadFault>.fromOpaque(context!).takeUnretainedValue().mayGoOn() ? 0 : 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  static func remove(from db: Database) {
    sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil)
  }
}
