-- file:compare: rows compared on several cores.

local new_file = require("new_file")
local written = require("spec.written")

local rules = mix.rules.load("match/tracks")

local function opened(name, left, right)
  local file = new_file(name)
  for side, rows in pairs({ left = left, right = right }) do
    local records, keys, golds = {}, {}, {}
    for index, row in ipairs(rows) do
      records[index], keys[index] = mix.json.encode(row), row.key or "k"
      golds[index] = row.gold or ""
    end
    file:add(side, records, keys, golds)
  end
  file:index(#right > 0 and "right" or "left")
  return file
end

local function songs(count, mark)
  local list = {}
  for index = 1, count do
    list[index] = { title = "Song Number " .. index .. mark, artist = "Ada Lune " .. index % 7,
      key = "k" .. index // 3, gold = tostring(index) }
  end
  return list
end

local function all(file, options)
  local last, calls = nil, 0
  while true do
    local found, err = file:compare(rules, options)
    assert.is_nil(err)
    if not found then return last, calls end
    last, calls = found, calls + 1
  end
end

local function results(file)
  file:assign(true)
  local lines = {}
  for index, row in ipairs(file:results(1, 10000)) do
    lines[index] = ("%d %s %s"):format(row.row, row.other, row.score)
  end
  return table.concat(lines, "\n")
end

describe("file:compare", function()
  it("finds the same on one core and on three, in parts and at once", function()
    local outcomes = {}
    for index, options in ipairs({ { jobs = 1 }, { jobs = 3 }, { jobs = 2, rows = 110 } }) do
      local file = opened("compare_jobs", songs(350, ""), songs(350, " (Remastered)"))
      local last, calls = all(file, options)
      assert.are.same({ 350, 350 }, { last.row, last.covered })
      assert.equal(index == 3 and 4 or 1, calls)
      assert.are.same({ "350", tostring(last.pairs) }, { file:note("done"), file:note("pairs") })
      outcomes[index] = results(file)
      file:remove()
    end
    assert.equal(outcomes[1], outcomes[2])
    assert.equal(outcomes[1], outcomes[3])
    assert.matches("^1 1 0%.", outcomes[1])
  end)

  it("keeps what a row could have instead, for rows whose best is another's", function()
    local song = { title = "Paper Boats", artist = "Ada Lune" }
    local file = opened("compare_others", { song, song }, { song, song })
    all(file, { jobs = 2 })
    assert.equal(2, file:tally().matched)
    assert.are.same({ 2, 0, 0 }, { file:assign(true) })
    assert.are.same({ 1, 1, 0 }, { file:assign(true, true) })
    file:remove()
  end)

  it("compares a table with itself, each pair once", function()
    local song = { title = "Paper Boats", artist = "Ada Lune" }
    local file = opened("compare_within", { song, song, { title = "Else", artist = "Bo" } }, {})
    local last = all(file, { within = true })
    assert.are.same({ 3, 3 }, { last.row, last.pairs })
    assert.are.same({ 1, 2 }, { file:cluster() })
    file:remove()
  end)

  it("names the pair on which a rule raises and decides about the others", function()
    local raising = mix.rules.load(written("raises.lua", [[return {
      kind = "match", fields = { query = { "title" }, candidate = { "title" } },
      features = { { name = "title", weight = 1, score = function(q, c)
        if q.title == "Halo" and c.title == "Water" then error("boom") end
        return q.title == c.title and 1 or 0 end } },
      accept = 0.9, review = 0.5, margin = 0 }]]))
    local rows = { { title = "Halo" }, { title = "Water" } }
    local file = opened("compare_raises", rows, rows)
    local found = assert(file:compare(raising, { jobs = 2 }))
    assert.equal(1, #found.problems)
    assert.are.same({ 1, 2 }, { found.problems[1].left, found.problems[1].right })
    assert.matches("boom", found.problems[1].message)
    assert.equal(2, file:tally().matched)
    file:remove()
  end)

  it("uses how common titles are", function()
    local file = opened("compare_common", { { title = "Home" } },
      { { title = "Home", artist = "Ada Lune" } })
    local own = mix.rules.load("match/tracks")
    own:set_frequencies({ home = 50, tubthumping = 1, ["another song"] = 1 })
    file:compare(own)
    local reason = file:doubts(0, 1)[1].reason
    local best = mix.match.best({ title = "Home" }, { { title = "Home", artist = "Ada Lune" } },
      own)
    assert.equal(best.reason, reason)
    file:remove()
  end)

  it("says what is wrong", function()
    local file = opened("compare_wrong", { { title = "a" } }, { { title = "a" } })
    local inline = mix.match.rules({
      features = { { name = "f", weight = 1, score = function() return 1 end } },
      accept = 0.9, review = 0.5, margin = 0,
    })
    local ok, problem = pcall(file.compare, file, inline)
    assert.is_false(ok)
    assert.matches("are in no file", problem.message)
    assert.has.errors(function() file:compare(rules, { jobs = 0 }) end)
    assert.has.errors(function() file:compare(rules, { rows = 0 }) end)
    file:remove()
  end)
end)
