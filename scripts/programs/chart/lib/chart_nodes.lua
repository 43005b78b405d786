-- The nodes of a chart: the rows, which `mixhost chart` prints, too, a song, the work in progress.

local last_result = require("lib.last_result")
local overview = require("lib.refresh.overview")
local wait_words = require("lib.wait_words")

local chart_nodes = {}

local moved_column = { key = "moved", title = "±", least = 3, drop = 4 }
local columns = {
  { key = "cover", title = "Cover", format = "image" },
  { key = "rank", title = "#", align = "right" },
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

local words = { uncertain = "uncertain", none = "not found", failed = "failed" }

local function match(entry)
  if entry.status ~= "enriched" then return words[entry.status] end
  if entry.from == "bundled" then return "bundled" end
  return ("%.2f%s"):format(entry.score, entry.from == "stale" and " old" or "")
end

--- An entry as a row. Its place is its key: songs may share a rank.
function chart_nodes.row(place, entry)
  return {
    place = place, rank = entry.rank, title = entry.title, artist = entry.artist,
    moved = moved(entry), album = entry.collection_name, released = entry.release_date,
    cover = entry.artwork_url, preview = entry.preview_url, match = match(entry),
  }
end

--- The table of rows. `is_compared`: whether it says what has moved since the list before.
function chart_nodes.table(rows, is_compared)
  local shown = table.move(columns, 1, #columns, 1, {})
  if is_compared then table.insert(shown, 3, moved_column) end
  return { "table", key = "place", columns = shown, rows = rows }
end

local function fits(entry, text)
  if not text then return true end
  for _, name in ipairs({ "title", "artist", "collection_name" }) do
    if entry[name] and mix.text.fold(entry[name]):find(text, 1, true) then return true end
  end
  return false
end

--- The songs, all or those with some words in title, artist or album.
function chart_nodes.rows(model, text)
  local rows, wanted = {}, text and mix.text.fold(text)
  for place, entry in ipairs(model.entries) do
    if fits(entry, wanted) then rows[#rows + 1] = chart_nodes.row(place, entry) end
  end
  local node = chart_nodes.table(rows, true)
  node.on_select, node.loading = "open", model.is_loading
  node.empty = #model.entries > 0 and "No song is like that." or "No chart yet: refresh now."
  return node
end

-- The chart that comes with mixhost, with no song looked up yet.
local function is_new(model)
  for _, entry in ipairs(model.entries) do
    if entry.status then return false end
  end
  return not model.is_loading and not model.is_working and model.chart ~= nil
    and model.chart.source == "local"
end

--- The first steps of a new mixhost, which opens with this screen: a list of screens to be opened;
--- false once the chart was refreshed.
function chart_nodes.first_steps(model)
  if not is_new(model) then return false end
  return { "page", title = "First steps",
    { "text", "The chart below comes with mixhost, and wants no key: refresh it to look around." },
    not mix.host.run().mock and { "link", "Look around with made-up data", href = "/demo",
      command = "mixhost --mock screen charts" },
    { "link", mix.env.setting("http.contact") and "Keys and sign-ins"
      or "Contact address, keys and sign-ins", href = "/screens/host/settings",
      command = "mixhost screen settings" },
    { "link", "Import your books", href = "/screens/books/books",
      command = "mixhost books import FILE" },
    { "link", "Match a list of yours", href = "/screens/match/match",
      command = "mixhost match FILE" },
  }
end

--- Where the list comes from, and how old it is.
function chart_nodes.source(chart)
  if not chart then return nil end
  local origin = { ["local"] = "The chart that comes with mixhost", remote = "Your chart",
    apple = "Apple's chart" }
  return ("%s, updated %s (%s ago)%s"):format(origin[chart.source] or "The chart",
    last_result.time(chart.time), last_result.age(mix.time.now() - chart.time),
    chart.stale and ", stale" or "")
end

--- When the server loads it again, and why then.
function chart_nodes.next_refresh()
  for _, entry in ipairs(overview.list()) do
    if entry.name == "chart" then
      if not entry.every then return "It is refreshed when you ask for it." end
      if not entry.next_at then return overview.why(entry) end
      return ("Next refresh %s: %s"):format(last_result.time(entry.next_at), overview.why(entry))
    end
  end
end

local stop = { { label = "Cancel", action = "stop" } }

--- How far a refresh is; false while there is none.
function chart_nodes.progress(model)
  if model.is_loading then
    return { "progress", "Loading the chart", done = 0, text = wait_words(), actions = stop }
  end
  return model.is_working and { "progress", "Songs", done = model.done, total = #model.entries,
    text = wait_words(), actions = stop }
end

local function day(time) return os.date("%Y-%m-%d", math.floor(time)) end

-- Songs whose ranks are shown above the chart.
local most_shown = 5

--- The ranks of the first songs over time; false without several lists. `ranks`: from
-- history.over_time.
function chart_nodes.ranks(entries, ranks)
  if not ranks or #entries == 0 then return false end
  local series, lowest = {}, 1
  for place = 1, math.min(#entries, most_shown) do
    local values = ranks.of(entries[place])
    for _, value in ipairs(values) do lowest = math.max(lowest, value or 1) end
    series[place] = { name = entries[place].title, values = values }
  end
  -- A list without a song has it below all that are shown.
  for _, each in ipairs(series) do
    for place, value in ipairs(each.values) do each.values[place] = value or lowest + 1 end
  end
  return { "plot", id = "ranks", unit = "place", series = series,
    title = ("The first %d on %d lists, %s to %s"):format(#series, #ranks.times,
      day(ranks.times[1]), day(ranks.times[#ranks.times])) }
end

-- A song's ranks on the lists that have it; false with fewer than two.
local function song_ranks(entry, ranks)
  local values, first = {}, nil
  for place, value in ipairs(ranks and ranks.of(entry) or {}) do
    if value then
      values[#values + 1], first = value, first or ranks.times[place]
    end
  end
  return #values > 1 and { "plot", unit = "place", series = { { name = "Rank", values = values } },
    title = ("Rank on %d lists since %s, best %d"):format(#values, day(first),
      math.min(table.unpack(values))) }
end

--- One song, with its preview and its ranks. `ranks`: from history.over_time.
function chart_nodes.song(entry, ranks)
  if not entry then return false end
  local facts = {
    { label = "Rank", value = entry.rank },
    { label = "Album", value = entry.collection_name or "not known" },
    { label = "Released", value = entry.release_date or "not known" },
    { label = "Match", value = match(entry) or "to look up" },
  }
  if entry.previous_rank then
    table.insert(facts, 2, { label = "Before", value = entry.previous_rank })
  elseif entry.new then
    table.insert(facts, 2, { label = "Before", value = "not on the list" })
  end
  return { "detail", title = entry.title, subtitle = entry.artist, image = entry.artwork_url,
    on_close = "close", facts = facts, shape = "square",
    { "message", entry.status ~= "enriched" and entry.reason, tone = "warning" },
    entry.preview_url and { "audio", src = entry.preview_url, title = entry.title },
    song_ranks(entry, ranks),
  }
end

return chart_nodes
