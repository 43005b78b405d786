-- What a refresh prints: a table for people, one document or a line an event for programs.

local refresh_output = {}

local fields = {
  "rank", "title", "artist", "collection_name", "release_date", "artwork_url", "preview_url",
  "track_id", "status", "reason", "score", "from",
}

local columns = {
  { key = "rank", title = "#", align = "right" },
  { key = "title", title = "Title" },
  { key = "artist", title = "Artist" },
  { key = "album", title = "Album" },
  { key = "released", title = "Released" },
  { key = "match", title = "Match", align = "right" },
}

-- The contract has every field in every entry.
local function document_entry(entry)
  local copy = {}
  for _, name in ipairs(fields) do
    local value = entry[name]
    if value == nil then value = mix.json.null end
    copy[name] = value
  end
  return copy
end

--- Counts the entries by status.
function refresh_output.summary(entries, counts, seconds)
  local summary = {
    total = #entries, enriched = 0, uncertain = 0, none = 0, failed = 0,
    requests = counts.requests, cache_hits = counts.cache_hits,
    seconds = math.floor(seconds * 1000 + 0.5) / 1000,
  }
  for _, entry in ipairs(entries) do summary[entry.status] = summary[entry.status] + 1 end
  return summary
end

--- The document of --json.
function refresh_output.document(chart, entries, summary)
  local list = mix.json.array({})
  for index, entry in ipairs(entries) do list[index] = document_entry(entry) end
  return mix.json.encode({
    source = chart.source, updated_at = chart.updated_at, stale = chart.stale,
    entries = list, summary = summary,
  }, { pretty = true })
end

--- Events (printed with --events only): the list as it was read, each entry as it completes, the
-- end, and what went wrong on the way.
function refresh_output.list_event(chart, entries)
  local list = mix.json.array({})
  for index, entry in ipairs(entries) do
    list[index] = { rank = entry.rank, title = entry.title, artist = entry.artist }
  end
  mix.events.emit("list", {
    source = chart.source, updated_at = chart.updated_at, stale = chart.stale, entries = list,
  })
end

function refresh_output.entry_event(entry)
  mix.events.emit("entry", document_entry(entry))
end

function refresh_output.done_event(chart, summary)
  mix.events.emit("done", {
    source = chart.source, updated_at = chart.updated_at, stale = chart.stale, summary = summary,
  })
end

function refresh_output.warn(message)
  mix.events.emit("warning", { message = message })
  mix.log.warn(message)
end

--- The list before anything is known about it.
function refresh_output.plain_list(entries)
  local width = #tostring(entries[#entries].rank)
  for _, entry in ipairs(entries) do
    local line = ("%" .. width .. "d  %s - %s"):format(entry.rank, entry.title, entry.artist)
    print(mix.ui.color(line, "gray"))
  end
end

local function match_cell(entry)
  if entry.status ~= "enriched" then return entry.status end
  local score = ("%.2f"):format(entry.score)
  return entry.from == "stale" and score .. " stale" or score
end

function refresh_output.table(entries)
  local rows = {}
  for index, entry in ipairs(entries) do
    rows[index] = {
      rank = entry.rank, title = entry.title, artist = entry.artist,
      album = entry.collection_name or "", released = entry.release_date or "",
      match = match_cell(entry),
    }
  end
  mix.ui.table(rows, { columns = columns })
end

-- The reason that most of the entries without metadata share.
local function main_reason(entries)
  local counts, best = {}, nil
  for _, entry in ipairs(entries) do
    if entry.status == "failed" then
      counts[entry.reason] = (counts[entry.reason] or 0) + 1
      if not best or counts[entry.reason] > counts[best] then best = entry.reason end
    end
  end
  return best
end

--- Two lines under the table, on standard error.
function refresh_output.footer(chart, entries, summary)
  mix.ui.note(("%s chart of %s%s: %d in all, %d enriched, %d uncertain, %d none, %d failed")
    :format(chart.source, chart.updated_at, chart.stale and " (stale)" or "", summary.total,
      summary.enriched, summary.uncertain, summary.none, summary.failed))
  mix.ui.note(("%d requests, %d from the cache, %.1f s")
    :format(summary.requests, summary.cache_hits, summary.seconds))
  local reason = main_reason(entries)
  if reason then
    mix.ui.note(("failed: %s; run again to go on, what was found is kept"):format(reason))
  end
end

return refresh_output
