import ScriptHost
import Testing

/// Lists that are there already.
@Suite("mix.merge of lists") struct ListMergeTests {
  /// `random_lists(seed)`: up to 17 lists of items in order, with equals, missing values and texts.
  private static let prelude = """
    local function before(a, b)
      if a.n ~= b.n then
        if a.n == nil or b.n == nil then return b.n == nil end
        if type(a.n) ~= type(b.n) then return type(a.n) == "number" end
        return a.n < b.n
      end
      return a.m > b.m
    end
    local function random_lists(seed)
      math.randomseed(seed)
      local lists, all = {}, {}
      for source = 1, math.random(1, 17) do
        local list = mix.json.array()
        for i = 1, math.random(0, 40) do
          local n = math.random(1, 20) --[[@as any]]
          if n == 20 then n = nil elseif n == 19 then n = "text" elseif n == 18 then n = 2 ^ 60
          elseif n == 17 then n = (1 << 60) + 1 elseif n > 13 then n = n + 0.5 end
          list[i] = {n = n, m = math.random() < 0.5, source = source}
          list[i].m = list[i].m and 1 or 0
        end
        table.sort(list, before)
        for i, item in ipairs(list) do item.place = i end
        lists[source] = list
      end
      return lists
    end
    local function words(list)
      local found = {}
      for i, item in ipairs(list) do found[i] = item.source .. "." .. item.place end
      return table.concat(found, " ")
    end
    local function paged(list)
      return {pages = function(page) return {list[page]}, page < #list end}
    end
    local keys = {"n", "-m"}

    """

  private func run(_ body: String) async throws -> [LuaValue] {
    try await TestHost().run(Self.prelude + body)
  }

  @Test(arguments: 0..<40)
  func everyWayGivesOneOrder(seed: Int) async throws {
    let values = try await run(
      """
      local lists = random_lists(\(seed))
      local pages = {}
      for i, list in ipairs(lists) do pages[i] = paged(list) end
      local function all(sources, by) return words(mix.merge.sorted(sources, {by = by, cap = 0}):take()) end
      local piece, pieces = mix.merge.sorted(lists, {by = before, cap = 0}), {}
      repeat
        local items = piece:take(math.random(1, 9))
        table.move(items, 1, #items, #pieces + 1, pieces)
      until #items == 0
      local walked = {}
      for item in mix.merge.sorted(lists, {by = keys, cap = 0}) do walked[#walked + 1] = item end
      return all(lists, keys), all(lists, before), all(pages, keys), all(pages, before), words(pieces),
        words(walked)
      """)
    #expect(values.allSatisfy { $0 == values[0] }, "\(values)")
  }

  @Test func aComparisonThatRaisesLosesNothing() async throws {
    let values = try await run(
      """
      local calls = 0
      local list = mix.merge.sorted({{1, 4, 7}, {2, 5, 8}, {3, 6, 9}}, {by = function(a, b)
        calls = calls + 1
        if calls == 8 then error("not now") end
        return a < b
      end})
      local first = list:take(1)[1]
      local ok, raised = pcall(list.take, list)
      return first, ok, tostring(raised):match("not now"), list:given(), table.concat(list:take(), " ")
      """)
    #expect(
      values == [.int(1), .bool(false), .string("not now"), .int(1), .string("2 3 4 5 6 7 8 9")])
  }

  @Test(arguments: ["{{1, 3}, {2, 4}}", "{function() end, {1, 3}, {2, 4}}"])
  func aComparisonMayAskForTheState(sources: String) async throws {
    let values = try await run(
      """
      local list, seen
      list = mix.merge.sorted(\(sources), {by = function(a, b)
        seen = list:state() .. " " .. list:given() .. " " .. #list:failures()
        return a < b
      end})
      return #list:take(), seen:match("^open") or seen, list:state()
      """)
    #expect(values == [.int(4), .string("open"), .string("ended")])
  }

  @Test func capAndStateAreKept() async throws {
    let values = try await run(
      """
      local capped = mix.merge.sorted({{1, 3}, {2, 4}}, {by = function(a, b) return a < b end, cap = 3})
      local fresh = capped:state()
      local count = #capped:take()
      local closed = mix.merge.sorted({{{n = 1}}}, {by = "n"})
      closed:close()
      local ended = mix.merge.sorted({{{n = 1}}}, {by = "n"})
      ended:take()
      return fresh, count, capped:state(), capped:take(), #closed:take(), closed:state(), ended:state(),
        #mix.merge.sorted({}):take()
      """)
    #expect(
      values == [
        .string("open"), .int(3), .string("capped"), .array([]), .int(0), .string("closed"),
        .string("ended"), .int(0),
      ])
  }

  @Test func theItemsOfListsAreTakenOnce() async throws {
    let values = try await run(
      """
      local one, two = {{n = 1, source = 1, place = 1}, {n = 4, source = 1, place = 2}},
        {{n = 2, source = 2, place = 1}}
      local list = mix.merge.sorted({one, two}, {by = "n"})
      table.remove(one, 1)
      two[1].n = 9
      return words(list:take())
      """)
    #expect(values == [.string("1.1 2.1 1.2")])
    let compared = try await run(
      """
      local one, two = {1, 4}, {2}
      local list = mix.merge.sorted({one, two}, {by = function(a, b) return a < b end})
      one[1], two[2] = nil, 9
      return table.concat(list:take(), " ")
      """)
    #expect(compared == [.string("1 2 4")])
  }

  @Test(arguments: 0..<60)
  func numbersAreMergedAsComputedKeysAre(seed: Int) async throws {
    let values = try await run(
      """
      math.randomseed(\(seed))
      local fields = {{field = "a", order = "descending", missing = "first"}, {field = "b", missing = 2},
        "rank", {field = "c"}}
      local computed = {}
      for i, key in ipairs(fields) do
        computed[i] = key == "rank" and key or {order = key.order, missing = key.missing,
          value = function(item) return item[key.field] end}
      end
      local function value()
        local roll = math.random(0, 11)
        if roll == 0 then return nil elseif roll == 1 then return 0 / 0 elseif roll == 2 then return -0.0 end
        if roll == 3 and math.random() < 0.1 then return ({"text", mix.json.null, 1 / 0, 1 << 60})[math.random(4)] end
        return roll > 9 and roll % 2 == 0 or roll - 6.5
      end
      local lists = {}
      for source = 1, math.random(0, 9) do
        local list = {}
        for i = 1, math.random(0, 30) do
          list[i] = {a = value(), b = value(), c = value(), source = source, place = i}
        end
        -- Two of three lists are in the order of the keys.
        if math.random() < 0.7 then list = mix.merge.sorted({list}, {by = computed, cap = 0}):take() end
        for i, item in ipairs(list) do item.place = i end
        lists[source] = list
      end
      local function in_pieces(by, cap)
        local list, found = mix.merge.sorted(lists, {by = by, cap = cap}), {}
        repeat
          local items = list:take(math.random(1, 20))
          table.move(items, 1, #items, #found + 1, found)
        until #items == 0
        return words(found) .. list:state() .. list:given()
      end
      local cap = math.random(0, 60)
      return words(mix.merge.sorted(lists, {by = computed, cap = cap}):take()),
        words(mix.merge.sorted(lists, {by = fields, cap = cap}):take()), in_pieces(computed, cap), in_pieces(fields, cap)
      """)
    #expect(values[0] == values[1], "\(values)")
    #expect(values[2] == values[3], "\(values)")
  }

  /// Found in the middle of a list, beside heads that are equal in their first key.
  @Test(arguments: ["5", "mix.json.null", "print"])
  func whatIsNotATableIsNamed(item: String) async throws {
    let message = await TestHost().message(
      """
      mix.merge.sorted({{{n = 1, m = 2}, {n = 1, m = 3}, \(item), {n = 1}}, {{n = 1, m = 2}, {n = 1, m = 4}}},
        {by = {"n", "m"}, cap = 0}):take()
      """)
    #expect(message.contains("is read from tables"), "\(message)")
  }

  @Test func oneItemAtATimeAndTheRest() async throws {
    let values = try await run(
      """
      local list = mix.merge.sorted({{{n = 1}, {n = 3}}, {{n = 2}}, {}}, {by = "n"})
      local first
      for item in list do first = item.n break end
      local rest = list:take()
      return first, #rest, rest[1].n, list:state(), #list:take()
      """)
    #expect(values == [.int(1), .int(2), .int(2), .string("ended"), .int(0)])
  }

  @Test func anEndlessComparisonIsInterrupted() async throws {
    let message = await TestHost(limits: Limits(sliceSeconds: 0.2)).message(
      "mix.merge.sorted({{1}, {2}}, {by = function() while true do end end}):take()")
    #expect(message.contains("time limit"))
  }
}
