-- Plans in words, and why there is nothing to write.

local plan = require("programs.playlist.lib.writing.plan")
local plan_lines = require("programs.playlist.lib.writing.plan_lines")
local uris = require("programs.playlist.spec.account").uris

local function first_line(options, prepared, existing)
  local rules = mix.rules.load("playlist/standard")
  local made = plan.make({
    rules = rules, options = options, description = "", progress = function() end,
    service = { items = function() return existing end },
  }, {
    name = "Mix", user = { id = "u" }, failed = {}, prepared = prepared,
    target = existing and { id = "p", name = "Road Mix" } or nil,
  })
  return plan_lines.of(made)[1]
end

describe("the plan's first line", function()
  it("names the playlist and says what goes and comes", function()
    assert.equal('Plan: a new private playlist "Mix" of 1 item, 2 writes',
      first_line({}, uris("n", 1)))
    assert.equal('Plan: "Road Mix": 2 items come, 1 write',
      first_line({}, uris("n", 2), uris("o", 3)))
    assert.equal('Plan: "Road Mix": 230 items go, 10 come, 1 write',
      first_line({ truncate = true }, uris("n", 10), uris("o", 230)))
    assert.equal('Plan: "Road Mix": 1 item goes, 1 write',
      first_line({ truncate = true }, uris("o", 2), uris("o", 3)))
    assert.equal('Plan: "Road Mix": a new order, 1 write',
      first_line({ shuffle = true, shuffle_seed = 1 }, uris("o", 3), uris("o", 3)))
  end)

  it("says why there is nothing to write", function()
    assert.equal('Plan: nothing to write to "Road Mix": the 2 tracks that were chosen are in it '
      .. "already", first_line({}, uris("o", 2), uris("o", 3)))
    assert.equal('Plan: nothing to write to "Road Mix": the one track that was chosen is in it '
      .. "already", first_line({ truncate = true }, uris("o", 1), uris("o", 1)))
  end)
end)
