-- Rules for the tables of a run where none of a domain fit: weights estimated from pairs that
-- share keys, kept beside the run as a rule file, so that a continued run decides as before.

local progress = require("lib.linking.progress")
local table_file = require("lib.learning.table_file")
local table_model = require("lib.learning.table_model")

local table_rules = {}

-- As many pairs say enough about the columns.
local most_pairs, rows_at_once = 20000, 200
-- Among all pairs of two tables hardly any are the same: those are estimated from the nearest rows,
-- of keys that are not of most rows.
local nearest, common = 10, 200

-- Pairs from all parts of the left table.
local function sampled(file, options)
  local list, rows = {}, file:count("left")
  local parts = math.max(1, rows // rows_at_once)
  -- A stride without a common divisor visits every part, distant ones first.
  local stride = math.max(1, math.floor(parts * 0.618))
  while parts > 1 and parts % stride == 0 and stride > 1 do stride = stride - 1 end
  for turn = 0, parts do
    local part = turn * stride % (parts + 1)
    local found = file:near(part * rows_at_once + 1, rows_at_once, options)
    for _, query in ipairs(found) do
      local left = mix.json.decode(query.record)
      for _, candidate in ipairs(query.candidates) do
        list[#list + 1] = { left = left, right = mix.json.decode(candidate.record) }
      end
    end
    if #list >= most_pairs then break end
  end
  return list
end

--- Returns the rules of a run: `rules` themselves, or for open ones those of its tables.
function table_rules.of(run, rules, spec)
  if not table_model.is_open(rules) then return rules end
  -- Removed with the run.
  local path = mix.fs.data(("linking/%s.sqlite.lua"):format(run.id))
  if not (mix.fs.exists(path) and run.file:note("done")) then
    local list = sampled(run.file, { most = nearest, common = common, before = spec.within })
    local weights = table_model.estimate(list, rules)
    if not weights then
      progress.problem(("only %d pairs share keys, too few to find weights: the words of whole "
        .. "rows are compared"):format(#list))
      return rules
    end
    local about = { ("Estimated from %d pairs that share keys."):format(#list) }
    progress.need(mix.fs.write(path, table_file.text(weights, about)))
  end
  return mix.rules.load(path)
end

return table_rules
