-- Pairs of rows that are compared, and reports of the others.

local blocking = require("lib.linking.blocking")
local left_out = require("lib.linking.left_out")
local loading = require("lib.linking.loading")
local new_file = require("new_file")
local progress = require("lib.linking.progress")
local tables = require("lib.linking.tables")
local written = require("spec.written")

local function listed(name, titles)
  return written(name, "title\n" .. table.concat(titles, "\n") .. "\n")
end

local function numbered(count)
  local titles = {}
  for number = 1, count do titles[number] = "Song " .. number end
  return titles
end

local rules = mix.rules.load("block/tracks")

local function pairing_of(args, left, right)
  return blocking.of(rules, args, tables.opened(left), right and tables.opened(right))
end

-- A link file with the rows of a table, or of two.
local function loaded(pairing, left, right)
  local file = new_file("blocking")
  local places = { places = { title = 1 } }
  local gold = { label = function(row) return row end }
  local _, numbers = loading.load(file, "left", tables.opened(left), left, places, pairing, gold)
  if right then
    _, numbers = loading.load(file, "right", tables.opened(right), right, places, pairing, gold)
  end
  assert(file:index(right and "right" or "left"))
  return file, numbers
end

local function compared(file, pairing, within)
  local search, count = pairing.search, 0
  for _, query in ipairs(file:near(1, 1000, {
    most = search.most, common = search.common, share = search.share, before = within,
  })) do
    count = count + #query.candidates
  end
  return count
end

describe("small tables", function()
  it("are compared whole, whatever their rows share", function()
    local left = listed("left.csv", { "Halo", "강남스타일" })
    local right = listed("right.csv", { "Hello", "Gangnam Style" })
    local pairing = pairing_of({}, left, right)
    assert.is_true(pairing.is_whole)
    local file = loaded(pairing, left, right)
    assert.equal(4, compared(file, pairing))
    assert.are.same({}, (left_out.lines(file, pairing, 4, false)))
    local one = pairing_of({}, left)
    assert.equal(1, compared(loaded(one, left), one, true))
  end)

  it("have up to 100,000 pairs", function()
    local many = listed("many.csv", numbered(447))
    assert.is_true(pairing_of({}, many).is_whole)
    assert.is_false(pairing_of({}, many, many).is_whole)
    assert.is_false(pairing_of({}, listed("more.csv", numbered(448))).is_whole)
    local few = listed("few.csv", numbered(223))
    assert.is_true(pairing_of({}, few, many).is_whole)
    assert.is_true(pairing_of({}, many, few).is_whole)
    assert.is_false(pairing_of({}, listed("some.csv", numbered(224)), many).is_whole)
  end)

  it("have keys, too, by which the nearest rows come first", function()
    local left = listed("left.csv", { "Wonderwall" })
    local right = listed("right.csv", { "Halo", "Wonderwall" })
    local pairing = pairing_of({ most = 1 }, left, right)
    local file = loaded(pairing, left, right)
    assert.equal(2, file:near(1, 1, pairing.search)[1].candidates[1].row)
    assert.are.same({ { "pairs left out", 1 },
      { "of these", "each row is compared with the 1 nearest" } },
      (left_out.lines(file, pairing, 1, false)))
  end)
end)

it("tables without rows to count are searched more widely where they are one", function()
  assert.is_nil(blocking.of(rules, {}).search.share)
  assert.equal(0.2, blocking.of(rules, { within = true }).search.share)
end)

describe("--block", function()
  it("all compares all pairs of large tables, a name those that share keys", function()
    local many = listed("many.csv", numbered(500))
    for _, word in ipairs({ "all", "none" }) do
      assert.is_true(pairing_of({ block = word }, many, many).is_whole)
      assert.is_nil(blocking.name(word))
    end
    local small = listed("left.csv", { "Halo" })
    assert.is_false(pairing_of({ block = "tracks" }, small, small).is_whole)
    assert.equal("tracks", blocking.name("tracks"))
  end)

  it("reports what it left out", function()
    local left = listed("left.csv", { "Blue Moon", "Gone", "Home" })
    local right = listed("right.csv", { "Blue Moon", "Blue Moon", "Blue", "Home" })
    local pairing = pairing_of({ block = "tracks", most = 1 }, left, right)
    local lines, counts = left_out.lines(loaded(pairing, left, right), pairing, 2, false)
    assert.are.same({ { "pairs left out", 10 }, { "of these", "in all rows, rows that share no "
      .. "key: 1; rows that share keys with more than 1: 1; pairs that --most 1 cuts: 2" } }, lines)
    assert.equal(2, counts.looked_at.cut_pairs)
  end)

  it("names the known pairs that it left out, with the reason", function()
    local left = listed("left.csv", { "晴天", "Halo", "Blue" })
    local right = listed("right.csv", { "Sunny Day", "Halo", "Blue Moon Blue", "Blue", "Blue" })
    local pairing = pairing_of({ block = "tracks", most = 1, common = 2 }, left, right)
    local file, numbers = loaded(pairing, left, right)
    local said, problem = {}, progress.problem
    progress.problem = function(text) said[#said + 1] = text end
    left_out.name_known(file, pairing, numbers, false, 2)
    progress.problem = problem
    assert.are.same({
      "row 1 with row 1, a known pair, is not compared: they share no key",
      "row 3 with row 3, a known pair, is not compared: their keys are of more than 2 rows "
        .. "(--common)",
    }, said)
  end)
end)
