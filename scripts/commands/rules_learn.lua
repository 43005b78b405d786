-- `mixhost rules learn`: fits weights, thresholds and bounds to pairs, and writes them as a rule
-- file.

local bounds_search = require("lib.learning.bounds")
local columns = require("lib.linking.columns")
local expectation = require("lib.learning.expectation")
local failure = require("lib.failure")
local fitting = require("lib.learning.fitting")
local isotonic = require("lib.learning.isotonic")
local labelled_pairs = require("lib.labelled_pairs")
local prose = require("lib.prose")
local rule_file = require("lib.learning.rule_file")
local table_learn = require("lib.learning.table_learn")
local table_model = require("lib.learning.table_model")
local validation = require("lib.learning.validation")
local vectors = require("lib.learning.vectors")
local words = require("lib.match_words")

local args = mix.args.parse({
  name = "rules learn",
  summary = "Fits the weights, thresholds and bounds of match rules to labelled pairs, or without "
    .. "labels to what the pairs show (Fellegi and Sunter), and writes them as rules of yours.",
  options = {
    { "pairs", type = "path", many = true, placeholder = "FILE",
      help = "labelled pairs: CSV, NDJSON, JSON or Ditto's text" },
    { "as", placeholder = "NAME",
      help = "the name of the new rules, such as match/tracks/mine" },
    { "unlabelled", type = "flag", help = "estimate from the pairs alone; labels are not read" },
    { "equal", type = "flag", help = "begin with equal weights, not with those of the rules" },
    { "calibrate", type = "flag",
      help = "keep weights and thresholds; measure only what the scores are worth" },
    { "folds", type = "integer", min = 2, max = 20, default = 5, help = "of the cross-validation" },
    { "seed", type = "integer", default = 1, help = "of the folds and the intervals" },
    { "force", type = "flag",
      help = "replace existing rules, and write new ones that are no better" },
    { "dry-run", type = "flag", help = "show what would be written, and write nothing" },
  },
  positional = { { "name", type = "path", help = "rules, such as match/tracks, or a .lua file" } },
  examples = {
    "$0 match/tracks --pairs labels.csv",
    "$0 match/books --pairs labels.ndjson --as match/books/mine",
    "$0 match/tracks --pairs found.csv --unlabelled",
    "$0 match/tracks --pairs labels.csv --calibrate",
  },
})

local function fail(message, code) mix.ui.fail(message, code or 1) end

local function load_rules()
  local ok, rules = pcall(mix.rules.load, args.name)
  if not ok then fail(failure.line(rules)) end
  if not rules.describe then fail(args.name .. ": learning takes rules of the kind match", 2) end
  if rules:describe().combine == "odds" and not table_model.is_open(rules) then
    fail(args.name .. " are weights of a table: learn them anew, as mixhost rules learn "
      .. "match/records with all labels", 2)
  end
  return rules
end

-- `with_all`: those without a label, too.
local function read_pairs(with_all)
  if #args.pairs == 0 then fail("--pairs is missing: a file with pairs", 2) end
  local all = {}
  for _, path in ipairs(args.pairs) do
    local found, reason
    if with_all then
      found, reason = labelled_pairs.read_all(path)
    else
      found, reason = labelled_pairs.read(path)
    end
    if not found then fail(reason) end
    table.move(found, 1, #found, #all + 1, all)
  end
  if #all == 0 then
    fail(args.unlabelled and "there are no pairs" or "no pair has a label; label some with mixhost "
      .. "rules label, or let --unlabelled estimate")
  end
  return all
end

-- The file of the rules, and their name.
local function target(rules)
  local plain = rules:name():gsub("^mixhost:", "")
  local folder = plain:match("^match/[%w_-]+") or "match/mine"
  local name = args.as or folder .. (args.calibrate and "/calibrated" or "/learned")
  if not name:find("^match/[%w_-]+$") and not name:find("^match/[%w_-]+/[%w_-]+$") then
    fail(("--as: a name such as match/tracks/mine expected, got \"%s\""):format(name), 2)
  end
  for _, place in ipairs(mix.host.folders()) do
    if place.name == "config" then return name, place.path .. "/rules/" .. name .. ".lua" end
  end
end

local function source_of(rules)
  local below = rules:path():match("/(scripts/rules/.+)$")
  local text, err = below and mix.fs.bundled(below)
  if not text then text, err = mix.fs.read(rules:path()) end
  return text or fail(err.message)
end

local function check_target(path)
  if not args.force and not args.dry_run and mix.fs.exists(path) then
    fail(path .. " is there already; --force replaces it, --as gives another name")
  end
end

local function with_equal(model)
  for _, feature in ipairs(model.features) do
    if not feature.penalty and feature.amount > 0 then feature.amount = 1 end
  end
  return model
end

local function print_weights(before, after)
  local rows = {}
  local was, is = 0, 0
  for index, feature in ipairs(after.features) do
    if not feature.penalty then
      was, is = was + before.features[index].amount, is + feature.amount
    end
  end
  for index, feature in ipairs(after.features) do
    local scale = function(sum) return feature.penalty and 1 or sum end
    rows[index] = {
      name = feature.name .. (feature.penalty and " (penalty)" or ""),
      before = ("%.3f"):format(before.features[index].amount / scale(was)),
      after = ("%.3f"):format(feature.amount / scale(is)),
    }
  end
  rows[#rows + 1] = { name = "accept", before = ("%.3f"):format(before.accept),
    after = ("%.3f"):format(after.accept) }
  rows[#rows + 1] = { name = "review", before = ("%.3f"):format(before.review),
    after = ("%.3f"):format(after.review) }
  mix.ui.table(rows, { columns = {
    { key = "name", title = "Share of" }, { key = "before", title = "Before", align = "right" },
    { key = "after", title = "Learned", align = "right" },
  } })
end

-- With labels: the fit, how good it is on pairs that it has not seen, and what it began with.
local function learn(rules, all, list, began)
  local moved, refitted = bounds_search.run(rules, all, list, began, source_of(rules))
  local own = refitted or list
  local decided = validation.decisions(began, own, args.folds, args.seed)
  local function after(vector) return decided[vector] end
  local before_by_index = {}
  local original = vectors.model(rules:describe())
  local matches = fitting.matches(original)
  for _, vector in ipairs(list) do before_by_index[vector.index] = matches(vector) end
  local function before(vector) return before_by_index[vector.index] end
  local interval, gain = validation.intervals(own, before, after, args.seed, 1000)
  return {
    model = fitting.fit(began, own), bounds = moved, f1 = validation.f1(own, after),
    list = own, interval = interval, gain = gain, before = validation.f1(own, before),
  }
end

-- Names of files, to say where probabilities come from.
local function source_name()
  local names = {}
  for index, path in ipairs(args.pairs) do names[index] = path:match("[^/]+$") end
  return table.concat(names, ", ")
end

-- The worth of a model's scores, and how far off that is on pairs that were not seen.
local function calibrate(model, list)
  local scored = {}
  for index, vector in ipairs(list) do
    scored[index] = { score = vectors.score(model, vector), refused = vector.refused,
      label = vector.label }
  end
  local parts = validation.split(scored, args.folds, mix.random.new(args.seed))
  return isotonic.fit(scored, source_name(), model), isotonic.held_out(parts, model)
end

local function estimate(list, began)
  local prior = expectation.label(list, began.features)
  local same = 0
  for _, vector in ipairs(list) do same = same + vector.label end
  -- A fit to such an estimate only moves the threshold.
  if same < 1 or #list - same < 1 then
    mix.ui.problem(("%s of the pairs were estimated to be the same, which parts none from the "
      .. "others: measure the rules with labels before you use them"):format(words.percent(prior)))
  end
  local before = vectors.model(began.description)
  return { model = fitting.fit(began, list), bounds = {}, prior = prior, before_model = before }
end

local rules = load_rules()
local name, path = target(rules)
check_target(path)
if table_model.is_open(rules) then
  table_learn.run(rules, read_pairs(true), name, path, args)
  os.exit(0)
end
local all = read_pairs(args.unlabelled)
local translated, unknown = labelled_pairs.for_rules(all, rules)
if #unknown > 0 then
  mix.ui.problem("columns that the rules do not know are left out: "
    .. columns.shown(unknown))
end
if not args.unlabelled then
  local problem, remarks = validation.problems(translated)
  for _, remark in ipairs(remarks) do mix.ui.problem(remark) end
  if problem then fail(problem) end
end
local list = vectors.of(translated, rules)
if #list == 0 then fail("a rule raised on every pair: there is nothing to learn from") end
local original = vectors.model(rules:describe())
local began = vectors.model(rules:describe())
began.description = rules:describe()
if args.equal then with_equal(began) end

if args.calibrate and args.unlabelled then
  fail("--calibrate measures labels: it goes without --unlabelled", 2)
end
local learned = args.calibrate and { model = original, bounds = {} }
  or args.unlabelled and estimate(list, began) or learn(rules, translated, list, began)
if not args.unlabelled then
  learned.calibration, learned.calibration_error = calibrate(learned.model, learned.list or list)
end
learned.name = name:gsub("^match/", "")
local worse = learned.f1 and learned.f1 < learned.before
local about = {
  ("Learned by mixhost rules learn from %s%d pairs on %s, beginning with %s."):format(
    args.unlabelled and "the likeness of " or "", #list, mix.time.iso(mix.time.now()):sub(1, 10),
    rules:name()),
}
if learned.f1 then
  about[2] = ("F1 on pairs not seen while learning: %s (95 %%: %s to %s); before: %s."):format(
    words.percent(learned.f1), words.percent(learned.interval[1]),
    words.percent(learned.interval[2]), words.percent(learned.before))
elseif args.calibrate then
  about[2] = "Weights and thresholds are as they were."
else
  about[2] = ("No labels: %s of the pairs were estimated to be the same."):format(
    words.percent(learned.prior))
end
if learned.calibration_error then
  about[3] = ("Probabilities are off by %.1f points on average, on pairs not seen."):format(
    100 * learned.calibration_error)
end
learned.about = about
local text = rule_file.text(rules, learned, source_of(rules))
local writes = not args.dry_run and (not worse or args.force)
if writes then
  local ok, err = mix.fs.write(path, text)
  if not ok then fail(err.message) end
  local fine, problem = pcall(mix.rules.load, name)
  if not fine then fail("the learned rules cannot be loaded: " .. failure.line(problem)) end
end

if args.json then
  print(mix.json.encode({
    rules = rules:name(), name = name, path = writes and path or mix.json.null, pairs = #list,
    f1 = learned.f1, f1_low = learned.interval and learned.interval[1],
    f1_high = learned.interval and learned.interval[2], before = learned.before,
    gain_low = learned.gain and learned.gain[1], gain_high = learned.gain and learned.gain[2],
    prior = learned.prior, accept = learned.model.accept, review = learned.model.review,
    calibration = learned.calibration, calibration_error = learned.calibration_error,
    features = learned.model.features, bounds = mix.json.object(learned.bounds),
    written = writes,
  }, { pretty = true }))
  os.exit(0)
end

local function print_calibration(calibration)
  local rows = {}
  for index, point in ipairs(calibration.points) do
    rows[index] = { score = ("%.3f"):format(point.score),
      probability = words.percent(point.probability) }
  end
  mix.ui.table(rows, { columns = {
    { key = "score", title = "Score", align = "right" },
    { key = "probability", title = "The same", align = "right" },
  } })
end

if not args.calibrate then print_weights(original, learned.model) end
if learned.calibration then
  print()
  print_calibration(learned.calibration)
end
for bound, value in pairs(learned.bounds) do print(("bound %s: %g"):format(bound, value)) end
print()
for _, line in ipairs(about) do prose.print(line) end
if learned.gain then
  prose.print(("The gain is %+.1f points (95 %%: %+.1f to %+.1f)%s"):format(
    100 * (learned.f1 - learned.before), 100 * learned.gain[1], 100 * learned.gain[2],
    learned.gain[1] < 0 and learned.gain[2] > 0 and ": not beyond chance with these labels."
      or "."))
end
if worse and not args.force then
  prose.print("The learned rules are worse than those before: nothing is written (--force does).")
elseif writes then
  prose.print("written to " .. path .. "; use it as " .. name)
end
