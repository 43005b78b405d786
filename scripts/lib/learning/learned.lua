-- Learns rules from pairs: the fit, how good it is on pairs that it has not seen, what its scores
-- are worth, and the text of the rule file.

local bounds_search = require("lib.learning.bounds")
local expectation = require("lib.learning.expectation")
local fitting = require("lib.learning.fitting")
local isotonic = require("lib.learning.isotonic")
local rule_file = require("lib.learning.rule_file")
local validation = require("lib.learning.validation")
local vectors = require("lib.learning.vectors")
local words = require("lib.match_words")

local learned = {}

-- Samples of the intervals.
local samples = 1000

local function with_equal(model)
  for _, feature in ipairs(model.features) do
    if not feature.penalty and feature.amount > 0 then feature.amount = 1 end
  end
  return model
end

-- With labels.
local function fit(rules, all, list, began, settings)
  local moved, refitted = bounds_search.run(rules, all, list, began, settings.source)
  local own = refitted or list
  local decided = validation.decisions(began, own, settings.folds, settings.seed)
  local function after(vector) return decided[vector] end
  local before_by_index = {}
  local matches = fitting.matches(vectors.model(rules:describe()))
  for _, vector in ipairs(list) do before_by_index[vector.index] = matches(vector) end
  local function before(vector) return before_by_index[vector.index] end
  local interval, gain = validation.intervals(own, before, after, settings.seed, samples)
  return {
    model = fitting.fit(began, own), bounds = moved, f1 = validation.f1(own, after),
    list = own, interval = interval, gain = gain, before = validation.f1(own, before),
  }
end

-- Without.
local function estimate(list, began, remarks)
  local prior = expectation.label(list, began.features)
  local same = 0
  for _, vector in ipairs(list) do same = same + vector.label end
  -- A fit to such an estimate only moves the threshold.
  if same < 1 or #list - same < 1 then
    remarks[#remarks + 1] = ("%s of the pairs were estimated to be the same, which parts none from "
      .. "the others: measure the rules with labels before you use them"):format(
        words.percent(prior))
  end
  return { model = fitting.fit(began, list), bounds = {}, prior = prior }
end

-- The worth of a model's scores, and how far off that is on pairs that were not seen.
local function calibrate(model, list, settings)
  local scored = {}
  for index, vector in ipairs(list) do
    scored[index] = { score = vectors.score(model, vector), refused = vector.refused,
      label = vector.label }
  end
  local parts = validation.split(scored, settings.folds, mix.random.new(settings.seed))
  return isotonic.fit(scored, settings.from, model), isotonic.held_out(parts, model)
end

-- The lines that a rule file begins with.
local function about(found, rules, count, settings)
  local lines = {
    ("Learned by mixhost rules learn from %s%d pairs on %s, beginning with %s."):format(
      settings.unlabelled and "the likeness of " or "", count,
      mix.time.iso(mix.time.now()):sub(1, 10), rules:name()),
  }
  if found.f1 then
    lines[2] = ("F1 on pairs not seen while learning: %s (95 %%: %s to %s); before: %s."):format(
      words.percent(found.f1), words.percent(found.interval[1]),
      words.percent(found.interval[2]), words.percent(found.before))
  elseif settings.calibrate then
    lines[2] = "Weights and thresholds are as they were."
  else
    lines[2] = ("No labels: %s of the pairs were estimated to be the same."):format(
      words.percent(found.prior))
  end
  if found.calibration_error then
    lines[3] = ("Probabilities are off by %.1f points on average, on pairs not seen."):format(
      100 * found.calibration_error)
  end
  return lines
end

--- The gain over the rules that it began with, in a sentence; nil without labels.
function learned.gain(found)
  local gain = found.gain
  if not gain then return nil end
  return ("The gain is %+.1f points (95 %%: %+.1f to %+.1f)%s"):format(
    100 * (found.f1 - found.before), 100 * gain[1], 100 * gain[2],
    gain[1] < 0 and gain[2] > 0 and ": not beyond chance with these labels." or ".")
end

--- Learns from pairs in the rules' fields. `settings`: name (of the new rules), source (the text of
--- the rules' file), from (what the pairs are called), folds, seed, and the flags equal, calibrate
--- and unlabelled. Returns {text, about, model, original, list, bounds, remarks, is_worse, f1,
--- before, interval, gain, prior, calibration, calibration_error}; nil, why not, and remarks.
function learned.run(rules, pairs_read, settings)
  local problem, remarks = nil, {}
  if not settings.unlabelled then problem, remarks = validation.problems(pairs_read) end
  if problem then return nil, problem, remarks end
  local list = vectors.of(pairs_read, rules)
  if #list == 0 then
    return nil, "a rule raised on every pair: there is nothing to learn from", remarks
  end
  local original, began = vectors.model(rules:describe()), vectors.model(rules:describe())
  if settings.equal then with_equal(began) end
  local found = settings.calibrate and { model = original, bounds = {} }
    or settings.unlabelled and estimate(list, began, remarks)
    or fit(rules, pairs_read, list, began, settings)
  if not settings.unlabelled then
    found.calibration, found.calibration_error = calibrate(found.model, found.list or list,
      settings)
  end
  found.original, found.list, found.remarks = original, list, remarks
  found.name = settings.name:gsub("^match/", "")
  found.is_worse = found.f1 ~= nil and found.f1 < found.before
  found.about = about(found, rules, #list, settings)
  found.text = rule_file.text(rules, found, settings.source)
  return found
end

return learned
