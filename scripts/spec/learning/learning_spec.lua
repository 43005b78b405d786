-- Lessons from pairs, and their limits.

local expectation = require("lib.learning.expectation")
local fitting = require("lib.learning.fitting")
local queue = require("lib.learning.queue")
local validation = require("lib.learning.validation")
local vectors = require("lib.learning.vectors")

-- Pairs of which `good` tells the label, but for one in twenty, and `noise` nothing.
local function pairs_of(count, seed)
  local random, list = mix.random.new(seed), {}
  for index = 1, count do
    local label = random:random() < 0.4
    local good = label and 0.75 + 0.25 * random:random() or 0.6 * random:random()
    if index % 20 == 0 then good = random:random() end
    list[index] = {
      values = { good = good, noise = random:random(), rare = index % 3 == 0 and good or nil },
      failed = {}, refused = false, label = label, index = index, place = "p" .. index,
    }
  end
  return list
end

it("a file of labels takes answers where it has pairs as JSON, one a line", function()
  assert.is_nil(queue.problem(""))
  assert.is_nil(queue.problem('{"left":{},"right":{},"label":true}\n\n'))
  assert.matches("line 1 is not", queue.problem("left.title,label\n"), 1, true)
  assert.matches("line 2 is not", queue.problem('{"left":{},"right":{}}\n{"left":'), 1, true)
end)

local function equal()
  return {
    accept = 0.87, review = 0.6, is_mean = true,
    features = { { name = "good", amount = 1 }, { name = "noise", amount = 1 },
      { name = "rare", amount = 1 } },
  }
end

local function f1(model, list) return vectors.measures(list, fitting.matches(model)).f1 end

describe("learning", function()
  it("weighs what tells pairs apart, from a hundred labels", function()
    local model = fitting.fit(equal(), pairs_of(100, 1))
    assert.is_true(model.features[1].amount > 3 * model.features[2].amount)
    local unseen = pairs_of(1000, 2)
    assert.is_true(f1(model, unseen) > 0.93)
    assert.is_true(f1(model, unseen) > f1(equal(), unseen) + 0.2)
    assert.is_true(model.review < model.accept)
  end)

  it("leaves alone what the pairs say nothing about", function()
    local list = pairs_of(60, 3)
    for _, vector in ipairs(list) do vector.refused = vector.label end
    for _, vector in ipairs(list) do vector.label = true end
    local model = fitting.fit(equal(), list)
    for index, feature in ipairs(model.features) do
      assert.near(1, feature.amount, 0.75, equal().features[index].name)
    end
  end)

  it("leaves the thresholds of labels that these tell apart as they should be", function()
    local list = {}
    for index = 1, 10 do
      local label = index % 2 == 0
      list[index] = { values = { good = 1, noise = 1, rare = 1 }, failed = {}, refused = not label,
        label = label, index = index, place = "p" .. index }
    end
    local model = fitting.fit(equal(), list)
    assert.are.same({ 0.87, 0.6 }, { model.accept, model.review })
    -- Refused pairs that differ move the weights a little, and not where thresholds belong.
    local began = equal()
    for index, amount in ipairs({ 0.5, 0.36, 0.14 }) do began.features[index].amount = amount end
    for index = 1, 10, 2 do list[index].values.good = 0 end
    model = fitting.fit(began, list)
    assert.is_true(model.features[1].amount > 0.5)
    assert.are.same({ 0.87, 0.6 }, { model.accept, model.review })
    -- Another bound is better for other labels.
    for _, vector in ipairs(list) do
      vector.refused, vector.values = false, { good = 0.5, noise = 0.5, rare = 0.5 }
      if not vector.label then vector.values = { good = 0.2, noise = 0.2, rare = 0.2 } end
    end
    assert.is_true(fitting.fit(equal(), list).accept < 0.5)
  end)

  it("takes penalties and sums as well", function()
    local model = equal()
    model.is_mean, model.accept, model.review = false, 2, 1
    model.features[2].penalty = true
    assert.is_true(f1(fitting.fit(model, pairs_of(200, 4)), pairs_of(500, 5)) > 0.9)
  end)

  it("comes near to that without labels", function()
    local list, answers = pairs_of(400, 6), {}
    for index, vector in ipairs(list) do answers[index], vector.label = vector.label, nil end
    local prior = expectation.label(list, equal().features)
    assert.near(0.4, prior, 0.1)
    local model = fitting.fit(equal(), list)
    for index, vector in ipairs(list) do vector.label = answers[index] end
    assert.is_true(f1(model, list) > 0.9)
  end)

  it("is measured on pairs that it has not seen", function()
    local list = pairs_of(100, 7)
    -- Labels by chance: what is learned from them holds for these pairs alone.
    local random = mix.random.new(8)
    for _, vector in ipairs(list) do vector.label = random:random() < 0.5 end
    local decided = validation.decisions(equal(), list, 5, 1)
    assert.is_true(validation.f1(list, function(vector) return decided[vector] end) < 0.75)
    local interval = validation.intervals(list, fitting.matches(equal()),
      function(vector) return decided[vector] end, 1, 200)
    assert.is_true(interval[1] < interval[2])
  end)
end)

describe("labels", function()
  local function labelled(list)
    local found = {}
    for index, item in ipairs(list) do
      found[index] = { left = { title = item[1] }, right = { title = "x" }, label = item[2],
        place = "f:" .. index }
    end
    return found
  end

  it("of one class, or with one of a kind, teach nothing", function()
    assert.matches("all 2 labels say \"the same\"",
      validation.problems(labelled({ { "a", true }, { "b", true } })), 1, true)
    assert.matches("all 1 labels say \"different\"", validation.problems(labelled({ { "a",
      false } })),
      1, true)
    assert.matches("one pair only that is different", validation.problems(labelled({
      { "a", true }, { "b", true }, { "c", false } })), 1, true)
  end)

  it("that contradict each other are named", function()
    local problem, remarks = validation.problems(labelled({
      { "a", true }, { "a", false }, { "b", true }, { "c", false } }))
    assert.is_nil(problem)
    assert.matches("1 pair is labelled both as the same and as different; the first: f:1 and f:2",
      remarks[1], 1, true)
  end)

  it("that are few are reported as few", function()
    local _, remarks = validation.problems(labelled({
      { "a", true }, { "b", false }, { "c", true }, { "d", false } }))
    assert.matches("4 labels are few", remarks[1], 1, true)
  end)

  it("are asked for where the rules doubt, and at gates, and somewhere", function()
    local list = {}
    for index = 1, 100 do
      list[index] = { index = index, score = index / 100, refused = index > 90,
        failed = index > 90 and { "length" } or {} }
    end
    local asked, order = queue.of(list, 0.5, 1), {}
    for vector in function() return asked:next() end do order[#order + 1] = vector end
    assert.equal(100, #order)
    local seen = {}
    for _, vector in ipairs(order) do seen[vector] = true end
    for _, vector in ipairs(list) do assert.is_true(seen[vector]) end
    local near, gates = 0, 0
    for place = 1, 20 do
      if order[place].refused then gates = gates + 1 end
      if math.abs(order[place].score - 0.5) <= 0.1 then near = near + 1 end
    end
    assert.is_true(near >= 12 and gates >= 4)
  end)

  it("are asked for where the answers part, which may be elsewhere", function()
    local list = {}
    for index = 1, 200 do
      list[index] = { index = index, score = index / 200, refused = false, failed = {} }
    end
    local asked, near = queue.of(list, 0.8, 1), 0
    for count = 1, 60 do
      local vector = asked:next()
      if count > 40 and math.abs(vector.score - 0.6) <= 0.1 then near = near + 1 end
      asked:answer(vector, vector.score >= 0.6)
    end
    assert.is_true(near >= 12)
  end)
end)
