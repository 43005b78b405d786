-- The facts of a track, by what the columns of a table hold, for headers in any language: codes,
-- addresses and lengths by their form, and texts by their places and how often they repeat.

local identifiers = require("lib.identifiers")

local column_contents = {}

-- The rows that are looked at, and the part of a column's cells that has its form.
local most_rows, most_of = 200, 0.9

local function is_isrc(text) return identifiers.isrc(text) ~= nil end

-- Addresses of tracks; those of artists, albums and pictures beside them are none.
local function is_track_address(text)
  return text:find("^spotify:track:%w+$") ~= nil or text:find("^https?://%S+/track/[^/%s]+$") ~= nil
    or text:find("^https?://%S+[?&][iv]=[%w_-]+") ~= nil
end

local function is_clock(text) return text:find("^%d?%d:%d%d$") or text:find("^%d:%d%d:%d%d$") end

-- Half a minute to an hour in thousandths of a second: no year, place or number of plays.
local function is_milliseconds(text)
  local value = text:find("^%d+%.?0*$") and tonumber(text)
  return value and value >= 30000 and value <= 3600000
end

-- Samples a second, which look like a length.
local function is_rate(text) return text == "44100" or text == "48000" or text == "96000" end

-- Letters, not an address, a day, a time or a code.
local function is_text(text)
  return text:find("[%a\x80-\xff]") and not text:find("^%a+://%S") and not text:find("^spotify:%a")
    and not text:find("^%d%d%d%d%-%d%d") and not text:find("%d%d?[./]%d%d?[./]%d%d")
    and not text:find("%d:%d%d") and not is_isrc(text)
end

local forms = {
  { "isrc", is_isrc }, { "uri", is_track_address }, { "seconds", is_clock },
  { "rate", is_rate }, { "milliseconds", is_milliseconds },
}

-- A column below the header: the number of its cells that are not empty, of those with a form
-- (`has`), of different ones, and of the stretches of equal ones.
local function survey(rows, first, place)
  local column = { place = place, cells = 0, different = 0, stretches = 0, has = {}, text = 0 }
  local seen, before = {}, nil
  for number = first, math.min(#rows, first + most_rows - 1) do
    local cell = rows[number][place] or ""
    if cell ~= "" then
      column.cells = column.cells + 1
      for _, form in ipairs(forms) do
        if form[2](cell) then column.has[form[1]] = (column.has[form[1]] or 0) + 1 end
      end
      column.text = column.text + (is_text(cell) and 1 or 0)
      if not seen[cell] then seen[cell], column.different = true, column.different + 1 end
    end
    if cell ~= before then column.stretches = column.stretches + 1 end
    before = cell
  end
  return column
end

-- Tables are of one thing where a column has the form of a recording's code, address or length.
local function take_forms(fields, column)
  for _, form in ipairs(forms) do
    local field = form[1]
    if not fields[field] and (column.has[field] or 0) >= most_of * column.cells then
      fields[field] = column.place
      return true
    end
  end
  return false
end

-- A column that names the list of each row: the same for a stretch and never again after it, with
-- the kind of that list, a text, in the column behind it.
local function names_lists(column, behind)
  if column.different ~= column.stretches or not behind or behind.place ~= column.place + 1 then
    return false
  end
  local is_one = column.different == 1 and behind.different == 1
  return is_one or column.cells >= 2 * column.different and behind.different < column.different
end

-- The place of the title among texts: that which repeats least. Titles repeat, too; the first of
-- two that are about alike is meant. Rows of albums and artists have none.
local function title_among(texts)
  local title, most, best = 1, 0, 0
  for place = 1, math.min(3, #texts) do most = math.max(most, texts[place].cells) end
  for place = 1, math.min(3, #texts) do
    local column = texts[place]
    local share = column.cells >= most / 2 and column.different / column.cells or 0
    if share > 1.1 * best then title, best = place, share end
  end
  return title
end

-- Takes texts in the order of the table: title, artist and album, or artist first where the title
-- is none of the first; behind them the name of the list.
local function take_texts(fields, texts)
  local missing = { "title", "artists", "album" }
  if not fields.title and not fields.artists and #texts > 1 then
    local column = table.remove(texts, title_among(texts))
    fields.title = column.place
  end
  for place, column in ipairs(texts) do
    while missing[1] and fields[missing[1]] do table.remove(missing, 1) end
    if missing[1] then
      fields[missing[1]] = column.place
    elseif not fields.list and names_lists(column, texts[place + 1]) then
      fields.list = column.place
    end
  end
end

-- A moment with its day: "26/02/2019 08:34:33", "05 Apr 2010, 11:59".
local function is_moment(text)
  return text:find("%d%d%d%d") ~= nil and text:find("%d:%d%d") ~= nil
end

--- Returns the places of artist, album and title in listens without a header, as programs take them
--- out of Last.fm: a moment behind the three. Nil for other tables.
function column_contents.of_listens(rows)
  local count = math.min(#rows, most_rows)
  local played = 0
  for number = 1, count do
    local row = rows[number]
    local has_names = (row[1] or "") ~= "" and (row[3] or "") ~= ""
    local is_listen = has_names and is_moment(row[4] or "")
    if number == 1 and not is_listen then return nil end
    played = played + (is_listen and 1 or 0)
  end
  local are_listens = count > 0 and played >= most_of * count
  return are_listens and { artists = 1, album = 2, title = 3 } or nil
end

--- Whether a table has numbers of YouTube's videos and moments below its header, and no names.
function column_contents.of_videos(rows)
  local row = rows[2] or {}
  return #row == 2 and #row[1] == 11 and not row[1]:find("[^%w_-]")
    and row[2]:find("^%d%d%d%d%-%d%d%-%d%dT%d") ~= nil
end

--- Whether a row has the forms that its table's columns have, as a header has not.
function column_contents.has_forms(row, fields)
  for _, form in ipairs(forms) do
    local place = fields[form[1]]
    if place and form[2](row[place] or "") then return true end
  end
  return false
end

--- Completes the places of facts ({title, artists, album, list, isrc, uri, seconds, milliseconds})
--- that the names of a table's columns do not say. `rows` with the header at `header`, 0 without
--- one. Returns nil where nothing tells that its rows are tracks.
function column_contents.fields(rows, header, named)
  local fields, used, texts = {}, {}, {}
  for field, place in pairs(named) do fields[field], used[place] = place, true end
  for place = 1, math.max(#(rows[header] or {}), #(rows[header + 1] or {})) do
    local column = not used[place] and survey(rows, header + 1, place)
    if column and column.cells > 0 and not take_forms(fields, column)
      and column.text >= most_of * column.cells then
      texts[#texts + 1] = column
    end
  end
  local is_of_tracks = fields.isrc or fields.uri or fields.seconds or fields.milliseconds
    or fields.artists or fields.album
  if not is_of_tracks then return nil end
  take_texts(fields, texts)
  return fields
end

return column_contents
