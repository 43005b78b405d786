-- The chart as a screen shows it: the newest list with all that is known of its songs, without
-- asking anybody, until a refresh is wanted.

local chart_sources = require("programs.chart.lib.chart_sources")
local enrichment = require("programs.chart.lib.enrichment")
local failure = require("lib.failure")
local history = require("programs.chart.lib.history")

local live_chart = {}

local at_once = 6
local open_gate = { wait = function() end }

local function setting(name) return mix.env.setting(name) end

local function source_options()
  return {
    remote = setting("chart.remote_url"), apple = setting("chart.apple"),
    limit = setting("chart.limit"), max_bytes = 2000000, max_entries = 500, reload = true,
  }
end

local function rules() return mix.rules.load("match/tracks/standard") end

-- Whom the songs are asked of.
local function question(reachable)
  return {
    catalogue = setting("chart.catalogue"), country = setting("chart.country"),
    concurrency = at_once, rules = rules(), gate = open_gate, reachable = reachable,
  }
end

--- The newest list that there was, else the one that comes with mixhost.
function live_chart.open()
  local list = history.newest() or chart_sources.bundled()
  local entries = list and list.entries or {}
  enrichment.recall(entries, question())
  return { chart = list, entries = entries, problems = {}, done = 0 }
end

--- Loads the list anew and asks about its songs; calls `update()` on the way. What goes wrong is
-- in `model.problems`; what was there stays.
function live_chart.refresh(model, update)
  local options = source_options()
  model.problems, model.is_loading = {}, true
  update()
  local found, reachable = chart_sources.load(options, function(message)
    table.insert(model.problems, message)
  end)
  mix.policy.record("chart", chart_sources.is_wanted(found, options), {
    key = options.remote or options.apple or "local", error = model.problems[1],
  })
  model.is_loading = false
  if not found then
    table.insert(model.problems, "no chart to show: " .. tostring(reachable))
    return
  end
  history.compare(found)
  model.chart, model.entries, model.done, model.is_working = found, found.entries, 0, true
  update()
  local ok, reason = pcall(enrichment.run, model.entries, question(reachable), function()
    model.done = model.done + 1
    update()
  end)
  model.is_working = false
  if not ok then table.insert(model.problems, failure.line(reason)) end
end

--- The entry of a place; nil: there is none.
function live_chart.entry(model, place) return model.entries[place] end

return live_chart
