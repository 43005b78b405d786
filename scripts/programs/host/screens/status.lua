-- The state of this mixhost: services with limits and waits, the cache, jobs, refreshers.

local overview = require("lib.refresh.overview")
local state = require("programs.host.lib.state")
local state_rows = require("programs.host.lib.state_rows")

local most_jobs = 20

local days = 14

local function answer(what)
  return overview.answer(what, overview.time(what.next_at, "asked for"))
end

-- Its rule's decision; nil and why it cannot decide.
local function decide(entry, is_visible)
  local ok, decision = pcall(mix.policy.due, entry.name, {
    key = entry.key, rule = entry.rule, every = entry.every, visible = is_visible,
  })
  return ok and answer(decision) or tostring(decision)
end

-- A refresher with its history and its rule's word. `entry`: of lib.refresh.overview.
local function refresher_detail(entry)
  local history = mix.policy.history(entry.name, { key = entry.key })
  local facts = {
    { label = "Rule", value = entry.rule },
    { label = "Every", value = entry.every and mix.time.format_duration(entry.every)
      or "off: only when asked for" },
    { label = "Refreshed", value = overview.time(history.last_success, "never") },
    { label = "Failed", value = overview.time(history.last_failure, "never") },
    { label = "Watched", value = decide(entry, true) },
    { label = "Unwatched", value = decide(entry, false) },
  }
  if history.failures > 0 then
    facts[#facts + 1] = { label = "Failures in a row", value = history.failures }
  end
  if history.not_before and history.not_before > mix.time.now() then
    facts[#facts + 1] = { label = "No request before", value = overview.time(history.not_before) }
  end
  return { "detail", title = entry.name, subtitle = entry.fetches, on_close = "close",
    facts = facts,
    { "message", history.error, tone = history.failures > 0 and "error" or "info" },
    { "plot", title = ("New in the last %d days"):format(days), series = {
      { name = "new", values = overview.by_day(history.changes, days) },
    } },
  }
end

local function run_kind()
  local run = mix.host.run()
  if run.offline then return { "message", "Offline: no service is asked.", tone = "warning" } end
  return run.mock and { "message", "The services are made up.", tone = "info" }
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
    if entry.name == name then return refresher_detail(entry) end
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
        empty = "No program refreshes anything." },
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
