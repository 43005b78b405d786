-- The tool `match`: rows against a service, other records or a table.

local answers = require("programs.mcp.lib.answers")
local chosen = require("commands.mcp.chosen")
local decisions = require("lib.linking.decisions")
local failure = require("lib.failure")
local providers = require("lib.providers")
local row_answers = require("programs.match.lib.row_answers")
local second_asking = require("programs.match.lib.second_asking")
local services = require("lib.match_services")
local tables = require("lib.linking.tables")

-- Rows at work at once, and the largest table, in bytes.
local at_once, largest = 4, 8000000

-- The record of a row of a table.
local function record_of(header, cells)
  local record = {}
  for place, name in ipairs(header) do
    if cells[place] ~= "" then record[name] = cells[place] end
  end
  return record
end

-- The rows of an inline list or of a file that the user has granted, and of the file's damaged rows
-- the reasons by their numbers.
local function read(list, path)
  if list and path or not (list or path) then return nil, "give the records or a path, not both" end
  if list then return list, {} end
  local size = assert(mix.fs.info(path)).size
  if size > largest then return nil, "the table is too large: mixhost match takes any size" end
  local opened, reason = tables.open(path)
  if not opened then return nil, reason end
  local rows, numbers, damaged = {}, {}, {}
  for piece in opened.next do
    for _, cells in ipairs(piece) do
      rows[#rows + 1] = record_of(opened.header, cells)
      numbers[cells.row or 0] = #rows
    end
  end
  for _, bad in ipairs(opened.passed) do damaged[numbers[bad.row] or 0] = bad.reason end
  return rows, damaged
end

-- How a row is answered by a service. Decisions that the user made by hand count, and
-- nothing is kept.
local function by_service(arguments)
  local name = arguments.with
  if not services.is_known(name) then
    return nil, ("with: there is no service of this name; there are %s"):format(
      table.concat(services.names(), ", "))
  end
  local service, problem = services.of(name, arguments.rules)
  if not service then return nil, problem end
  local rules, reason = chosen.rules(arguments.rules or "match/" .. service.kind)
  if not rules then return nil, reason end
  local opened = assert(providers.load(name)).open({})
  if not opened then return nil, ("%s needs a key, which its user sets"):format(name) end
  -- A strict run may have no right to read them.
  local is_granted, kept = pcall(decisions.open)
  local spec = { service = service, with = name, rules = rules, args = { searches = 3 }, kept = {
    of = function(_, record) return is_granted and kept:of(record) or nil end,
    add = function() end,
  } }
  return function(record) return row_answers.of(opened, spec, record) end, rules
end

local function by_records(arguments, limits)
  if not arguments.rules then return nil, "rules is missing: it says what is compared" end
  local rules, reason = chosen.rules(arguments.rules)
  if not rules then return nil, reason end
  local all, damaged = read(arguments.candidates, arguments.candidates_path)
  if not all then return nil, "candidates: " .. damaged end
  local list = {}
  for place, candidate in ipairs(all) do
    if not damaged[place] then list[#list + 1] = candidate end
  end
  local most = 10 * limits.rows
  if #list > most then
    return nil, ("there are %d candidates, more than %d: mixhost match takes any number"):format(
      #list, most)
  end
  for place, candidate in ipairs(list) do
    list[place] = chosen.renamed(candidate, rules, "candidate")
  end
  local left_out = #all > #list and #all - #list or nil
  return function(record)
    -- Between two rows others have their turn.
    mix.task.sleep(0)
    local ok, found = pcall(mix.match.best, record, list, rules)
    return ok and { found = found } or { raised = found }
  end, rules, left_out
end

local function shown(number, answer)
  local found = answer.found
  if not found then
    return { row = number, decision = "none", problem = answer.missing and "the row has no title"
      or answers.text(failure.short(answer.failed or answer.raised)) }
  end
  return {
    row = number, decision = found.decision, score = found.score, reason = found.reason,
    probability = found.probability,
    match = found.decision ~= "none" and found.candidate and answers.record(found.candidate) or nil,
  }
end

-- Answers rows until the time is short, or a failure that the next row would meet. `damaged`: why
-- rows cannot be read, by their numbers.
local function answer_all(rows, damaged, first, last, rules, one, context)
  local list = mix.json.array({})
  for start = first, last, at_once do
    if mix.time.monotonic() > context.deadline then break end
    local numbers = {}
    for number = start, math.min(last, start + at_once - 1) do numbers[#numbers + 1] = number end
    local function ask(number)
      if damaged[number] then return { raised = damaged[number] } end
      return one(chosen.renamed(rows[number], rules, "query"))
    end
    local found = mix.task.map(numbers, { limit = at_once }, ask)
    second_asking.run(found, function(place) return ask(numbers[place]) end)
    for place, number in ipairs(numbers) do
      local failed = found[place].failed
      if failed and not failure.is_of_question(failed) then
        return list, answers.text(failure.short(failed))
      end
      list[#list + 1] = shown(number, found[place])
    end
  end
  return list
end

local function run(arguments, context)
  local one, rules, left_out
  if arguments.with then one, rules = by_service(arguments)
  else one, rules, left_out = by_records(arguments, context.limits) end
  if not one then return nil, rules end
  local rows, damaged = read(arguments.rows, arguments.path)
  if not rows then return nil, "rows: " .. damaged end
  local first = arguments.first or 1
  local last = math.min(#rows, first + context.limits.rows - 1)
  local list, stopped = answer_all(rows, damaged, first, last, rules, one, context)
  local next_first = first + #list
  return { rules = rules:name(), total = #rows, results = list, stopped = stopped,
    next_first = next_first <= #rows and next_first or nil, damaged_candidates = left_out }
end

return function(limits)
  local list = { type = "array", items = { type = "object" }, maxItems = 10 * limits.rows }
  local path = { type = "string", maxLength = 4000,
    description = "a table that mixhost may read: CSV, JSON or NDJSON" }
  return { {
    name = "match", title = "Match rows", run = run, list = "results", asks_services = true,
    about = ("Finds each row of a list (rows, or path) at a service (with), in other records "
      .. "(candidates) or in another table (candidates_path). Each row is matched, uncertain or "
      .. "none; one that cannot be read has a problem. At most %d rows a call: continue at "
      .. "next_first."):format(limits.rows),
    input = { type = "object", properties = {
      rows = list, path = path, candidates = list, candidates_path = path, rules = chosen.input,
      with = { type = "string", maxLength = 40,
        description = "a service: " .. table.concat(services.names(), ", ") },
      first = { type = "integer", minimum = 1, maximum = 1000000000, description = "default 1" },
    } },
  } }
end
