-- Measures match rules on labelled pairs: precision, recall, F1, and every pair they got wrong.

local closer = require("lib.learning.closer_look")
local columns = require("lib.linking.columns")
local failure = require("lib.failure")
local gold_pairs = require("lib.learning.gold_pairs")
local labelled_pairs = require("lib.labelled_pairs")
local named_rules = require("lib.named_rules")
local output_file = require("lib.output_file")
local records = require("rules.lib.table_records")
local report = require("lib.evaluation_report")
local table_model = require("lib.learning.table_model")
local vectors = require("lib.learning.vectors")

-- Each of them alone may stand in a title; two of them do not.
local signs = {
  " %$ ?%d+%.%d%d", " %d?%d:%d%d%f[%D]", " %d%d?%-%a%a%a%-%d%d%f[%D]", " %([cCpP]%) ?%d%d%d%d",
  " %( ?[cCpP] ?%) ?%d%d%d%d", "℗", " %a%a%a+ %d%d?, [12][09]%d%d", " Ltd%f[%W]", " Records%f[%W]",
}

local function is_scattered(title)
  if type(title) ~= "string" then return false end
  local count = 0
  for _, sign in ipairs(signs) do
    if title:find(sign) then count = count + 1 end
  end
  return count >= 2
end

-- How many of the pairs have such a title.
local function count_scattered(list)
  local count = 0
  for _, pair in ipairs(list) do
    if is_scattered(pair.left.title) or is_scattered(pair.right.title) then count = count + 1 end
  end
  return count
end

local args = mix.args.parse({
  name = "evaluate",
  summary = "Measures match rules on labelled pairs.",
  options = {
    { "pairs", type = "path", many = true, placeholder = "FILE",
      help = "labelled pairs: CSV, NDJSON, JSON or Ditto's text; - is the standard input" },
    { "compare", type = "path", many = true, placeholder = "RULES",
      help = "other rules, side by side on the same pairs" },
    { "rules", placeholder = "NAME", help = "a rule set below the name, such as classic" },
    { "wrong", type = "integer", min = 0, placeholder = "N",
      help = "the most wrong pairs to show (default 20; all with --json)" },
    { "threshold-sweep", type = "flag", help = "measure other accept thresholds" },
    { "folds", type = "integer", min = 2, max = 100,
      help = "cross-validate: tune accept on the other folds, measure on each" },
    { "seed", type = "integer", default = 1, help = "of the interval and the folds" },
    { "left", type = "path", placeholder = "FILE",
      help = "in place of --pairs: a table, with --right and --gold" },
    { "right", type = "path", placeholder = "FILE", help = "the other table" },
    { "gold", type = "path", placeholder = "COLUMN|FILE",
      help = "a column that is alike in rows of one work, or a CSV of pairs of identifiers" },
    { "curves", type = "flag",
      help = "precision and recall at each score, and how calibrated it is" },
    { "ablation", type = "flag", help = "the measures without each gate and each feature" },
    { "svg", type = "path", access = "write", placeholder = "FILE", help = "draw the curves" },
    { "scores", type = "path", access = "write", placeholder = "FILE",
      help = "write the score of every pair, its features and gates (CSV)" },
  },
  positional = { { "name", type = "path", help = "rules, such as match/books, or a .lua file" } },
  examples = {
    "$0 match/tracks --pairs pairs.csv",
    "$0 match/books --pairs pairs.csv --compare match/books/classic --folds 5",
    "$0 match/tracks --left a.csv --right b.csv --gold work --curves",
    "$0 match/tracks --pairs pairs.csv --compare mixhost:match/tracks --svg curves.svg",
  },
})

-- All labelled pairs of all files; pairs without a label are reported and left out.
local function read_pairs()
  if args.left or args.right or args.gold then
    if not (args.left and args.right and args.gold) or #args.pairs > 0 then
      mix.ui.fail("two tables are --left FILE --right FILE --gold COLUMN|FILE, without --pairs", 2)
    end
    local list, reach = gold_pairs.read({
      left = args.left, right = args.right, gold = args.gold, rules = args.name,
    })
    return list, 0, reach
  end
  if #args.pairs == 0 then
    mix.ui.fail("--pairs is missing: a file with labelled pairs (or --left, --right and --gold)", 2)
  end
  local all, missing = {}, 0
  for _, path in ipairs(args.pairs) do
    local found, without = labelled_pairs.read(path)
    if not found then mix.ui.fail(without, 1) end
    table.move(found, 1, #found, #all + 1, all)
    if #without > 0 then
      missing = missing + #without
      local shown = table.concat(without, ", ", 1, math.min(3, #without))
      mix.ui.problem(
        ("%d of %d pairs have no label (1 or 0) and are left out: %s%s"):format(
          #without, #without + #found, shown, #without > 3 and ", …" or ""))
    end
  end
  if #all == 0 then mix.ui.fail("no pair has a label: there is nothing to measure", 1) end
  return all, missing
end

-- The pairs on which no rule raises: the others are named, and left out.
local function usable(list, rules)
  local kept, raised = {}, 0
  for _, pair in ipairs(list) do
    local ok, problem = pcall(mix.match.best, pair.left, { pair.right }, rules)
    if ok then
      kept[#kept + 1] = pair
    else
      raised = raised + 1
      if raised <= 10 then
        mix.ui.problem(("%s: %s; the pair is left out"):format(pair.place, failure.line(problem)))
      end
    end
  end
  if #kept == 0 then mix.ui.fail("a rule raised on every pair", 1) end
  return kept, raised
end

-- `by_labels`: folds learn from labels, and are measured elsewhere.
local function evaluated(list, rules, by_labels)
  local options = {
    seed = args.seed, folds = not by_labels and args.folds or nil, sweep = args.threshold_sweep,
    wrong = args.wrong or not args.json and 20 or nil,
  }
  local ok, result = pcall(mix.match.evaluate, list, rules, options)
  if ok then return result, list, 0 end
  local kept, raised = usable(list, rules)
  if raised == 0 then mix.ui.fail(failure.line(result), 1) end
  return failure.try(mix.match.evaluate, kept, rules, options), kept, raised
end

-- Rules for any table: weights without labels; with --folds also those that the labels of the
-- other folds give, measured on each.
local function fitted(rules, list)
  local weights, rows = table_model.estimate(list, rules)
  if not weights then return rules end
  -- As in a run of link, a row is linked once.
  for index, pair in ipairs(list) do pair.row = rows and rows[index] end
  local own = mix.match.rules(records.rules(weights))
  if not args.folds then return own end
  local chances, parts = table_model.held_out(table_model.compare(list, true), args.folds,
    args.seed)
  local function matched(item) return chances[item.index] >= 0.5 end
  local folds, pooled = {}, {}
  for place, part in ipairs(parts) do
    folds[place] = vectors.measures(part, matched)
    folds[place].accept = 0.5
    table.move(part, 1, #part, #pooled + 1, pooled)
  end
  return own, {
    folds = mix.json.array(folds), cross_validated_f1 = vectors.measures(pooled, matched).f1,
    folds_learn = true,
  }
end

-- Ends the run before any pair is read where rules are unknown.
local function loaded(name) return named_rules.match(name, "measuring") end

local function measure(rules, all)
  local list, unknown = labelled_pairs.for_rules(all, rules)
  local named, folds = rules, nil
  if table_model.is_open(rules) then rules, folds = fitted(rules, list) end
  if #unknown > 0 then
    mix.ui.problem(("columns that %s does not know are left out: %s"):format(
      rules:name(), columns.shown(unknown)))
  end
  for place, pair in ipairs(list) do pair.place = pair.place or "pair " .. place end
  if named:name():find("^match/tracks") and not named:name():find("scattered", 1, true) then
    local scattered = count_scattered(list)
    if scattered >= 3 and scattered >= 0.02 * #list then
      mix.ui.problem(("the titles of %d of %d pairs hold prices, lengths or days; try "
        .. "match/tracks/scattered"):format(scattered, #list))
    end
  end
  local result, used, raised = evaluated(list, rules, folds ~= nil)
  for field, value in pairs(folds or {}) do result[field] = value end
  for _, wrong in ipairs(result.wrong) do wrong.place = used[wrong.index].place end
  if raised > 0 then result.raised = raised end
  result.object, result.list = rules, list
  result.rules, result.path, result.unknown_columns = named:name(), named:path(), unknown
  result.description = rules:describe()
  return result
end

output_file.check("--svg", args.svg)
output_file.check("--scores", args.scores)
local chosen = { loaded(args.rules and args.name .. "/" .. args.rules or args.name) }
for _, name in ipairs(args.compare) do chosen[#chosen + 1] = loaded(name) end
local all, missing, reach = read_pairs()
local results = {}
for place, rules in ipairs(chosen) do results[place] = measure(rules, all) end
if results[1].positives == 0 then
  mix.ui.problem("no positives: no pair is labelled as the same, so that recall and F1 "
    .. "say nothing")
end

closer.add(results, args, reach)
if args.json then
  print(report.document(results, missing))
else
  report.print(results, args)
  closer.print(results, args)
end
