-- mix.link: rows, keys and decisions in a file.

local opened = require("new_file")
local written = require("spec.written")

local function add(file, side, rows)
  local records, keys, gold = {}, {}, {}
  for index, row in ipairs(rows) do
    records[index], keys[index], gold[index] = row[1], row[2], row[3] or ""
  end
  return file:add(side, records, keys, gold)
end

local function rows_of(query)
  local rows = {}
  for index, candidate in ipairs(query.candidates) do rows[index] = candidate.row end
  return rows
end

describe("mix.link", function()
  it("finds the rows that share keys, those with rare keys first", function()
    local file = opened("near")
    add(file, "right", { { "a", "x\ncommon" }, { "b", "common" }, { "c", "y\ncommon" }, { "d",
      "z" } })
    add(file, "left", { { "q", "common\ny" }, { "nothing", "none" }, { "bare", "" } })
    assert.equal(6, file:index("right"))
    local queries = file:near(1, 10, { share = 0 })
    assert.equal(3, #queries)
    assert.equal("q", queries[1].record)
    assert.are.same({ 3, 1, 2 }, rows_of(queries[1]))
    assert.equal("c", queries[1].candidates[1].record)
    assert.are.same({ {}, {} }, { rows_of(queries[2]), rows_of(queries[3]) })
    assert.are.same({ 3 }, rows_of(file:near(1, 1, { share = 0, common = 2 })[1]))
    assert.are.same({ 3, 1 }, rows_of(file:near(1, 1, { share = 0, most = 2 })[1]))
    assert.are.same({}, file:near(4, 10))
    file:remove()
  end)

  it("links each left row once, and each right row where that is asked for", function()
    local file = opened("assign")
    add(file, "left", { { "a", "" }, { "b", "" }, { "c", "" } })
    add(file, "right", { { "x", "" }, { "y", "" } })
    local function decision(left, right, score, state)
      return { left = left, right = right, score = score, state = state or "matched", reason = "r" }
    end
    file:decide({ decision(1, 1, 0.9), decision(2, 1, 0.95), decision(3, 2, 0.7, "uncertain") }, 3)
    assert.equal("3", file:note("done"))
    assert.are.same({ 2, 0, 0 }, { file:assign() })
    assert.are.same({ 1, 1, 0 }, { file:assign(true) })
    local results = file:results(1, 10)
    assert.are.same({ nil, 1, nil }, { results[1].other, results[2].other, results[3].other })
    assert.equal("x", results[2].other_record)
    -- The user's word stays, whatever the rules decide later.
    local doubt = file:doubts(0, 10)[1]
    assert.are.same({ 3, 2, "c", "y" }, { doubt.left, doubt.right, doubt.left_record,
      doubt.right_record })
    file:decide({ decision(3, 2, 0.7, "confirmed"), decision(2, 1, 0.95, "refused") })
    file:decide({ decision(3, 2, 0.7, "uncertain"), decision(2, 1, 0.95) })
    assert.are.same({ confirmed = 1, matched = 1, refused = 1, uncertain = 0 }, file:tally())
    assert.are.same({ 2, 0, 0 }, { file:assign(true) })
    file:remove()
  end)

  it("puts what matched by way of others into one cluster", function()
    local file = opened("cluster")
    add(file, "left", { { "a", "", "1" }, { "b", "", "2" }, { "c", "", "1" }, { "d", "", "1" } })
    file:decide({ { left = 3, right = 1, score = 1, state = "matched" },
      { left = 4, right = 3, score = 1, state = "matched" } })
    assert.are.same({ 1, 3 }, { file:cluster() })
    local heads = {}
    for index, row in ipairs(file:results(1, 10, true)) do heads[index] = row.other or 0 end
    assert.are.same({ 1, 0, 1, 1 }, heads)
    assert.equal(3, file:gold_pairs(true))
    assert.are.same({ 3, 0 }, { file:judged(true) })
    file:remove()
  end)

  it("continues where it was left", function()
    local path = mix.fs.data("spec/again.sqlite")
    local file = opened("again")
    add(file, "left", { { "a", "k" } })
    file:set_note("rules", "match/tracks")
    file:close()
    file = assert(mix.link.open(path))
    assert.are.same({ 1, "match/tracks" }, { file:count("left"), file:note("rules") })
    assert.is_nil(file:note("other"))
    file:remove()
    assert.is_false(mix.fs.exists(path))
    for _ = 1, 2 do
      local counts, err = file:tally()
      assert.is_nil(counts)
      assert.matches("the file is closed", err.message)
    end
    -- A process that closed a file cannot remove the file that another has made in its place.
    local other = assert(mix.link.open(path))
    assert.is_false(file:remove())
    file:close()
    assert.equal(0, other:count("left"))
    assert.is_true(other:remove())
  end)

  it("gives all doubts of a row, however many are asked for", function()
    local file = opened("doubts")
    add(file, "left", { { "a", "" }, { "b", "" }, { "c", "" } })
    add(file, "right", { { "x", "" }, { "y", "" }, { "z", "" } })
    local pairs_of = { { 1, 1 }, { 1, 2 }, { 1, 3 }, { 3, 1 }, { 3, 2 } }
    for _, pair in ipairs(pairs_of) do
      file:decide({ { left = pair[1], right = pair[2], score = 0.6, state = "uncertain" } })
    end
    local seen, after = {}, 0
    repeat
      local doubts = file:doubts(after, 1)
      for _, doubt in ipairs(doubts) do
        after = doubt.left
        seen[#seen + 1] = { doubt.left, doubt.right }
      end
    until #doubts == 0
    assert.are.same(pairs_of, seen)
    file:remove()
  end)

  it("asks blocking rules for the keys of rows, on any number of cores", function()
    local rules = mix.rules.load(written("keyed.lua", "return {kind = 'block', fields = {'isrc'}, "
      .. "keys = function(record) if record.isrc == 'bad' then error('no such code') end "
      .. "return {record.isrc} end}"))
    local records, gold = {}, {}
    for index = 1, 250 do
      records[index] = mix.json.encode({ isrc = index == 7 and "bad" or "c" .. index % 125 })
      gold[index] = ("%d"):format(index)
    end
    for jobs = 1, 2 do
      local file = opened("keyed")
      local problems = file:add_keyed("right", records, rules, gold, { jobs = jobs, shared = "*" })
      assert.are.same({ 7 }, { problems[1].row, problems[2] })
      assert.matches("no such code", problems[1].message)
      assert.equal(499, file:index("right"))
      assert.are.same({}, file:add_keyed("left", { records[9] }, rules, nil, { jobs = jobs }))
      local query = file:near(1, 1, { share = 0 })[1]
      assert.are.same({ 9, 134 }, rows_of(query))
      assert.are.same({ nil, "9" }, { query.gold, query.candidates[1].gold })
      file:remove()
    end
  end)

  it("says what is wrong", function()
    local file = opened("wrong")
    assert.has.errors(function() file:add("middle", {}, {}) end)
    assert.has.errors(function() file:add("left", { "a" }, {}) end)
    local block = mix.rules.load("block/tracks")
    assert.has.errors(function() file:add_keyed("left", { "{}" }, block, { "a", "b" }) end)
    assert.has.errors(function() file:add_keyed("left", { "no JSON" }, block) end)
    assert.has.errors(function() file:near(0, 1) end)
    assert.has.errors(function() file:near(1, 1, { most = 0 }) end)
    assert.has.errors(function() file:decide({ { left = 1 } }) end)
    file:remove()
    local none, err = mix.link.open(written("text.sqlite", ("no database "):rep(100)))
    assert.is_nil(none)
    assert.equal("io", err.kind)
  end)
end)
