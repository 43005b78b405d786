-- Reads and writes files of tracks: the format is the user's choice, else what the content says,
-- whatever the file is named, else that of its name.

local cue = require("lib.track_formats.cue")
local failure = require("lib.failure")
local file_names = require("lib.track_formats.file_names")
local file_text = require("lib.file_text")
local identifiers = require("lib.identifiers")
local player_lines = require("lib.track_formats.player_lines")
local table_start = require("lib.table_start")
local trimmed = require("lib.trimmed")

local track_files = {}

local modules = {
  cue = cue,
  csv = require("lib.track_formats.csv"),
  m3u = require("lib.track_formats.m3u"),
  jspf = require("lib.track_formats.jspf"),
  xspf = require("lib.track_formats.xspf"),
}

--- The formats that are written, in the order in which messages name them.
track_files.formats = { "csv", "m3u", "jspf", "xspf" }

local by_ending = { csv = "csv", jspf = "jspf", json = "jspf", tsv = "csv", txt = "m3u",
  xml = "xspf" }
-- Endings of playlists alone.
local of_playlists = {}
for format, endings in pairs({ m3u = "m3u m3u8 pls mpcpl dpl aimppl aimppl4", jspf = "jspf",
  xspf = "xspf wpl zpl asx wax wvx b4s smil" }) do
  for ending in endings:gmatch("%S+") do
    by_ending[ending], of_playlists[ending] = format, true
  end
end

--- Whether a file of this name is a playlist, and not a table or another document.
function track_files.is_playlist_name(path)
  return of_playlists[(path:match("%.(%w+)$") or ""):lower()] or false
end

--- Returns the text of a list: {name, description, url, tracks: {title, artists, album, duration,
--- isrc, uri, url}}.
function track_files.write(list, format) return modules[format].write(list) end

--- Returns the names of a file's lists, for a message.
function track_files.names(list)
  local shown = {}
  for place, one in ipairs(list.lists) do shown[place] = one.name or "one without a name" end
  if #shown > 10 then shown = table.move(shown, 1, 10, 1, { [11] = "…" }) end
  return table.concat(shown, ", ")
end

--- Returns a row as messages name it.
function track_files.shown(track)
  local name = track.title or track.album
  if not name then return track.uri or track.isrc or track.artist or "a row without a title" end
  return track.artist and ("%s – %s"):format(track.artist, name) or name
end

--- Returns lines about a file's rows that may be misread, and those that are not tracks.
function track_files.remarks(list)
  local lines, longer, first = {}, list.longer or { count = 0 }, list.others[1]
  if longer.count > 0 then
    local rows = longer.count == 1 and "1 row has" or longer.count .. " rows have"
    lines[1] = ("%s more fields than the header, so their columns may have shifted; the first: row "
      .. "%d below it"):format(rows, longer.first - 1)
  end
  local damaged = list.damaged or {}
  if #damaged > 0 then
    lines[#lines + 1] = ("%s be read, and left out; the first, in line %d: %s"):format(
      #damaged == 1 and "1 row cannot" or #damaged .. " rows cannot", damaged[1].row,
      damaged[1].reason)
  end
  if first then
    lines[#lines + 1] = ("%s no track but an album, an artist or a playlist, and left out; the "
      .. "first: %s"):format(#list.others == 1 and "1 row is" or #list.others .. " rows are",
      track_files.shown(first))
  end
  return lines
end

-- Returns the format of a text and a file's name. A line of a list may begin with "[1]".
local function guessed(text, path)
  local start = trimmed(text):sub(1, 200)
  if start:find("^#[Ee][Xx][Tt][Mm]3[Uu]") or player_lines.knows(start) then return "m3u" end
  if start:find("^{") or start:find("^%[%s*[%[{%]]") then return "jspf" end
  if cue.knows(text) then return "cue" end
  if start:find("^<") then return "xspf" end
  local is_of_addresses = start:find("^spotify:") or start:find("^https?://")
  local by_name = by_ending[(path:match("%.(%w+)$") or ""):lower()]
  return by_name or is_of_addresses and "m3u" or "csv"
end

-- Types of rows that exports have beside tracks, and their names in addresses of services.
local no_tracks = { album = true, albums = true, artist = true, artists = true, playlist = true,
  show = true, container = true }

-- Whether a row is of an album, an artist or a playlist, as its type or its address says. A column
-- "type" also names the list that a track is of.
local function is_other(track)
  local kind, uri = (track.type or ""):lower(), track.uri or ""
  if kind ~= "playlist" and no_tracks[kind] then return true end
  -- A session of Serato's has its day in place of a title.
  if not track.artist and (track.title or ""):find("^%d+[./-]%d+[./-]%d+$") then return true end
  if not (track.title or track.uri or track.isrc) then
    -- A row without anything is an item that is gone.
    return track.album ~= nil or track.artist ~= nil
  end
  if uri:find("[?&]i=%d") then return false end
  -- A list within a list.
  if not track.artist and track_files.is_playlist_name(uri) then return true end
  local path = uri:gsub("[?#].*$", "")
  local whole = path:match("^spotify:(%a+):") or path:match("^https?://.+/(%a+)/[^/.]+/?$")
  local apple = path:match("^https?://music%.apple%.com/.*/(%a+)/[^/]+/[^/.]+$")
  return no_tracks[whole] or no_tracks[apple] or false
end

-- Parts a file's rows into tracks and others.
local function parted(rows)
  local tracks, others = {}, {}
  for _, track in ipairs(rows) do
    local list = is_other(track) and others or tracks
    list[#list + 1], track.type = track, nil
    file_names.of_local(track)
    track.isrc = identifiers.isrc(track.isrc) or track.isrc
  end
  return tracks, others
end

-- The lists of a file that names one at each track, in its order: {name, tracks} each.
local function lists_of(tracks)
  local lists, by_name = {}, {}
  for _, track in ipairs(tracks) do
    local name = track.list or ""
    if not by_name[name] then
      by_name[name] = { name = track.list, tracks = {} }
      lists[#lists + 1] = by_name[name]
    end
    table.insert(by_name[name].tracks, track)
  end
  return lists
end

--- Returns the tracks of a file's bytes: {tracks: {title, artist, album, duration, isrc, uri},
--- name, lists: {name, tracks} as the file names them, others: its rows of albums, artists and
--- playlists}; raises a failure that names the file when it is not in the format.
function track_files.read(bytes, path, format)
  local strange = table_start.problem_of_bytes(bytes, path)
  if strange then failure.raise(("%s: %s"):format(path, strange), "parse") end
  local text, unreadable = file_text.of_list(bytes)
  if not text then failure.raise(("%s cannot be read: %s"):format(path, unreadable), "parse") end
  format = format or guessed(text, path)
  -- Music writes tables that end in .txt.
  if path:lower():find("%.txt$") and text:match("^[^\r\n]*"):find("\t") then format = "csv" end
  local list, problem = modules[format].read(text)
  if not list then
    failure.raise(("%s cannot be read as %s: %s"):format(path, format:upper(), problem), "parse")
  end
  list.tracks, list.others = parted(list.tracks)
  if #list.tracks == 0 then
    failure.raise(("%s: there is no track in it (read as %s); %s"):format(path, format:upper(),
      #list.others > 0 and "its rows are albums, artists or playlists"
      or format == "csv" and "it has no rows below its header" or "a line or an entry for each is "
      .. "expected"), "parse")
  end
  list.lists = lists_of(list.tracks)
  if #list.lists == 1 then list.name = list.name or list.lists[1].name end
  return list
end

return track_files
