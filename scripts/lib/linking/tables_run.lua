-- Runs link, dedupe and match against a table: read, index, compare, ask, assign, write.

local blocking = require("lib.linking.blocking")
local columns = require("lib.linking.columns")
local failure = require("lib.failure")
local frequencies = require("lib.frequencies")
local gold = require("lib.linking.gold")
local left_out = require("lib.linking.left_out")
local loading = require("lib.linking.loading")
local near = require("lib.near")
local output = require("lib.linking.output")
local overruling = require("lib.linking.overruling")
local progress = require("lib.linking.progress")
local report = require("lib.linking.report")
local review = require("lib.linking.review")
local rules_for = require("lib.linking.rules_for")
local runs = require("lib.linking.runs")
local table_model = require("lib.learning.table_model")
local table_rules = require("lib.linking.table_rules")
local tables = require("lib.linking.tables")

local tables_run = {}

-- How many of the pairs on which a rule raises are named.
local most_named = 10
-- The most rows that link.file:compare takes.
local most_at_once = 100000

local function tell(problems, raised)
  for place, problem in ipairs(problems) do
    if raised + place > most_named then return end
    progress.problem(("row %d with row %d: %s; the pair is left out"):format(
      problem.left, problem.right, failure.line(problem.message)))
  end
end

-- Scores the rows that are not scored yet, up to `last` if there is one. `within`: pairs of one
-- table; `rows`: how many at once. Returns counts: pairs, raised, covered (pairs of one gold value
-- that blocking brought together).
local function score_all(file, rules, options)
  local state = {
    pairs = tonumber(file:note("pairs") or 0), raised = 0,
    covered = tonumber(file:note("covered") or 0),
  }
  local done = tonumber(file:note("done") or 0)
  local stage = progress.stage("comparing", nil, { total = file:count("left"), done = done })
  local last = options.last or math.huge
  while done < last do
    local rows_at_once = options.last and last - done or options.rows
    local found, err = file:compare(rules, {
      rows = rows_at_once and math.min(rows_at_once, most_at_once), jobs = options.jobs,
      within = options.within, most = options.search.most,
      common = options.search.common, share = options.search.share,
    })
    if err then progress.fail(err.message, 1) end
    if not found then break end
    tell(found.problems, state.raised)
    state.raised = state.raised + #found.problems
    state.pairs, state.covered = found.pairs, found.covered
    stage:step(found.row - done)
    done = found.row
  end
  stage:finish()
  if state.raised > most_named then
    progress.problem(("%d pairs are left out, as a rule raised on them"):format(state.raised))
  end
  return state
end

local function open(path, args) return tables.opened(path, args.encoding) end

-- A --map column may be missing in one table, but not in both.
local function map_for(map, header, other)
  local own = {}
  for column, field in pairs(map) do
    if columns.place(header, column) then
      own[column] = field
    elseif not other or not columns.place(other, column) then
      progress.fail(("--map %s=%s: there is no such column%s; the columns are %s"):format(
        column, field, near(column, header, true), columns.shown(header)), 2)
    end
  end
  return own
end

-- Ends the script where rules for any table, whose fields are the left columns, find none of them
-- in the right table: often the left one has no header.
local function check_shared(spec, left, right)
  if columns.of(right.header, spec.fields, spec.aliases) then return end
  local names = spec.names or spec
  progress.fail(("%s: no column is known: it has %s, and %s has %s. Give a column the same name in "
    .. "both, or say --map COLUMN=FIELD; a table without a header row needs one"):format(
    names.right, columns.shown(right.header), names.left, columns.shown(left.header)), 1)
end

-- The columns of each table by side, found before a row is read.
local function columns_of(spec, left, right)
  local function of(side, opened, other)
    local map = spec.maps and spec.maps[side]
      or map_for(spec.map, opened.header, other and other.header)
    if side == "right" and not next(map) and table_model.is_open(spec.rules) then
      check_shared(spec, other, opened)
    end
    return loading.columns(opened, spec.names and spec.names[side] or spec[side], spec.fields,
      spec.aliases, map, rules_for.kind(spec.rules))
  end
  local found = { left = of("left", left, right), right = right and of("right", right, left) }
  -- The words of a column that one table has alone would make all rows unlike.
  local is_open = right and table_model.is_open(spec.rules)
  for field in pairs(is_open and found.left.places or {}) do
    if not found.right.places[field] then found.left.places[field] = nil end
  end
  return found
end

-- Reads the remaining rows and builds the index. Returns the rows of the other side by their mark,
-- where known pairs are.
local function prepare(run, spec, is_ready)
  local function load(side, path)
    local _, numbers = loading.load(run.file, side, open(path, spec.args), path,
      spec.columns[side], spec.pairing, spec.gold and spec.gold[side])
    return numbers
  end
  if is_ready then return end
  local numbers = load("left", spec.left)
  if spec.right then numbers = load("right", spec.right) end
  progress.need(run.file:index(spec.right and "right" or "left"))
  return numbers
end

-- Precision, recall and F1; nil when the tables contain no known pair.
local function measure(file, state, within)
  local wanted = file:gold_pairs(within)
  if wanted == 0 then
    progress.problem("--gold: no two rows are known to be one work, so nothing is measured")
    return nil
  end
  local right, wrong = file:judged(within)
  local result = gold.measures(right, wrong, wanted)
  result.blocking = state.covered / wanted
  return result
end

-- The fields of the other side to add as columns: those that it has.
local function shown_fields(spec)
  if not spec.right then return {} end
  local fields = {}
  for _, field in ipairs(spec.fields) do
    if spec.columns.right.places[field] then fields[#fields + 1] = field end
  end
  return fields
end

local function summary(file, state, spec)
  local tally = file:tally()
  local lines = { { "rows", file:count("left") } }
  if spec.right then lines[2] = { "other rows", file:count("right") } end
  lines[#lines + 1] = { "pairs compared", state.pairs }
  local more, result = left_out.lines(file, spec.pairing, state.pairs, spec.within)
  table.move(more, 1, #more, #lines + 1, lines)
  if spec.within then
    result.clusters, result.rows_in_clusters = file:cluster()
    lines[#lines + 1] = { "clusters", result.clusters }
    lines[#lines + 1] = { "rows in clusters", result.rows_in_clusters }
  else
    result.links, result.dropped, result.crowded = file:assign(spec.single, spec.best_first)
    lines[#lines + 1] = { "linked", result.links }
    if spec.single then lines[#lines + 1] = { "taken by better", result.dropped } end
    if result.crowded > 0 then
      -- Too many rows compete for each other, so no best solution can be computed in reasonable
      -- time.
      lines[#lines + 1] = { "best pair first", result.crowded }
    end
  end
  lines[#lines + 1] = { "uncertain", tally.uncertain }
  result.uncertain, result.compared = tally.uncertain, state.pairs
  result.rows = file:count("left")
  if spec.right then result.other_rows = file:count("right") end
  return lines, result
end

-- Keeps a run until no pair is uncertain, because the user is asked again later.
local function finish(run, args, lines, result, measures, spec, written)
  result.measures, result.rules, result.block = measures, spec.rules:name(), spec.block:name()
  result.out = args.out
  report.finish(args, lines, result, measures)
  runs.close(run, result.uncertain > 0 or not written)
end

--- Opens the tables, and finds rules and columns for them: fills in `spec`, that of `run`. With
--- `maps` ({left, right}) each table has its own map; `names` are shown in place of paths.
function tables_run.plan(spec)
  local args = spec.args
  local map, problem = columns.read_map(args.map)
  if not map then progress.fail(problem, 2) end
  spec.map, spec.within = map, not spec.right
  local left, right = open(spec.left, args), spec.right and open(spec.right, args)
  spec.left_header, spec.right_header = left.header, right and right.header
  spec.gold = gold.read(args.gold, { left = spec.left_header, right = spec.right_header })
  spec.rules, spec.block = rules_for.table(spec.left_header, args.rules,
    blocking.name(args.block), spec.maps and spec.maps.left or map, spec.right_header)
  if args.frequencies then frequencies.tell(spec.rules, args.frequencies) end
  spec.fields, spec.aliases = rules_for.fields(spec.rules, spec.block, spec.left_header, args.gold)
  spec.columns = columns_of(spec, left, right)
  spec.pairing = blocking.of(spec.block, args, left, right)
end

--- Decides about the pairs of a planned run, up to the row `last` if there is one; a stopped run
--- continues. Fills in run, own_rules (those of the tables), state (counts), numbers and kept (the
--- users' decisions). `rows`: how many are compared at once.
function tables_run.decide(spec, last, rows)
  local args = spec.args
  local run, is_ready = runs.open({
    command = spec.command, left = spec.left, right = spec.right, rules = spec.rules,
    block = spec.block, map = spec.maps or spec.map, fresh = args.fresh,
    options = { spec.pairing.search, runs.stamp(args.gold), runs.stamp(args.frequencies),
      args.encoding },
  })
  spec.run = run
  progress.started({
    command = spec.command, left = spec.left, right = spec.right, rules = spec.rules:name(),
    block = spec.block:name(), continues = is_ready,
  })
  local file = run.file
  if is_ready then runs.note_kept(file) end
  spec.numbers = prepare(run, spec, is_ready)
  spec.own_rules = table_rules.of(run, spec.rules, spec)
  spec.state = score_all(file, spec.own_rules, {
    within = spec.within, search = spec.pairing.search, jobs = args.jobs, last = last, rows = rows,
  })
  spec.kept = overruling.apply(file, spec, function(side) return open(spec[side], args) end)
end

--- Writes the rows of a decided run with their matches. `options`: those of output.write.
function tables_run.write(spec, path, options)
  runs.check(spec.run)
  options.clusters = spec.within
  output.write(spec.run.file, open(spec.left, spec.args), path, shown_fields(spec), options)
end

--- Runs the command. `spec`: command, left, right (nil: within one table), single (1-1), args.
function tables_run.run(spec)
  local args = spec.args
  output.check(args, spec.left, spec.right)
  overruling.read(args)
  tables_run.plan(spec)
  tables_run.decide(spec)
  local file = spec.run.file
  if args.review then
    review.run(file, spec.own_rules, { within = spec.within, kept = spec.kept, all = args.all,
      assign = function() return file:assign(spec.single, spec.best_first) end })
  end
  local lines, result = summary(file, spec.state, spec)
  local measures = spec.gold and measure(file, spec.state, spec.within)
  local missing = measures and measures.pairs - spec.state.covered or 0
  if spec.numbers and missing > 0 then
    left_out.name_known(file, spec.pairing, spec.numbers, spec.within, missing)
  end
  local written = args.out or output.goes_to_stdout(args)
  if written then tables_run.write(spec, args.out, {}) end
  finish(spec.run, args, lines, result, measures, spec, written)
end

return tables_run
