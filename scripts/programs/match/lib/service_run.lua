-- Matches a table against a service: searches each row there and stores the nearest entry.

local blocking = require("lib.linking.blocking")
local columns = require("lib.linking.columns")
local decisions = require("lib.linking.decisions")
local frequencies = require("lib.frequencies")
local failure = require("lib.failure")
local has = require("lib.has")
local loading = require("lib.linking.loading")
local output = require("lib.linking.output")
local overruling = require("lib.linking.overruling")
local progress = require("lib.linking.progress")
local reconciled = require("programs.match.lib.reconciled")
local refusals = require("lib.refusals")
local report = require("lib.linking.report")
local review = require("lib.linking.review")
local row_answers = require("programs.match.lib.row_answers")
local rules_for = require("lib.linking.rules_for")
local runs = require("lib.linking.runs")
local second_asking = require("programs.match.lib.second_asking")
local services = require("lib.match_services")
local tables = require("lib.linking.tables")

local service_run = {}

local batch = 20

local function opened_service(spec)
  if spec.address ~= nil then
    local opened, err = reconciled.open(spec.address, spec.rules, spec.args, spec.left_header)
    if not opened then progress.fail(failure.short(err), 1) end
    return opened.service
  end
  local name = spec.with
  local service = require(("services.%s.provider"):format(name)).open({})
  if not service then
    progress.fail(("%s needs a key: mixhost config set %s.key KEY, or Programs on the page"):format(
      name, name), 1)
  end
  return service
end

-- The most rows that are named while a run asks; its end counts them all.
local most_named = 10

local function name_left_out(count, row, reason)
  if count > most_named then return end
  progress.problem(("row %d: %s; the row is left out"):format(row, reason))
end

-- Counts a row without a decision, and names it.
local function note_row(state, row, answer)
  if answer.is_unknown then
    progress.problem(("row %d: there is no %s; it is pinned without what else it says"):format(row,
      answer.found.candidate.id))
  end
  if answer.missing then state.empty = state.empty + 1 end
  if answer.failed then
    state.refused:add(row, answer.failed)
    name_left_out(state.refused.count, row, answer.failed.message)
  end
  if answer.raised then
    state.raised = state.raised + 1
    name_left_out(state.raised, row, answer.raised)
  end
end

-- The counts of a run, notes of its file: candidates, further searches, and the rows that were
-- found by these.
local counted = { "pairs", "further", "late" }

-- Stores the answers of a batch, up to the first failure that the next row would meet as well.
-- Returns the last stored row, or nil; and that failure with its row.
local function keep(run, state, queries, answers)
  local made, records, keys = {}, {}, {}
  local place, done, stop = run.file:count("right"), nil, nil
  for index, answer in ipairs(answers) do
    local row, found = queries[index].row, answer.found
    if answer.failed and not failure.is_of_question(answer.failed) then
      stop = { row = row, message = answer.failed.message }
      break
    end
    done = row
    note_row(state, row, answer)
    state.pairs = state.pairs + (answer.asked or 0)
    state.further = state.further + (answer.further or 0)
    state.late = state.late + (answer.is_late and 1 or 0)
    if found and found.candidate and found.decision ~= "none" then
      records[#records + 1], keys[#keys + 1] = mix.json.encode(found.candidate), ""
      made[#made + 1] = {
        left = row, right = place + #records, score = found.score, state = found.decision,
        reason = found.reason,
      }
    end
  end
  if done then
    if #records > 0 then run.file:add("right", records, keys) end
    run.file:set_note("refused", state.refused:text())
    run.file:decide(made, done)
    for _, name in ipairs(counted) do run.file:set_note(name, tostring(state[name])) end
  end
  return done, stop
end

-- Ends the run at a failure of the service; what was decided before is kept.
local function stop_at(spec, failed, done)
  local line = spec.state.refused:line(done, "rows")
  if line then progress.problem(line) end
  runs.close(spec.run, true)
  spec.run = nil
  progress.stopped({ message = failed.message, row = failed.row, done = done })
  local kept = done == 0 and "no row is decided, and the same command begins anew"
    or done == 1 and "one row is kept, and the same command continues there"
    or ("%d rows are kept, and the same command continues there"):format(done)
  progress.fail(("row %d: %s; %s"):format(failed.row, failed.message, kept), 1)
end

-- Asks about the rows up to `last`. Fills in the counts, and how many rows are decided.
local function ask_all(run, spec, last)
  local state = { raised = 0, empty = 0, refused = refusals.open(run.file:note("refused")) }
  for _, name in ipairs(counted) do state[name] = tonumber(run.file:note(name) or 0) end
  spec.state = state
  local total, after = run.file:count("left"), tonumber(run.file:note("done") or 0)
  last = math.min(last or total, total)
  local stage = progress.stage("asking", spec.with,
    { total = total, done = after, label = "asking " .. spec.with })
  while after < last do
    local most = math.min(spec.batch or batch, last - after)
    local queries = run.file:near(after + 1, most, { most = 1 })
    local function ask(query)
      return row_answers.of(spec.opened, spec, mix.json.decode(query.record))
    end
    local answers = mix.task.map(queries, { limit = spec.service.at_once or 4 }, ask)
    second_asking.run(answers, function(place) return ask(queries[place]) end)
    local done, failed = keep(run, state, queries, answers)
    stage:step((done or after) - after)
    after = done or after
    if failed then
      stage:finish()
      stop_at(spec, failed, after)
    end
  end
  stage:finish()
  local line = state.refused:line(after, "rows")
  if line then progress.problem(line) end
  spec.done = after
end

--- Asks about rows anew that had been decided before the user overruled it.
function service_run.ask_again(spec, rows)
  local run, state = spec.run, spec.state
  for _, row in ipairs(rows) do
    local queries = run.file:near(row, 1, { most = 1 })
    local answer = row_answers.of(spec.opened, spec, mix.json.decode(queries[1].record))
    local _, failed = keep(run, state, queries, { answer })
    if failed then stop_at(spec, failed, row) end
  end
  run.file:set_note("done", tostring(spec.done))
end

-- The rows whose present match is not what the user wants; that match is refused.
local function overruled(run, spec, wanted)
  local rows = {}
  if #wanted > 0 then run.file:assign(false) end
  for _, item in ipairs(wanted) do
    local result = run.file:results(item.row, 1)[1]
    local present = result.other and mix.json.decode(result.other_record)
    local is_pin = item.verdict == "same"
    local is_meant = present and (not item.id or item.id == tostring(present.id or present.key))
    if not is_pin and not item.id and present then
      spec.kept:add(item.record, present, item.verdict, spec.with)
    elseif not is_pin and not item.id then
      progress.problem(("--reject %d: the row has no match"):format(item.row))
    end
    if present and is_pin ~= is_meant then
      run.file:decide({ { left = item.row, right = result.other, score = result.score,
        state = "refused", reason = "decided by hand" } })
    end
    if is_pin and not is_meant or not is_pin and is_meant then rows[#rows + 1] = item.row end
  end
  return rows
end

local shown = {
  tracks = { "title", "artist", "album", "release_date", "isrc" },
  books = { "title", "author", "year", "isbn" },
  films = { "title", "year", "type" },
  people = { "name" },
  releases = { "title", "artist", "release_date", "country" },
}

-- Warns of a table whose columns are of a kind that a service does not have.
local function warn_of_kind(spec, header)
  local kind = rules_for.kind((rules_for.table(header)))
  local others = kind and services.with_kind(kind)
  if not others or #others == 0 or has(others, spec.with) then return end
  progress.problem(("%s looks like a list of %s, and %s has none: its rows are taken for %s; ask %s"
    .. ", or say --rules match/%s if that is meant"):format(spec.left, kind, spec.with,
    spec.service.kind, table.concat(others, " or "), spec.service.kind))
end

-- Finds how the rows of the table are asked (spec.service). Returns the opened table. At a
-- reconciliation service the table says what its rows are, and --map names properties as well.
local function find_service(spec)
  local args = spec.args
  local opened, problem
  if spec.address ~= nil then
    opened = tables.opened(spec.left, args.encoding)
    spec.service, problem = reconciled.of(opened.header, args.rules)
    spec.map = reconciled.own_map(opened.header, args.map)
    spec.asked = ("%s %s"):format(args.type or "", table.concat(args.map, " "))
  else
    spec.service, problem = services.of(spec.with, args.rules)
  end
  if not spec.service then progress.fail(problem, 2) end
  if opened then return opened end
  opened = tables.opened(spec.left, args.encoding)
  if not args.rules and #args.map == 0 then warn_of_kind(spec, opened.header) end
  return opened
end

--- Opens the table, and finds the service, rules and columns: fills in `spec`, that of `run`. With
--- `maps` ({left}) its map; `names` are shown in place of paths; `batch`: rows that are kept at
--- once.
function service_run.plan(spec)
  local args = spec.args
  local map, problem = columns.read_map(args.map)
  if not map then progress.fail(problem, 2) end
  spec.map = spec.maps and spec.maps.left or map
  local opened = find_service(spec)
  spec.left_header = opened.header
  spec.rules, spec.block = rules_for.table(
    opened.header, args.rules or "match/" .. spec.service.kind, blocking.name(args.block))
  if args.frequencies then frequencies.tell(spec.rules, args.frequencies) end
  spec.fields, spec.aliases = rules_for.fields(spec.rules, spec.block)
  spec.columns = { left = loading.columns(opened, spec.names and spec.names.left or spec.left,
    spec.fields, spec.aliases, spec.map, rules_for.kind(spec.rules)) }
end

--- Asks about the rows of a planned run, up to the row `last` if there is one; a stopped run
--- continues. `wanted`: from overruling.read. Fills in run, opened (the service), state (counts),
--- done (rows) and kept (the users' decisions).
function service_run.decide(spec, wanted, last)
  local args = spec.args
  spec.opened = opened_service(spec)
  local run, is_ready = runs.open({
    command = "match", left = spec.left, right = spec.with, rules = spec.rules, block = spec.block,
    map = spec.map, fresh = args.fresh,
    options = { runs.stamp(args.frequencies), mix.env.setting("match.country"),
      args.searches, args.encoding or spec.asked and "", spec.asked },
  })
  spec.run = run
  progress.started({
    command = "match", left = spec.left, right = spec.with, rules = spec.rules:name(),
    block = spec.block:name(), continues = is_ready,
  })
  if not is_ready then
    loading.load(run.file, "left", tables.opened(spec.left, args.encoding), spec.left,
      spec.columns.left)
    run.file:set_note("index", "left")
  else
    runs.note_kept(run.file)
  end
  spec.kept = decisions.open()
  row_answers.keep(spec, wanted, function(row)
    local query = run.file:near(row, 1, { most = 1 })[1]
    return query and mix.json.decode(query.record)
  end)
  ask_all(run, spec, last)
  service_run.ask_again(spec, overruled(run, spec, wanted))
end

--- Writes the rows of a decided run with their matches. `options`: those of output.write.
function service_run.write(spec, path, options)
  runs.check(spec.run)
  options.problems = spec.state.refused:by_row()
  output.write(spec.run.file, tables.opened(spec.left, spec.args.encoding), path,
    shown[spec.service.kind], options)
end

-- The counts of a run for people.
local function lines_of(spec, links, uncertain)
  local state = spec.state
  local lines = {
    { "rows", spec.run.file:count("left") }, { "results compared", state.pairs },
    { "matched", links }, { "uncertain", uncertain },
  }
  if state.further > 0 then
    lines[#lines + 1] = { "asked again", state.further }
    lines[#lines + 1] = { "found by that", state.late }
  end
  if state.refused.count > 0 then lines[#lines + 1] = { "refused", state.refused.count } end
  if state.empty > 0 then
    lines[#lines + 1] = { "without a " .. spec.service.needs, state.empty }
  end
  return lines
end

--- Runs the match. `spec`: left, with (a service's name), args; address: of a reconciliation
--- service, false for that of the setting. Returns the exit code: 1 when all rows were refused.
function service_run.run(spec)
  local args = spec.args
  output.check(args, spec.left)
  local wanted = overruling.read(args)
  if args.gold then
    progress.fail("--gold measures against a table; --with a service has no known pairs", 2)
  end
  service_run.plan(spec)
  service_run.decide(spec, wanted)
  local file, state = spec.run.file, spec.state
  if args.review then
    review.run(file, spec.rules, { kept = spec.kept, service = spec.with, all = args.all,
      assign = function() return file:assign(false) end })
  end
  local links, uncertain = file:assign(false), file:tally().uncertain
  local written = args.out or output.goes_to_stdout(args)
  if written then service_run.write(spec, args.out, {}) end
  local result = {
    rows = file:count("left"), links = links, uncertain = uncertain, compared = state.pairs,
    rules = spec.rules:name(), with = spec.with, out = args.out, refused = state.refused.count,
    further_searches = state.further, found_by_further = state.late,
  }
  report.finish(args, lines_of(spec, links, uncertain), result)
  runs.close(spec.run, uncertain > 0 or not written)
  return result.rows > 0 and state.refused.count == result.rows and 1 or 0
end

return service_run
