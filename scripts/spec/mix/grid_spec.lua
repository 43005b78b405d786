-- Grids and details: their states, and that only the latest load counts.

-- Loads that a test lets through one by one.
local function new_gate()
  local gate, waiting = { begun = {}, cancelled = {} }, {}
  function gate.pass(name)
    gate.begun[#gate.begun + 1] = name
    local latch, has_passed = mix.task.latch(), false
    waiting[name] = latch
    local _ <close> = setmetatable({}, { __close = function()
      if not has_passed then gate.cancelled[#gate.cancelled + 1], waiting[name] = name, nil end
    end })
    local err = latch:wait()
    has_passed = true
    if err ~= true then error(err, 0) end
  end
  function gate.begins(name)
    while not waiting[name] do mix.task.sleep(0) end
  end
  function gate.ends(name, err)
    gate.begins(name)
    waiting[name]:set(err)
    waiting[name] = nil
  end
  return gate
end

-- A grid of pages of `size` numbers, three of them, each let through by the gate as "filter/page",
-- and the messages to its observers.
local function new_grid(options, size)
  local gate, log = new_gate(), {}
  local grid = mix.grid.new(function(filter, page)
    gate.pass(filter .. "/" .. page)
    local items = {}
    for place = 1, size or 10 do items[place] = (page - 1) * (size or 10) + place end
    return items, page < 3
  end, options)
  grid:on_change(function(change)
    log[#log + 1] = change.event == "cancelled" and "cancelled " .. change.filter
      or change.state .. " " .. change.count
  end)
  return grid, gate, log
end

-- Runs a function with `start`, which begins a call beside it.
local function beside(body)
  mix.task.scope(function(scope)
    body(function(fn, ...) return scope:spawn(fn, ...) end)
  end)
end

local function shown(grid, gate, filter)
  beside(function(start)
    start(grid.show, grid, filter)
    gate.ends(filter .. "/1")
  end)
end

describe("a grid", function()
  it("adds pages until the end, one at a time", function()
    local grid, gate, log = new_grid()
    assert.equal("idle", grid:state())
    shown(grid, gate, "a")
    for page = 2, 3 do
      beside(function(start)
        local loading = start(grid.next_page, grid)
        gate.begins("a/" .. page)
        assert.equal("loadingNextPage", grid:next_page())
        gate.ends("a/" .. page)
        assert.equal(page == 3 and "exhausted" or "loaded", loading:await())
      end)
    end
    assert.are.same({
      "loadingInitial 0", "loaded 10", "loadingNextPage 10", "loaded 20", "loadingNextPage 20",
      "exhausted 30",
    }, log)
    for place, item in ipairs(grid:items()) do assert.equal(place, item) end
    assert.equal("exhausted", grid:next_page())
    assert.equal("grid: exhausted, 30 items", tostring(grid))
  end)

  it("loads once for ten changes of the filter", function()
    local grid, gate, log = new_grid()
    local outcomes, cancelled = {}, 0
    beside(function(start)
      for number = 0, 9 do
        start(function()
          local outcome = grid:show("f" .. number)
          outcomes[outcome] = (outcomes[outcome] or 0) + 1
        end)
      end
      gate.ends("f9/1")
    end)
    assert.are.same({ loaded = 1, cancelled = 9 }, outcomes)
    -- The others were aborted, or never begun.
    assert.equal(9, #gate.cancelled + 10 - #gate.begun)
    local last
    for _, line in ipairs(log) do
      if line:find("^cancelled") then cancelled = cancelled + 1 else last = line end
    end
    assert.equal(9, cancelled)
    assert.equal("loaded 10", last)
    assert.equal("f9", grid:filter())
  end)

  it("never shows a late answer of an old filter", function()
    local answers, log = {}, {}
    local grid
    grid = mix.grid.new(function(filter)
      -- An answer that comes in the same turn as the other filter.
      if filter == "old" then answers.old:set() else mix.task.sleep(0) end
      return { filter }, false
    end)
    grid:on_change(function(change) log[#log + 1] = change.event .. " " .. change.state end)
    answers.old = mix.task.latch()
    local old
    beside(function(start)
      start(function() old = grid:show("old") end)
      answers.old:wait()
      grid:show("new")
    end)
    assert.are.same({ "new" }, grid:items())
    assert.equal("exhausted", grid:state())
    assert.is_true(old == "cancelled" or old == "exhausted")
  end)

  it("begins with page 1 for a new filter", function()
    local grid, gate = new_grid()
    shown(grid, gate, "a")
    beside(function(start)
      local next_page = start(grid.next_page, grid)
      gate.begins("a/2")
      local other = start(grid.show, grid, "b")
      gate.ends("b/1")
      assert.equal("cancelled", next_page:await())
      assert.equal("loaded", other:await())
    end)
    assert.equal(10, grid:count())
    assert.equal(1, grid:items()[1])
  end)

  it("keeps what was there when a page cannot be had", function()
    local grid, gate = new_grid()
    local failure = { kind = "broken", message = "no page" }
    local function call(name, page, err)
      beside(function(start)
        start(grid[name], grid, "a")
        gate.ends(page, err)
      end)
    end
    call("show", "a/1", failure)
    assert.equal("error", grid:state())
    assert.equal("broken", grid:failure().kind)
    assert.equal(0, grid:count())
    call("retry", "a/1")
    call("next_page", "a/2", failure)
    assert.equal("error", grid:state())
    assert.equal(10, grid:count())
    assert.equal("error", grid:next_page(), "only retry asks again")
    call("retry", "a/2")
    assert.equal(20, grid:count())
    assert.is_nil(grid:failure())
  end)

  it("skips empty pages, and not for ever", function()
    local grid = mix.grid.new(function(_, page) return {}, page < 4 end)
    assert.equal("empty", grid:show("a"))
    local asked = 0
    local endless = mix.grid.new(function()
      asked = asked + 1
      return {}, true
    end)
    assert.equal("empty", endless:show("b"))
    assert.equal(21, asked)
    local late = mix.grid.new(function(_, page) return page == 3 and { 7 } or {}, true end)
    assert.equal("loaded", late:show("a"))
    assert.are.same({ 7 }, late:items())
  end)

  it("loads near the end once the focus rests", function()
    local clock = mix.test.clock("2026-11-21")
    local grid, gate = new_grid({}, 40)
    shown(grid, gate, "a")
    -- 40 items in rows of 5: the last three rows begin at 26.
    assert.equal("loaded", grid:focus(25))
    beside(function(start)
      local early = start(grid.focus, grid, 26)
      mix.task.sleep(0)
      clock:advance(0.2)
      local late = start(grid.focus, grid, 31)
      mix.task.sleep(0)
      clock:advance(0.299)
      assert.equal("cancelled", early:await(), "the focus moved on")
      assert.are.same({ "a/1" }, gate.begun)
      clock:advance(0.001)
      gate.ends("a/2")
      assert.equal("loaded", late:await())
    end)
    assert.equal(80, grid:count())
  end)

  it("ends the wait of the focus with a change of the filter", function()
    local clock = mix.test.clock("2026-11-21")
    local grid, gate = new_grid()
    shown(grid, gate, "a")
    beside(function(start)
      local focus = start(grid.focus, grid, 10)
      mix.task.sleep(0)
      shown(grid, gate, "b")
      clock:advance(1)
      assert.equal("cancelled", focus:await())
    end)
    assert.are.same({ "a/1", "b/1" }, gate.begun)
  end)

  it("goes back to what was there when its caller is cancelled", function()
    local log, is_held = {}, true
    local grid = mix.grid.new(function(_, page)
      while is_held do mix.task.sleep(0.001) end
      return { page }, true
    end)
    grid:on_change(function(change) log[#log + 1] = change.event .. " " .. change.state end)
    local function cancelled(name)
      beside(function(start)
        local call = start(grid[name], grid, "a")
        mix.task.sleep(0.01)
        call:cancel()
      end)
    end
    cancelled("show")
    assert.equal("idle", grid:state())
    is_held = false
    grid:show("a")
    is_held = true
    cancelled("next_page")
    assert.equal("loaded", grid:state())
    assert.equal(1, grid:count())
    assert.equal("cancelled loaded", log[#log])
  end)

  it("lets go of what is gone", function()
    local grid = mix.grid.new(function() return { 1, 2, 3 }, false end)
    grid:show("a")
    grid:remove(function(item) return item == 3 end)
    assert.are.same({ 1, 2 }, grid:items())
    assert.equal("exhausted", grid:state())
    grid:remove(function() return true end)
    assert.equal("empty", grid:state())
  end)

  it("lets an observer leave", function()
    local grid, gate, log = new_grid()
    local told = 0
    grid:off(grid:on_change(function() told = told + 1 end))
    shown(grid, gate, "a")
    assert.equal(0, told)
    assert.equal(2, #log)
  end)
end)

describe("the functions of a grid", function()
  it("get a table for each view, and what they return or raise is shown", function()
    local broken, views = nil, 0
    local grid = mix.grid.new(function(_, page, view)
      views = views + (view.first and 0 or 1)
      view.first = view.first or page
      assert.equal(1, view.first)
      if page == broken then return nil, select(2, mix.json.decode("{")) end
      return { page }, page < 3
    end)
    grid:show("a")
    broken = 2
    assert.equal("error", grid:next_page())
    assert.equal("parse", grid:failure().kind)
    assert.equal("error", grid:next_page())
    broken = nil
    assert.equal("loaded", grid:retry())
    assert.equal(1, views)
    local raising = mix.grid.new(function() error("no page") end)
    assert.equal("error", raising:show())
    assert.matches("no page", raising:failure().message)
    local odd = mix.grid.new(function() return 5 end)
    odd:show()
    assert.equal("load returns a list of items, not integer", odd:failure().message)
    local none = mix.grid.detail(function() return nil end)
    assert.equal("error", none:open(404, { id = "summary" }))
    assert.equal("summary", none:value().id)
    assert.equal("not_found", none:failure().kind)
  end)

  it("give up with their caller", function()
    local ended = false
    local grid = mix.grid.new(function()
      mix.task.sleep(60)
      ended = true
    end)
    local word, err = mix.task.timeout(0.01, function() return grid:show("a") end)
    assert.is_nil(word)
    assert.equal("timeout", err.kind)
    assert.is_false(ended)
    assert.equal("idle", grid:state())
  end)

  it("raise to the caller what an observer raises", function()
    local grid = mix.grid.new(function(_, page) return { page }, true end)
    local id = grid:on_change(function(change)
      if change.state == "loaded" then error("observer") end
    end)
    local ok, err = pcall(grid.show, grid, "a")
    assert.is_false(ok)
    assert.matches("observer", tostring(err))
    assert.equal("loaded", grid:state())
    assert.is_true(grid:off(id))
    assert.is_false(grid:off(id))
    assert.equal("loaded", grid:next_page())
    assert.is_false(pcall(grid.remove, grid, function() error("broken") end))
  end)

  it("let an observer only look", function()
    local grid = mix.grid.new(function(_, page) return { page }, true end)
    local removing, showing
    grid:on_change(function()
      removing = removing or select(2, pcall(grid.remove, grid, function() return true end))
      showing = showing or select(2, pcall(grid.show, grid, "b"))
    end)
    assert.equal("loaded", grid:show("a"))
    assert.matches("only looks", tostring(removing))
    assert.matches("cannot wait", tostring(showing))
    assert.equal("a", grid:filter())
  end)

  it("name what is wrong with their arguments", function()
    ---@type any
    local wrong = "x"
    for expected, call in pairs({
      ["bad argument 'load' to mix.grid.new: function expected"] = mix.grid.new,
      ["bad argument 'columns' to mix.grid.new: 1 to 1000"] = function()
        mix.grid.new(print, { columns = 0 })
      end,
      ["did you mean 'columns'?"] = function() mix.grid.new(print, { colums = 5 }) end,
      ["bad argument 'index'"] = function() mix.grid.new(print):focus(wrong) end,
    }) do
      local ok, err = pcall(call)
      assert.is_false(ok)
      assert.is_truthy(err.message:find(expected, 1, true), err.message)
    end
  end)
end)

describe("a detail view", function()
  local function new_detail()
    local gate = new_gate()
    return mix.grid.detail(function(key)
      gate.pass(key)
      return "detail " .. key
    end), gate
  end

  it("shows the item that was opened last", function()
    local detail, gate = new_detail()
    local states = {}
    detail:on_change(function(state) states[#states + 1] = state end)
    beside(function(start)
      local first = start(detail.open, detail, 1, "summary 1")
      gate.begins(1)
      assert.equal("summary 1", detail:value())
      local second = start(detail.open, detail, 2)
      gate.begins(2)
      assert.equal("cancelled", first:await())
      gate.ends(2)
      assert.equal("loaded", second:await())
    end)
    assert.equal("detail 2", detail:value())
    assert.are.same({ "loading", "loading", "loaded" }, states)
    assert.are.same({ 1 }, gate.cancelled)
    assert.equal("detail: loaded", tostring(detail))
  end)

  it("shows what is known when an item cannot be had", function()
    local detail, gate = new_detail()
    local function call(name, err)
      beside(function(start)
        start(detail[name], detail, 1, "summary 1")
        gate.ends(1, err)
      end)
    end
    call("open", { kind = "broken", message = "no item" })
    assert.equal("error", detail:state())
    assert.equal("summary 1", detail:value())
    assert.equal("broken", detail:failure().kind)
    call("retry")
    assert.equal("detail 1", detail:value())
    detail:close()
    assert.equal("idle", detail:state())
    assert.equal("idle", detail:retry())
  end)
end)
