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

--- Returns the differences between two lists of vectors of the same pairs (by index): counts, p,
--- and the pairs, {index, label, first, second (whether each matched)}. `first`, `second`: {list,
--- accept}.
function comparison.of(first, second)
  local other = {}
  for _, vector in ipairs(second.list) do other[vector.index] = vector end
  local result = { only_first = 0, only_second = 0, pairs = {} }
  for _, vector in ipairs(first.list) do
    local twin = other[vector.index]
    if twin then
      local a = not vector.refused and vector.score >= first.accept
      local b = not twin.refused and twin.score >= second.accept
      if a ~= b then
        local name = a == vector.label and "only_first" or "only_second"
        result[name] = result[name] + 1
        result.pairs[#result.pairs + 1] = {
          index = vector.index, place = vector.place, label = vector.label, first = a, second = b,
          first_score = vector.score, second_score = twin.score,
          first_refused = vector.failed[1], second_refused = twin.failed[1],
        }
      end
    end
  end
  result.p = comparison.mcnemar(result.only_first, result.only_second)
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
