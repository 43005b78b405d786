-- Matches a table against a service: searches each row there and stores the nearest entry.

local columns = require("lib.linking.columns")
local frequencies = require("lib.frequencies")
local failure = require("lib.failure")
local loading = require("lib.linking.loading")
local output = require("lib.linking.output")
local progress = require("lib.linking.progress")
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

-- The result of one row: {record, entry} where an entry came near.
local function looked_up(service, spec, query)
  local record = mix.json.decode(query.record)
  if not (record[spec.service.needs] or record.isbn) then return { missing = true } end
  local candidates, err = spec.service.search(service, record, spec.rules)
  if not candidates then return { failed = err } end
  local ok, found = pcall(mix.match.best, record, candidates, spec.rules)
  if not ok then return { raised = failure.line(found) } end
  return { found = found, asked = #candidates }
end

-- Stores the answers of a batch. Returns the failure that ends the run.
local function keep(run, state, queries, answers)
  local decisions, records, keys = {}, {}, {}
  local place, done = run.file:count("right"), nil
  for index, answer in ipairs(answers) do
    if answer.failed then return answer.failed, queries[index].row end
  end
  for index, answer in ipairs(answers) do
    local row, found = queries[index].row, answer.found
    done = row
    if answer.missing then state.empty = state.empty + 1 end
    if answer.raised then
      state.raised = state.raised + 1
      if state.raised <= 10 then
        progress.problem(("row %d: %s; the row is left out"):format(row, answer.raised))
      end
    end
    state.pairs = state.pairs + (answer.asked or 0)
    if found and found.candidate and found.decision ~= "none" then
      records[#records + 1], keys[#keys + 1] = mix.json.encode(found.candidate), ""
      decisions[#decisions + 1] = {
        left = row, right = place + #records, score = found.score, state = found.decision,
        reason = found.reason,
      }
    end
  end
  if #records > 0 then run.file:add("right", records, keys) end
  run.file:decide(decisions, done)
  run.file:set_note("pairs", tostring(state.pairs))
  return nil
end

local function ask_all(run, spec, service)
  local state = { pairs = tonumber(run.file:note("pairs") or 0), raised = 0, empty = 0 }
  local total, after = run.file:count("left"), tonumber(run.file:note("done") or 0)
  local stage = progress.stage("asking", spec.with,
    { total = total, done = after, label = "asking " .. spec.with })
  while after < total do
    local queries = run.file:near(after + 1, batch, { most = 1 })
    local answers = mix.task.map(queries, { limit = 4 }, function(query)
      return looked_up(service, spec, query)
    end)
    local failed, row = keep(run, state, queries, answers)
    if failed then
      stage:finish()
      runs.close(run, true)
      progress.stopped({ message = failed.message, row = row, done = after })
      mix.ui.fail(("row %d: %s; %d rows are kept, and the same command continues there"):format(
        row, failed.message, after), 1)
    end
    after = queries[#queries].row
    stage:step(#queries)
  end
  stage:finish()
  return state
end

local shown = {
  tracks = { "title", "artist", "album", "release_date", "isrc" },
  books = { "title", "author", "year", "isbn" },
  films = { "title", "year", "type" },
}

--- Runs the match. `spec`: left, with (a service's name), args.
function service_run.run(spec)
  local args = spec.args
  output.check(args, spec.left)
  if args.gold then
    mix.ui.fail("--gold measures against a table; --with a service has no known pairs", 2)
  end
  local map, problem = columns.read_map(args.map)
  if not map then mix.ui.fail(problem, 2) end
  spec.service = services.by_name[spec.with]
  local opened = tables.opened(spec.left)
  local block
  spec.rules, block = rules_for.table(
    opened.header, args.rules or "match/" .. spec.service.rules, args.block)
  if args.frequencies then frequencies.tell(spec.rules, args.frequencies) end
  local fields, aliases = rules_for.fields(spec.rules, block)
  local found = loading.columns(opened, spec.left, fields, aliases, map)
  local service = opened_service(spec.with)
  local run, is_ready = runs.open({
    command = "match", left = spec.left, right = spec.with, rules = spec.rules, block = block,
    map = map, fresh = args.fresh, options = { runs.stamp(args.frequencies) },
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
    output.write(run.file, tables.opened(spec.left), args.out, shown[spec.service.rules], {})
  end
  local lines = {
    { "rows", run.file:count("left") }, { "results compared", state.pairs }, { "matched", links },
    { "uncertain", uncertain },
  }
  if state.empty > 0 then lines[#lines + 1] = { "without a title", state.empty } end
  local result = {
    rows = run.file:count("left"), links = links, uncertain = uncertain, compared = state.pairs,
    rules = spec.rules:name(), with = spec.with, out = args.out,
  }
  report.finish(args, lines, result)
  runs.close(run, uncertain > 0 or not (args.out or to_stdout))
end

return service_run
