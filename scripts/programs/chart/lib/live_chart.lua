-- The chart as a screen shows it: the newest list with all that is known of its songs, without
-- asking anybody, until a refresh is wanted.

local chart_sources = require("programs.chart.lib.chart_sources")
local enrichment = require("programs.chart.lib.enrichment")
local failure = require("lib.failure")
local history = require("programs.chart.lib.history")
local screen_work = require("lib.screen_work")

local live_chart = {}

local at_once = 6
local open_gate = { wait = function() end }

local function setting(name) return mix.env.setting(name) end

local function lower(text) return text and text:lower() end

--- The store that songs are looked up in.
function live_chart.store() return lower(setting("chart.country")) end

local function source_options()
  return {
    remote = setting("chart.remote_url"), apple = lower(setting("chart.apple")),
    limit = setting("chart.limit"), max_bytes = 2000000, max_entries = 500, reload = true,
  }
end

local function rules() return mix.rules.load("match/tracks/standard") end

-- Whom the songs are asked of.
local function question(reachable)
  return {
    catalogue = setting("chart.catalogue"), country = live_chart.store(),
    concurrency = at_once, rules = rules(), gate = open_gate, reachable = reachable,
  }
end

-- The entries shown last, with all that is known of them: comparing a hundred songs with the
-- catalogues' answers takes longer than the rest of opening the screen. Answers that another
-- process has fetched show after a minute at most.
local shown
local shown_seconds = 60

-- A text that differs when the entries of a list may differ.
local function state_of(list)
  return ("%s %.3f %s %s %s"):format(list.origin or list.address or "", list.time,
    live_chart.store(), setting("chart.catalogue"),
    mix.policy.history("chart").last_success or 0)
end

local function copies(entries)
  local list = {}
  for place, entry in ipairs(entries) do
    list[place] = {}
    for name, value in pairs(entry) do list[place][name] = value end
  end
  return list
end

local function show(model, list)
  local state, now = list and state_of(list), mix.time.monotonic()
  if not list or not shown or shown.state ~= state or now - shown.at > shown_seconds then
    local entries = {}
    for place, entry in ipairs(list and list.entries or {}) do
      entries[place] = chart_sources.bare(entry)
    end
    enrichment.recall(entries, question())
    shown = { state = state, at = now, entries = entries }
  end
  model.chart, model.entries = list, copies(shown.entries)
end

--- The newest list that there was, else the one that comes with mixhost.
function live_chart.open()
  local model = { problems = {}, done = 0 }
  local list = history.newest()
  if list then history.compare_kept(list) end
  show(model, list or chart_sources.bundled())
  return model
end

--- Takes over a newer list that somebody else has loaded: the server's refresher, a command.
function live_chart.renew(model)
  if model.is_loading or model.is_working then return end
  local list = history.newest()
  if not list or model.chart and list.time <= model.chart.time then return end
  history.compare_kept(list)
  show(model, list)
end

--- Looks the songs up in another store from now on; what is known there is shown, nobody is asked.
-- nil and the error when the setting cannot be changed.
function live_chart.choose_store(model, code)
  if model.is_loading or model.is_working then
    return nil, "The chart is being refreshed: choose again when that has ended."
  end
  local ok, err = mix.env.set("chart.country", code)
  if not ok then return nil, err.message end
  show(model, model.chart)
  return true
end

-- The waits, so that a slow refresh says why.
local function waits()
  local wait = mix.http.waiting()[1]
  return wait and ("%s %.0f"):format(wait.upstream or wait.url, wait["until"]) or ""
end

local function work(model, update)
  local options = source_options()
  local key = options.remote or options.apple or "local"
  local function warn(message) table.insert(model.problems, message) end
  local found, reachable = chart_sources.load(model.chart, options, key, warn)
  if not found then return warn("no chart to show: " .. tostring(reachable)) end
  -- Reading what is known of the songs may wait: there is work meanwhile.
  show(model, found)
  model.done, model.is_loading, model.is_working = 0, false, true
  update()
  local counts = enrichment.run(model.entries, question(reachable), function()
    model.done = model.done + 1
    update()
  end)
  chart_sources.note_unreached(counts, key)
end

-- Does work that `stop` can end. Returns whether it came to its end; the error of what failed is
-- raised.
local function stoppable(model, body)
  local ok, reason = true, nil
  mix.task.scope(function(scope)
    local task = scope:spawn(function() ok, reason = pcall(body) end)
    model.stop = function()
      model.is_stopped = true
      task:cancel()
    end
    pcall(task.await, task)
  end)
  model.stop = nil
  if not ok and not model.is_stopped then error(reason, 0) end
end

--- Loads the list anew and asks about its songs; calls `update()` on the way. Errors are
-- in `model.problems`; what was there stays. Only one at a time.
function live_chart.refresh(model, update)
  if model.is_loading or model.is_working then return end
  model.problems, model.is_loading, model.is_stopped = {}, true, false
  local ok, reason = pcall(screen_work.shown, update, function()
    return ("%d %s %s"):format(model.done, model.is_loading, waits())
  end, function() stoppable(model, function() work(model, update) end) end)
  model.is_loading, model.is_working = false, false
  shown = nil
  if not ok then table.insert(model.problems, failure.line(reason)) end
end

--- Ends a refresh; what was found stays.
function live_chart.stop(model)
  if model.stop then model.stop() end
end

--- The entry of a place; nil: there is none.
function live_chart.entry(model, place) return model.entries[place] end

return live_chart
