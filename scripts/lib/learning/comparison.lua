-- Compares two rule sets on the same pairs: where they decide differently, and whether that is
-- chance; and one with itself without each of its parts.

local vectors = require("lib.learning.vectors")

local comparison = {}

-- The logarithm of n over k, as a sum.
local function ln_choose(n, k)
  local sum = 0
  for index = 1, k do sum = sum + math.log(n - k + index) - math.log(index) end
  return sum
end

--- Returns McNemar's exact test: the probability of a difference at least as large when both sets
--- are equally good. `only_first`, `only_second`: pairs that only one set decides correctly.
function comparison.mcnemar(only_first, only_second)
  local n, least = only_first + only_second, math.min(only_first, only_second)
  if n == 0 then return 1 end
  local sum = 0
  for k = 0, least do sum = sum + math.exp(ln_choose(n, k) - n * math.log(2)) end
  return math.min(1, 2 * sum)
end

-- Counts of each set of pairs, by the files that they come from.
local Sets = {}
Sets.__index = Sets

function Sets:of(vector)
  local name = tostring(vector.place):match("^(.*):%d+$") or ""
  local set = self[name] or { name = name, only_first = 0, only_second = 0 }
  if not self[name] then self.list[#self.list + 1] = set end
  self[name] = set
  return set
end

--- Returns the differences between two lists of vectors of the same pairs (by index): counts, p,
--- the pairs, {index, label, first, second (whether each matched)}, and where the pairs come from
--- several files `sets`, {name, only_first, only_second, p} of each. `first`, `second`: {list,
--- accept}.
function comparison.of(first, second)
  local other, sets = {}, setmetatable({ list = {} }, Sets)
  for _, vector in ipairs(second.list) do other[vector.index] = vector end
  local result = { only_first = 0, only_second = 0, pairs = {} }
  for _, vector in ipairs(first.list) do
    local twin, set = other[vector.index], sets:of(vector)
    if twin then
      local a = not vector.refused and vector.score >= first.accept
      local b = not twin.refused and twin.score >= second.accept
      if a ~= b then
        local name = a == vector.label and "only_first" or "only_second"
        result[name], set[name] = result[name] + 1, set[name] + 1
        result.pairs[#result.pairs + 1] = {
          index = vector.index, place = vector.place, label = vector.label, first = a, second = b,
          first_score = vector.score, second_score = twin.score,
          first_refused = vector.failed[1], second_refused = twin.failed[1],
        }
      end
    end
  end
  result.p = comparison.mcnemar(result.only_first, result.only_second)
  for _, set in ipairs(sets.list) do set.p = comparison.mcnemar(set.only_first, set.only_second) end
  result.sets = #sets.list > 1 and sets.list or nil
  return result
end

local function refused_without(vector, gate)
  for _, name in ipairs(vector.failed) do if name ~= gate then return true end end
  return false
end

--- A row for each gate and feature, {name, kind, f1, precision, recall, change} as they would be
-- without it; `change` is that of F1.
function comparison.ablation(list, description)
  local model, rows = vectors.model(description), {}
  local whole = vectors.measures(list, function(vector)
    return not vector.refused and vector.score >= model.accept
  end)
  local function add(name, kind, measures)
    rows[#rows + 1] = { name = name, kind = kind, f1 = measures.f1, precision = measures.precision,
      recall = measures.recall, change = measures.f1 - whole.f1 }
  end
  for _, gate in ipairs(description.gates) do
    add(gate.name, "gate", vectors.measures(list, function(vector)
      return not refused_without(vector, gate.name) and vector.score >= model.accept
    end))
  end
  for _, feature in ipairs(model.features) do
    add(feature.name, feature.penalty and "penalty" or "feature",
      vectors.measures(list, function(vector)
        return not vector.refused and vectors.score(model, vector, feature.name) >= model.accept
      end))
  end
  return rows
end

return comparison
