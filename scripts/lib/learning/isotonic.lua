-- Calibrates scores: isotonic regression (pool adjacent violators) of labels on scores, which only
-- assumes that a higher score is never less probable.

local validation = require("lib.learning.validation")

local isotonic = {}

-- Pairs of each label that are added to each group, because no score is always right.
local doubt = 0.5

-- The last threshold between two scores.
local function edge_between(low, high, edges)
  local found
  for _, edge in ipairs(edges) do
    if low < edge and edge <= high then found = edge end
  end
  return found
end

-- The gates that refuse a pair: none, one, or more.
local function refusals(vector)
  return vector.refused and math.min(2, #(vector.failed or { "one" })) or 0
end

-- Groups neighbours by score, each group with enough pairs for a share; equal scores stay together,
-- and thresholds separate groups. Of the pairs that `gates` gates refuse.
local function groups_of(list, gates, edges)
  local scored = {}
  for _, vector in ipairs(list) do
    if refusals(vector) == gates then scored[#scored + 1] = vector end
  end
  table.sort(scored, function(a, b) return a.score < b.score end)
  local size, groups = math.max(8, math.floor(math.sqrt(#scored))), {}
  for _, vector in ipairs(scored) do
    local group = groups[#groups]
    local edge = edge_between(group and group.high or -1, vector.score, edges)
    if not group or edge or group.pairs >= size and group.high ~= vector.score then
      group = { pairs = 0, same = 0, sum = 0, low = edge or vector.score }
      groups[#groups + 1] = group
    end
    local weight = vector.weight or 1
    group.pairs, group.sum, group.high = group.pairs + 1, group.sum + weight, vector.score
    group.same = group.same + (vector.label and weight or 0)
  end
  return groups
end

-- Merges neighbours whose shares fall, until none fall.
local function pooled(groups)
  local blocks = {}
  for _, group in ipairs(groups) do
    local block = { pairs = group.sum + 2 * doubt, same = group.same + doubt, low = group.low,
      high = group.high }
    while #blocks > 0 and blocks[#blocks].same / blocks[#blocks].pairs >= block.same / block.pairs
    do
      local before = table.remove(blocks)
      block = { pairs = before.pairs + block.pairs, same = before.same + block.same,
        low = before.low, high = block.high }
    end
    blocks[#blocks + 1] = block
  end
  return blocks
end

local function rounded(value, digits)
  local scale = 10 ^ digits
  return math.floor(value * scale + 0.5) / scale
end

-- The points of groups: where a block of them begins and ends.
local function points_of(groups)
  local points = {}
  for _, block in ipairs(pooled(groups)) do
    for _, score in ipairs({ block.low, block.high }) do
      local point = { score = rounded(score, 4),
        probability = rounded(block.same / block.pairs, 4) }
      local before = points[#points]
      if not before or before.score < point.score then points[#points + 1] = point end
    end
  end
  return points
end

--- Weighs the pairs of several lists, so that each list counts as much as the others, and in each
--- the pairs that are the same as much as those that are not. Returns all of them.
function isotonic.weighed(lists)
  local all, total = {}, 0
  for _, list in ipairs(lists) do total = total + #list end
  for _, list in ipairs(lists) do
    local same = 0
    for _, vector in ipairs(list) do same = same + (vector.label and 1 or 0) end
    for _, vector in ipairs(list) do
      vector.weight = total / (2 * #lists) / (vector.label and same or #list - same)
      all[#all + 1] = vector
    end
  end
  return all
end

--- Returns the calibration of labelled vectors in the rules' form: {source, pairs, refused,
--- refused_by_one, refused_by_several, points, share}. nil when gates refuse all of them. `model`:
--- has the thresholds accept and review. Vectors may have a `weight`.
function isotonic.fit(list, source, model)
  local groups = groups_of(list, 0, { model.review, model.accept })
  if #groups == 0 then return nil end
  local sum, same, refused, refused_same = 0, 0, 2 * doubt, doubt
  for _, vector in ipairs(list) do
    local weight = vector.weight or 1
    sum, same = sum + weight, same + (vector.label and weight or 0)
    if vector.refused then
      refused, refused_same = refused + weight, refused_same + (vector.label and weight or 0)
    end
  end
  return {
    source = source, pairs = #list, points = points_of(groups),
    refused = rounded(refused_same / refused, 4), share = rounded(same / sum, 4),
    refused_by_one = points_of(groups_of(list, 1, {})),
    refused_by_several = points_of(groups_of(list, 2, {})),
  }
end

--- Returns the probability that a calibration gives a vector.
function isotonic.probability(calibration, vector)
  local points = calibration.points
  if vector.refused then
    points = refusals(vector) > 1 and calibration.refused_by_several or calibration.refused_by_one
    if not (points and #points > 0) then return calibration.refused end
  end
  for place, point in ipairs(points) do
    if point.score >= vector.score then
      local low = points[place - 1]
      if not low then return point.probability end
      return low.probability + (vector.score - low.score) / (point.score - low.score)
        * (point.probability - low.probability)
    end
  end
  return points[#points].probability
end

--- Returns the mean distance between predicted and observed shares, over ten bins.
--- `predicted(vector)`.
function isotonic.error(list, predicted)
  local bins = {}
  for _, vector in ipairs(list) do
    local probability = predicted(vector)
    local place = math.min(9, math.floor(probability * 10))
    local bin = bins[place] or { sum = 0, same = 0 }
    bins[place] = bin
    bin.sum, bin.same = bin.sum + probability, bin.same + (vector.label and 1 or 0)
  end
  local off = 0
  for _, bin in pairs(bins) do off = off + math.abs(bin.sum - bin.same) / #list end
  return off
end

--- Returns the error on pairs that the fit has not seen: `parts` of a cross-validation.
function isotonic.held_out(parts, model)
  local predictions, all = {}, {}
  for rest, part in validation.each_held(parts) do
    local calibration = isotonic.fit(rest, "", model)
    if not calibration then return nil end
    for _, vector in ipairs(part) do
      predictions[vector] = isotonic.probability(calibration, vector)
      all[#all + 1] = vector
    end
  end
  return isotonic.error(all, function(vector) return predictions[vector] end)
end

return isotonic
