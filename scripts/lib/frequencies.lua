-- Counts how common titles and names are in a table of works, for rules that use it. Rows may have
-- a column with their own count.

local columns = require("lib.linking.columns")
local failure = require("lib.failure")
local loading = require("lib.linking.loading")
local rules_for = require("lib.linking.rules_for")
local tables = require("lib.linking.tables")

local frequencies = {}

local function place_of(header, name)
  for index, column in ipairs(header) do
    if column:lower() == name then return index end
  end
end

local function count_of(cells, place, path)
  local text = place and cells[place] or ""
  if text == "" then return 1 end
  local count = math.tointeger(tonumber(text))
  if not count or count < 1 then
    mix.ui.fail(("--frequencies %s: row %d: the count is a whole number from 1 on, got \"%s\"")
      :format(path, cells.row or 0, tostring(text):sub(1, 40)), 1)
  end
  return count
end

-- Counts the rows with each of the rules' terms.
local function counted(opened, found, rules, path)
  local counts, place = {}, place_of(opened.header, "count")
  for rows in opened.next do
    for _, cells in ipairs(rows) do
      local record = loading.record(cells, found)
      local ok, term = pcall(rules.term, rules, record)
      if not ok then mix.ui.fail(("--frequencies %s: row %d: %s"):format(
        path, cells.row or 0, failure.line(term)), 1) end
      if term then counts[term] = (counts[term] or 0) + count_of(cells, place, path) end
    end
  end
  return counts
end

--- Passes the counts to rules; ends the script when a file has none.
function frequencies.tell(rules, path)
  local opened, reason = tables.open(path)
  if not opened then mix.ui.fail("--frequencies: " .. reason, 1) end
  local fields = rules:describe().fields
  local found, problem = columns.of(opened.header, fields.query, fields.aliases, nil,
    rules_for.kind(rules))
  if not found then mix.ui.fail(("--frequencies %s: %s"):format(path, problem), 1) end
  local counts = counted(opened, found, rules, path)
  if not next(counts) then
    mix.ui.fail(("--frequencies %s: %s counts nothing in it: there is no title, or the rules have "
      .. "no term"):format(path, rules:name()), 1)
  end
  if not rules:describe().calibration then
    mix.log.warn(rules:name() .. " is not calibrated (mixhost rules learn --calibrate): "
      .. "frequencies change nothing")
  end
  rules:set_frequencies(counts)
end

return frequencies
