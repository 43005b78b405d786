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
local function fields_of(row)
  local by_form, fields = {}, {}
  for column in pairs(row) do
    if type(column) == "string" then by_form[column:lower():gsub("[^%w]", "")] = column end
  end
  for field, forms in pairs(names) do
    for _, form in ipairs(forms) do
      if by_form[form] and not fields[field] then fields[field] = by_form[form] end
    end
  end
  return fields
end

-- Converts "3:05" and "185" to seconds.
local function seconds_of(text)
  local minutes, seconds = (text or ""):match("^(%d+):(%d%d)$")
  if minutes then return tonumber(minutes) * 60 + tonumber(seconds) end
  return tonumber(text)
end

--- Returns the tracks of a text; nil and the fault.
function csv.read(text)
  local rows, err = mix.csv.parse(text)
  if not rows then return nil, err.message end
  local fields = fields_of(rows[1] or {})
  if not fields.uri and not fields.isrc and not (fields.title and fields.artists) then
    return nil, "it needs the columns title and artist, or uri, or isrc"
  end
  local tracks = {}
  for _, row in ipairs(rows) do
    local function cell(field)
      local value = fields[field] and row[fields[field]]
      -- Programs put a quote before a text that a spreadsheet would run.
      value = type(value) == "string" and value:gsub("^'([=+%-@\t\r])", "%1") or nil
      return value ~= "" and value or nil
    end
    local milliseconds = tonumber(cell("milliseconds"))
    tracks[#tracks + 1] = {
      title = cell("title"), artist = cell("artists"), album = cell("album"),
      isrc = cell("isrc"), uri = cell("uri"),
      duration = milliseconds and milliseconds / 1000 or seconds_of(cell("seconds")),
    }
  end
  return { tracks = tracks }
end

return csv
