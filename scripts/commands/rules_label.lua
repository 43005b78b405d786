-- `mixhost rules label`: asks about the pairs that rules would learn most from. Each answer is kept
-- at once, so that labelling can be left and resumed.

local counted = require("lib.counted")
local labelled_pairs = require("lib.labelled_pairs")
local named_rules = require("lib.named_rules")
local prose = require("lib.prose")
local queue = require("lib.learning.queue")
local table_model = require("lib.learning.table_model")
local vectors = require("lib.learning.vectors")
local pair_questions = require("lib.pair_questions")
local words = require("lib.match_words")

local args = mix.args.parse({
  name = "rules label",
  summary = "Asks you about the pairs that rules would learn most from, and keeps your answers as "
    .. "labelled pairs for rules learn and rules eval.",
  options = {
    { "pairs", type = "path", many = true, placeholder = "FILE",
      help = "pairs: CSV, NDJSON or JSON; pairs with a label are skipped" },
    { "out", type = "path", access = "write", placeholder = "FILE",
      help = "where labels are kept, NDJSON (default: a file in mixhost's data folder)" },
    { "limit", type = "integer", min = 1, default = 50, help = "the most questions to ask" },
    { "seed", type = "integer", default = 1, help = "of the order" },
  },
  positional = { { "name", type = "path", help = "rules, such as match/tracks, or a .lua file" } },
  examples = { "$0 match/tracks --pairs found.csv",
    "$0 match/books --pairs a.csv --out labels.ndjson" },
})

local function read_pairs()
  if #args.pairs == 0 then mix.ui.fail("--pairs is missing: a file with pairs", 2) end
  local all, reason = labelled_pairs.of_files(args.pairs)
  return all or mix.ui.fail(reason, 1)
end

local function out_path(rules)
  if args.out then
    -- rules learn reads a file by its ending's form.
    if not args.out:lower():match("%.ndjson$") and not args.out:lower():match("%.jsonl$") then
      mix.ui.fail(("--out %s: labels are kept as NDJSON, in a file .ndjson or .jsonl"):format(
        args.out), 2)
    end
    return args.out
  end
  local key = mix.crypto.sha256(mix.fs.absolute(args.pairs[1]) .. "\n" .. rules:name()):sub(1, 12)
  return mix.fs.data(("labels/%s.ndjson"):format(key))
end

local rules = named_rules.match(args.name, "labelling")
local all = labelled_pairs.for_rules(read_pairs(), rules)
local path = out_path(rules)
local kept = mix.fs.exists(path) and mix.fs.read(path) or ""
local problem = queue.problem(kept)
if problem then mix.ui.fail(("%s: %s; name another file with --out"):format(path, problem), 2) end
local answered = queue.answered(kept)
local open = {}
for _, pair in ipairs(all) do
  if pair.label == nil and answered[queue.key(pair)] == nil then open[#open + 1] = pair end
end
-- For any table: scores by what the answers so far, or else the pairs themselves, say. Returns the
-- vectors of the open pairs, and a function that scores them anew; nil where the rules do.
local function of_table()
  local list, places = {}, {}
  for index, pair in ipairs(all) do
    local label = pair.label
    if label == nil then label = answered[queue.key(pair)] end
    list[index] = { left = pair.left, right = pair.right, label = label }
    if label == nil then places[#places + 1] = index end
  end
  local plain = #open > 0 and table_model.compare(list)
  if not plain then return nil end
  local labels, for_labels, found = plain.labels, nil, {}
  for index in ipairs(places) do found[index] = { index = index, refused = false, failed = {} } end
  local function score(answer, label)
    if answer then labels[places[answer.index]] = label and 1 or 0 end
    local is_labelled = table_model.is_labelled(labels)
    for_labels = for_labels or is_labelled and table_model.compare(list, true) or nil
    local data = is_labelled and for_labels or plain
    local model = is_labelled and data.pairs:learn(labels) or table_model.estimated(data, labels)
    local chances = data.pairs:probabilities(model)
    for index, vector in ipairs(found) do vector.score = chances[places[index]] end
  end
  score()
  return found, score
end

local description = rules:describe()
local list, score
if table_model.is_open(rules) then list, score = of_table() end
list = list or vectors.of(open, rules)
local asked = queue.of(list, description.accept, args.seed)
local counts = { same = 0, different = 0, skipped = 0 }

local function keep(pair, label)
  kept = kept .. mix.json.encode({ left = pair.left, right = pair.right, label = label }) .. "\n"
  local written, err = mix.fs.write(path, kept)
  if not written then mix.ui.fail(err.message, 1) end
end

local total = math.min(args.limit, #list)
if total == 0 then mix.ui.note("every pair has a label") end
for place = 1, total do
  local vector = asked:next()
  local pair = open[vector.index]
  local says = ("[%d of %d] the rules: %s%s"):format(
    place, total, words.score(vector.score, description),
    vector.refused and ", refused by " .. table.concat(vector.failed, ", ") or "")
  pair_questions.show(says, pair.left, pair.right, description)
  local key = pair_questions.ask()
  if key == "q" then break end
  if key == "s" then
    counts.skipped = counts.skipped + 1
  else
    keep(pair, key == "y")
    if score then score(vector, key == "y") else asked:answer(vector, key == "y") end
    local name = key == "y" and "same" or "different"
    counts[name] = counts[name] + 1
  end
end

counts.left = #open - counts.same - counts.different
counts.path = path
if args.json then return print(mix.json.encode(counts)) end
prose.print(("\n%d the same, %d different, %d skipped; %s %s no label yet"):format(
  counts.same, counts.different, counts.skipped, counted(counts.left, "pair"),
  counts.left == 1 and "has" or "have"))
if kept ~= "" then
  prose.print("labels: " .. path)
  prose.print(("next: mixhost rules learn %s --pairs %s"):format(args.name, path))
end
