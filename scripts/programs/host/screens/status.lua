-- The state of this mixhost: services with limits and waits, the cache, jobs, refreshers.

local overview = require("lib.refresh.overview")
local refresher_facts = require("programs.host.lib.refresher_facts")
local state = require("programs.host.lib.state")
local state_rows = require("programs.host.lib.state_rows")

local most_jobs = 20

local function run_kind()
  local run = mix.host.run()
  if run.offline then return { "message", "Offline: no service is asked.", tone = "warning" } end
  return run.mock and { "message", "These are the made-up services of --mock.", tone = "info" }
end

-- The requests that wait, the longest first.
local function waits()
  local rows = {}
  for place, wait in ipairs(mix.http.waiting()) do
    rows[place] = { place = place, upstream = wait.upstream, why = wait.reason,
      ends = wait["until"], url = wait.url }
  end
  if #rows == 0 then return false end
  return { "table", id = "waits", key = "place", rows = rows, columns = {
    { key = "upstream", title = "Waiting for", least = 12 },
    { key = "why", title = "Why", least = 10 },
    { key = "ends", title = "Until", format = "time" },
    { key = "url", title = "Request", least = 20, drop = 1 },
  } }
end

local function store_line(store)
  if not store then return false end
  return { "message", state_rows.store(store), tone = store.problem and "error" or "info" }
end

local function heading(text) return { "text", text, style = "heading" } end

local function open_refresher(name)
  for _, entry in ipairs(name and overview.list() or {}) do
    if entry.name == name then return refresher_facts.detail(entry) end
  end
  return false
end

-- Jobs, and the refreshers of all programs.
local function watched()
  local list = { "job" }
  for _, refresher in ipairs(mix.policy.refreshers()) do
    list[#list + 1] = "refresher:" .. refresher.name
  end
  return list
end

return {
  watch = watched(),
  view = function(view_state)
    local traffic = state.traffic()
    local sent, failed = state.by_minute(traffic)
    return { "page", title = "Status",
      run_kind(),
      store_line(state.store()),
      { "link", "Look again", action = "look" },
      open_refresher(view_state.open),
      heading("Services"),
      { "table", id = "services", key = "name", columns = state_rows.service_columns,
        rows = state_rows.services(state.services(traffic)),
        empty = "No program asks a service." },
      waits(),
      { "plot", title = "Requests of the last hour", unit = "a minute", series = {
        { name = "sent", values = sent }, { name = "failed", values = failed },
      } },
      heading("Jobs"),
      { "table", id = "jobs", key = "job", columns = state_rows.job_columns,
        rows = state_rows.jobs(state.jobs(most_jobs)), empty = "No job yet." },
      heading("Refreshers"),
      { "table", id = "refreshers", key = "name", columns = overview.columns,
        rows = overview.rows(overview.list()), on_select = "explain",
        empty = "No program fetches something again." },
      heading("Cache"),
      { "text", state_rows.cache(state.cache()) },
      { "link", "Remove expired entries", action = "prune" },
      { "message", view_state.message, tone = "success", seconds = 5 },
    }
  end,
  actions = {
    look = function(view_state) view_state.message = nil end,
    explain = function(view_state, name) view_state.open = name end,
    close = function(view_state) view_state.open = nil end,
    prune = function(view_state)
      view_state.message = ("%d values removed"):format(mix.cache.prune())
    end,
  },
}
