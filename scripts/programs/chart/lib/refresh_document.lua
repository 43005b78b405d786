-- The output of a refresh for programs: one document, a line an event, or CSV. A contract:
-- docs/output.md.

local history = require("programs.chart.lib.history")

local refresh_document = {}

local fields = {
  "rank", "title", "artist", "collection_name", "release_date", "artwork_url", "preview_url",
  "track_id", "status", "reason", "score", "from", "previous_rank", "moved", "new",
}

local byte_order_mark = "\u{FEFF}"

-- Every entry has every field.
local function whole(entry)
  local copy = {}
  for _, name in ipairs(fields) do
    local value = entry[name]
    if value == nil then value = mix.json.null end
    copy[name] = value
  end
  return copy
end

--- Counts the entries by status.
function refresh_document.summary(entries, counts, seconds)
  local summary = {
    total = #entries, enriched = 0, uncertain = 0, none = 0, failed = 0,
    requests = counts.requests, cache_hits = counts.cache_hits,
    seconds = math.floor(seconds * 1000 + 0.5) / 1000,
  }
  for _, entry in ipairs(entries) do summary[entry.status] = summary[entry.status] + 1 end
  return summary
end

--- The document of --json.
function refresh_document.json(chart, entries, summary)
  local list = mix.json.array({})
  for index, entry in ipairs(entries) do list[index] = whole(entry) end
  return mix.json.encode({
    source = chart.source, updated_at = chart.updated_at, stale = chart.stale,
    compared_to = chart.compared_at and mix.time.iso(chart.compared_at) or mix.json.null,
    left = history.plain(chart.left or {}), entries = list, summary = summary,
  }, { pretty = true })
end

--- Events (printed with --events only): the list as it was read, each entry as it completes, the
--- end, and what went wrong on the way.
function refresh_document.list_event(chart, entries)
  local list = mix.json.array({})
  for index, entry in ipairs(entries) do
    list[index] = { rank = entry.rank, title = entry.title, artist = entry.artist }
  end
  mix.events.emit("list", {
    source = chart.source, updated_at = chart.updated_at, stale = chart.stale, entries = list,
  })
end

function refresh_document.entry_event(entry) mix.events.emit("entry", whole(entry)) end

function refresh_document.done_event(chart, summary)
  mix.events.emit("done", {
    source = chart.source, updated_at = chart.updated_at, stale = chart.stale, summary = summary,
  })
end

function refresh_document.warn(message)
  mix.events.emit("warning", { message = message })
  mix.ui.problem(message)
end

--- The entries as CSV (RFC 4180). A spreadsheet takes a text without byte order mark for one of its
--- own code page: one is there when a letter needs it.
function refresh_document.csv(entries)
  local text = mix.csv.encode(entries, { columns = fields, newline = "\r\n" })
  return text:find("[\x80-\xFF]") and byte_order_mark .. text or text
end

return refresh_document
