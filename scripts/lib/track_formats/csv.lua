-- Tracks as CSV: mixhost's own columns, and those of the programs in lib.export_presets and others.

local column_contents = require("lib.track_formats.column_contents")
local column_names = require("lib.track_formats.column_names")
local columns_of_lists = require("lib.linking.columns")
local csv_rows = require("lib.csv_rows")
local export_presets = require("lib.export_presets")
local file_names = require("lib.track_formats.file_names")
local odd_tables = require("lib.odd_tables")
local plain_text = require("lib.plain_text")
local table_start = require("lib.table_start")
local word_lines = require("lib.track_formats.word_lines")
local worded = require("lib.track_formats.worded")

local csv = {}

local columns = { "title", "artists", "album", "duration", "isrc", "uri", "added", "added_by" }

--- Returns the text of a list of tracks.
function csv.write(list)
  local rows = {}
  for place, track in ipairs(list.tracks) do
    rows[place] = {
      title = track.title, artists = table.concat(track.artists, ", "), album = track.album or "",
      duration = track.duration and ("%.0f"):format(track.duration) or "",
      isrc = track.isrc or "", added = track.added or "",
      added_by = track.added_by or "",
      uri = (track.uri or "") ~= "" and track.uri or track.url or "",
    }
  end
  return mix.csv.encode(rows, { columns = columns })
end

-- The fields of tracks in lib.export_presets by their names here.
local of_preset = { title = "title", artist = "artists", album = "album", isrc = "isrc",
  duration = "seconds", uri = "uri" }

-- The source of each field (see export_presets.value); `preset`: the entry of a known program.
local function fields_of(header, preset)
  local fields = column_names.fields(header)
  local sources = preset and export_presets.sources(preset, header, "tracks")
  if not sources then return fields end
  for field, name in pairs(of_preset) do fields[name] = sources[field] end
  fields.milliseconds = nil
  return fields
end

local function can_find(fields)
  return fields.uri or fields.isrc or fields.title and fields.artists
end

-- The first lines of a text: lists of their cells, and where each begins.
local function first_lines(text)
  local rows, starts, start = {}, {}, 1
  while start and #rows <= table_start.most_above do
    local line = text:match("^[^\r\n]*", start)
    local parsed = mix.csv.parse(line, { header = false })
    rows[#rows + 1], starts[#starts + 1] = parsed and parsed[1] or {}, start
    local _, stop = text:find("^[\r\n]+", start + #line)
    start = stop and stop + 1
  end
  return rows, starts
end

-- Returns the fields, the text from its header on, and whether the header is there; nil, why the
-- table is of no use, and whether it is known as one of something else.
local function begin(text)
  local rows, starts = first_lines(text)
  local known, preset = export_presets.header_row(rows)
  if preset and not preset.tracks then
    return nil, preset.lacks or ("it is a list of %s out of %s, not of tracks"):format(
      preset.kind, preset.name), true
  end
  local missing
  local place, fields = table_start.header(rows, function(cells)
    if known and cells ~= rows[known] then return nil end
    missing = export_presets.missing_header(cells)
    local fields = fields_of(missing or cells, preset)
    return can_find(fields) and fields or nil
  end)
  if place then return fields, text:sub(starts[place]), missing == nil end
  return nil, ("it needs the columns title and artist, or uri, or isrc; the first line has: %s")
    :format(table.concat(rows[1], ", "):sub(1, 200))
end

-- The number of the row that is the header where no name in it is known: the first that is as wide
-- as the row below it.
local function unknown_header(rows)
  return (table_start.header(rows, function(row, below)
    local is_as_wide = #row > 1 and below and #row == #below
    return is_as_wide and not table_start.is_separator(row) or nil
  end))
end

-- Returns the fields of a table of which names alone do not say title and artist, and the number of
-- its header, 0 where its first row is a track.
local function by_contents(fields, rows, has_header)
  local listens = not fields and column_contents.of_listens(rows)
  if listens then return listens, 0 end
  local header = not fields and unknown_header(rows) or has_header and 1
  if not header or fields and fields.title and fields.artists then return fields, header end
  local named = fields or column_names.usual_fields(rows[header])
    or column_names.fields(rows[header])
  local found = column_contents.fields(rows, header, named)
  if found and not fields and column_contents.has_forms(rows[header], found) then
    for _ = 2, header do table.remove(rows, 1) end
    return column_contents.fields(rows, 0, {}), 0
  end
  if found then return column_names.complete(found, rows[header]), header end
  return column_names.usual_fields(rows[header]) or fields, header
end

-- The rows that are looked at, and the part of them that has artist and title in one cell.
local most_looked_at, most_of = 200, 0.8

local function is_of_both(rows, header, place)
  local count, of = 0, 0
  for number = header + 1, math.min(#rows, header + most_looked_at) do
    local cell = rows[number][place] or ""
    of = of + (cell ~= "" and 1 or 0)
    count = count + (file_names.of_line(cell) and 1 or 0)
  end
  return count > 0 and count >= most_of * of
end

-- Returns the column of a table in which artist and title stand together, "Artist - Title", the
-- number of the header, 0 without one, and whether the title is first; nil for other tables.
local function both_in_one(rows)
  for header = 1, math.min(#rows - 1, table_start.most_above + 1) do
    for place, name in ipairs(rows[header]) do
      local kind, is_first = columns_of_lists.kind_of_title(name)
      local is_named = kind == "tracks" or not kind and columns_of_lists.has_usual_name({ name })
      if is_named and is_of_both(rows, header, place) then return place, header, is_first end
    end
  end
  if #rows > 0 and #rows[1] == 1 and is_of_both(rows, 0, 1) then return 1, 0, false end
end

-- The tracks of a list in words, nil for other texts; and whether its lines are counted.
local function in_lines(text)
  local plain, are_counted = word_lines.reader(text, true)
  local tracks, count = {}, 0
  for line in text:gmatch("[^\r\n]+") do
    local artist, title = file_names.of_line(plain(line))
    if title then tracks[#tracks + 1] = { artist = artist, title = title } end
    count = count + (line:find("%S") and 1 or 0)
  end
  local is_list = #tracks > 0 and #tracks >= most_of * count
  return is_list and { tracks = tracks, longer = { count = 0 } } or nil, are_counted
end

-- The tracks of a table with artist and title in one column, and whether it has a header; nil for
-- other tables.
local function in_one(text)
  local rows = mix.csv.parse(text, { header = false, delimiter = "auto" })
  local place, header, is_first = both_in_one(rows or {})
  if not place then return nil end
  local tracks = {}
  for number = header + 1, #rows do
    local cell = rows[number][place] or ""
    local artist, title = file_names.of_line(cell)
    if is_first and cell:find("%s[%-\u{2013}\u{2014}]+%s") then artist, title = title, artist end
    tracks[#tracks + 1] = { artist = artist, title = title or cell ~= "" and cell or nil }
  end
  return { tracks = tracks, longer = { count = 0 } }, header > 0
end

-- The tracks of a text that is not a table of several columns; nil for others.
local function in_words(text)
  local list, are_counted = in_lines(text)
  local one, has_header = in_one(text)
  if list and (are_counted or not has_header) then return list end
  return one
end

-- The text of a source in a row. Programs put a quote before a text that a spreadsheet would run,
-- and write a number that is to stay a text as ="1979".
local function text_of(row, source)
  local text = source and export_presets.value(row, source)
  if not text then return nil end
  text = text:gsub("^'([=+%-@\t\r])", "%1"):gsub('^="(.*)"$', "%1")
  if text:find("&#?%w+;") then text = plain_text.unescaped(text) end
  -- A cell of a spreadsheet may have several lines.
  if text:find("[\r\n]") then text = text:gsub("%s*[\r\n]+%s*", " ") end
  return worded(text)
end

local function track_of(cell)
  return {
    title = cell("title"), artist = cell("artists"), album = cell("album"),
    isrc = cell("isrc"), uri = cell("uri"), list = cell("list"),
    type = cell("type"), duration = column_names.duration(cell),
  }
end

--- Returns the tracks of a text, each with the `list` that it is of and its `type` where columns
--- say so; `longer`: {count, first} of the rows with more fields than the header; `damaged`: {row,
--- reason} of those that cannot be read. Nil and the fault.
function csv.read(text)
  -- Players without a network keep what they played for Last.fm.
  if text:find("^#AUDIOSCROBBLER") then
    text = "artist\talbum\ttitle\ttrack number\tlength\trating\tplayed\n"
      .. ("\n" .. text):gsub("\n#[^\n]*", ""):gsub("^\n", "")
  end
  local known, rest, has_header = begin(text)
  local rows, damaged = csv_rows.read(known and rest or text)
  if not rows then return nil, known and damaged.message or rest end
  if not known and has_header then return nil, rest end
  rows = odd_tables.plain(rows)
  local fields, header = by_contents(known, rows, has_header)
  local list = not (fields and can_find(fields)) and in_words(text)
  if list then return list end
  if not fields then
    return nil, column_contents.of_videos(rows) and export_presets.videos_alone or rest
  end
  local tracks, longer = {}, { count = 0 }
  local first = (header or 0) + 1
  for number = first, #rows do
    local row = rows[number]
    -- Without a header no row is longer.
    local named = rows[header or 0]
    if named and table_start.is_longer(row, #named) then
      longer.count, longer.first = longer.count + 1, longer.first or number
    end
    tracks[#tracks + 1] = track_of(function(field) return text_of(row, fields[field]) end)
  end
  -- Lines above the header count in a file's numbers.
  local above = known and select(2, text:sub(1, #text - #rest):gsub("\n", "")) or 0
  for _, bad in ipairs(damaged) do bad.row = bad.row + above end
  return { tracks = tracks, longer = longer, damaged = damaged }
end

return csv
