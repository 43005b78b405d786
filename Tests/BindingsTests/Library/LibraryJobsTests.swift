import Bindings
import MixCore
import MockUpstreams
import Reactor
import ScriptHost
import Testing

@Suite("mix.library and mix.jobs")
struct LibraryJobsTests {
  private func host(_ time: ManualTime = ManualTime(autoAdvance: true)) async -> TestHost {
    await TestHost(time: time)
  }

  private static let imported = """
    local L, J = mix.library, mix.jobs
    local report = assert(L.import({
      {title = "Dune", creators = {"Frank Herbert"}, year = 1965, extra = {rating = 5}},
      {title = "Emma"}, {title = "Ulysses"}}, {source = "goodreads"}))
    """

  @Test("Rows that are not records are reported by their row; strict imports nothing")
  func rejected() async throws {
    let test = await host()
    let values = try await test.run(
      """
      local rows = {{title = "A"}, {title = " "}, {titel = "x", row = 40}, {title = "B", year = 20255}}
      local i = 0
      local function next()
        i = i + 1
        if i == 5 then return nil, "not closed", 77 end
        return rows[i]
      end
      local report = mix.library.import(next)
      local list = {}
      for _, r in ipairs(report.rejected) do list[#list + 1] = r.row .. ": " .. r.reason end
      i = 0
      local none, err = mix.library.import(next, {strict = true})
      return report.added, table.concat(list, "; "), none, err.kind, err.row, mix.library.status().total
      """)
    #expect(values[0] == .int(1))
    #expect(
      values[1]
        == .string(
          "2: the title is missing; "
            + "40: unknown field 'titel' (did you mean 'title'?); other columns go into extra; "
            + "4: year 20255 is not between -3000 and 2200; 77: not closed"))
    #expect(values[2...] == [.nil, .string("rejected"), .int(2), .int(1)])
  }

  @Test("An import with on_saved keeps what it saved before a failure, and continues when repeated")
  func steps() async throws {
    let test = await host()
    let values = try await test.run(
      """
      local fail_at, saved = 4000, 0
      local function import()
        local i = 0
        return mix.library.import(function()
          i = i + 1
          if i == fail_at then error("the disk is gone", 0) end
          if i <= 5000 then return {title = "Book " .. i} end
        end, {on_saved = function(counts)
          saved = counts.added
          -- The data file is free in between.
          mix.library.update(1, {pages = i})
        end})
      end
      local ok, why = pcall(import)
      local kept, before = mix.library.status().total, saved
      fail_at = nil
      local report = import()
      return ok, tostring(why), kept == before and kept > 0 and kept < 4000, report.added + kept,
        report.duplicate_count == kept, mix.library.status().total
      """)
    #expect(
      values == [
        .bool(false), .string("the disk is gone"), .bool(true), .int(5_000), .bool(true),
        .int(5_000),
      ])
    for option in ["strict", "dry_run"] {
      let message = await test.message(
        "mix.library.import({}, {on_saved = print, \(option) = true})")
      #expect(message.contains("on_saved saves in steps"), "\(message)")
    }
  }

  @Test("Results of handlers become fields, statuses and candidates")
  func run() async throws {
    let test = await host()
    let values = try await test.run(
      Self.imported + """

        local job = J.enqueue({status = "pending"}).job
        local queued = L.status().queued
        local summary = J.run(job, {}, function(item)
          if item.work.title == "Dune" then
            return {status = "enriched", source = "openlibrary", fields = {year = 1, pages = 412}}
          elseif item.work.title == "Emma" then
            return {status = "uncertain", candidates = {{source = "g", fields = {pages = 9}}}}
          end
          return {status = "failed", reason = "no ISBN"}
        end)
        local dune, emma, last = L.get(1), L.get(2), L.get(3)
        local decided = L.decide(2, "accept", emma.candidates[1])
        return queued, summary.state, dune.year, dune.pages, dune.sources.pages.source,
          emma.status, decided.pages, decided.status, last.status, last.error, L.status().queued
        """)
    #expect(
      values == [
        .int(3), .string("done"), .int(1965), .int(412), .string("openlibrary"),
        .string("uncertain"), .int(9), .string("enriched"), .string("failed"), .string("no ISBN"),
        .int(0),
      ])
  }

  @Test("prepare sees each item before the handler does; what it raises ends the run")
  func prepare() async throws {
    let test = await host()
    let values = try await test.run(
      Self.imported + """

        J.enqueue({status = "pending"})
        local log = {}
        local function handler(item)
          log[#log + 1] = item.work.title
          return {status = "not_found"}
        end
        local function failing() error("no batch today", 0) end
        local ok, err = pcall(J.run, nil, {prepare = failing}, handler)
        local queued = #log == 0 and J.progress().state
        local summary = J.run(nil, {prepare = function(items)
          mix.task.sleep(1)
          for _, item in ipairs(items) do log[#log + 1] = "?" .. item.work.title end
        end}, handler)
        return ok, tostring(err), queued, summary.not_found, table.concat(log, " ")
        """)
    #expect(values[0] == .bool(false))
    #expect(values[1] == .string("no batch today"))
    #expect(values[2] == .string("open"))
    #expect(values[3] == .int(3))
    // The handlers run side by side, in any order.
    guard case .string(let text) = values[4] else {
      Issue.record("\(values[4])")
      return
    }
    let seen = text.split(separator: " ").map(String.init)
    #expect(seen.prefix(3) == ["?Dune", "?Emma", "?Ulysses"])
    #expect(seen.dropFirst(3).sorted() == ["Dune", "Emma", "Ulysses"])
  }

  @Test(
    "prepare that is denied something, or asks too much, ends no run",
    arguments: ["denied", "limit"])
  func preparingRefused(kind: String) async throws {
    let test = await host()
    let call =
      kind == "denied"
      ? "mix.fs.read('/etc/hostname')"
      : "local a, b = ('a'):rep(300000), ('b'):rep(300000) mix.text.damerau(a, b)"
    let values = try await test.run(
      Self.imported + """

        J.enqueue({status = "pending"})
        local function refused() \(call) end
        local _, err = pcall(refused)
        local summary = J.run(nil, {prepare = refused}, function(item)
          if item.work.title == "Emma" then refused() end
          return {status = "not_found"}
        end)
        return err.kind, summary.not_found, summary.failed
        """)
    #expect(values == [.string(kind), .int(2), .int(1)])
  }

  @Test("Decisions replayed in a second home give the same library")
  func replay() async throws {
    let first = await host()
    let uncertain = """

      J.run(J.enqueue({ids = {2}}).job, {}, function()
        return {status = "uncertain", candidates = {{source = "g", fields = {pages = 9}}}}
      end)
      """
    let lines = try await first.run(
      Self.imported + uncertain + """

        L.decide(2, "accept", L.get(2).candidates[1])
        return L.decisions()()
        """)
    let line = try #require(lines.first.map { "\($0)" })
    #expect(line.contains("Emma"))
    guard case .string(let text)? = lines.first else { return }
    let second = await host()
    let values = try await second.run(
      Self.imported + uncertain + """

        local done = L.replay({[[\(text)]], "{}", ""})
        return done.applied, done.kept, #done.rejected, L.get(2).status, L.get(2).pages
        """)
    #expect(values == [.int(1), .int(1), .int(1), .string("enriched"), .int(9)])
    let third = await host()
    let later = try await third.run(
      Self.imported + "L.replay({[[\(text)]]})" + uncertain
        + "return L.get(2).status, L.get(2).pages")
    #expect(later == [.string("enriched"), .int(9)], "a kept decision counts in a later run")
  }

  @Test(
    "An upstream that is to be left alone ends no run that meets it while it prepares",
    arguments: ["error(err, 0)", "return nil, err"])
  func preparingMeetsAPause(_ statement: String) async throws {
    let server = MockServer(options: try MockOptions(parsing: "fault=429:1,retry-after=60"))
    let port = try await server.start()
    let test = await TestHost(
      time: ManualTime(autoAdvance: true),
      configure: { settings in
        settings.http.upstreams = [
          UpstreamPlace(
            canonical: "https://itunes.apple.com", actual: "http://127.0.0.1:\(port)/itunes")
        ]
      })
    let values = try await test.run(
      Self.imported + """

        local waits, prepared = {}, 0
        local summary = J.run(J.enqueue({status = "pending"}).job, {
          on_event = function(e)
            if e.event == "waiting" then waits[#waits + 1] = e.upstream end
          end,
          prepare = function()
            prepared = prepared + 1
            local answer, err = mix.http.get("https://itunes.apple.com/search?term=x", {ttl = 0})
            if not answer then \(statement) end
          end}, function() return {status = "enriched"} end)
        return summary.state, summary.enriched, prepared, table.concat(waits, " "),
          mix.http.stats().sent
        """)
    #expect(
      values == [
        .string("done"), .int(3), .int(2), .string("itunes.apple.com"), .int(2),
      ])
    await server.stop()
  }

  @Test("A run that a handler starts does not wait for the handler's own item")
  func runWithinAHandler() async throws {
    let values = try await TestHost(time: ManualTime(autoAdvance: true)).run(
      Self.imported + """

        local inner = {}
        local summary = J.run(J.enqueue({status = "pending"}).job, {concurrency = 1}, function(item)
          inner[#inner + 1] = J.run(nil, {}, function() return {status = "enriched"} end).enriched
          return {status = "enriched"}
        end)
        return summary.state, table.concat(inner, " "), L.status().enriched
        """)
    #expect(values == [.string("done"), .string("0 0 0"), .int(3)])
  }

  @Test("Requests of items are sent once; the queue's table decides", arguments: [429, 503])
  func transferRetries(status: Int) async throws {
    let server = MockServer(options: try MockOptions(parsing: "fault=\(status):100%,retry-after=0"))
    let port = try await server.start()
    let test = await TestHost(
      time: ManualTime(autoAdvance: true),
      configure: { settings in
        settings.http.liftsRateLimits = true
        settings.http.upstreams = [
          UpstreamPlace(
            canonical: "https://itunes.apple.com", actual: "http://127.0.0.1:\(port)/itunes")
        ]
      })
    let values = try await test.run(
      Self.imported + """

        local job = J.enqueue({1}).job
        local waits = {}
        local summary = J.run(job, {retry = {patience = 86400}, on_event = function(e)
          if e.event == "retry" then waits[#waits + 1] = e.wait end
        end}, function()
          local answer, err = mix.http.get("https://itunes.apple.com/search?term=x", {ttl = 0})
          if not answer then return nil, err end
          if answer.status ~= 200 then return nil, {http = answer.status, message = "refused"} end
          return {status = "enriched"}
        end)
        return table.concat(waits, " "), mix.http.stats().sent, summary.failed
        """)
    let waits = status == 429 ? [1.0, 2, 4, 8] : Array(repeating: 30, count: 20)
    #expect(
      values == [
        .string(waits.map { String($0) }.joined(separator: " ")), .int(Int64(waits.count + 1)),
        .int(1),
      ])
    await server.stop()
  }

  @Test("A refused connection pauses the run, as nothing else is reached")
  func refused() async throws {
    let test = await TestHost(
      time: ManualTime(autoAdvance: true),
      configure: { settings in
        settings.http.upstreams = [
          UpstreamPlace(
            canonical: "https://itunes.apple.com", actual: "http://127.0.0.1:1")
        ]
      })
    let values = try await test.run(
      Self.imported + """

        local summary = J.run(J.enqueue({status = "pending"}).job, {}, function()
          local answer, err = mix.http.get("https://itunes.apple.com/search?term=x")
          if not answer then return nil, err end
          return {status = "enriched"}
        end)
        return summary.state, summary.processed, L.status().queued, J.progress().state
        """)
    #expect(values == [.string("paused"), .int(0), .int(3), .string("paused")])
  }

  @Test("An error of the handler fails its item with the text; the run continues")
  func raised() async throws {
    let test = await host()
    let values = try await test.run(
      Self.imported + """

        local summary = J.run(J.enqueue({1, 2}).job, {}, function(item)
          if item.work.id == 1 then local x = nil; return x.y end
          return {status = "not_found"}
        end)
        return summary.failed, summary.not_found, L.get(1).error:match("attempt to index")
        """)
    #expect(values == [.int(1), .int(1), .string("attempt to index")])
  }

  @Test("A handler that takes longer than item_time is cancelled, and its item fails in the end")
  func longItem() async throws {
    let test = await host()
    let values = try await test.run(
      Self.imported + """

        local calls = 0
        local summary = J.run(J.enqueue({1, 2}).job, {item_time = 0.02}, function(item)
          if item.work.title == "Emma" then return {status = "enriched"} end
          calls = calls + 1
          mix.task.latch():wait()
        end)
        return calls, summary.failed, summary.enriched
        """)
    #expect(values == [.int(3), .int(1), .int(1)])
  }

  @Test("Misuse names what is wrong")
  func misuse() async throws {
    let test = await host()
    #expect(await test.message("mix.library.list{status = 'lost'}").contains("unknown status lost"))
    #expect(await test.message("mix.library.undo{}").contains("job = NUMBER or last = true"))
    #expect(await test.message("mix.jobs.retry{}").contains("failed = true"))
    #expect(await test.message("mix.jobs.enqueue({1}, {job = 9})").contains("no job 9"))
    #expect(await test.message("mix.jobs.run(nil, {concurrency = 0}, print)").contains("1 to 256"))
  }

  @Test("The first mistakes of a handler are logged, each once", arguments: [false, true])
  func mistake(isTold: Bool) async throws {
    let test = await host()
    try await test.run(
      """
      local L, J = mix.library, mix.jobs
      local rows = {}
      for i = 1, 30 do rows[i] = {title = "Book " .. i} end
      assert(L.import(rows, {source = "made"}))
      local options = {concurrency = 1, on_event = \(isTold) and function() end or nil}
      local summary = assert(J.run(J.enqueue({status = "pending"}).job, options, function(item)
        -- Half of the texts are one, the others name their items.
        error(item.id % 2 == 0 and "no status" or "no status of " .. item.id)
      end))
      assert(summary.failed == 30)
      """)
    let warnings = test.log.entries.filter { $0.message.contains("handler of mix.jobs.run") }
    #expect(warnings.count == (isTold ? 0 : 10))
    #expect(warnings.count { $0.message.hasSuffix(": no status") } == (isTold ? 0 : 1))
  }
}
