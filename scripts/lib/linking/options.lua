-- The options that match, link and dedupe share.

local decisions = require("lib.linking.decisions")
local runs = require("lib.linking.runs")
local table_reader = require("lib.table_reader")

local options = {}

options.shared = {
  { "rules", type = "path", placeholder = "NAME",
    help = "match rules, such as match/tracks (default: as the columns show)" },
  { "block", placeholder = "all|NAME",
    help = "compare all pairs (all, none), or those with keys in common by blocking rules, such as "
      .. "block/generic (default: all up to 100,000 pairs, else by keys)" },
  { "map", many = true, placeholder = "COLUMN=FIELD",
    help = "a column that is a field of the rules, for all tables that have it" },
  table_reader.option,
  { "gold", type = "path", placeholder = "COLUMN|FILE",
    help = "measure: a column that is alike in rows of one work, or a CSV of pairs of "
      .. "identifiers" },
  { "most", type = "integer", min = 1, max = 1000, placeholder = "N",
    help = "compare each row with at most N others (default: 10 by keys)" },
  { "common", type = "integer", min = 1, max = 100000, placeholder = "N",
    help = "ignore blocking keys of more than N rows (default: 200)" },
  { "frequencies", type = "path", placeholder = "FILE",
    help = "how common titles are: a table of works, or of titles with a column count" },
  { "jobs", type = "integer", min = 1, max = 64, placeholder = "N",
    help = "compare on N cores (default: all that there are)" },
  { "review", type = "flag", help = "ask about the uncertain pairs, one key each" },
  { "all", type = "flag", help = "with --review: about the certain ones, too" },
  { "pin", many = true, placeholder = "ROW=ID",
    help = "a row's match, whatever the rules say; kept for later runs" },
  { "reject", many = true, placeholder = "ROW[=ID]",
    help = "what is not a row's match (default: its present one); kept for later runs" },
  { "out", type = "path", access = "write", placeholder = "FILE",
    help = "write the rows with their matches: .csv, .tsv, .ndjson or .json" },
  { "fresh", type = "flag", help = "start over, even if a stopped run could continue" },
}

-- Options that are not about a table.
local about_runs = {
  { "runs", type = "flag", help = "list the runs that are kept, of match, link and dedupe" },
  { "clear-runs", placeholder = "ID|all", help = "remove one of them, or all" },
  { "decisions", type = "flag",
    help = "list the decisions of --pin, --reject and --review; with --json for another machine" },
  { "import-decisions", type = "path", placeholder = "FILE",
    help = "add those that --decisions --json wrote" },
  { "forget", placeholder = "ID|all", help = "undo one of them, or all" },
}
table.move(about_runs, 1, #about_runs, #options.shared + 1, options.shared)

-- Whether a word of the command line is one of these options.
local function is_about_runs(word)
  for _, option in ipairs(about_runs) do
    local name = "--" .. option[1]
    if word == name or word:sub(1, #name + 1) == name .. "=" then return true end
  end
  return false
end

-- Runs that are kept have been decided by what was there before: they start over.
local function restarted(code)
  runs.restart()
  return code
end

local function answer(args)
  if args.clear_runs then return runs.clear(args.clear_runs, args.json) end
  if args.forget then return restarted(decisions.forget(args.forget, args.json)) end
  if args.import_decisions then
    return restarted(decisions.import(args.import_decisions, args.json))
  end
  if args.decisions then return decisions.show(args.json) end
  return runs.show(args.json)
end

-- Options of all commands.
local of_all = { ["--json"] = true, ["--quiet"] = true, ["--events"] = true, ["--help"] = true,
  ["--no-color"] = true }

--- Returns the word of a command line that asks about kept runs and decisions, nil without one, and
--- the first option that does not go with it.
function options.about_runs(words)
  local asking, other
  for _, word in ipairs(words) do
    if word == "--" then break end
    local name = word:match("^%-%-[^=]+")
    if is_about_runs(word) then
      asking = asking or name
    elseif name and not of_all[name] then
      other = other or name
    end
  end
  return asking, asking and other
end

--- Handles a command line that asks about kept runs and decisions, and ends the script.
function options.answer_about_runs()
  local asking, other = options.about_runs(arg)
  if not asking then return end
  if other then
    mix.ui.fail(("%s is about what is kept, and goes without %s"):format(asking, other), 2)
  end
  os.exit(answer(mix.args.parse({
    name = mix.args.command:match("%S+$"), options = about_runs,
    summary = "Lists the runs and decisions that are kept, or removes them.",
  })))
end

--- Returns the shared options, after others.
function options.with(others)
  local list = table.move(others or {}, 1, #(others or {}), 1, {})
  return table.move(options.shared, 1, #options.shared, #list + 1, list)
end

return options
