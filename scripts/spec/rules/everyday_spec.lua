-- Pairs as charts, shops and readers' lists write them (everyday_pairs.csv, written from general
-- knowledge): aliases, stylised names, other scripts, composed works, live takes, volumes,
-- adaptations. A match may be missed here and there, but no decision that is firm is wrong, and
-- none depends on which of the two is looked for.

local rows = mix.csv.parse(require("everyday_pairs"))

local sets = {
  music = { rules = mix.rules.load("match/tracks"), creator = "artist" },
  book = { rules = mix.rules.load("match/books"), creator = "author" },
}

local kinds, order = {}, {}
for _, row in ipairs(rows) do
  if not kinds[row.kind] then
    kinds[row.kind] = {}
    order[#order + 1] = row.kind
  end
  table.insert(kinds[row.kind], row)
end

local found = { music = { right = 0, missed = 0 }, book = { right = 0, missed = 0 } }

-- The fault of one pair; nil without one.
local function problem(row, set, count)
  local one = { title = row.title_a, [set.creator] = row.creator_a }
  local other = { title = row.title_b, [set.creator] = row.creator_b }
  local there = mix.match.best(one, { other }, set.rules)
  local back = mix.match.best(other, { one }, set.rules)
  local what = ("%s (%s), %s (%s): %s: %s"):format(row.title_a, row.creator_a, row.title_b,
    row.creator_b, there.decision, there.reason)
  if there.decision ~= back.decision then return "one side only: " .. what end
  if row.expected == "different" and there.decision == "matched" then return what end
  if row.expected ~= "same" then return nil end
  if there.decision == "none" then return what end
  local name = there.decision == "matched" and "right" or "missed"
  count[name] = count[name] + 1
end

for _, kind in ipairs(order) do
  it("no firm decision is wrong: " .. kind, function()
    local list, name = {}, kind:match("^%a+")
    for _, row in ipairs(kinds[kind]) do list[#list + 1] = problem(row, sets[name], found[name]) end
    assert.are.same({}, list)
  end)
end

it("all but one in twenty of the same are matched", function()
  for _, count in pairs(found) do
    assert.is_true(count.right >= 19 * count.missed,
      ("%d found, %d missed"):format(count.right, count.missed))
  end
end)
