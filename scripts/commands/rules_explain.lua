-- `mixhost rules explain`: what rules decide about candidates, and why.

local column_names = require("lib.linking.columns")
local failure = require("lib.failure")
local frequencies = require("lib.frequencies")
local match_report = require("lib.match_report")
local named_rules = require("lib.named_rules")
local prose = require("lib.prose")
local records = require("lib.records")
local words = require("lib.match_words")

local args = mix.args.parse({
  name = "rules explain",
  summary = "Shows what rules decide about a query and its candidates, and why.",
  options = {
    { "query", placeholder = "JSON", help = "the record to look for, as a JSON object" },
    { "candidates", type = "path", placeholder = "FILE",
      help = "the candidates: a JSON array, NDJSON or CSV; - is the standard input" },
    { "frequencies", type = "path", placeholder = "FILE",
      help = "how common titles are: a table of works, or of terms with a column count" },
    { "rules", placeholder = "NAME", help = "a rule set below the name, such as classic" },
  },
  positional = { { "name", type = "path", help = "rules, such as match/books, or a .lua file" } },
  examples = { "$0 match/books --query '{\"title\": \"Dune\"}' --candidates found.json" },
})

local function read_query()
  if not args.query then mix.ui.fail("--query is missing: a JSON object", 2) end
  local query, err = mix.json.decode(args.query)
  if err then mix.ui.fail("--query: " .. err.message, 2) end
  if type(query) ~= "table" or #query > 0 then mix.ui.fail("--query is a JSON object", 2) end
  return query
end

local function read_candidates()
  if not args.candidates then mix.ui.fail("--candidates is missing: a file, or -", 2) end
  local bad = {}
  local list, reason = records.read(args.candidates, bad)
  if not list then
    local is_text = args.candidates:find("^%s*[%[{]")
    mix.ui.fail(is_text and "--candidates takes a file, or - for JSON on standard input" or reason,
      is_text and 2 or 1)
  end
  for _, item in ipairs(bad) do
    mix.ui.problem(("--candidates: record %d: %s; it is left out"):format(item.row, item.reason))
  end
  if #list == 0 and #bad == 0 then
    mix.ui.problem(("--candidates %s: it has no candidate"):format(args.candidates))
  end
  local candidates = mix.json.array({})
  for index, item in ipairs(list) do candidates[index] = item.record end
  return candidates
end

local query = read_query()
local name = args.rules and args.name .. "/" .. args.rules or args.name
local rules = named_rules.match(name, "explaining")
local candidates = read_candidates()
local description = rules:describe()
-- Names of columns are read as `match` reads them: release_date is the year of a film.
local fields = description.fields
query = column_names.renamed(query, fields.query, fields.aliases)
for index, candidate in ipairs(candidates) do
  candidates[index] = column_names.renamed(candidate, fields.candidate, fields.aliases)
end
-- Rules for any table compare whatever there is.
local is_known = #fields.query == 0
for _, field in ipairs(fields.query) do is_known = is_known or query[field] ~= nil end
if not is_known then
  mix.ui.fail(("--query: the rules read none of its fields; they read %s"):format(
    table.concat(fields.query, ", ")), 2)
end
if args.frequencies then frequencies.tell(rules, args.frequencies) end
local result = failure.try(mix.match.explain, query, candidates, rules)

if args.json then
  result.rules = rules:name()
  print(mix.json.encode(result, { pretty = true }))
  os.exit(0)
end

local function candidate_table()
  local columns = {
    { key = "index", title = "#", align = "right" }, { key = "name", title = "Candidate" },
  }
  for _, feature in ipairs(description.features) do
    columns[#columns + 1] = { key = "f_" .. feature.name, title = feature.name, align = "right" }
  end
  columns[#columns + 1] = { key = "score", title = "Score", align = "right" }
  if description.calibration then
    columns[#columns + 1] = { key = "probability", title = "The same", align = "right" }
  end
  columns[#columns + 1] = { key = "verdict", title = "Result" }
  local rows = {}
  for index, candidate in ipairs(result.candidates) do
    local row = {
      index = index, verdict = match_report.verdict(candidate, result, description),
      name = words.short(candidate.candidate, description.fields.candidate),
      score = words.score(candidate.score, description),
      probability = candidate.probability and ("%.0f %%"):format(100 * candidate.probability),
    }
    for _, part in ipairs(candidate.breakdown) do
      row["f_" .. part.feature] = words.part(part.contribution, description)
    end
    rows[index] = row
  end
  mix.ui.table(rows, { columns = columns })
end

local function print_versus()
  local versus = result.versus
  print(("\nWhy %d and not %d:"):format(result.index, versus.index))
  if versus.decided_by == "order" then
    prose.print("  it comes first in the service's order" .. (description.pick == "first"
      and ("; the rules take the first that reaches %s"):format(
        words.score(description.accept, description)) or ", and both score the same"))
  elseif versus.decided_by ~= "score" then
    prose.print(("  both score the same; %s decides"):format(versus.decided_by))
  end
  for _, part in ipairs(versus.features) do
    local size = math.abs(part.difference)
    print(("  %-12s %s %s"):format(
      part.feature, description.combine == "odds" and words.part(size, description)
        or words.score(size, description),
      part.difference > 0 and "more" or "less"))
  end
end

prose.print_labelled("Looking for: ", words.record(query, description.fields.query))
prose.print_labelled("Rules:       ", rules:name()
  .. (description.doc and " (" .. description.doc .. ")" or ""))
prose.print_labelled("Needed:      ", match_report.needed(description) .. "\n")
prose.print(match_report.headline(result, description))
prose.print("  " .. result.reason)
local calibration = description.calibration
if calibration and result.probability then
  prose.print(("  the same with a probability of %.0f %%, by %s (%d pairs)"):format(
    100 * result.probability, calibration.source, calibration.pairs))
end
print()
if #candidates == 0 then os.exit(0) end
candidate_table()
for index, candidate in ipairs(result.candidates) do
  if #candidate.breakdown > 0 and (index == result.index or #candidates <= 10) then
    print()
    prose.print_labelled(("Candidate %d: "):format(index),
      words.record(candidate.candidate, description.fields.candidate))
    if candidate.refused then prose.print_labelled("  refused: ", words.refusals(candidate)) end
    words.breakdown(candidate.breakdown, description, "  ")
    local rarity = candidate.rarity
    if rarity then
      prose.print(("  %d of %d are called \"%s\": the odds are multiplied by %.2g"):format(
        rarity.rows, rarity.total, rarity.term, rarity.factor))
    end
  end
end
if result.versus then print_versus() end
