-- Tracks as CSV: mixhost's own columns, and those of Exportify, Soundiiz, TuneMyMusic and others.

local csv = {}

local columns = { "title", "artists", "album", "duration", "isrc", "uri", "added" }

-- Other programs' names of the columns, in lower case without signs.
local names = {
  title = { "title", "trackname", "track", "name", "song", "songname", "tracktitle" },
  artists = { "artists", "artist", "artistnames", "artistname", "creator" },
  album = { "album", "albumname", "release" },
  isrc = { "isrc" },
  uri = { "uri", "trackuri", "spotifyuri", "spotifyid", "trackid", "url", "location", "link" },
  seconds = { "duration", "length" },
  milliseconds = { "durationms", "trackdurationms" },
  list = { "playlistname", "playlist", "playlisttitle" },
  type = { "type" },
}

--- Returns the text of a list of tracks.
function csv.write(list)
  local rows = {}
  for place, track in ipairs(list.tracks) do
    rows[place] = {
      title = track.title, artists = table.concat(track.artists, ", "), album = track.album or "",
      duration = track.duration and ("%.0f"):format(track.duration) or "",
      isrc = track.isrc or "", added = track.added or "",
      uri = (track.uri or "") ~= "" and track.uri or track.url or "",
    }
  end
  return mix.csv.encode(rows, { columns = columns })
end

-- The column of each field: {field = column}.
local function fields_of(header)
  local by_form, fields = {}, {}
  for place = #header, 1, -1 do by_form[header[place]:lower():gsub("[^%w]", "")] = header[place] end
  for field, forms in pairs(names) do
    for _, form in ipairs(forms) do
      if by_form[form] and not fields[field] then fields[field] = by_form[form] end
    end
  end
  return fields
end

local function can_find(fields)
  return fields.uri or fields.isrc or fields.title and fields.artists
end

-- The most lines above a header: the name of a list, or Excel's "sep=;".
local most_above = 5

-- Returns the fields, and the text from its header on; nil and the columns of the first line.
local function begin(text)
  local start, first = 1, nil
  for _ = 0, most_above do
    local line = text:match("^[^\r\n]*", start)
    local rows = mix.csv.parse(line, { header = false })
    local header = rows and rows[1] or {}
    local fields = fields_of(header)
    if can_find(fields) then return fields, text:sub(start) end
    first = first or table.concat(header, ", "):sub(1, 200)
    start = select(2, text:find("^[\r\n]+", start + #line))
    if not start then break end
    start = start + 1
  end
  return nil, first
end

-- Converts "3:05" and "185" to seconds.
local function seconds_of(text)
  local minutes, seconds = (text or ""):match("^(%d+):(%d%d)$")
  if minutes then return tonumber(minutes) * 60 + tonumber(seconds) end
  return tonumber(text)
end

-- Types of rows that exports have beside tracks.
local no_tracks = { album = true, albums = true, artist = true, artists = true }

local function track_of(cell)
  local milliseconds = tonumber(cell("milliseconds"))
  return {
    title = cell("title"), artist = cell("artists"), album = cell("album"),
    isrc = cell("isrc"), uri = cell("uri"), list = cell("list"),
    duration = milliseconds and milliseconds / 1000 or seconds_of(cell("seconds")),
  }
end

--- Returns the tracks of a text, each with the `list` that it is of where a column says so, and
--- `others`: the rows that are albums or artists; nil and the fault.
function csv.read(text)
  local fields, rest = begin(text)
  if not fields then
    return nil, ("it needs the columns title and artist, or uri, or isrc; the first line has: %s")
      :format(rest)
  end
  local rows, err = mix.csv.parse(rest)
  if not rows then return nil, err.message end
  local tracks, others = {}, {}
  for _, row in ipairs(rows) do
    local function cell(field)
      local value = fields[field] and row[fields[field]]
      -- Programs put a quote before a text that a spreadsheet would run.
      value = type(value) == "string" and value:gsub("^'([=+%-@\t\r])", "%1") or nil
      return value ~= "" and value or nil
    end
    local is_other = no_tracks[(cell("type") or ""):lower()]
    local list = is_other and others or tracks
    list[#list + 1] = track_of(cell)
  end
  return { tracks = tracks, others = others }
end

return csv
