-- The model for any table: kinds of columns, weights, their file, and what rules make of them.

local records = require("rules.lib.table_records")
local table_file = require("lib.learning.table_file")
local table_model = require("lib.learning.table_model")

local open = mix.rules.load("match/records")

local syllables = { "ba", "ko", "ri", "tu", "se", "mo", "la", "ni" }

local function draw(random, low, high)
  return low + math.floor(random:random() * (high - low + 1))
end

-- Pairs of inns with a street, a year and a price; every third is the same, with slips.
local function sample(count, with_labels)
  local random, list = mix.random.new(5), {}
  local function word()
    local parts = {}
    for place = 1, 3 do parts[place] = syllables[draw(random, 1, #syllables)] end
    return table.concat(parts)
  end
  local function inn()
    return {
      name = word() .. " " .. word(), opened = ("%d-0%d-1%d"):format(draw(random, 1900, 1999),
        draw(random, 1, 9), draw(random, 0, 9)),
      street = ("%d %s street"):format(draw(random, 1, 400), word()),
      price = ("$%d.50"):format(draw(random, 5, 90)), id = tostring(draw(random, 1, 1e6)),
    }
  end
  for index = 1, count do
    local left, right, same = inn(), inn(), index % 3 == 0
    if same then
      right = { name = left.name:sub(1, -2), opened = left.opened, price = left.price,
        street = left.street:gsub("street", "st"), id = right.id }
    end
    list[index] = { left = left, right = right, label = with_labels and same or nil, same = same }
    if with_labels then list[index].label = same end
  end
  return list
end

local function mistakes(rules, list)
  local count = 0
  for _, pair in ipairs(list) do
    local found = mix.match.best(pair.left, { pair.right }, rules)
    if (found.decision == "matched") ~= pair.same then count = count + 1 end
  end
  return count
end

describe("a column", function()
  local function kind(...)
    local rows = {}
    for place, cell in ipairs({ ... }) do rows[place] = { cell } end
    return table_model.kind(mix.records.survey(1, rows).columns[1])
  end

  it("is of the kind that its cells are of", function()
    assert.equal("number", kind("103 min", "98 min", "1h 20min", "n/a", "110 min", "90 min"))
    assert.equal("money", kind("$1.99", "$3", "4.50", "12,99 €"))
    assert.equal("date", kind("1999-05-03", "May 3, 2001", "2004"))
    assert.equal("number", kind("1999", "2001", "2004"))
    assert.equal("code", kind("9780006486015", "9780007149827", "AB-12345"))
    assert.equal("place", kind("3570 Las Vegas Blvd", "12 Main Street", "Rue Cler 5, Paris"))
    assert.equal("place", kind("48.8566, 2.3522", "52.5200, 13.4050"))
    assert.equal("list", kind("Ann Lee; Bo Kay", "Ann Lee", "Cy Fox; Di Roe"))
    assert.equal("name", kind("Ann Lee", "Bo Kay", "Cy Fox"))
    assert.equal("text", kind("A Short History of Nearly Everything in the World", "Emma"))
  end)
end)

describe("the model of a table", function()
  local list = sample(150)

  it("is open until a table is at hand", function()
    assert.is_true(table_model.is_open(open))
    assert.is_false(table_model.is_open(mix.rules.load("match/books")))
  end)

  it("compares each column by its kind, and leaves out what names a row", function()
    local weights = table_model.estimate(list, open)
    local kinds = {}
    for _, column in ipairs(weights.columns) do kinds[column.name] = column.kind end
    assert.are.same({ name = "name", opened = "date", price = "money", street = "place" }, kinds)
    local measures = {}
    for place, comparison in ipairs(weights.comparisons) do
      measures[place] = (comparison.column or "*") .. " " .. comparison.measure
    end
    assert.are.same({ "name words", "opened near", "price near", "street words",
      "street numbers", "* words" }, measures)
  end)

  it("finds weights without labels", function()
    local rules = mix.match.rules(records.rules(table_model.estimate(list, open)))
    assert.is_true(mistakes(rules, list) <= 3)
  end)

  it("is less sure than the estimate, and decides the same", function()
    local data = table_model.compare(list)
    data.rows = nil
    local plain = data.pairs:probabilities(data.pairs:estimate({}))
    local chances = data.pairs:probabilities(table_model.estimated(data, {}))
    local nearer = 0
    for index, chance in ipairs(plain) do
      assert.equal(chance >= 0.5, chances[index] >= 0.5)
      if math.abs(chances[index] - 0.5) < math.abs(chance - 0.5) then nearer = nearer + 1 end
    end
    assert.equal(#plain, nearer)
  end)

  it("knows the rows of the left table, each of which is the same as one at most", function()
    local doubled = table.move(list, 1, #list, 1, {})
    doubled[#doubled + 1] = { left = list[1].left, right = list[2].right }
    local _, rows = table_model.estimate(doubled, open)
    assert.equal(rows[1], rows[#doubled])
    assert.are_not.equal(rows[1], rows[2])
    -- In one table a row may be the same as several.
    local within = {}
    for index = 2, #list do within[index - 1] = { left = list[index - 1].left,
      right = list[index].left } end
    assert.is_nil(select(2, table_model.estimate(within, open)))
  end)

  it("learns from labels", function()
    local labelled = sample(150, true)
    local data = table_model.compare(labelled, true)
    local weights = table_model.weights(data, data.pairs:learn(data.labels), "Inns.")
    assert.is_true(mistakes(mix.match.rules(records.rules(weights)), labelled) <= 3)
    local chances, parts = table_model.held_out(data, 5, 1)
    assert.equal(5, #parts)
    local wrong = 0
    for index, pair in ipairs(labelled) do
      if (chances[index] >= 0.5) ~= pair.same then wrong = wrong + 1 end
    end
    assert.is_true(wrong <= 5)
  end)

  it("takes no weights from a few pairs, or from sides without a common column", function()
    assert.is_nil(table_model.estimate(sample(10), open))
    local apart = {}
    for index = 1, 30 do apart[index] = { left = { a = "x" }, right = { b = "x" } } end
    assert.is_nil(table_model.estimate(apart, open))
  end)

  it("is explained by parts that add up to the probability", function()
    local rules = mix.match.rules(records.rules(table_model.estimate(list, open)))
    for index = 1, 6 do
      local told = mix.match.explain(list[index].left, { list[index].right }, rules)
      local sum = rules:describe().prior
      for _, part in ipairs(told.candidates[1].breakdown) do
        sum = sum + part.contribution
        assert.is_string(part.note)
      end
      assert.near(1 / (1 + math.exp(-sum)), told.candidates[1].score, 1e-9)
      assert.near(told.candidates[1].score, told.candidates[1].probability, 1e-9)
    end
  end)

  it("is a file that says the same when it is read", function()
    local weights = table_model.estimate(list, open)
    local text = table_file.text(weights, { "Written by a spec." })
    for line in text:gmatch("[^\n]+") do assert.is_true(#line <= 130, line) end
    local chunk = assert(load(text, "weights", "t", {
      require = function(name) return name == "rules.lib.table_records" and records end }))
    local before = mix.match.rules(records.rules(weights))
    local after = mix.match.rules(chunk())
    for index = 1, 20 do
      local pair = list[index]
      local one = mix.match.explain(pair.left, { pair.right }, before).candidates[1].score
      local other = mix.match.explain(pair.left, { pair.right }, after).candidates[1].score
      assert.near(one, other, 0.01)
    end
  end)
end)

it("records without a common field are not the same", function()
  local rules = mix.rules.load("match/records")
  local told = mix.match.explain({ name = "Ebb" }, { {}, { name = "Ebb" } }, rules)
  assert.are.same({ true, false }, { told.candidates[1].refused, told.candidates[2].refused })
end)

it("a shared value says more when it is rare", function()
  local rules = mix.match.rules(records.rules({
    doc = "Names.", prior = 0, rows = 1000, words = {},
    columns = { { name = "name", kind = "name", usual = 0.05, values = { smith = 0.2 } } },
    comparisons = { { measure = "words", column = "name", rarity = 1, steps = { 0.9 },
      parts = { -1, 1 } } },
  }))
  local function told(name)
    return mix.match.explain({ name = name }, { { name = name } }, rules).candidates[1]
  end
  assert.is_true(told("Zyzzyva").score > 0.8)
  assert.is_true(told("Smith").score < 0.5)
  assert.matches("a common value", told("Smith").breakdown[1].note, 1, true)
end)
