-- Prints an evaluation: tables for people, one document for programs.

local counted = require("lib.counted")
local prose = require("lib.prose")
local words = require("lib.match_words")

local report = {}

local function interval(result)
  return ("%s to %s"):format(words.percent(result.f1_low), words.percent(result.f1_high))
end

local function print_measures(result)
  prose.print(("%s (%s)"):format(result.rules, result.path))
  prose.print(("%s, %d of them the same; accept at %s\n"):format(
    counted(result.pairs, "pair"), result.positives,
    words.score(result.accept, result.description)))
  print("precision  " .. words.percent(result.precision))
  print("recall     " .. words.percent(result.recall))
  prose.print_labelled("F1         ", ("%s   (95 %% interval: %s)\n"):format(
    words.percent(result.f1), interval(result)))
end

local function print_confusion(result)
  local rows = {}
  for index, decision in ipairs({ "matched", "uncertain", "none" }) do
    local counts = result.confusion[decision]
    rows[index] = { decision = decision, same = counts.same, different = counts.different }
  end
  mix.ui.table(rows, {
    columns = {
      { key = "decision", title = "Decision" },
      { key = "same", title = "Same", align = "right" },
      { key = "different", title = "Different", align = "right" },
    },
  })
end

-- Prints how predictions agree with the labels.
local function print_calibrated(result)
  if not result.calibrated then return end
  local calibration = result.description.calibration
  prose.print(("\nProbabilities%s, off by %.1f points on average:"):format(calibration
    and (" by %s (%d pairs)"):format(calibration.source, calibration.pairs) or "",
    100 * result.calibration_error))
  local rows = {}
  for index, bin in ipairs(result.calibrated) do
    rows[index] = {
      range = ("%.0f–%.0f %%"):format(100 * bin.low, 100 * bin.high), pairs = bin.pairs,
      predicted = words.percent(bin.predicted), observed = words.percent(bin.observed),
    }
  end
  mix.ui.table(rows, {
    columns = {
      { key = "range", title = "Probability" },
      { key = "pairs", title = "Pairs", align = "right" },
      { key = "predicted", title = "Predicted", align = "right" },
      { key = "observed", title = "The same", align = "right" },
    },
  })
end

local function print_comparison(results)
  print("\nSide by side:")
  local rows = {}
  for index, result in ipairs(results) do
    rows[index] = {
      rules = result.rules, precision = words.percent(result.precision),
      recall = words.percent(result.recall), f1 = words.percent(result.f1),
      interval = interval(result), wrong = result.wrong_count,
    }
  end
  mix.ui.table(rows, {
    columns = {
      { key = "rules", title = "Rules" },
      { key = "precision", title = "Precision", align = "right" },
      { key = "recall", title = "Recall", align = "right" },
      { key = "f1", title = "F1", align = "right" },
      { key = "interval", title = "95 % interval of F1" },
      { key = "wrong", title = "Wrong", align = "right" },
    },
  })
end

local function print_thresholds(rows, result)
  local lines = {}
  for index, row in ipairs(rows) do
    lines[index] = {
      accept = result.description.combine == "sum" and ("%.1f"):format(row.accept)
        or ("%.3f"):format(row.accept),
      precision = words.percent(row.precision), recall = words.percent(row.recall),
      f1 = words.percent(row.f1),
    }
  end
  mix.ui.table(lines, {
    columns = {
      { key = "accept", title = "Accept", align = "right" },
      { key = "precision", title = "Precision", align = "right" },
      { key = "recall", title = "Recall", align = "right" },
      { key = "f1", title = "F1", align = "right" },
    },
  })
end

local function print_folds(result)
  local how = "\nCross-validation in %d folds: %s on the other folds and measured on each."
  prose.print(how:format(#result.folds, result.folds_learn and "weights are learned from the labels"
      or "accept, and nothing else, is tuned"))
  print_thresholds(result.folds, result)
  print("F1 over all folds: " .. words.percent(result.cross_validated_f1))
end

local function print_wrong(result)
  prose.print(("\nWrong pairs: %d%s"):format(result.wrong_count,
    #result.wrong < result.wrong_count and (", the first %d:"):format(#result.wrong) or ""))
  local fields = result.description.fields
  for _, wrong in ipairs(result.wrong) do
    prose.print(("\n%s: labelled %s, but %s: %s"):format(
      wrong.place, wrong.label and "the same" or "different", wrong.decision, wrong.reason))
    prose.print_labelled("  left   ", words.record(wrong.left, fields.query))
    prose.print_labelled("  right  ", words.record(wrong.right, fields.candidate))
    local refusals = words.refusals(wrong)
    if refusals ~= "" then prose.print_labelled("  refused by ", refusals) end
    words.breakdown(wrong.breakdown, result.description, "  ")
  end
end

--- Prints the report for people.
function report.print(results, args)
  local result = results[1]
  print_measures(result)
  print_confusion(result)
  print_calibrated(result)
  if #results > 1 then print_comparison(results) end
  if result.sweep then
    print("\nOther thresholds:")
    print_thresholds(result.sweep, result)
  end
  if result.folds then print_folds(result) end
  if args.wrong ~= 0 then print_wrong(result) end
end

-- Fields of a result that only the report needs.
local inner = { description = true, object = true, list = true, vectors = true }

local function document_of(result)
  local copy = {}
  for name, value in pairs(result) do
    if not inner[name] then copy[name] = value end
  end
  copy.unknown_columns = mix.json.array(copy.unknown_columns)
  return copy
end

--- Returns the document of --json: the first rules' measures, and `compared` for the others.
function report.document(results, missing)
  local document = document_of(results[1])
  document.missing_labels = missing
  if #results > 1 then
    document.compared = mix.json.array({})
    for index = 2, #results do document.compared[index - 1] = document_of(results[index]) end
  end
  return mix.json.encode(document, { pretty = true })
end

return report
