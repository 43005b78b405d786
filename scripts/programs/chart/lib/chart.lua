-- Reads a chart: a list of {rank, title, artist}, or what public mirrors make of it. Rows that
-- break the schema are skipped and counted, never guessed at; the rest stays usable.

local spelling = require("rules.lib.spelling")
local failure = require("lib.failure")

local chart = {}

local most_characters = 500
local highest_rank = 1000000
-- How much of a wrong value, and how many ranks, a remark shows.
local shown_characters = 40
local shown_ranks = 5

-- Line breaks and tabs are spaces to a reader; other control characters have no place in a name.
local function has_controls(text)
  return text:find("[\0-\8\11\12\14-\31\127]") or text:find("\xC2[\x80-\x9F]")
end

local function shown(value)
  local text = mix.json.encode(value, { on_invalid = "replace" })
  if #text <= shown_characters then return text end
  local cut = utf8.offset(text, shown_characters)
  return cut and text:sub(1, cut - 1) .. "…" or text
end

-- A number or, as the mirrors of kworb write it, "1,234".
local function rank_of(value)
  if value == nil then return nil, "rank is missing" end
  local number = value
  if type(number) == "string" then number = tonumber((number:gsub(",", ""))) end
  local rank = type(number) == "number" and math.tointeger(number)
  if rank and rank > 0 and rank <= highest_rank then return rank end
  return nil, ("rank is %s, not a whole number from 1 to %d"):format(shown(value), highest_rank)
end

local function text_of(value, field)
  if value == nil or value == mix.json.null then return nil, field .. " is missing" end
  if type(value) ~= "string" then
    return nil, ("%s is %s, not a text"):format(field, shown(value))
  end
  if not utf8.len(value) then return nil, field .. " is not UTF-8" end
  if has_controls(value) then return nil, field .. " holds control characters" end
  local text = spelling.tidy(value)
  if text == "" then return nil, field .. " is empty" end
  local length = utf8.len(text)
  if length > most_characters then
    return nil, ("%s has %d characters, more than %d"):format(field, length, most_characters)
  end
  return text
end

-- kworb names a song "Artist - Title"; a title may hold a further " - ", an artist hardly ever.
local function split(row)
  local both = row["Artist and Title"]
  if both == nil and row.artist == nil then both = row.title end
  if type(both) ~= "string" then return row.title, row.artist end
  local artist, title = both:match("^(.-) %- (.+)$")
  if not artist then return row.title, row.artist end
  return title, artist
end

local function entry_of(row)
  if type(row) ~= "table" or mix.json.is_array(row) then return nil, "it is not an object" end
  local rank, problem = rank_of(row.rank == nil and row.Pos or row.rank)
  if not rank then return nil, problem end
  local given_title, given_artist = split(row)
  local title, artist
  title, problem = text_of(given_title, "title")
  if not title then return nil, problem end
  artist, problem = text_of(given_artist, "artist")
  if not artist then return nil, problem end
  return { rank = rank, title = title, artist = artist, known_id = row.known_id }
end

-- By rank; rows of equal rank keep their order.
local function in_order(entries)
  local places = {}
  for place, entry in ipairs(entries) do places[entry] = place end
  table.sort(entries, function(a, b)
    if a.rank ~= b.rank then return a.rank < b.rank end
    return places[a] < places[b]
  end)
  return entries
end

local function ranks_line(ranks, what)
  local first = table.concat(ranks, ", ", 1, math.min(#ranks, shown_ranks))
  local more = #ranks > shown_ranks and (" and %d more"):format(#ranks - shown_ranks) or ""
  return ("%s %s%s %s"):format(#ranks == 1 and "rank" or "ranks", first, more, what)
end

-- Oddities of ranks in order: some twice, some missing.
local function rank_remarks(entries, remarks)
  local twice, missing, last = {}, {}, 0
  for _, entry in ipairs(entries) do
    if entry.rank == last and twice[#twice] ~= last then twice[#twice + 1] = last end
    if entry.rank > last + 1 then
      local range = ("%d-%d"):format(last + 1, entry.rank - 1)
      missing[#missing + 1] = entry.rank == last + 2 and last + 1 or range
    end
    last = entry.rank
  end
  if #twice > 0 then remarks[#remarks + 1] = ranks_line(twice, "given twice") end
  if #missing > 0 then remarks[#remarks + 1] = ranks_line(missing, "missing") end
end

local function skipped_line(count, first)
  local noun = count == 1 and "entry was" or "entries were"
  return ("%d %s skipped; the first: %s"):format(count, noun, first)
end

--- Checks a chart's rows. Returns at most `most` entries by rank and a list of remarks about what
-- was left out or odd; nil and the reason when nothing usable is in it.
function chart.check(rows, most)
  local entries, remarks, skipped, first = {}, {}, 0, nil
  for position, row in ipairs(rows) do
    local entry, problem = entry_of(row)
    if entry then
      entries[#entries + 1] = entry
    else
      skipped = skipped + 1
      first = first or ("entry %d: %s"):format(position, problem)
    end
  end
  if #entries == 0 then
    return nil, first and "no entry is usable; " .. first or "the list is empty"
  end
  if skipped > 0 then remarks[1] = skipped_line(skipped, first) end
  in_order(entries)
  rank_remarks(entries, remarks)
  if #entries > most then
    remarks[#remarks + 1] = ("cut to %d of %d entries (--max-entries)"):format(most, #entries)
    entries = table.move(entries, 1, most, 1, {})
  end
  return entries, remarks
end

-- The time of a day, such as 2026-11-21; nil for anything else.
local function time_of(day)
  if type(day) ~= "string" or not day:find("^%d%d%d%d%-%d%d%-%d%d$") then return nil end
  return (mix.time.parse(day .. "T00:00:00Z"))
end

-- Of which day a chart is: the latest `date` of its rows.
local function day_of(rows)
  local latest
  for _, row in ipairs(rows) do
    local time = type(row) == "table" and time_of(row.date)
    if time and time > (latest or 0) then latest = time end
  end
  return latest
end

--- Reads a chart's text: a list, or an object whose `chart` is one. Results as of `check`; the
-- third is the time of the day that its rows name (`date`), nil when they do not.
function chart.read(text, most)
  local rows, err = mix.json.decode(text)
  if rows == nil then
    return nil, failure.line(err) .. "; a chart is JSON, a list of entries with title and artist"
  end
  if type(rows) == "table" and type(rows.chart) == "table" then rows = rows.chart end
  if type(rows) ~= "table" or not mix.json.is_array(rows) then
    return nil, "a chart is a list of entries with title and artist, this is something else"
  end
  local entries, remarks = chart.check(rows, most)
  return entries, remarks, day_of(rows)
end

return chart
