-- Requests side by side whose answers are used in order.

local ahead = require("programs.playlist.lib.ahead")

describe("calls ahead", function()
  local running, most, log

  before_each(function()
    mix.test.clock()
    running, most, log = 0, 0, {}
  end)

  -- The later ones end first.
  local function fetch(item)
    running = running + 1
    most = math.max(most, running)
    mix.task.sleep(1 / item)
    running = running - 1
    return item * 10
  end

  local function take(item, place, result)
    log[#log + 1] = ("%d %d %d"):format(place, item, result)
  end

  local function for_ever() return math.huge end

  it("run beside each other, and their results come in the list's order", function()
    ahead.each({ 1, 2, 3, 4, 5, 6, 7 }, 3, for_ever, fetch, take)
    assert.equal(3, most)
    assert.are.same({ "1 1 10", "2 2 20", "3 3 30", "4 4 40", "5 5 50", "6 6 60", "7 7 70" }, log)
  end)

  it("begin with one alone", function()
    local first_ended_at
    ahead.each({ 1, 2, 3 }, 3, for_ever, function(item, place)
      if place > 1 then assert.is_true(first_ended_at ~= nil) end
      local result = fetch(item)
      first_ended_at = first_ended_at or mix.time.monotonic()
      return result
    end, take)
    assert.equal(2, most)
  end)

  it("start no more than is certain to be used", function()
    local asked = 0
    local function needed() return 4 - #log end
    ahead.each({ 1, 2, 3, 4, 5, 6, 7, 8 }, 6, needed, function(item)
      asked = asked + 1
      return fetch(item)
    end, take)
    assert.equal(4, asked)
    assert.equal(4, #log)
  end)

  it("are cancelled where fewer are wanted in the end", function()
    local wanted, ended = 8, 0
    ahead.each({ 4, 3, 2, 1 }, 4, function() return wanted end, function(item)
      local result = fetch(item)
      ended = ended + 1
      return result
    end, function(...)
      take(...)
      if #log == 2 then wanted = 0 end
    end)
    assert.equal(2, #log)
    assert.equal(2, ended)
  end)

  it("end with the first failure, and an empty list asks nothing", function()
    local ok, err = pcall(ahead.each, { 1, 2, 3 }, 3, for_ever, function(item)
      if item == 2 then error({ kind = "quota" }, 0) end
      return fetch(item)
    end, take)
    assert.is_false(ok)
    assert.equal("quota", err.kind)
    assert.are.same({ "1 1 10" }, log)
    ahead.each({}, 3, for_ever, fetch, take)
  end)
end)
