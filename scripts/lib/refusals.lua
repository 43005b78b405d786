-- Collects the questions of a run that a service refused, one row each, for its last line.

local refusals = {}

local Refusals = {}
Refusals.__index = Refusals

-- The most that are kept with their reasons; the others are counted.
local most_kept = 10000

--- Makes a list. `kept`: the text of an earlier one (`text`), or nil.
function refusals.open(kept)
  local list = kept and mix.json.decode(kept) or { count = 0, rows = mix.json.array({}) }
  return setmetatable(list, Refusals)
end

--- Adds a row's number and the failure.
function Refusals:add(row, err)
  self.count = self.count + 1
  if #self.rows < most_kept then self.rows[#self.rows + 1] = { row = row, reason = err.message } end
end

--- Returns the list as a text, to be kept.
function Refusals:text() return mix.json.encode({ count = self.count, rows = self.rows }) end

--- Returns the reasons by row.
function Refusals:by_row()
  local reasons = {}
  for _, item in ipairs(self.rows) do reasons[item.row] = item.reason end
  return reasons
end

-- The reasons, the most frequent first, each with its count where there are several.
local function reasons_of(rows)
  local counts, list = {}, {}
  for _, item in ipairs(rows) do
    if not counts[item.reason] then list[#list + 1] = item.reason end
    counts[item.reason] = (counts[item.reason] or 0) + 1
  end
  table.sort(list, function(a, b)
    if counts[a] ~= counts[b] then return counts[a] > counts[b] end
    return a < b
  end)
  if #list == 1 then return list[1] end
  local shown = {}
  for place = 1, math.min(3, #list) do
    shown[place] = ("%s (%d)"):format(list[place], counts[list[place]])
  end
  if #list > 3 then shown[4] = ("and %d more reasons"):format(#list - 3) end
  return table.concat(shown, "; ")
end

--- Returns the line about the failures of a run that kept them in a list; nil without any.
function refusals.line(errors, total)
  local list = refusals.open()
  for place, err in ipairs(errors) do list:add(place, err) end
  return list:line(total, "rows")
end

--- Returns the line about them, "3 of 40 rows were refused: …"; nil without any. `noun`: what a row
--- is, in the plural.
function Refusals:line(total, noun)
  if self.count == 0 then return nil end
  return ("%d of %d %s %s refused: %s"):format(self.count, total, noun,
    self.count == 1 and "was" or "were", reasons_of(self.rows))
end

return refusals
