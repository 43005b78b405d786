-- Makes match rules of the weights of a table's comparisons, as `mixhost rules learn match/records`
-- writes them: each comparison has levels, and each level adds its part to the log odds that two
-- records are the same.

local record_cells = require("lib.record_cells")

local records = {}

local codes = { "another code", "nearly the same code", "the same code" }

-- A level in words; `unit`: of distances.
local function note_of(comparison, level, unit)
  local steps = comparison.steps
  if comparison.measure == "same" then return codes[level + 1] end
  if comparison.measure == "near" then
    if level == 0 then return ("more than %g%s apart"):format(steps[1], unit) end
    if steps[level] == 0 then return "equal" end
    return ("at most %g%s apart"):format(steps[level], unit)
  end
  local what = comparison.measure == "numbers" and "of the numbers"
    or comparison.measure == "within" and "of the shorter text" or "of what the words say"
  if level == #steps then return ("all %s"):format(what) end
  return ("%.0f to %.0f %% %s"):format(100 * (steps[level] or 0), 100 * steps[level + 1], what)
end

local units = { date = " days", place = " km" }

local function feature_of(comparison, index, kind)
  local notes = {}
  for level = 0, #comparison.steps do
    notes[level] = note_of(comparison, level, units[kind] or "")
  end
  local name = comparison.column or "all words"
  if comparison.measure == "numbers" or comparison.measure == "within" then
    name = ("%s (%s)"):format(name, comparison.measure)
  end
  local parts, weight = comparison.parts, comparison.rarity or 0
  return {
    name = name, weight = 1, doc = ("%s, %s"):format(kind or "all texts", comparison.measure),
    score = function(_, _, levels)
      local level, rarity = math.tointeger(levels[2 * index - 1]), weight * levels[2 * index]
      if level < 0 then return nil end
      local note = notes[level]
      if rarity >= 0.1 then note = note .. ", a rare value" end
      if rarity <= -0.1 then note = note .. ", a common value" end
      return parts[level + 1] + rarity, note
    end,
  }
end

--- Returns the rules of weights: what record_cells.space takes with `parts` and `rarity` in each
--- comparison, and `doc`, `prior`.
function records.rules(weights)
  local columns, features, names, kinds = weights.columns, {}, {}, {}
  for place, column in ipairs(columns) do
    names[place], kinds[column.name] = column.name, column.kind
  end
  for index, comparison in ipairs(weights.comparisons) do
    features[index] = feature_of(comparison, index, kinds[comparison.column])
  end
  local space = record_cells.space(weights)
  local function read(record) return space:read(record_cells.of(record, columns)) end
  return {
    kind = "match", doc = weights.doc, combine = "odds", prior = weights.prior,
    fields = { query = names, candidate = names },
    prepare = read, prepare_candidate = read,
    compare = function(query, candidate) return space:compare(query, candidate) end,
    -- Without a level the prior alone would speak.
    gates = { {
      name = "fields", doc = "Both records say something of one field.",
      check = function(_, _, levels)
        for index = 1, #features do if levels[2 * index - 1] >= 0 then return true end end
        return false, "no field is given on both sides"
      end,
    } },
    features = features, accept = 0.5, review = 0.1, margin = 0.001,
  }
end

return records
