-- The worth of scores, from labels.

local isotonic = require("lib.learning.isotonic")
local rule_file = require("lib.learning.rule_file")
local validation = require("lib.learning.validation")

local thresholds = { review = 0.5, accept = 0.8 }

-- Pairs whose chance to be the same is their score squared; some are refused.
local function pairs_of(count, seed)
  local random, list = mix.random.new(seed), {}
  for index = 1, count do
    local score = random:random()
    list[index] = { score = score, label = random:random() < score * score,
      refused = index % 10 == 0 }
    if list[index].refused then list[index].label = index % 200 == 0 end
  end
  return list
end

describe("a calibration", function()
  it("comes near to the chances, and never falls", function()
    local calibration = isotonic.fit(pairs_of(4000, 1), "chances", thresholds)
    assert.are.same({ "chances", 4000 }, { calibration.source, calibration.pairs })
    assert.near(0.05, calibration.refused, 0.02)
    local before = { score = -1, probability = 0 }
    for _, point in ipairs(calibration.points) do
      assert.is_true(point.score > before.score and point.probability >= before.probability)
      before = point
    end
    for score = 0.1, 0.95, 0.05 do
      assert.near(score * score, isotonic.probability(calibration, { score = score }), 0.12)
    end
  end)

  it("says how far off it is on pairs that it has not seen", function()
    local list = pairs_of(2000, 2)
    local parts = validation.split(list, 5, mix.random.new(3))
    assert.is_true(isotonic.held_out(parts, thresholds) < 0.05)
    -- Labels by chance can be predicted no better than by their share.
    assert.near(0.5, isotonic.error({ { label = true }, { label = false } },
      function() return 0 end), 1e-9)
  end)

  it("is never certain, and takes few pairs, equal scores and one kind", function()
    local few = { { score = 0.9, label = true }, { score = 0.9, label = true } }
    local calibration = isotonic.fit(few, "few", thresholds)
    assert.is_true(calibration.points[1].probability < 1)
    assert.are.equal(0.5, calibration.refused)
    local refused = { { score = 0.9, label = true, refused = true } }
    assert.is_nil(isotonic.fit(refused, "refused", thresholds))
    assert.is_nil(isotonic.fit({}, "none", thresholds))
  end)

  it("keeps what is below a threshold apart from what reaches it", function()
    local list = {}
    for index = 1, 10 do
      list[index] = { score = 0.79, label = false }
      list[10 + index] = { score = 0.81, label = true }
    end
    local calibration = isotonic.fit(list, "two", thresholds)
    assert.is_true(isotonic.probability(calibration, { score = 0.8 }) > 0.9)
    assert.is_true(isotonic.probability(calibration, { score = 0.79 }) < 0.1)
  end)
end)

-- A calibration must be that of the rules as they are now: some hundred of the pairs that it was
-- fitted to are enough to see that it is another's.
describe("a calibration of made pairs", function()
  local made = { ["match/films"] = "film_pairs", ["match/people"] = "person_pairs",
    ["match/releases"] = "album_pairs" }
  for name, pairs_name in pairs(made) do
    it("is right on them, bin by bin: " .. name, function()
      local all, list = require("spec.rules." .. pairs_name).all(), {}
      for index = 1, #all, #all // 600 do list[#list + 1] = all[index] end
      local found = mix.match.evaluate(list, mix.rules.load(name), { resamples = 0, wrong = 0 })
      assert.is_true(found.calibration_error < 0.02, found.calibration_error)
      for _, bin in ipairs(found.calibrated) do
        if bin.pairs >= 40 then assert.near(bin.predicted, bin.observed, 0.12) end
      end
    end)
  end
end)

describe("the rules that come with mixhost", function()
  for _, name in ipairs({ "match/tracks", "match/books" }) do
    it("are calibrated: a doubt is one, and a match is not: " .. name, function()
      local told = mix.rules.load(name):describe().calibration
      assert.is_true(told.accept > 0.9, "accept is worth " .. told.accept)
      assert.is_true(told.review > 0.1 and told.review < 0.7, "review is worth " .. told.review)
      assert.is_true(told.pairs > 350)
      -- Of lists with slips in every field gates refuse some, and half of each set is the same.
      assert.is_true(told.refused < 0.15)
    end)
  end

  for _, name in ipairs({ "match/films", "match/people", "match/releases" }) do
    it("are calibrated by the pairs made of tables: " .. name, function()
      local told = mix.rules.load(name):describe().calibration
      -- The lowest step of people has 70 pairs, eight of them namesakes: Tom and Thomas Wolfe.
      assert.is_true(told.accept > 0.87, "accept is worth " .. told.accept)
      -- Most namesakes are others: what is in doubt is less likely the same than not.
      assert.is_true(told.review < 0.5, "review is worth " .. told.review)
      assert.is_true(told.pairs > 2000)
      assert.is_true(told.refused < 0.02)
      assert.matches("%.csv$", told.source)
    end)
  end

  it("weigh how common a title is where nothing else is known", function()
    local rules = mix.rules.load("match/tracks")
    assert.are.equal("home", rules:term({ title = "Home", artist = "Ada Lune" }))
    assert.is_nil(rules:term({ title = "" }))
    local query = { title = "Home" }
    local candidate = { title = "Home", artist = "Ada Lune" }
    local before = mix.match.best(query, { candidate }, rules)
    assert.is_nil(before.rarity)
    rules:set_frequencies({ home = 50, tubthumping = 1, ["another song"] = 1 })
    local common = mix.match.best(query, { candidate }, rules)
    local back = mix.match.best(candidate, { query }, rules)
    assert.are.same({ 50, 52 }, { common.rarity.rows, common.rarity.total })
    assert.is_true(common.rarity.factor < 1)
    assert.is_true(common.probability < before.probability)
    assert.are.equal(common.probability, back.probability)
    local rare = mix.match.best({ title = "Tubthumping" },
      { { title = "Tubthumping", artist = "Ada Lune" } }, rules)
    assert.is_true(rare.probability > common.probability)
    -- Beside an artist a title names one song.
    assert.is_nil(mix.match.best(candidate, { candidate }, rules).rarity)
    rules:set_frequencies({})
    assert.are.equal(before.probability, mix.match.best(query, { candidate }, rules).probability)
  end)

  it("refuse invalid counts", function()
    local rules = mix.rules.load("match/books")
    for _, counts in ipairs({ { home = 0 }, { home = "many" }, { 3 } }) do
      assert.has_error(function() rules:set_frequencies(counts) end)
    end
  end)
end)

it("a calibration that is out of order is refused with its place", function()
  local function rules(points)
    return function()
      mix.match.rules({
        features = { { name = "f", weight = 1, score = function() return 1 end } },
        accept = 0.9, review = 0.5, margin = 0,
        calibration = { source = "s", pairs = 1, refused = 0, points = points },
      })
    end
  end
  assert.has_error(rules({}))
  assert.has_error(rules({ { score = 1, probability = 0.5 }, { score = 0.5, probability = 0.6 } }))
  assert.has_error(rules({ { score = 0.5, probability = 0.5 }, { score = 1, probability = 0.4 } }))
  assert.has_error(rules({ { score = 0.5, probability = 1.5 } }))
  rules({ { score = 0.5, probability = 0.5 } })()
end)
it("a file of learned rules keeps all of their calibration", function()
  local function points(low, high)
    return { { score = 0.5, probability = low }, { score = 1, probability = high } }
  end
  local calibration = { source = "s", pairs = 9, refused = 0.1, points = points(0.5, 1),
    refused_by_one = points(0.2, 0.3), refused_by_several = points(0, 0.1) }
  local rules = { name = function() return "x.lua" end, path = function() return "x.lua" end }
  local text = rule_file.text(rules, {
    name = "own", model = { features = {}, accept = 0.9, review = 0.5 }, calibration = calibration,
  }, "return { features = {} }")
  assert.are.same(calibration, assert(load(text))().calibration)
end)
