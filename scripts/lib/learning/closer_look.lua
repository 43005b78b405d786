-- The part of `rules eval` beyond the counts: curves, ablation, the test and the pairs of a
-- comparison, and the scores of all pairs.

local comparison = require("lib.learning.comparison")
local counted = require("lib.counted")
local curves = require("lib.learning.curves")
local need = require("lib.need")
local output_file = require("lib.output_file")
local prose = require("lib.prose")
local vectors = require("lib.learning.vectors")
local words = require("lib.match_words")

local closer_look = {}

local function needed(results, args)
  return #results > 1 or args.curves or args.ablation or args.svg or args.scores
end

local function top_of(result)
  if result.description.combine ~= "sum" then return 1 end
  local top = result.accept
  for _, vector in ipairs(result.vectors) do top = math.max(top, vector.score) end
  return top
end

local function write_scores(results, path)
  local result = results[1]
  local columns, rows = { "pair", "label", "score", "decision", "refused_by" }, {}
  for _, feature in ipairs(result.description.features) do
    columns[#columns + 1] = "feature_" .. feature.name
  end
  for index = 2, #results do
    columns[#columns + 1] = "score_" .. results[index].rules
    columns[#columns + 1] = "refused_by_" .. results[index].rules
  end
  local others = {}
  for index = 2, #results do
    others[index] = {}
    for _, vector in ipairs(results[index].vectors) do others[index][vector.index] = vector end
  end
  for place, vector in ipairs(result.vectors) do
    local row = {
      pair = vector.place, label = vector.label and "1" or "0",
        score = ("%.6f"):format(vector.score),
      decision = vector.refused and "none" or vector.score >= result.accept and "matched"
        or vector.score >= result.description.review and "uncertain" or "none",
      refused_by = table.concat(vector.failed, "; "),
    }
    for name, value in pairs(vector.values) do row["feature_" .. name] = ("%.6f"):format(value) end
    for index = 2, #results do
      local other = others[index][vector.index]
      row["score_" .. results[index].rules] = other and ("%.6f"):format(other.score) or ""
      row["refused_by_" .. results[index].rules] = other and table.concat(other.failed, "; ") or ""
    end
    rows[place] = row
  end
  need(output_file.write(path, mix.csv.encode(rows, { columns = columns })))
end

--- Adds the requested parts to the results of an evaluation (`list` and `object` in each), and
--- writes files. `reach`: the wanted and the found pairs of blocking, for two tables.
function closer_look.add(results, args, reach)
  if reach then
    results[1].blocking = { pairs = reach.wanted, covered = reach.covered,
      recall = reach.covered / reach.wanted }
  end
  if not needed(results, args) then return end
  for _, result in ipairs(results) do
    result.vectors = vectors.of(result.list, result.object)
    if args.curves or args.svg then
      result.curve = curves.precision_recall(result.vectors)
      result.average_precision = curves.area(result.curve)
      result.calibration, result.calibration_error = curves.calibration(
        result.vectors, top_of(result))
    end
    if args.ablation then
      result.ablation = comparison.ablation(result.vectors, result.description)
    end
  end
  for index = 2, #results do
    results[index].against = comparison.of(
      { list = results[1].vectors, accept = results[1].accept },
      { list = results[index].vectors, accept = results[index].accept })
  end
  if args.scores then write_scores(results, args.scores) end
  if args.svg then
    local drawn = {}
    for index, result in ipairs(results) do
      drawn[index] = { name = result.rules, points = result.curve, bins = result.calibration }
    end
    need(output_file.write(args.svg, curves.svg(drawn)))
  end
end

-- The curve at eleven recalls: the best precision at that recall or a higher one.
local function print_curve(result)
  local rows, line = {}, {}
  for step = 0, 10 do
    local recall, best, accept = step / 10, 0, nil
    for _, point in ipairs(result.curve) do
      if point.recall >= recall - 1e-9 and point.precision > best then
        best, accept = point.precision, point.accept
      end
    end
    line[#line + 1] = best
    rows[#rows + 1] = { recall = words.percent(recall),
      precision = accept and words.percent(best) or "-",
      accept = accept and ("%.3f"):format(accept) or "-" }
  end
  prose.print(("\nPrecision at each recall, %s: %s   (average precision %s)"):format(
    result.rules, mix.ui.spark(line), words.percent(result.average_precision)))
  mix.ui.table(rows, { columns = {
    { key = "recall", title = "Recall", align = "right" },
    { key = "precision", title = "Precision", align = "right" },
    { key = "accept", title = "Score", align = "right" },
  } })
  prose.print(("\nCalibration, %s: off by %.1f points on average"):format(
    result.rules, 100 * result.calibration_error))
  local bins = {}
  for index, bin in ipairs(result.calibration) do
    bins[index] = { score = ("%.1f–%.1f"):format(bin.low, bin.high), pairs = bin.pairs,
      mean = words.percent(bin.score), share = words.percent(bin.share) }
  end
  mix.ui.table(bins, { columns = {
    { key = "score", title = "Score" }, { key = "pairs", title = "Pairs", align = "right" },
    { key = "mean", title = "Mean score", align = "right" },
    { key = "share", title = "The same", align = "right" },
  } })
end

local function print_ablation(result)
  prose.print(("\nWithout each gate and feature of %s:"):format(result.rules))
  local rows = {}
  for index, row in ipairs(result.ablation) do
    rows[index] = { name = row.name, kind = row.kind, f1 = words.percent(row.f1),
      precision = words.percent(row.precision), recall = words.percent(row.recall),
      change = ("%+.1f"):format(100 * row.change) }
  end
  mix.ui.table(rows, { columns = {
    { key = "name", title = "Without" }, { key = "kind", title = "Kind" },
    { key = "precision", title = "Precision", align = "right" },
    { key = "recall", title = "Recall", align = "right" },
    { key = "f1", title = "F1", align = "right" },
    { key = "change", title = "Change", align = "right" },
  } })
end

local function decided(matched, score, refused)
  return matched and ("matched (%.3f)"):format(score)
    or refused and "refused by " .. refused or ("not matched (%.3f)"):format(score)
end

-- How two rule sets differ on some pairs.
local function differences(counts)
  return ("%d right by the first alone, %d by the second alone (McNemar: p = %.3g%s)"):format(
    counts.only_first, counts.only_second, counts.p, counts.p < 0.05 and "" or ", may be chance")
end

local function print_against(first, result, most)
  local against = result.against
  prose.print(("\n%s and %s decide %s differently: %s"):format(first.rules, result.rules,
    counted(#against.pairs, "pair"), differences(against)))
  for _, set in ipairs(against.sets or {}) do
    prose.print(("  %s: %s"):format(set.name, differences(set)))
  end
  for place, pair in ipairs(against.pairs) do
    if place > most then
      print(("  and %d more"):format(#against.pairs - most))
      break
    end
    prose.print(("  %s: labelled %s; %s, %s"):format(
      pair.place, pair.label and "the same" or "different",
      decided(pair.first, pair.first_score, pair.first_refused),
      decided(pair.second, pair.second_score, pair.second_refused)))
  end
end

--- Prints the added parts.
function closer_look.print(results, args)
  local first = results[1]
  if first.blocking then
    prose.print(("\nBlocking brought %s of the %d known pairs together; the measures are of "
      .. "these alone."):
      format(words.percent(first.blocking.recall), first.blocking.pairs))
  end
  for _, result in ipairs(results) do
    if args.curves then print_curve(result) end
    if result.ablation then print_ablation(result) end
    if result.against then print_against(first, result, args.wrong or 20) end
  end
  if args.svg then prose.print("\ncurves: " .. args.svg) end
  if args.scores then prose.print("scores: " .. args.scores) end
end

return closer_look
