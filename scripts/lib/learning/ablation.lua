-- Measures how much each gate and each feature contributes: the measures without it.

local vectors = require("lib.learning.vectors")

local ablation = {}

local function refused_without(vector, gate)
  for _, name in ipairs(vector.failed) do if name ~= gate then return true end end
  return false
end

--- Returns a row for each gate and feature: {name, kind, f1, precision, recall, change} without it;
--- `change` is that of F1.
function ablation.of(list, description)
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

return ablation
