-- Curves, ablation and comparison.

local comparison = require("lib.learning.comparison")
local curves = require("lib.learning.curves")

local function vector(index, score, label, failed)
  return { index = index, place = "p" .. index, score = score, label = label,
    values = { title = score }, failed = failed or {}, refused = failed ~= nil }
end

local list = {
  vector(1, 0.95, true), vector(2, 0.9, true), vector(3, 0.85, false), vector(4, 0.8, true),
  vector(5, 0.99, false, { "version" }), vector(6, 0.99, true, { "length" }),
}

describe("the curve of precision and recall", function()
  it("has a point for each score, and no refused pair", function()
    local points = curves.precision_recall(list)
    assert.equal(4, #points)
    assert.are.same({ accept = 0.95, precision = 1, recall = 0.25 }, points[1])
    assert.near(0.75, points[4].precision, 1e-9)
    assert.near(0.75, points[4].recall, 1e-9)
    assert.near(0.25 + 0.25 + 0.25 * 0.75, curves.area(points), 1e-9)
  end)

  it("is drawn, names and all", function()
    local bins = curves.calibration(list, 1)
    local svg = curves.svg({ { name = "a<b", points = curves.precision_recall(list),
      bins = bins } })
    assert.matches("a&lt;b", svg, 1, true)
    assert.is_table(mix.xml.decode(svg))
    local _, lines = svg:gsub("class='curve'", "")
    assert.equal(2, lines)
  end)
end)

it("calibration puts pairs into bins of their scores", function()
  local bins, off = curves.calibration(list, 1)
  -- The two refused, and those from 0.8 on.
  assert.are.same({ 2, 2, 2 }, { bins[1].pairs, bins[2].pairs, bins[3].pairs })
  assert.are.same({ 0.5, 0.5, 1 }, { bins[1].share, bins[2].share, bins[3].share })
  assert.is_true(off > 0.2)
end)

it("ablation measures without each gate and feature", function()
  local rows = comparison.ablation(list, {
    features = { { name = "title", weight = 1 } }, accept = 0.8, review = 0.5, combine = "mean",
    gates = { { name = "version" }, { name = "length" } },
  })
  local by = {}
  for _, row in ipairs(rows) do by[row.name] = row end
  assert.near(0.75, by.version.f1 - by.version.change, 1e-9)
  assert.is_true(by.version.change < 0 and by.length.change > 0)
  assert.equal(0, by.title.f1)
end)

describe("two rule sets", function()
  it("are told apart by the exact test of McNemar", function()
    assert.equal(1, comparison.mcnemar(0, 0))
    assert.near(0.03125, comparison.mcnemar(0, 6), 1e-9)
    assert.near(1, comparison.mcnemar(3, 3), 1e-9)
    assert.near(598 / 4096, comparison.mcnemar(3, 9), 1e-9)
    assert.is_true(comparison.mcnemar(900, 1100) < 1e-4)
  end)

  it("are shown where they differ", function()
    local other = { vector(1, 0.5, true), vector(2, 0.9, true), vector(3, 0.5, false),
      vector(6, 0.9, true) }
    local found = comparison.of({ list = list, accept = 0.8 }, { list = other, accept = 0.8 })
    assert.are.same({ 1, 2, 3 }, { found.only_first, found.only_second, #found.pairs })
    assert.equal("p6", found.pairs[3].place)
    assert.equal("length", found.pairs[3].first_refused)
    assert.is_nil(found.sets)
  end)

  it("are told apart on each of several files", function()
    local function scored(score)
      local found = {}
      for index = 1, 8 do
        found[index] = { index = index, score = index > 6 and 0.9 - score or score, label = true,
          place = (index > 6 and "b.csv:%d" or "a.csv:%d"):format(index), failed = {} }
      end
      return found
    end
    local found = comparison.of({ list = scored(0.9), accept = 0.5 },
      { list = scored(0.1), accept = 0.5 })
    assert.are.same({ 6, 2 }, { found.only_first, found.only_second })
    local rows = {}
    for index, set in ipairs(found.sets) do
      rows[index] = ("%s %d %d %.5f"):format(set.name, set.only_first, set.only_second, set.p)
    end
    assert.are.same({ "a.csv 6 0 0.03125", "b.csv 0 2 0.50000" }, rows)
  end)
end)
