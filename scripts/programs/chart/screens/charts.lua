-- The music chart: its rows fill in as the songs are found.

local live_chart = require("programs.chart.lib.live_chart")
local last_result = require("lib.last_result")

local columns = {
  { key = "cover", title = "Cover", format = "image" },
  { key = "rank", title = "#", align = "right" },
  { key = "moved", title = "±", least = 3, drop = 4 },
  { key = "title", title = "Title", least = 14 },
  { key = "artist", title = "Artist", least = 10 },
  { key = "album", title = "Album", least = 12, drop = 2 },
  { key = "released", title = "Released", least = 10, drop = 3 },
  { key = "preview", title = "Preview", format = "audio" },
  { key = "match", title = "Match", align = "right", least = 5, drop = 1 },
}

local function moved(entry)
  if entry.new then return "new" end
  local places = entry.moved or 0
  return places > 0 and "▲" .. places or places < 0 and "▼" .. -places or nil
end

local function match(entry)
  if entry.status == "enriched" and entry.score then return ("%.2f"):format(entry.score) end
  return entry.status
end

-- Songs may share a rank: the place in the list tells them apart.
local function row(place, entry)
  return {
    place = place, rank = entry.rank, title = entry.title, artist = entry.artist,
    moved = moved(entry), album = entry.collection_name, released = entry.release_date,
    cover = entry.artwork_url, preview = entry.preview_url, match = match(entry),
  }
end

local function rows_of(entries)
  local rows = {}
  for place, entry in ipairs(entries) do rows[place] = row(place, entry) end
  return rows
end

local function source(chart)
  if not chart then return nil end
  return ("%s chart of %s, %s old%s"):format(chart.source or "the last",
    last_result.time(chart.time), last_result.age(mix.time.now() - chart.time),
    chart.stale and ", stale" or "")
end

local function song(entry)
  if not entry then return nil end
  return { "detail", title = entry.title, subtitle = entry.artist, image = entry.artwork_url,
    on_close = "close", facts = {
      { label = "Rank", value = entry.rank },
      entry.collection_name and { label = "Album", value = entry.collection_name }
        or { label = "Album", value = entry.reason or "not looked up yet" },
      { label = "Released", value = entry.release_date or "not known" },
    },
    entry.preview_url and { "audio", src = entry.preview_url, title = entry.title },
  }
end

local function progress(model)
  if model.is_loading then return { "progress", "Loading the chart", done = 0 } end
  return model.is_working
    and { "progress", "Songs", done = model.done, total = #model.entries }
end

return {
  title = "Charts",
  watch = { "refresher:chart", "topic:chart" },
  view = function(state)
    state.model = state.model or live_chart.open()
    local model = state.model
    return { "page", title = "Charts",
      { "message", table.concat(model.problems, "\n") ~= "" and table.concat(model.problems, "\n"),
        tone = "warning" },
      progress(model),
      { "text", source(model.chart), style = "muted" },
      { "link", "Refresh now", action = "refresh" },
      song(state.open and live_chart.entry(model, state.open)),
      { "table", key = "place", columns = columns, rows = rows_of(model.entries),
        on_select = "open", empty = "No chart yet: refresh now." },
    }
  end,
  actions = {
    refresh = function(state, _, update) live_chart.refresh(state.model, update) end,
    open = function(state, place) state.open = place end,
    close = function(state) state.open = nil end,
  },
}
