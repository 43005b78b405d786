-- The music chart: its rows fill in as the songs are found.

local chart_nodes = require("programs.chart.lib.chart_nodes")
local history = require("programs.chart.lib.history")
local live_chart = require("programs.chart.lib.live_chart")
local refresh_document = require("programs.chart.lib.refresh_document")
local setting_fields = require("lib.setting_fields")
local storefronts = require("programs.chart.lib.storefronts")

-- The longest text of a tree, in bytes.
local longest_text = 100000

local function own_settings()
  return setting_fields.find(function(entry) return entry.program == "chart" end)
end

local function problems(model)
  local text = table.concat(model.problems, "\n")
  return { "message", text ~= "" and text, tone = "warning",
    actions = { { label = "Try again", action = "refresh" } } }
end

local function filters(state)
  local store = live_chart.store()
  return { "filters", on_change = "filter", fields = {
    { name = "text", label = "Search", value = state.text, help = "words of title, artist, album" },
    { name = "store", label = "Store", type = "choice", value = store,
      options = storefronts.options(store), help = "where songs are looked up" },
  } }
end

local function settings(state)
  if not state.shows_settings then return { "link", "Settings", action = "settings" } end
  return { "form", title = "Settings", submit = "save",
    fields = setting_fields.fields(own_settings(), state.wrong) }
end

local function export(state)
  if not state.csv then return { "link", "Save as CSV", action = "export" } end
  return { "file", name = "chart.csv", text = state.csv, label = "Save as CSV",
    command = "mixhost chart --csv FILE" }
end

local function message(state)
  local found = state.message or {}
  return { "message", found.text, tone = found.tone, seconds = found.seconds }
end

return {
  watch = { "refresher:chart", "topic:chart" },
  view = function(state)
    if state.model then live_chart.renew(state.model) end
    state.model = state.model or live_chart.open()
    local model = state.model
    local is_busy = model.is_loading or model.is_working
    local ranks = history.over_time(model.chart)
    return { "page", title = "Charts",
      message(state),
      chart_nodes.first_steps(model),
      problems(model),
      chart_nodes.progress(model),
      { "text", chart_nodes.source(model.chart), style = "muted" },
      { "text", chart_nodes.next_refresh(), style = "muted" },
      not is_busy and { "link", "Refresh now", action = "refresh" },
      #model.entries > 0 and not is_busy and export(state),
      settings(state),
      filters(state),
      chart_nodes.song(state.open and live_chart.entry(model, state.open), ranks),
      not is_busy and not state.text and chart_nodes.ranks(model.entries, ranks),
      chart_nodes.rows(model, state.text),
    }
  end,
  actions = {
    refresh = function(state, _, update)
      state.message, state.csv = nil, nil
      live_chart.refresh(state.model, update)
    end,
    stop = function(state) live_chart.stop(state.model) end,
    open = function(state, place) state.open = place end,
    close = function(state) state.open = nil end,
    filter = function(state, values)
      state.text, state.message = values.text, nil
      if not values.store or values.store == live_chart.store() then return end
      local ok, problem = live_chart.choose_store(state.model, values.store)
      state.csv = nil
      state.message = ok and { text = "Refresh to look the songs up in this store.", seconds = 5 }
        or { text = problem, tone = "error" }
    end,
    export = function(state)
      local text = refresh_document.csv(state.model.entries)
      if #text <= longest_text then
        state.csv = text
      else
        state.message = { text = "The list is too long to be saved from this page.",
          tone = "warning" }
      end
    end,
    settings = function(state) state.shows_settings = true end,
    save = function(state, values)
      setting_fields.save(state, own_settings(), values)
      if not state.wrong then state.shows_settings = nil end
    end,
  },
}
