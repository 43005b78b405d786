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

-- Groups neighbours by score, each group with enough pairs for a share; equal scores stay together,
-- and thresholds separate groups.
local function groups_of(list, edges)
  local scored = {}
  for _, vector in ipairs(list) do
    if not vector.refused then scored[#scored + 1] = vector end
  end
  table.sort(scored, function(a, b) return a.score < b.score end)
  local size, groups = math.max(8, math.floor(math.sqrt(#scored))), {}
  for _, vector in ipairs(scored) do
    local group = groups[#groups]
    local edge = edge_between(group and group.high or -1, vector.score, edges)
    if not group or edge or group.pairs >= size and group.high ~= vector.score then
      group = { pairs = 0, same = 0, low = edge or vector.score }
      groups[#groups + 1] = group
    end
    group.pairs, group.high = group.pairs + 1, vector.score
    group.same = group.same + (vector.label and 1 or 0)
  end
  return groups, #scored
end

local function share(same, count) return (same + doubt) / (count + 2 * doubt) end

-- Merges neighbours whose shares fall, until none fall.
local function pooled(groups)
  local blocks = {}
  for _, group in ipairs(groups) do
    local block = { pairs = group.pairs + 2 * doubt, same = group.same + doubt, low = group.low,
      high = group.high }
    while #blocks > 0
      and blocks[#blocks].same / blocks[#blocks].pairs >= block.same / block.pairs
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

--- Returns the calibration of labelled vectors in the rules' form: {source, pairs, refused,
--- points}. nil when gates refuse all of them. `model`: has the thresholds accept and review.
function isotonic.fit(list, source, model)
  local groups, scored = groups_of(list, { model.review, model.accept })
  if #groups == 0 then return nil end
  local refused_same, points = 0, {}
  for _, vector in ipairs(list) do
    if vector.refused and vector.label then refused_same = refused_same + 1 end
  end
  for _, block in ipairs(pooled(groups)) do
    for _, score in ipairs({ block.low, block.high }) do
      local point = { score = rounded(score, 4),
        probability = rounded(block.same / block.pairs, 4) }
      local before = points[#points]
      if not before or before.score < point.score then points[#points + 1] = point end
    end
  end
  return { source = source, pairs = #list, points = points,
    refused = rounded(share(refused_same, #list - scored), 4) }
end

--- Returns the probability that a calibration gives a vector.
function isotonic.probability(calibration, vector)
  if vector.refused then return calibration.refused end
  local points = calibration.points
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
