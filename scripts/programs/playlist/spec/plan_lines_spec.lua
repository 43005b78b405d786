-- Plans in words, and why there is nothing to write.

local plan = require("programs.playlist.lib.writing.plan")
local plan_lines = require("programs.playlist.lib.writing.plan_lines")
local uris = require("programs.playlist.spec.account").uris

local function plan_of(options, prepared, existing)
  local rules = mix.rules.load("playlist/standard")
  return plan.make({
    rules = rules, options = options, description = "", progress = function() end,
    service = { items = function() return existing end },
  }, {
    name = "Mix", user = { id = "u" }, failed = {}, prepared = prepared,
    target = existing and { id = "p", name = "Road Mix" } or nil,
  })
end

local function first_line(options, prepared, existing)
  return plan_lines.of(plan_of(options, prepared, existing))[1]
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

describe("a plan for more than a playlist holds", function()
  it("leaves the last new tracks out, and says so", function()
    local made = plan_of({}, uris("n", 20), uris("o", 9990))
    assert.are.same(uris("n", 10), made.writes[1].uris)
    assert.equal(10, #made.added)
    assert.equal("the last 10 tracks are left out: Spotify takes at most 10000 items in a playlist",
      made.notes[1])
    assert.equal(10000, plan_of({}, uris("n", 10001)).comes)
    assert.equal(10000, plan_of({ truncate = true }, uris("n", 10001), uris("o", 3)).comes)
  end)

  it("keeps what is in a playlist that is shuffled", function()
    local made = plan_of({ shuffle = true, shuffle_seed = 1 }, uris("n", 20), uris("o", 9990))
    assert.are.same({ 0, 10, 10000 }, { made.goes, made.comes, #made.items })
  end)

  it("has nothing to write to one that is full", function()
    assert.equal('Plan: nothing to write to "Road Mix": it is full',
      first_line({}, uris("n", 2), uris("o", 10000)))
  end)
end)
