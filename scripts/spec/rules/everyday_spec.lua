-- Pairs as charts, shops and readers' lists write them: aliases, stylised names, other scripts,
-- composed works, live takes, volumes, adaptations. A match may be missed here and there, but no
-- decision that is firm is wrong, and no decision depends on which of the two is looked for.
local cases = require("cases")
local s = cases.new()

local rows = mix.csv.parse(require("everyday_pairs"))

local sets = {
  music = { rules = mix.rules.load("match/tracks/standard"), creator = "artist" },
  book = { rules = mix.rules.load("match/books/standard"), creator = "author" },
}
local found = { music = { right = 0, missed = 0 }, book = { right = 0, missed = 0 } }

for _, row in ipairs(rows) do
  local set = sets[row.kind]
  local one = { title = row.title_a, [set.creator] = row.creator_a }
  local other = { title = row.title_b, [set.creator] = row.creator_b }
  local there = mix.match.best(one, { other }, set.rules)
  local back = mix.match.best(other, { one }, set.rules)
  local shown = ("%s (%s), %s (%s)"):format(row.title_a, row.creator_a, row.title_b, row.creator_b)
  s:equal("either side of " .. shown, back.decision, there.decision)
  if row.expected == "different" then
    s:equal(shown, there.decision == "matched", false)
  elseif row.expected == "same" then
    s:equal(shown .. " is not refused", there.decision == "none", false)
    local count = found[row.kind]
    local name = there.decision == "matched" and "right" or "missed"
    count[name] = count[name] + 1
  end
end

for kind, count in pairs(found) do
  s:equal(kind .. " pairs matched, all but a few", count.right >= 4 * count.missed, true)
end

