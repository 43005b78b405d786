-- Measures a fit on pairs that it has not seen: cross-validation, and intervals by resampling.

local fitting = require("lib.learning.fitting")
local vectors = require("lib.learning.vectors")

local validation = {}

--- Splits a list into parts with the same share of labels.
function validation.split(list, count, random)
  local parts, place = {}, 0
  for index = 1, count do parts[index] = {} end
  for _, label in ipairs({ true, false }) do
    local own = {}
    for _, vector in ipairs(list) do if vector.label == label then own[#own + 1] = vector end end
    random:shuffle(own)
    for _, vector in ipairs(own) do
      place = place % count + 1
      table.insert(parts[place], vector)
    end
  end
  return parts
end

--- Iterates over parts: `for rest, part in …` gives the vectors of the others and the part.
function validation.each_held(parts)
  local held = 0
  return function()
    held = held + 1
    if not parts[held] then return nil end
    local rest = {}
    for index, other in ipairs(parts) do
      if index ~= held then table.move(other, 1, #other, #rest + 1, rest) end
    end
    return rest, parts[held]
  end
end

--- Returns each vector's decision by a model that was fitted to the other parts: {[vector] =
--- matched}.
function validation.decisions(model, list, folds, seed)
  local parts = validation.split(list, folds, mix.random.new(seed))
  local decided = {}
  for rest, part in validation.each_held(parts) do
    local matches = fitting.matches(fitting.fit(model, rest))
    for _, vector in ipairs(part) do decided[vector] = matches(vector) end
  end
  return decided
end

local function percentile(values, share)
  return values[1 + math.floor(share * (#values - 1) + 0.5)]
end

--- Returns the middle 95 % of F1 of `after` and of the gain over `before`, by resampling the pairs.
function validation.intervals(list, before, after, seed, resamples)
  local random, values, gains = mix.random.new(seed), {}, {}
  for round = 1, resamples do
    local counts = { { 0, 0, 0 }, { 0, 0, 0 } }
    for _ = 1, #list do
      local vector = list[1 + math.floor(random:random() * #list)]
      for side, decided in ipairs({ before, after }) do
        local yes, own = decided(vector), counts[side]
        if vector.label and yes then own[1] = own[1] + 1 end
        if not vector.label and yes then own[2] = own[2] + 1 end
        if vector.label and not yes then own[3] = own[3] + 1 end
      end
    end
    local function f1(own) return own[1] > 0 and 2 * own[1] / (2 * own[1] + own[2] + own[3])
      or 0 end
    values[round] = f1(counts[2])
    gains[round] = values[round] - f1(counts[1])
  end
  table.sort(values)
  table.sort(gains)
  return { percentile(values, 0.025), percentile(values, 0.975) },
    { percentile(gains, 0.025), percentile(gains, 0.975) }
end

--- Returns why labels cannot be learned from, or nil; and remarks. `pairs_read` have left, right,
--- label and place.
function validation.problems(pairs_read)
  local counts, seen, remarks, doubled = { [true] = 0, [false] = 0 }, {}, {}, {}
  for _, pair in ipairs(pairs_read) do
    counts[pair.label] = counts[pair.label] + 1
    local key = mix.json.encode({ pair.left, pair.right })
    if seen[key] and seen[key].label ~= pair.label then
      doubled[#doubled + 1] = ("%s and %s"):format(seen[key].place, pair.place)
    end
    seen[key] = seen[key] or pair
  end
  if #doubled > 0 then
    remarks[1] = ("%s labelled both as the same and as different; the first: %s"):format(
      #doubled == 1 and "1 pair is" or #doubled .. " pairs are", doubled[1])
  end
  local least = math.min(counts[true], counts[false])
  if least == 0 then
    return ("all %d labels say %s: learning takes pairs of both kinds"):format(#pairs_read,
      counts[true] > 0 and "\"the same\"" or "\"different\""), remarks
  end
  if least < 2 then
    return ("there is one pair only that is %s: learning takes two of each kind, to "
      .. "measure what it learned"):format(counts[true] == 1 and "the same" or "different"), remarks
  end
  if #pairs_read < 30 then
    remarks[#remarks + 1] = ("%d labels are few: see how wide the interval is, and label more "
      .. "with mixhost rules label"):format(#pairs_read)
  end
  return nil, remarks
end

--- Returns the F1 of a decision over vectors.
function validation.f1(list, decided) return vectors.measures(list, decided).f1 end

return validation
