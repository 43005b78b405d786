-- Fits weights and thresholds to vectors: a logistic regression on the rules' own score, pulled
-- towards the initial weights, and the threshold with the best F1. A label is true, false, or a
-- probability.

local vectors = require("lib.learning.vectors")

local fitting = {}

local rounds, rate = 250, 0.08
-- How strongly weights are pulled to their initial values, and the steepness to its own, because it
-- would grow without limit where the labels are separable; measured in pairs.
local pull, steep_pull = 0.5, 8
-- A gate's refusal is already decided; it still counts a little for the weights.
local refused_share = 0.25

local function target(vector)
  if vector.label == true then return 1 end
  return vector.label == false and 0 or vector.label
end

-- The parameters as logarithms, which keeps weights above 0: amounts, threshold, steepness.
local function start(model)
  local state = { amounts = {}, began = {}, accept = model.accept, steep = math.log(25) }
  if not model.is_mean then state.steep = math.log(25 / math.max(1, model.accept)) end
  state.first_steep = state.steep
  for index, feature in ipairs(model.features) do
    state.amounts[index] = math.log(math.max(feature.amount, 1e-3))
    state.began[index] = state.amounts[index]
  end
  return state
end

local function apply(state, model)
  for index, feature in ipairs(model.features) do
    feature.amount = math.exp(state.amounts[index])
  end
end

-- Adam's step for one parameter.
local function step(memory, key, slope, round)
  local own = memory[key] or { 0, 0 }
  memory[key] = own
  own[1] = 0.9 * own[1] + 0.1 * slope
  own[2] = 0.999 * own[2] + 0.001 * slope * slope
  return rate * (own[1] / (1 - 0.9 ^ round)) / (math.sqrt(own[2] / (1 - 0.999 ^ round)) + 1e-9)
end

-- Adds the slopes of one vector.
local function add_slopes(slopes, model, state, vector, share)
  local sum, weights = 0, 0
  for _, feature in ipairs(model.features) do
    local value = vector.values[feature.name]
    if value and not feature.penalty then
      weights, sum = weights + feature.amount, sum + feature.amount * value
    end
  end
  local mean = model.is_mean and (weights > 0 and sum / weights or 0) or 0
  local score, steep = vectors.score(model, vector), math.exp(state.steep)
  local chance = 1 / (1 + math.exp(-math.max(-40, math.min(40, steep * (score - state.accept)))))
  local miss = (chance - target(vector)) * share
  for index, feature in ipairs(model.features) do
    local value = vector.values[feature.name]
    if value then
      local by = feature.penalty and -value
        or model.is_mean and (weights > 0 and (value - mean) / weights or 0) or value
      slopes[index] = slopes[index] + miss * steep * by * feature.amount
    end
  end
  slopes.accept = slopes.accept - miss * steep
  slopes.steep = slopes.steep + miss * steep * (score - state.accept)
end

local function descend(model, list)
  local state, memory = start(model), {}
  for round = 1, rounds do
    apply(state, model)
    local slopes = { accept = 0, steep = steep_pull / #list * (state.steep - state.first_steep) }
    for index in ipairs(model.features) do
      slopes[index] = pull / #list * (state.amounts[index] - state.began[index])
    end
    for _, vector in ipairs(list) do
      add_slopes(slopes, model, state, vector, (vector.refused and refused_share or 1) / #list)
    end
    for index in ipairs(model.features) do
      state.amounts[index] = state.amounts[index] - step(memory, index, slopes[index], round)
    end
    local scale = model.is_mean and 0.1 or 0.1 * math.max(1, model.accept)
    state.accept = state.accept - scale * step(memory, "accept", slopes.accept, round)
    state.steep = math.max(0, math.min(6, state.steep - step(memory, "steep", slopes.steep, round)))
  end
  apply(state, model)
  return state
end

--- Returns the threshold with the highest F1, halfway between two scores; of equal ones the nearest
--- to `near`. `refused` vectors count as not matched.
function fitting.threshold(model, list, near)
  local scored, positives = {}, 0
  for _, vector in ipairs(list) do
    local wanted = target(vector) >= 0.5
    if wanted then positives = positives + 1 end
    if not vector.refused then scored[#scored + 1] = { vectors.score(model, vector), wanted } end
  end
  table.sort(scored, function(a, b) return a[1] > b[1] end)
  local best, chosen, right, wrong = -1, near, 0, 0
  for index, item in ipairs(scored) do
    if item[2] then right = right + 1 else wrong = wrong + 1 end
    local next_one = scored[index + 1] and scored[index + 1][1] or 0
    if next_one ~= item[1] then
      local f1 = right > 0 and 2 * right / (right + wrong + positives) or 0
      -- The point between the two that is nearest to `near`, but not at the edges.
      local margin = (item[1] - next_one) * 0.25
      local accept = math.max(next_one + margin, math.min(item[1] - margin, near))
      if f1 > best + 1e-12
        or f1 > best - 1e-12 and math.abs(accept - near) < math.abs(chosen - near)
      then
        best, chosen = f1, accept
      end
    end
  end
  return chosen
end

local function copied(model)
  local copy = { accept = model.accept, review = model.review, is_mean = model.is_mean,
    features = {} }
  for index, feature in ipairs(model.features) do
    copy.features[index] = { name = feature.name, amount = feature.amount,
      penalty = feature.penalty }
  end
  return copy
end

-- Weights with the same sum as before, rounded to be readable.
local function tidied(model, began)
  if not model.is_mean then return end
  local before, after = 0, 0
  for index, feature in ipairs(model.features) do
    if not feature.penalty then
      before, after = before + began.features[index].amount, after + feature.amount
    end
  end
  for _, feature in ipairs(model.features) do
    local factor = feature.penalty and 1 or before / after
    feature.amount = math.floor(feature.amount * factor * 1000 + 0.5) / 1000
    if feature.penalty then feature.amount = math.min(1, feature.amount) end
  end
end

-- Smaller changes of shares do not tell where thresholds belong.
local least_change = 0.02

local function share_of(model)
  local sum = 0
  for _, feature in ipairs(model.features) do
    if not feature.penalty then sum = sum + feature.amount end
  end
  return function(feature) return feature.penalty and feature.amount or feature.amount / sum end
end

-- Whether two models weigh features nearly equally.
local function weighs_alike(model, other)
  local share, twin_share = share_of(model), share_of(other)
  for index, feature in ipairs(model.features) do
    local twin = other.features[index]
    if feature.penalty ~= twin.penalty
      or math.abs(share(feature) - twin_share(twin)) >= least_change
    then
      return false
    end
  end
  return true
end

local function f1_at(accept, model, list)
  local right, wrong, positives = 0, 0, 0
  for _, vector in ipairs(list) do
    local wanted = target(vector) >= 0.5
    if wanted then positives = positives + 1 end
    if not vector.refused and vectors.score(model, vector) >= accept then
      if wanted then right = right + 1 else wrong = wrong + 1 end
    end
  end
  return right > 0 and 2 * right / (right + wrong + positives) or 0
end

--- Returns a model fitted to vectors, starting from `model`. Where the labels hardly change the
--- weights and the initial thresholds are as good as any, those stay.
function fitting.fit(model, list)
  local fitted, kept = copied(model), {}
  for _, vector in ipairs(list) do
    if not vector.refused or target(vector) < 0.5 then kept[#kept + 1] = vector end
  end
  if #kept == 0 then return fitted end
  local state = descend(fitted, kept)
  tidied(fitted, model)
  local accept = fitting.threshold(fitted, list, state.accept)
  if weighs_alike(fitted, model)
    and f1_at(model.accept, fitted, list) >= f1_at(accept, fitted, list) - 1e-12
  then
    return fitted
  end
  local most = fitted.is_mean and 1 or math.huge
  fitted.accept = math.floor(math.max(0, math.min(most, accept)) * 10000 + 0.5) / 10000
  -- A match needs review from a probability of one in ten.
  local review = state.accept - math.log(9) / math.exp(state.steep)
  -- Some range stays uncertain, however well the labels are separated.
  local room = (model.accept - model.review) / 4
  fitted.review = math.floor(math.max(0, math.min(fitted.accept - room,
    review)) * 10000 + 0.5) / 10000
  return fitted
end

--- Returns a function that tells whether a model matches a vector.
function fitting.matches(model)
  return function(vector)
    return not vector.refused and vectors.score(model, vector) >= model.accept
  end
end

return fitting
