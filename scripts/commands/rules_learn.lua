-- `mixhost rules learn`: fits weights, thresholds and bounds to pairs, and writes them as a rule
-- file.

local columns = require("lib.linking.columns")
local failure = require("lib.failure")
local learned = require("lib.learning.learned")
local labelled_pairs = require("lib.labelled_pairs")
local named_rules = require("lib.named_rules")
local prose = require("lib.prose")
local table_learn = require("lib.learning.table_learn")
local table_model = require("lib.learning.table_model")
local words = require("lib.match_words")

local args = mix.args.parse({
  name = "rules learn",
  summary = "Fits the weights, thresholds and bounds of match rules to labelled pairs, or without "
    .. "labels to what the pairs show (Fellegi and Sunter), and writes them as rules of yours.",
  options = {
    { "pairs", type = "path", many = true, placeholder = "FILE",
      help = "labelled pairs: CSV, NDJSON, JSON or Ditto's text" },
    { "as", placeholder = "NAME", help = "the name of the new rules, such as match/tracks/mine" },
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
  local rules = named_rules.match(args.name, "learning")
  if rules:describe().combine == "odds" and not table_model.is_open(rules) then
    fail(args.name .. " are weights of a table: learn them anew, as mixhost rules learn "
      .. "match/records with all labels", 2)
  end
  return rules
end

-- `with_all`: those without a label, too.
local function read_pairs(with_all)
  if #args.pairs == 0 then fail("--pairs is missing: a file with pairs", 2) end
  local all, reason = labelled_pairs.of_files(args.pairs, not with_all)
  if not all then fail(reason) end
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

-- Names of files, to say where probabilities come from.
local function source_name()
  local names = {}
  for index, path in ipairs(args.pairs) do names[index] = path:match("[^/]+$") end
  return table.concat(names, ", ")
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
  mix.ui.problem("columns that the rules do not know are left out: " .. columns.shown(unknown))
end
if args.calibrate and args.unlabelled then
  fail("--calibrate measures labels: it goes without --unlabelled", 2)
end
local found, problem, remarks = learned.run(rules, translated, {
  name = name, source = source_of(rules), from = source_name(), folds = args.folds,
  seed = args.seed, equal = args.equal, calibrate = args.calibrate, unlabelled = args.unlabelled,
})
for _, remark in ipairs(found and found.remarks or remarks) do mix.ui.problem(remark) end
if not found then fail(problem) end
local writes = not args.dry_run and (not found.is_worse or args.force)
if writes then
  local ok, err = mix.fs.write(path, found.text)
  if not ok then fail(err.message) end
  local fine, fault = pcall(mix.rules.load, name)
  if not fine then fail("the learned rules cannot be loaded: " .. failure.line(fault)) end
end

if args.json then
  print(mix.json.encode({
    rules = rules:name(), name = name, path = writes and path or mix.json.null, pairs = #found.list,
    f1 = found.f1, f1_low = found.interval and found.interval[1],
    f1_high = found.interval and found.interval[2], before = found.before,
    gain_low = found.gain and found.gain[1], gain_high = found.gain and found.gain[2],
    prior = found.prior, accept = found.model.accept, review = found.model.review,
    calibration = found.calibration, calibration_error = found.calibration_error,
    features = found.model.features, bounds = mix.json.object(found.bounds),
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

if not args.calibrate then print_weights(found.original, found.model) end
if found.calibration then
  print()
  print_calibration(found.calibration)
end
for bound, value in pairs(found.bounds) do print(("bound %s: %g"):format(bound, value)) end
print()
for _, line in ipairs(found.about) do prose.print(line) end
if found.gain then prose.print(learned.gain(found)) end
if found.is_worse and not args.force then
  prose.print("The learned rules are worse than those before: nothing is written (--force does).")
elseif writes then
  prose.print("written to " .. path .. "; use it as " .. name)
end
