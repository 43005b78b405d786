-- The tool `run_status`: jobs, the library's counts and the refreshers.

local answers = require("programs.mcp.lib.answers")
local overview = require("lib.refresh.overview")
local state = require("programs.host.lib.state")

local most_jobs = 20

local function moment(seconds) return seconds and mix.time.iso(seconds) or nil end

local function run()
  local refreshers = mix.json.array({})
  for place, entry in ipairs(overview.list()) do
    refreshers[place] = answers.record({ name = entry.name, fetches = entry.fetches,
      action = entry.action, last_success = moment(entry.last_success),
      next_at = moment(entry.next_at), failures = entry.failures, error = entry.error,
      why = overview.why(entry) })
  end
  local jobs = mix.json.array({})
  for place, job in ipairs(state.jobs(most_jobs)) do jobs[place] = answers.record(job) end
  return { jobs = jobs, refreshers = refreshers, library = mix.library.status() }
end

return function()
  return { {
    name = "run_status", title = "State of runs", run = run, list = "jobs",
    about = "Shows the newest jobs, how many works have which status, and when each source is "
      .. "fetched next.",
    input = { type = "object", properties = mix.json.object() },
  } }
end
