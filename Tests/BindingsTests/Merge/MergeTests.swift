import ScriptHost
import Testing

@Suite("mix.merge") struct MergeTests {
  /// `pages(list, size)`: a page function that waits, and counts in `asked`.
  private static let prelude = """
    local asked = 0
    local function pages(list, size, broken)
      return { name = "pages", pages = function(page)
        asked = asked + 1
        mix.task.sleep(0)
        if page == broken then return nil, select(2, mix.json.decode("{")) end
        local items = {}
        for i = (page - 1) * size + 1, math.min(page * size, #list) do items[#items + 1] = list[i] end
        return items, page * size < #list
      end }
    end
    local function titles(list)
      local words = {}
      for i, item in ipairs(list) do words[i] = type(item) == "table" and item.title or item end
      return table.concat(words, " ")
    end

    """

  private func run(_ body: String) async throws -> [LuaValue] {
    try await TestHost().run(Self.prelude + body)
  }

  private func text(_ body: String) async throws -> String? {
    guard case .string(let text)? = try await run(body).first else { return nil }
    return text
  }

  private func message(_ body: String) async -> String {
    await TestHost().message(Self.prelude + body)
  }

  @Test func listsIteratorsAndPages() async throws {
    let merged = try await text(
      """
      local rest = {4, 8}
      local list = mix.merge.sorted({
        {1, 5, 9}, pages({2, 6, 10}, 2), function() return table.remove(rest, 1) end,
        {items = {3, 7}}, {},
      }, {by = {value = function(n) return n end}})
      return titles(list:take())
      """)
    #expect(merged == "1 2 3 4 5 6 7 8 9 10")
  }

  @Test func aLoopFetchesAsItGoes() async throws {
    let values = try await run(
      """
      local numbers = {}
      for i = 1, 100 do numbers[i] = {title = i} end
      local list = mix.merge.sorted({pages(numbers, 10)}, {by = "title"})
      local count = 0
      for item in list do
        count = count + 1
        if count == 15 then break end
      end
      return count, asked, list:given(), list:state(), titles(list:take(3))
      """)
    #expect(
      values == [.int(15), .int(2), .int(15), .string("open"), .string("16 17 18")])
  }

  @Test func keysTiesAndMissingValues() async throws {
    let merged = try await text(
      """
      local a = {{title = "b", date = "2026-02-01", score = 8}, {title = "c", date = "2026-02-01"},
        {title = "x"}, {title = "y", date = ""}, {title = "z", date = mix.json.null}}
      local b = {{title = "a", date = "2026-02-02"}, {title = "d", date = "2026-02-01", score = 0.5}}
      return titles(mix.merge.sorted({a, b}, {
        by = {field = "date", order = "descending"},
        tie = {{field = "score", order = "descending", missing = 0}, "title"},
      }):take())
      """)
    #expect(merged == "a b d c x y z")
    let first = try await text(
      """
      return titles(mix.merge.sorted({{{title = "a", n = 1}, {title = "b"}}},
        {by = {field = "n", missing = "first"}}):take())
      """)
    #expect(first == "b a")
  }

  @Test func aComparisonOfItems() async throws {
    let merged = try await text(
      """
      return titles(mix.merge.sorted({pages({9, 5, 1}, 1), {8, 4}}, {by = function(a, b)
        return a > b
      end}):take())
      """)
    #expect(merged == "9 8 5 4 1")
    let passed = await message(
      "mix.merge.sorted({{1, 2}, {3}}, {by = function() error('no order') end}):take()")
    #expect(passed.contains("no order"))
    for sources in ["{{1, 2}, {3}}", "{{1, 2}, pages({3}, 1)}"] {
      let wrong = await message(
        "mix.merge.sorted(\(sources), {by = function() return 1 end}):take()")
      #expect(wrong.contains("returned integer, a boolean expected"))
      let waiting = await message(
        "mix.merge.sorted(\(sources), {by = function() mix.task.sleep(1) end}):take()")
      #expect(waiting.contains("mix.task.sleep cannot wait inside"))
    }
  }

  @Test func trendsKeepTheSourcesOrder() async throws {
    let merged = try await text(
      "return titles(mix.merge.sorted({{'b', 'a'}, {'z', 'y', 'x'}}):take())")
    #expect(merged == "b z a y x")
  }

  @Test func uniqueByFieldsOrByAFunction() async throws {
    let merged = try await text(
      """
      local a = {{title = "m1", type = "m", id = 1}, {title = "m2", type = "m", id = 2}}
      local b = {{title = "t1", type = "t", id = 1}, {title = "m1", type = "m", id = 1},
        {title = "n"}, {title = "n"}}
      local by = {by = "title", unique = {"type", "id"}}
      local folded = {by = "title", unique = function(item) return item.title:upper():sub(1, 1) end}
      return titles(mix.merge.sorted({a, b}, by):take()) .. "; "
        .. titles(mix.merge.sorted({a, b}, folded):take())
      """)
    #expect(merged == "m1 m2 n n t1; m1 n t1")
  }

  @Test func itemsStayWhatTheyAre() async throws {
    let values = try await run(
      """
      local item = setmetatable({n = 1, f = print}, {__index = {name = "from class"}})
      local list = mix.merge.sorted({{item}}, {by = "n"})
      local got = list:take(1)[1]
      return got == item, got.f == print, got.name
      """)
    #expect(values == [.bool(true), .bool(true), .string("from class")])
  }

  @Test func aFailingSourceIsReportedTheOthersGoOn() async throws {
    let values = try await run(
      """
      local list = mix.merge.sorted({pages({1, 3, 5, 7}, 1, 3), {2, 4, 6}},
        {by = {value = function(n) return n end}})
      local text = titles(list:take())
      local failure = list:failures()[1]
      return text, #list:failures(), failure.source, failure.page, failure.name, failure.error.kind
      """)
    #expect(
      values == [
        .string("1 2 3 4 6"), .int(1), .int(1), .int(3), .string("pages"), .string("parse"),
      ])
  }

  @Test func aSourceWithoutEndOrItemsIsAFailure() async throws {
    let values = try await run(
      """
      local asked = 0
      local list = mix.merge.sorted({{pages = function() asked = asked + 1 return {}, true end}, {1}},
        {by = {value = function(n) return n end}})
      local items = list:take()
      local other = mix.merge.sorted({{pages = function() return {results = {1}} end}, {1}})
      other:take()
      return #items, asked, list:failures()[1].error.message, other:failures()[1].error.message
      """)
    #expect(values.prefix(2) == [.int(1), .int(1_000)])
    #expect("\(values[2])".contains("1000 empty pages in a row"))
    #expect("\(values[3])".contains("a page is a list of items, not a table with other keys"))
  }

  @Test func emptyPagesLetOthersRun() async throws {
    let values = try await run(
      """
      local rounds, list = 0, nil
      mix.task.scope(function(scope)
        scope:spawn(function() for _ = 1, 2 do rounds = rounds + 1 mix.task.sleep(0) end end)
        list = mix.merge.sorted({{pages = function() return {}, rounds < 2 end}})
        list:take()
      end)
      return rounds, #list:failures()
      """)
    #expect(values == [.int(2), .int(0)])
  }

  @Test func whatAPageRaisesIsAFailureToo() async throws {
    let values = try await run(
      """
      local list = mix.merge.sorted({{pages = function(page) return page.nothing.here end}, {1}})
      return #list:take(), list:failures()[1].error.message
      """)
    #expect(values.first == .int(1))
    #expect("\(values)".contains("attempt to index"))
  }

  @Test func whenEverySourceFailsSoDoesTheMerge() async throws {
    let values = try await run(
      """
      local list = mix.merge.sorted({pages({1}, 1, 1), pages({1}, 1, 1)})
      local items, err = list:take(5)
      local other = mix.merge.sorted({pages({1}, 1, 1)})
      local ok, raised = pcall(function() for _ in other do end end)
      return items, err.kind, err.message:match("^every source failed") ~= nil, ok, raised.kind
      """)
    #expect(values == [.nil, .string("parse"), .bool(true), .bool(false), .string("parse")])
  }

  @Test func theCapIsSaid() async throws {
    let values = try await run(
      """
      local many = {}
      for i = 1, 700 do many[i] = i end
      local standard = mix.merge.sorted({many})
      local all = mix.merge.sorted({many}, {cap = 0})
      local few = mix.merge.sorted({many}, {cap = 3})
      return #standard:take(), standard:state(), #all:take(), all:state(), #few:take(), #few:take()
      """)
    #expect(
      values == [
        .int(500), .string("capped"), .int(700), .string("ended"), .int(3), .int(0),
      ])
  }

  @Test func oneReaderAtATime() async throws {
    let values = try await run(
      """
      local list = mix.merge.sorted({pages({1, 2, 3}, 1)})
      local read, refused = 0, nil
      mix.task.scope(function(scope)
        for _ = 1, 2 do
          scope:spawn(function()
            local ok, got = pcall(list.take, list, 3)
            if ok then read = read + #got else refused = tostring(got):match("one reader") end
          end)
        end
      end)
      return read, refused, list:given()
      """)
    #expect(values == [.int(3), .string("one reader"), .int(3)])
  }

  /// A script must not bring the merge down from within.
  @Test(
    arguments: ["list:take(1)", "list:close()", "list:retry()", "for _ in list do end"],
    ["pages({1, 3}, 2), pages({2, 4}, 2)", "{1, 3}, {2, 4}"])
  func aComparisonLeavesTheListAlone(code: String, sources: String) async throws {
    let values = try await run(
      """
      local list, raised
      list = mix.merge.sorted({\(sources)}, {by = function(a, b)
        local ok, err = pcall(function() \(code) end)
        raised = not ok and tostring(err):match("leave it alone")
        return a < b
      end})
      return titles(list:take()), raised
      """)
    #expect(values == [.string("1 2 3 4"), .string("leave it alone")])
  }

  @Test func cancellingTheReaderStopsThePages() async throws {
    let values = try await run(
      """
      local reached = false
      local list = mix.merge.sorted({{pages = function() mix.task.sleep(60); reached = true end}})
      local got, err = mix.task.timeout(0.01, function() return list:take(1) end)
      return got, err.kind, reached, #list:failures()
      """)
    #expect(values == [.nil, .string("timeout"), .bool(false), .int(0)])
  }

  @Test func whatACancelledReaderHadFoundComesNext() async throws {
    let values = try await run(
      """
      local is_slow = true
      local list = mix.merge.sorted({{pages = function(page)
        if page == 2 and is_slow then mix.task.sleep(60) end
        return {page}, page < 3
      end}})
      local got, err = mix.task.timeout(0.01, function() return list:take(2) end)
      local given = list:given()
      is_slow = false
      return got, err.kind, given, list:state(), titles(list:take(1)), titles(list:take()), list:given()
      """)
    #expect(
      values == [
        .nil, .string("timeout"), .int(0), .string("open"), .string("1"), .string("2 3"), .int(3),
      ])
  }

  /// Not taken for a page that comes again, though its identities were read before.
  @Test func aPageWhoseKeysCannotBeReadIsAskedForAgain() async throws {
    let values = try await run(
      """
      local is_broken = true
      local list = mix.merge.sorted({pages({{title = "a"}, {title = "b"}}, 2)}, {unique = "title",
        by = {value = function(item) return is_broken and {} or item.title end}})
      local ok = pcall(list.take, list)
      is_broken = false
      return ok, titles(list:take()), asked
      """)
    #expect(values == [.bool(false), .string("a b"), .int(2)])
  }

  @Test(arguments: [
    ("{1}", "{}", "sources[1] is integer, a list, a function or a table expected"),
    ("{{pages = 1}}", "{}", "sources[1].pages is integer, a function expected"),
    ("{{pages = print, items = {}}}", "{}", "has one of `items`, `pages` and `next`, not 2"),
    ("{{page = print}}", "{}", "unknown option 'sources[1].page' (did you mean 'pages'?)"),
    ("{}", "{order = 1}", "unknown option 'order'"),
    ("{}", "{lookahead = 0}", "option 'lookahead' is a whole number from 1 to 100,000, not 0"),
    ("{}", "{by = 5}", "option 'by' is a field's name or a table"),
    ("{}", "{by = {{}}}", "option 'by[1]' has neither `field`, a name, nor `value`"),
    ("{}", "{by = {field = 'a', order = 'up'}}", "by.order' is \"ascending\" or \"descending\""),
    ("{}", "{by = {field = 'a', missing = 'nowhere'}}", "is \"first\", \"last\" or a number"),
    ("{}", "{by = print, tie = 'a'}", "option 'tie' goes with keys"),
    ("{}", "{unique = 5}", "option 'unique' is a field's name"),
    ("{{1}}", "{by = 'n'}", "an item is integer; 'n' is read from tables"),
    ("{{{n = {}}}}", "{by = 'n'}", "'n' of an item is table; a sort key is a number"),
  ])
  func misuseIsNamed(sources: String, options: String, expected: String) async {
    let message = await message("mix.merge.sorted(\(sources), \(options))")
    #expect(message.contains(expected), "\(message)")
  }
}
