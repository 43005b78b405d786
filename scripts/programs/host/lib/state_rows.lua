-- The state of this mixhost as rows of tables: for the command and the screen.

local counted = require("lib.counted")
local machine = require("lib.machine")
local overview = require("lib.refresh.overview")

local state_rows = {}

local function clock(seconds) return os.date("%H:%M:%S", math.floor(seconds)) end

-- The wait of a service.
local function wait_of(entry, now)
  if entry.paused_until and entry.paused_until > now then
    return "asked for a pause until " .. clock(entry.paused_until)
  elseif entry.circuit_until and entry.circuit_until > now then
    return "not reached; asked again at " .. clock(entry.circuit_until)
  elseif entry.waiting > 0 then
    return ("%d waiting"):format(entry.waiting)
  elseif entry.share and entry.share < 0.95 then
    return ("%.0f %% of its limit, after refusals"):format(100 * entry.share)
  end
  return nil
end

-- Those of the last hour. A narrow page shows no heading above them.
local function requests(entry)
  local sent = counted(entry.sent, "request")
  return entry.failed > 0 and ("%s, %d failed"):format(sent, entry.failed) or sent
end

--- A row for each service.
function state_rows.services(services)
  local rows, now = {}, mix.time.now()
  for place, entry in ipairs(services) do
    local failure = entry.failure
    rows[place] = {
      name = entry.name, programs = table.concat(entry.programs, ", "),
      limit = entry.rate or "no limit", wait = wait_of(entry, now) or "",
      hour = requests(entry),
      failure = failure and ("%s: %s"):format(overview.time(failure.time), failure.text) or "",
    }
  end
  return rows
end

state_rows.service_columns = {
  { key = "name", title = "Service", least = 12 },
  { key = "programs", title = "Asked by", least = 8, drop = 1 },
  { key = "limit", title = "Limit", least = 6, drop = 3 },
  { key = "hour", title = "Last hour", least = 9 },
  { key = "wait", title = "Waits", least = 8, drop = 4 },
  { key = "failure", title = "Last failure", least = 12, drop = 2 },
}

--- A row for each job.
function state_rows.jobs(jobs)
  local rows = {}
  for place, job in ipairs(jobs) do
    rows[place] = {
      job = job.job, name = job.name, state = job.state,
      done = ("%d of %d"):format(job.done, job.total), failed = job.failed,
      updated = overview.time(job.updated, ""),
    }
  end
  return rows
end

state_rows.job_columns = {
  { key = "job", title = "Job", align = "right" }, { key = "name", title = "Name", least = 6 },
  { key = "state", title = "State", least = 8 }, { key = "done", title = "Done", least = 7 },
  { key = "failed", title = "Failed", align = "right", drop = 1 },
  { key = "updated", title = "Changed", least = 16, drop = 2 },
}

--- The server that a fleet shares, in words; what is wrong with it comes first.
function state_rows.store(store) return store.problem or machine.store(store).fact end

--- "1.2 MB of 500.0 MB".
function state_rows.cache(cache)
  return ("%s of %s, %s"):format(machine.size(cache.bytes), machine.size(cache.max_bytes),
    counted(cache.entries, "entry", "entries"))
end

return state_rows
