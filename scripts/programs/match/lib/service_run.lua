-- Matches a table against a service: searches each row there and stores the nearest entry.

local columns = require("lib.linking.columns")
local frequencies = require("lib.frequencies")
local failure = require("lib.failure")
local loading = require("lib.linking.loading")
local output = require("lib.linking.output")
local progress = require("lib.linking.progress")
local providers = require("lib.providers")
local refusals = require("lib.refusals")
local report = require("lib.linking.report")
local review = require("lib.linking.review")
local rules_for = require("lib.linking.rules_for")
local runs = require("lib.linking.runs")
local services = require("programs.match.lib.services")
local tables = require("lib.linking.tables")

local service_run = {}

local batch = 20

local function opened_service(name)
  local service = require(("services.%s.provider"):format(name)).open({})
  if not service then
    mix.ui.fail(("%s needs a key: mixhost config set %s.key KEY"):format(name, name), 1)
  end
  return service
end

-- Gives a candidate the names of the rules' fields.
local function renamed(candidates, names)
  for field, name in pairs(names or {}) do
    for _, candidate in ipairs(candidates) do candidate[field] = candidate[name] end
  end
  return candidates
end

-- The result of one row: {record, entry} where an entry came near.
local function looked_up(service, spec, query)
  local record = mix.json.decode(query.record)
  if not (record[spec.service.needs] or record.isbn) then return { missing = true } end
  local candidates, err = providers.ask(spec.with, function()
    return spec.service.search(service, record, spec.rules)
  end)
  if not candidates then return { failed = err } end
  candidates = renamed(candidates, spec.service.renamed)
  local ok, found = pcall(mix.match.best, record, candidates, spec.rules)
  if not ok then return { raised = failure.line(found) } end
  return { found = found, asked = #candidates }
end

-- The most rows that are named while a run asks; its end counts them all.
local most_named = 10

local function name_left_out(count, row, reason)
  if count > most_named then return end
  progress.problem(("row %d: %s; the row is left out"):format(row, reason))
end

-- Counts a row without a decision, and names it.
local function note_row(state, row, answer)
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

-- Stores the answers of a batch, up to the first failure that the next row would meet as well.
-- Returns the last stored row, or nil; and that failure with its row.
local function keep(run, state, queries, answers)
  local decisions, records, keys = {}, {}, {}
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
    if found and found.candidate and found.decision ~= "none" then
      records[#records + 1], keys[#keys + 1] = mix.json.encode(found.candidate), ""
      decisions[#decisions + 1] = {
        left = row, right = place + #records, score = found.score, state = found.decision,
        reason = found.reason,
      }
    end
  end
  if done then
    if #records > 0 then run.file:add("right", records, keys) end
    run.file:set_note("refused", state.refused:text())
    run.file:decide(decisions, done)
    run.file:set_note("pairs", tostring(state.pairs))
  end
  return done, stop
end

-- Ends the run at a failure of the service; what was decided before is kept.
local function stop_at(run, state, failed, done)
  local line = state.refused:line(done, "rows")
  if line then progress.problem(line) end
  runs.close(run, true)
  progress.stopped({ message = failed.message, row = failed.row, done = done })
  mix.ui.fail(("row %d: %s; %d rows are kept, and the same command continues there"):format(
    failed.row, failed.message, done), 1)
end

local function ask_all(run, spec, service)
  local state = {
    pairs = tonumber(run.file:note("pairs") or 0), raised = 0, empty = 0,
    refused = refusals.open(run.file:note("refused")),
  }
  local total, after = run.file:count("left"), tonumber(run.file:note("done") or 0)
  local stage = progress.stage("asking", spec.with,
    { total = total, done = after, label = "asking " .. spec.with })
  while after < total do
    local queries = run.file:near(after + 1, batch, { most = 1 })
    local answers = mix.task.map(queries, { limit = 4 }, function(query)
      return looked_up(service, spec, query)
    end)
    local done, failed = keep(run, state, queries, answers)
    stage:step((done or after) - after)
    after = done or after
    if failed then
      stage:finish()
      stop_at(run, state, failed, after)
    end
  end
  stage:finish()
  local line = state.refused:line(total, "rows")
  if line then progress.problem(line) end
  return state
end

local shown = {
  tracks = { "title", "artist", "album", "release_date", "isrc" },
  books = { "title", "author", "year", "isbn" },
  films = { "title", "year", "type" },
  people = { "name" },
  releases = { "title", "artist", "release_date", "country" },
}

--- Runs the match. `spec`: left, with (a service's name), args. Returns the exit code: 1 when all
--- rows were refused.
function service_run.run(spec)
  local args = spec.args
  output.check(args, spec.left)
  if args.gold then
    mix.ui.fail("--gold measures against a table; --with a service has no known pairs", 2)
  end
  local map, problem = columns.read_map(args.map)
  if not map then mix.ui.fail(problem, 2) end
  spec.service, problem = services.of(spec.with, args.rules)
  if not spec.service then mix.ui.fail(problem, 2) end
  local opened = tables.opened(spec.left, args.encoding)
  local block
  spec.rules, block = rules_for.table(
    opened.header, args.rules or "match/" .. spec.service.kind, args.block)
  if args.frequencies then frequencies.tell(spec.rules, args.frequencies) end
  local fields, aliases = rules_for.fields(spec.rules, block)
  local found = loading.columns(opened, spec.left, fields, aliases, map)
  local service = opened_service(spec.with)
  local run, is_ready = runs.open({
    command = "match", left = spec.left, right = spec.with, rules = spec.rules, block = block,
    map = map, fresh = args.fresh,
    options = { runs.stamp(args.frequencies), mix.env.setting("match.country"),
      args.encoding },
  })
  progress.started({
    command = "match", left = spec.left, right = spec.with, rules = spec.rules:name(),
    block = block:name(), continues = is_ready,
  })
  if not is_ready then
    loading.load(run.file, "left", opened, spec.left, found, block)
    run.file:set_note("index", "left")
  else
    runs.note_kept(run.file)
  end
  local state = ask_all(run, spec, service)
  if args.review then review.run(run.file, spec.rules) end
  local links = run.file:assign(false)
  local uncertain = run.file:tally().uncertain
  local to_stdout = output.goes_to_stdout(args)
  if args.out or to_stdout then
    output.write(run.file, tables.opened(spec.left, args.encoding), args.out,
      shown[spec.service.kind], { problems = state.refused:by_row() })
  end
  local lines = {
    { "rows", run.file:count("left") }, { "results compared", state.pairs }, { "matched", links },
    { "uncertain", uncertain },
  }
  if state.refused.count > 0 then lines[#lines + 1] = { "refused", state.refused.count } end
  if state.empty > 0 then
    lines[#lines + 1] = { "without a " .. spec.service.needs, state.empty }
  end
  local result = {
    rows = run.file:count("left"), links = links, uncertain = uncertain, compared = state.pairs,
    rules = spec.rules:name(), with = spec.with, out = args.out, refused = state.refused.count,
  }
  report.finish(args, lines, result)
  runs.close(run, uncertain > 0 or not (args.out or to_stdout))
  return result.rows > 0 and state.refused.count == result.rows and 1 or 0
end

return service_run
