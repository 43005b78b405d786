-- Reads a chart: a JSON list of {rank, title, artist}. Rows that break the schema are skipped and
-- counted, never guessed at; the rest stays usable.

local spelling = require("rules.lib.spelling")
local failure = require("lib.failure")

local chart = {}

-- More than any chart has; a longer list is a mistake or an attack.
local most_entries = 500
local most_characters = 500

-- A number or, as the mirrors of kworb write it, "1,234".
local function rank_of(value)
  if type(value) == "string" then value = tonumber((value:gsub(",", ""))) end
  local rank = type(value) == "number" and math.tointeger(value)
  if rank and rank > 0 then return rank end
  return nil, "rank is not a positive whole number"
end

local function text_of(value, field)
  if type(value) ~= "string" then return nil, field .. " is missing" end
  local text = spelling.tidy((value:gsub("%c", " ")))
  if text == "" then return nil, field .. " is empty" end
  local length = utf8.len(text)
  if not length then return nil, field .. " is not UTF-8" end
  if length > most_characters then
    return nil, ("%s has %d characters, more than %d"):format(field, length, most_characters)
  end
  return text
end

local function entry_of(row)
  if type(row) ~= "table" then return nil, "not an object" end
  local rank, title, artist, problem
  rank, problem = rank_of(row.rank)
  if not rank then return nil, problem end
  title, problem = text_of(row.title, "title")
  if not title then return nil, problem end
  artist, problem = text_of(row.artist, "artist")
  if not artist then return nil, problem end
  return { rank = rank, title = title, artist = artist }
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

local function skipped_line(count, first)
  local noun = count == 1 and "entry was" or "entries were"
  return ("%d %s skipped; the first: %s"):format(count, noun, first)
end

--- Reads a chart's text. Returns its entries by rank and a list of remarks about what was left out;
-- nil and the reason when nothing usable is in it.
function chart.read(text)
  local rows, err = mix.json.decode(text)
  if rows == nil then return nil, failure.line(err) end
  if type(rows) ~= "table" or not mix.json.is_array(rows) then
    return nil, "a chart is a list of entries, this is none"
  end
  local entries, remarks, skipped, first = {}, {}, 0, nil
  for position, row in ipairs(rows) do
    if #entries == most_entries then
      remarks[#remarks + 1] = ("cut after %d of %d entries"):format(most_entries, #rows)
      break
    end
    local entry, problem = entry_of(row)
    if entry then
      entries[#entries + 1] = entry
    else
      skipped = skipped + 1
      first = first or ("entry %d: %s"):format(position, problem)
    end
  end
  if #entries == 0 then return nil, first or "the list is empty" end
  if skipped > 0 then table.insert(remarks, 1, skipped_line(skipped, first)) end
  return in_order(entries), remarks
end

return chart
