-- Scores labelled pairs independently of weights: the value of each feature, the gates that refuse,
-- and the score.

local failure = require("lib.failure")

local vectors = {}

--- Returns a vector for each pair: values (by feature, nil where nothing can be compared), failed
--- (names of gates), score (as if no gate had failed), refused, label, place, index. A pair on
--- which a rule raises an error is left out and, unless `is_told`, reported; the second result is
--- the number of such pairs.
function vectors.of(list, rules, is_told)
  local found, raised = {}, 0
  for index, pair in ipairs(list) do
    local ok, told = pcall(mix.match.explain, pair.left, { pair.right }, rules)
    if ok then
      local candidate = told.candidates[1]
      local vector = {
        values = {}, failed = {}, score = candidate.score, refused = candidate.refused == true,
        label = pair.label, place = pair.place, index = index,
      }
      for _, part in ipairs(candidate.breakdown) do vector.values[part.feature] = part.value end
      for _, gate in ipairs(candidate.gates) do
        if gate.passed == false then vector.failed[#vector.failed + 1] = gate.name end
      end
      found[#found + 1] = vector
    else
      raised = raised + 1
      if raised <= 10 and not is_told then
        mix.ui.problem(("%s: %s; the pair is left out"):format(
          pair.place or "pair " .. index, failure.line(told)))
      end
    end
  end
  if raised > 10 and not is_told then
    mix.ui.problem(("%d pairs are left out, as a rule raised on them"):format(raised))
  end
  return found, raised
end

--- Returns a model of rules: features ({name, amount, penalty}), accept, review, is_mean.
function vectors.model(description)
  local features = {}
  for index, feature in ipairs(description.features) do
    features[index] = {
      name = feature.name, amount = feature.penalty or feature.weight,
      penalty = feature.penalty ~= nil,
    }
  end
  return {
    features = features, accept = description.accept, review = description.review,
    is_mean = description.combine == "mean",
    prior = description.combine == "odds" and description.prior or nil,
  }
end

--- Returns the score that a model gives a vector, ignoring gates. `without`: a feature to leave
--- out.
function vectors.score(model, vector, without)
  local sum, weights, penalties = 0, 0, 0
  for _, feature in ipairs(model.features) do
    local value = feature.name ~= without and vector.values[feature.name]
    if value and feature.penalty then
      penalties = penalties + feature.amount * value
    elseif value then
      weights, sum = weights + feature.amount, sum + feature.amount * value
    end
  end
  if model.prior then return 1 / (1 + math.exp(penalties - model.prior - sum)) end
  if model.is_mean then sum = weights > 0 and sum / weights or 0 end
  return math.max(0, sum - penalties)
end

--- Counts correct and wrong decisions. `matched(vector)`: whether it counts as a match.
function vectors.measures(list, matched)
  local tp, fp, fn, tn = 0, 0, 0, 0
  for _, vector in ipairs(list) do
    local yes = matched(vector)
    if vector.label then
      if yes then tp = tp + 1 else fn = fn + 1 end
    elseif yes then
      fp = fp + 1
    else
      tn = tn + 1
    end
  end
  return {
    tp = tp, fp = fp, fn = fn, tn = tn,
    precision = tp + fp > 0 and tp / (tp + fp) or 0, recall = tp + fn > 0 and tp / (tp + fn) or 0,
    f1 = tp > 0 and 2 * tp / (2 * tp + fp + fn) or 0,
  }
end

return vectors
