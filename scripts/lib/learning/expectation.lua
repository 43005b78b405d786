-- Labels pairs without an answer by the probabilities of Fellegi and Sunter, estimated by
-- expectation and maximisation. Each feature has one of three levels; their frequencies among
-- matches and others are estimated until they converge, and give every pair a probability.

local expectation = {}

local rounds = 200

local function level(value)
  if value == nil then return nil end
  return value >= 0.92 and 3 or value >= 0.65 and 2 or 1
end

local function normalised(counts)
  local sum = counts[1] + counts[2] + counts[3]
  return { counts[1] / sum, counts[2] / sum, counts[3] / sum }
end

-- The probability that a vector is a match.
local function chance(vector, names, model)
  local odds = math.log(model.prior / (1 - model.prior))
  for _, name in ipairs(names) do
    local at = vector.levels[name]
    if at then odds = odds + math.log(model.same[name][at] / model.other[name][at]) end
  end
  return 1 / (1 + math.exp(-math.max(-40, math.min(40, odds))))
end

-- Every pair with a failed gate counts as another work: the rules say so, and it anchors the
-- estimate.
local function probability(vector, names, model)
  return vector.refused and 0.001 or chance(vector, names, model)
end

--- Gives every vector a probability as its label. `features`: those of the model. Returns the
--- estimated share of matches.
function expectation.label(list, features)
  local names, model = {}, { prior = 0.3, same = {}, other = {} }
  for _, feature in ipairs(features) do
    if not feature.penalty then
      names[#names + 1] = feature.name
      model.same[feature.name] = { 0.05, 0.35, 0.6 }
      model.other[feature.name] = { 0.65, 0.2, 0.15 }
    end
  end
  for _, vector in ipairs(list) do
    vector.levels = {}
    for _, name in ipairs(names) do vector.levels[name] = level(vector.values[name]) end
  end
  for _ = 1, rounds do
    local total, same, other = 0, {}, {}
    for _, name in ipairs(names) do
      -- One additional pair in each level, so that no probability is 0.
      same[name], other[name] = { 0.5, 0.5, 1 }, { 1, 0.5, 0.5 }
    end
    for _, vector in ipairs(list) do
      local p = probability(vector, names, model)
      total = total + p
      for _, name in ipairs(names) do
        local at = vector.levels[name]
        if at then
          same[name][at] = same[name][at] + p
          other[name][at] = other[name][at] + 1 - p
        end
      end
    end
    local prior = math.max(0.001, math.min(0.999, total / #list))
    local still = math.abs(prior - model.prior) < 1e-7
    model.prior = prior
    for _, name in ipairs(names) do
      model.same[name], model.other[name] = normalised(same[name]), normalised(other[name])
    end
    if still then break end
  end
  for _, vector in ipairs(list) do vector.label = probability(vector, names, model) end
  return model.prior
end

return expectation
