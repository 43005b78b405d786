-- The present work of this mixhost, and that of the last hour.

local overview = require("lib.refresh.overview")

local state = {}

local minutes = 60

-- The services of all programs, each once.
local function services()
  local list, known = {}, {}
  for _, program in ipairs(mix.host.programs()) do
    for _, service in ipairs(program.upstreams) do
      local entry = known[service.name]
      if not entry then
        entry = { name = service.name, base = service.base, programs = {} }
        known[service.name] = entry
        list[#list + 1] = entry
      end
      table.insert(entry.programs, program.name)
    end
  end
  table.sort(list, function(a, b) return a.name < b.name end)
  return list
end

local function host_of(base) return base:match("^https?://([^/]+)") end

-- The real address of a service; nil: the user has not set one.
local function address(name)
  local base = mix.env.setting("upstream." .. name)
  return base and not base:find("%.invalid$") and base or nil
end

local function sums(traffic)
  local by_host = {}
  for _, minute in ipairs(traffic) do
    local sum = by_host[minute.host] or { sent = 0, failed = 0 }
    sum.sent, sum.failed = sum.sent + minute.sent, sum.failed + minute.failed
    by_host[minute.host] = sum
  end
  return by_host
end

--- Services: {name, programs, address, rate, share, paused_until, circuit_until, failure, sent,
-- failed, waiting}: the last hour's requests of all processes, and this one's that wait.
function state.services(traffic)
  local by_host, waits = sums(traffic), {}
  for _, wait in ipairs(mix.http.waiting()) do
    local host = host_of(wait.url) or ""
    waits[host] = (waits[host] or 0) + 1
  end
  local list = services()
  for _, entry in ipairs(list) do
    local host = host_of(entry.base)
    entry.address = address(entry.name)
    -- Its limit is counted for the client of its name, which may have declared a wider one.
    mix.http.client({ upstream = entry.name })
    local declared = mix.http.service(entry.name)
    local known = mix.http.upstream(entry.base, { client = entry.name })
    entry.rate, entry.share = known.rate or declared.rate, known.share
    entry.paused_until, entry.circuit_until = known.paused_until, known.circuit_until
    entry.failure = known.failure
    local sum = by_host[host] or { sent = 0, failed = 0 }
    entry.sent, entry.failed, entry.waiting = sum.sent, sum.failed, waits[host] or 0
  end
  return list
end

--- The requests of the last hour: a list of {host, start, sent, failed}.
function state.traffic() return mix.http.traffic({ since = minutes * 60 }) end

--- Two lists of numbers, one for each minute of the last hour: sent, and failed.
function state.by_minute(traffic)
  local sent, failed = {}, {}
  local last = mix.time.now() // 60 * 60
  for place = 1, minutes do sent[place], failed[place] = 0, 0 end
  for _, minute in ipairs(traffic) do
    local place = math.tointeger(minutes - (last - minute.start) // 60)
    if place and sent[place] then
      sent[place] = sent[place] + minute.sent
      failed[place] = failed[place] + minute.failed
    end
  end
  return sent, failed
end

--- Sums neighbours until at most `most` numbers are left: a whole hour in a narrow terminal.
function state.within(counts, most)
  local size, fewer = math.ceil(#counts / most), {}
  for index, count in ipairs(counts) do
    local place = (index - 1) // size + 1
    fewer[place] = (fewer[place] or 0) + count
  end
  return fewer
end

--- The cache: {bytes, max_bytes, path, entries}.
function state.cache()
  local file, counts = mix.host.cache_file(), mix.cache.stats()
  return { bytes = file.bytes, max_bytes = file.max_bytes, path = file.path,
    entries = counts.entries }
end

local none = { exists = false }

-- A look at the store connects to it: one is good for some seconds.
local store_age = 5
local looked, store = -math.huge, nil

--- The server that a fleet shares, as mix.host.store says; nil: there is none.
function state.store()
  local now = mix.time.monotonic()
  if now - looked >= store_age then looked, store = now, mix.host.store() end
  return store
end

--- The jobs, newest first; a data file that is missing is not made.
function state.jobs(most)
  local shared = state.store()
  if shared and shared.problem then return {} end
  local file = mix.host.data_file() or none
  if not shared and not file.exists then return {} end
  local list = {}
  for place, job in ipairs(mix.jobs.status()) do
    if place > most then break end
    list[place] = job
  end
  return list
end

--- All of it as one document.
function state.document()
  local traffic = state.traffic()
  local refreshers = overview.list()
  for _, entry in ipairs(refreshers) do entry.why = overview.why(entry) end
  return {
    services = mix.json.array(state.services(traffic)), requests = mix.json.array(traffic),
    waiting = mix.json.array(mix.http.waiting()), cache = state.cache(),
    store = state.store(), jobs = mix.json.array(state.jobs(100)),
    refreshers = mix.json.array(refreshers),
  }
end

return state
