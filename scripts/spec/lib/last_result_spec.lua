-- The output while the network is slow.

local last_result = require("lib.last_result")

describe("the last result", function()
  local shown

  before_each(function()
    mix.test.clock()
    shown = {}
    last_result.is_terminal = function() return true end
    mix.cache.clear("shown")
  end)

  after_each(function() last_result.is_terminal = mix.ui.is_terminal end)

  local function asked(seconds, args)
    return last_result.before(args or {}, "k", function(value) shown[#shown + 1] = value end,
      function()
        mix.task.sleep(seconds)
        return "new", nil, 3
      end)
  end

  it("is shown when the answer takes longer than people wait, and the answer follows", function()
    last_result.keep({}, "k", { 1, 2 })
    assert.are.same({ "new", nil, 3 }, { asked(30) })
    assert.are.same({ { 1, 2 } }, shown)
  end)

  it("is not shown before a quick answer, nor of another question", function()
    last_result.keep({}, "k", 1)
    last_result.keep({}, "other", 2)
    asked(0.05)
    assert.are.same({}, shown)
  end)

  it("is nothing for programs", function()
    last_result.keep({ json = true }, "k", 1)
    asked(30)
    last_result.keep({}, "k", 1)
    for _, name in ipairs({ "json", "events", "quiet" }) do asked(30, { [name] = true }) end
    assert.are.same({}, shown)
  end)

  it("does not outlive a failure", function()
    last_result.keep({}, "k", 1)
    assert.has_error(function()
      last_result.before({}, "k", function() end, function() error("broken", 0) end)
    end)
  end)

  it("names ages in short", function()
    local ages = {}
    for place, seconds in ipairs({ -5, 89.9, 90, 5399, 5400, 172800 }) do
      ages[place] = last_result.age(seconds)
    end
    assert.are.same({ "0 s", "89 s", "1 min", "89 min", "1 h", "2 d" }, ages)
  end)
end)
