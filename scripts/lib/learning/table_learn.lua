-- `mixhost rules learn match/records`: learns the weights of a table's comparisons from labelled
-- pairs, or estimates them without, measures them on pairs that were not seen, and says whether
-- more labels would help.

local prose = require("lib.prose")
local table_file = require("lib.learning.table_file")
local table_model = require("lib.learning.table_model")
local validation = require("lib.learning.validation")
local words = require("lib.match_words")

local table_learn = {}

-- More labels are worth asking for when twice as many gained this much F1.
local least_gain = 0.005

-- F1 at the probability of one half, and the mean distance of predicted and true shares.
local function measured(list, chances)
  local function matched(item) return (chances[item.index] or 0) >= 0.5 end
  local sums = {}
  for _, item in ipairs(list) do
    local place = math.min(9, math.floor(10 * chances[item.index]))
    sums[place] = (sums[place] or 0) + chances[item.index] - (item.label and 1 or 0)
  end
  local error = 0
  for _, sum in pairs(sums) do error = error + math.abs(sum) / #list end
  return validation.f1(list, matched), error, matched
end

-- The figures on held-out pairs: with all labels, with half of them, and of the estimate without.
local function validated(data, plain, args)
  local list = table_model.labelled(data)
  local f1, error, after = measured(list, table_model.held_out(data, args.folds, args.seed))
  local found = { f1 = f1, calibration_error = error }
  found.half_f1 = measured(list, table_model.held_out(data, args.folds, args.seed, 0.5))
  local unlabelled = plain.pairs:probabilities(table_model.estimated(plain, {}))
  local function before(item) return unlabelled[item.index] >= 0.5 end
  found.before = validation.f1(list, before)
  found.interval, found.gain = validation.intervals(list, before, after, args.seed, 1000)
  found.wants_more = found.f1 - found.half_f1 >= least_gain
  return found
end

local function about_lines(data, learned, args)
  local same, different = table_model.counts(data.labels)
  local day = mix.time.iso(mix.time.now()):sub(1, 10)
  if not learned.f1 then
    return {
      ("Estimated by mixhost rules learn from %d pairs without labels on %s."):format(
        #data.labels, day),
      ("%s of the pairs were estimated to be the same."):format(words.percent(learned.prior)),
    }
  end
  return {
    ("Learned by mixhost rules learn from %d labels (%d the same) on %s."):format(
      same + different, same, day),
    ("F1 on pairs not seen while learning: %s (95 %%: %s to %s); without labels: %s."):format(
      words.percent(learned.f1), words.percent(learned.interval[1]),
      words.percent(learned.interval[2]), words.percent(learned.before)),
    ("Probabilities are off by %.1f points on average, on pairs not seen."):format(
      100 * learned.calibration_error),
    (learned.wants_more and "More labels would help: half of them give an F1 of %s."
      or "More labels would hardly help: half of them give an F1 of %s."):format(
      words.percent(learned.half_f1)),
  }
end

local function print_parts(weights)
  local rows = {}
  for index, comparison in ipairs(weights.comparisons) do
    rows[index] = {
      name = comparison.column or "all words", measure = comparison.measure,
      least = ("%+.1f"):format(comparison.parts[1]),
      most = ("%+.1f"):format(comparison.parts[#comparison.parts]),
    }
  end
  mix.ui.table(rows, { columns = {
    { key = "name", title = "Column" }, { key = "measure", title = "Compared" },
    { key = "least", title = "Least alike", align = "right" },
    { key = "most", title = "Most alike", align = "right" },
  } })
end

--- Runs the command for open rules. `list`: the pairs; `name`, `path`: of the new rules.
function table_learn.run(rules, list, name, path, args)
  if args.calibrate or args.equal then
    mix.ui.fail("match/records gives calibrated probabilities, and begins with no weights: leave "
      .. "out --calibrate and --equal", 2)
  end
  local plain = table_model.compare(list)
  local data = args.unlabelled and plain or table_model.compare(list, true)
  if not data then mix.ui.fail("the two sides of the pairs have no column in common", 1) end
  if not args.unlabelled and not table_model.is_labelled(data.labels) then
    local same, different = table_model.counts(data.labels)
    mix.ui.fail(("%d pairs are labelled as the same and %d as different: label 5 of either with "
      .. "mixhost rules label, or let --unlabelled estimate"):format(same, different), 1)
  end
  local model = args.unlabelled and table_model.estimated(data, {}) or data.pairs:learn(data.labels)
  local learned = args.unlabelled and {} or validated(data, plain, args)
  if args.unlabelled then
    local sum = 0
    for _, chance in ipairs(data.pairs:probabilities(model)) do sum = sum + chance end
    learned.prior = sum / #list
  end
  local about = about_lines(data, learned, args)
  local weights = table_model.weights(data, model, about[1])
  local writes = not args.dry_run
  if writes then
    local ok, err = mix.fs.write(path, table_file.text(weights, about))
    if not ok then mix.ui.fail(err.message, 1) end
  end
  if args.json then
    return print(mix.json.encode({
      rules = rules:name(), name = name, path = writes and path or mix.json.null, pairs = #list,
      f1 = learned.f1, f1_low = learned.interval and learned.interval[1],
      f1_high = learned.interval and learned.interval[2], before = learned.before,
      half_f1 = learned.half_f1, wants_more_labels = learned.wants_more, prior = learned.prior,
      calibration_error = learned.calibration_error, comparisons = weights.comparisons,
      written = writes,
    }, { pretty = true }))
  end
  print_parts(weights)
  print()
  for _, line in ipairs(about) do prose.print(line) end
  if writes then prose.print("written to " .. path .. "; use it as " .. name) end
end

return table_learn
