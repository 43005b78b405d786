-- `mixhost doctor`: what keeps programs from working, and what to do about it.

local counted = require("lib.counted")
local machine = require("lib.machine")
local service = require("commands.doctor.service")
local services = require("commands.doctor.services")
local view = require("commands.doctor.view")

local at_once = 8

local args = mix.args.parse({
  name = "doctor",
  summary = "Checks every service in use (reachable, key, limit, last failure), log-ins, "
    .. "folders, data file, cache and clock.\n\nWithout --live nothing but a connection is "
    .. "tried; no request is sent. Ends with 1 if something that a configured program needs is "
    .. "wrong.",
  options = {
    { "live", type = "flag", help = "ask each service one cheap question" },
    { "crash", type = "path", placeholder = "FILE",
      help = "name the functions in what a crash of mixhost printed" },
  },
  examples = { "$0", "$0 --live --json", "$0 --crash report.txt" },
})

local run = mix.host.run()
run.live = args.live and not run.offline

local found = mix.task.map(services.list(), { limit = at_once }, function(check)
  return service.examine(check, run)
end)

local needed, offsets = {}, {}
for _, item in ipairs(found) do
  if item.sign_in and item.level ~= "unused" then needed[item.sign_in] = true end
  if item.asked and item.asked.offset then offsets[#offsets + 1] = item.asked.offset end
end
local log_ins = machine.log_ins(needed, run.mock)
local store
if not run.offline then store = mix.host.store() end
local parts = machine.examine(offsets, run.live, store)

local network = machine.network(found)
if network then table.insert(parts, 1, network) end

local counts = { ok = 0, warning = 0, wrong = 0, unused = 0 }
for _, group in ipairs({ found, log_ins, parts }) do
  for _, item in ipairs(group) do counts[item.level] = counts[item.level] + 1 end
end

local function problems(item)
  local list = mix.json.array({})
  for place, problem in ipairs(item.problems) do
    list[place] = { level = problem.level, what = problem.what, advice = problem.advice }
  end
  return list
end

local function documents(items, describe)
  local list = mix.json.array({})
  for place, item in ipairs(items) do
    list[place] = describe and describe(item) or {}
    list[place].title, list[place].level = item.title, item.level
    list[place].fact, list[place].problems = item.fact, problems(item)
  end
  return list
end

if args.json then
  print(mix.json.encode({
    ok = counts.wrong == 0, live = run.live, offline = run.offline, mock = run.mock,
    services = documents(found, function(item)
      return {
        upstream = item.upstream, programs = mix.json.array(item.programs), address = item.address,
        reached_seconds = item.reached, limit = item.limit, paused_until = item.paused_until,
        key = item.key, last_failure = item.failure, answer = item.asked, note = item.note,
      }
    end),
    log_ins = documents(log_ins), machine = documents(parts), store = store,
  }, { pretty = true }))
  os.exit(counts.wrong == 0 and 0 or 1)
end

local lines = {}
for place, item in ipairs(found) do lines[place] = view.service(item, run.mock) end

local function summary()
  local notes = {}
  if run.mock then notes[1] = "These are the made-up services of --mock." end
  if run.offline then notes[#notes + 1] = "Offline: no service was tried." end
  if counts.wrong > 0 or counts.warning > 0 then
    notes[#notes + 1] = ("%d wrong, %s."):format(counts.wrong, counted(counts.warning, "warning"))
  else
    notes[#notes + 1] = "All is well."
  end
  if not run.live and not run.offline then
    notes[#notes + 1] = "No service was asked anything: mixhost doctor --live does that."
  end
  return table.concat(notes, " ")
end

local groups = { { "Services", lines }, { "Log-ins", log_ins }, { "This machine", parts } }
view.print(groups, summary(), mix.ui.width())
os.exit(counts.wrong == 0 and 0 or 1)
