-- Other rules on the same lists: which rows they decide otherwise.

local chosen_rules = require("lib.chosen_rules")
local counted = require("lib.counted")
local pairs_of = require("programs.match.lib.screen.pairs_of")
local session = require("programs.match.lib.screen.session")
local words = require("lib.match_words")

local comparing = {}

-- Rows that are compared, and those that are shown.
local most_compared, most_shown = 500, 100
-- Rows after which the screen shows how far it is.
local step = 20

-- The decision of rules about a row's candidates: {decision, row, words}; nil where they fail.
local function decision(rules, description, found, records)
  local ok, best = pcall(mix.match.best, found.record, records, rules)
  if not ok then return { decision = "fails", words = "fails" } end
  local is_chosen = best.decision ~= "none" and best.index ~= nil
  return { decision = best.decision, row = is_chosen and found.candidates[best.index].row or nil,
    words = not is_chosen and "no match" or ("%s (%s, %s)"):format(
      words.short(records[best.index], description.fields.candidate), best.decision,
      words.score(best.score, description)) }
end

--- Compares the rules that have decided with others by name, on the first rows. Keeps the result in
--- the match: {name, looked_at, rows}.
function comparing.run(current, name)
  local spec = current.spec
  local own, other = pairs_of.rules(spec), chosen_rules("match", (name:gsub("^match/", "")))
  local one, two = own:describe(), other:describe()
  local total = math.min(most_compared, current.counts.done)
  local result = { name = name, looked_at = total, differing = 0, rows = {} }
  for number = 1, total do
    local found, records = pairs_of.row(spec, number), {}
    for place, candidate in ipairs(found.candidates) do records[place] = candidate.record end
    local now = decision(own, one, found, records)
    local new = decision(other, two, found, records)
    if now.decision ~= new.decision or now.row ~= new.row then
      result.differing = result.differing + 1
      if #result.rows < most_shown then
        result.rows[#result.rows + 1] = { row = number, mine = pairs_of.short(spec, found.record),
          now = now.words, new = new.words }
      end
    end
    if number % step == 0 then session.step(number, total) end
  end
  current.compared = result
end

local columns = {
  { key = "row", title = "#", align = "right" }, { key = "mine", title = "Your row", least = 14 },
  { key = "now", title = "These rules", least = 14 },
  { key = "new", title = "The others", least = 14 },
}

--- Adds the comparison to a page: the choice of rules, and where they differ. `options`: rules to
--- choose from.
function comparing.add(page, current, options)
  local function add(node) page[#page + 1] = node end
  local result = current.compared
  add({ "form", id = "comparison", title = "Compare with other rules", submit = "compare",
    label = "Compare", fields = { { name = "rules", label = "The other rules", type = "choice",
      options = options, required = true, value = result and result.name or nil } } })
  if not result then return end
  add({ "text", ("Of %s the rules %s decide %d otherwise."):format(counted(result.looked_at, "row"),
    result.name, result.differing) })
  add(#result.rows > 0 and { "table", id = "compared", key = "row", columns = columns,
    rows = result.rows, on_select = "row" })
end

return comparing
