import ScriptHost
import Testing

@Suite("mix.grid") struct GridModuleTests {
  /// A grid of pages of ten; `broken` is a page that fails, `log` the messages to observers.
  private static let prelude = """
    local broken, log, loads = nil, {}, 0
    local grid = mix.grid.new(function(filter, page, view)
      loads = loads + 1
      view.first = view.first or page
      assert(view.first == 1, "a table for each view")
      mix.task.sleep(0)
      if page == broken then return nil, select(2, mix.json.decode("{")) end
      local items = {}
      for i = 1, 10 do items[i] = {n = (page - 1) * 10 + i, of = filter} end
      return items, page < 3
    end, {columns = 2, debounce = 0})
    grid:on_change(function(change)
      log[#log + 1] = change.event .. ":" .. change.state .. ":" .. change.count
    end)

    """

  private func run(_ body: String) async throws -> [LuaValue] {
    try await TestHost().run(Self.prelude + body)
  }

  @Test func pagesUntilTheEnd() async throws {
    let values = try await run(
      """
      local words = {grid:state(), grid:show("a"), grid:next_page(), grid:next_page()}
      return table.concat(words, " "), grid:count(), grid:items()[30].n, grid:filter(),
        table.concat(log, " "), grid:next_page()
      """)
    #expect(
      values == [
        .string("idle loaded loaded exhausted"), .int(30), .int(30), .string("a"),
        .string(
          "changed:loadingInitial:0 changed:loaded:10 changed:loadingNextPage:10 changed:loaded:20 "
            + "changed:loadingNextPage:20 changed:exhausted:30"), .string("exhausted"),
      ])
  }

  @Test func tenChangesOneLoad() async throws {
    let values = try await run(
      """
      local ended = {}
      mix.task.scope(function(scope)
        for i = 1, 10 do
          scope:spawn(function()
            local word = grid:show("f" .. i)
            ended[word] = (ended[word] or 0) + 1
          end)
        end
      end)
      local cancelled = 0
      for _, line in ipairs(log) do
        if line:find("^cancelled") then cancelled = cancelled + 1 end
      end
      return ended.loaded, ended.cancelled, cancelled, grid:items()[1].of, grid:count()
      """)
    #expect(values == [.int(1), .int(9), .int(9), .string("f10"), .int(10)])
  }

  @Test func anErrorKeepsWhatWasThereAndMayBeTriedAgain() async throws {
    let values = try await run(
      """
      broken = 2
      grid:show("a")
      local word = grid:next_page()
      local kind, count = grid:failure().kind, grid:count()
      local idle = grid:next_page()
      broken = nil
      return word, kind, count, idle, grid:retry(), grid:count(), grid:failure()
      """)
    #expect(
      values == [
        .string("error"), .string("parse"), .int(10), .string("error"), .string("loaded"), .int(20),
        .nil,
      ])
  }

  @Test func focusLoadsInTheLastRows() async throws {
    let values = try await run(
      """
      grid:show("a")
      grid:focus(4)
      local before = grid:count()
      grid:focus(5)
      return before, grid:count()
      """)
    #expect(values == [.int(10), .int(20)], "rows of two: the last three begin at the fifth item")
  }

  @Test func whatIsGoneIsTakenOut() async throws {
    let values = try await run(
      """
      grid:show("a")
      grid:remove(function(item) return item.n % 2 == 0 end)
      local ok = pcall(grid.remove, grid, function() error("broken") end)
      return grid:count(), grid:items()[2].n, ok
      """)
    #expect(values == [.int(5), .int(3), .bool(false)])
  }

  @Test func whatAnObserverRaisesReachesTheCaller() async throws {
    let values = try await run(
      """
      local id = grid:on_change(function(change)
        if change.state == "loaded" then error("observer") end
      end)
      local ok, err = pcall(grid.show, grid, "a")
      local off = grid:off(id)
      return ok, tostring(err):match("observer"), grid:state(), off, grid:off(id), grid:next_page()
      """)
    #expect(
      values == [
        .bool(false), .string("observer"), .string("loaded"), .bool(true), .bool(false),
        .string("loaded"),
      ])
  }

  @Test func anObserverOnlyLooks() async throws {
    let values = try await run(
      """
      local removing, showing
      grid:on_change(function()
        removing = removing or select(2, pcall(grid.remove, grid, function() return true end))
        showing = showing or select(2, pcall(grid.show, grid, "b"))
      end)
      local word = grid:show("a")
      return word, tostring(removing):match("only looks"), tostring(showing):match("cannot wait"),
        grid:filter()
      """)
    #expect(
      values == [.string("loaded"), .string("only looks"), .string("cannot wait"), .string("a")])
  }

  @Test func whatLoadRaisesIsShown() async throws {
    let values = try await TestHost().run(
      """
      local grid = mix.grid.new(function() error("no page") end)
      local word = grid:show()
      local odd = mix.grid.new(function() return 5 end)
      odd:show()
      return word, grid:failure().message:match("no page"), odd:failure().message
      """)
    #expect(
      values == [
        .string("error"), .string("no page"),
        .string("load returns a list of items, not integer"),
      ])
  }

  @Test func cancellingTheCallerGivesTheLoadUp() async throws {
    let values = try await TestHost().run(
      """
      local ended = false
      local grid = mix.grid.new(function() mix.task.sleep(60); ended = true; return {1} end)
      local word, err = mix.task.timeout(0.01, function() return grid:show("a") end)
      return word, err.kind, ended, grid:state()
      """)
    #expect(values == [.nil, .string("timeout"), .bool(false), .string("idle")])
  }

  @Test func details() async throws {
    let values = try await TestHost().run(
      """
      local states = {}
      local detail = mix.grid.detail(function(id)
        mix.task.sleep(0)
        if id == 404 then return nil end
        return {id = id}
      end)
      detail:on_change(function(state) states[#states + 1] = state end)
      local first
      mix.task.scope(function(scope)
        scope:spawn(function() first = detail:open(1) end)
        scope:spawn(function() detail:open(2) end)
      end)
      local shown = detail:value().id
      local word = detail:open(404, {id = "summary"})
      local known, why = detail:value().id, detail:failure().kind
      detail:close()
      return first, shown, word, known, why, detail:state(), table.concat(states, " ")
      """)
    #expect(
      values == [
        .string("cancelled"), .int(2), .string("error"), .string("summary"), .string("not_found"),
        .string("idle"), .string("loading loading loaded loading error idle"),
      ])
  }

  @Test(arguments: [
    ("mix.grid.new()", "bad argument 'load' to mix.grid.new: function expected"),
    ("mix.grid.new(print, {columns = 0})", "bad argument 'columns' to mix.grid.new: 1 to 1000"),
    ("mix.grid.new(print, {colums = 5})", "did you mean 'columns'?"),
    ("mix.grid.new(print):focus('x')", "bad argument 'index'"),
  ])
  func misuseIsNamed(code: String, expected: String) async {
    let message = await TestHost().message("return \(code)")
    #expect(message.contains(expected), "\(message)")
  }
}
