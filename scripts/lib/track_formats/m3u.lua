-- Tracks as an extended M3U in UTF-8, whose addresses players and browsers open.

local file_names = require("lib.track_formats.file_names")
local lengths = require("lib.lengths")
local plain_text = require("lib.plain_text")
local player_lines = require("lib.track_formats.player_lines")
local trimmed = require("lib.trimmed")
local word_lines = require("lib.track_formats.word_lines")
local worded = require("lib.track_formats.worded")

local m3u = {}

local function one_line(text) return (text:gsub("[%c]", " ")) end

-- Each track needs a line, whether or not it has an address.
local function address(track, shown)
  for _, text in ipairs({ track.url or "", track.uri or "" }) do
    if text ~= "" then return text end
  end
  -- A line that begins with # is a remark: the track would be lost.
  return shown:find("^%s*#") and "./" .. shown or shown
end

--- Returns the text of a list of tracks.
function m3u.write(list)
  local lines = { "#EXTM3U", "#PLAYLIST:" .. one_line(list.name) }
  for _, track in ipairs(list.tracks) do
    local artists = one_line(table.concat(track.artists, ", "))
    local shown = one_line(artists ~= "" and artists .. " - " .. track.title or track.title)
    local place = one_line(address(track, shown))
    -- An item that the service no longer has would leave lines without an address.
    if place == "" then
      lines[#lines + 1] = ("# removed%s"):format(track.added and ", added " .. track.added or "")
    else
      lines[#lines + 1] = ("#EXTINF:%d,%s"):format(math.floor((track.duration or -1) + 0.5), shown)
      -- A dash within a name would split it at the wrong place.
      if (file_names.split(shown) or "") ~= artists then
        lines[#lines + 1] = "#EXTART:" .. artists
      end
      if track.album then lines[#lines + 1] = "#EXTALB:" .. one_line(track.album) end
      lines[#lines + 1] = place
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

-- A track from the lines before its address. `plain(line)`: a line in words without its count.
local function track_of(said, uri, plain)
  local track = { uri = uri, duration = said.duration, album = said.album }
  local shown = said.shown
  if not shown or shown == "" then
    local album
    local line = plain and plain(uri) or uri
    track.artist, track.title, album = file_names.read(line)
    track.album = track.album or album
    -- A list of titles alone.
    if not (track.title or file_names.is_path(line)) then track.title = line end
  elseif said.artist == "" then
    track.title = shown
  elseif said.artist and shown:sub(1, #said.artist + 3) == said.artist .. " - " then
    track.artist, track.title = said.artist, shown:sub(#said.artist + 4)
  elseif shown:find("%s%-$") then
    -- The tags of the file have no title, or no artist.
    track.artist = trimmed(shown:sub(1, -2))
    file_names.complete(track)
  else
    track.artist, track.title = file_names.split((shown:gsub("^%??%s*%- ", "")))
  end
  if said.remix then track.title = ("%s (%s)"):format(track.title, said.remix) end
  if uri and not said.artist then file_names.add_folders(track) end
  track.artist = track.artist or said.artist ~= "" and said.artist or nil
  return track
end

-- Reads what is behind "#EXTINF:", where -1 and 0 stand for an unknown length. Some programs leave
-- that out, or the comma behind it.
local function read_length(text)
  local length, rest = text:match("^%s*(%-?[%d.:]*)(.*)$")
  -- Attributes of television lists precede the comma, and may have commas in their quotes.
  rest = rest:gsub('="[^"]*"', "=")
  local shown = rest:match("^[^,]*,(.*)$") or rest:gsub("%S+=", "")
  return lengths(length), trimmed(shown)
end

-- Reads VirtualDJ's line about a track: <artist>Ada</artist><title>Ebb</title><remix>…</remix>.
local function read_vdj(line)
  local function part(name)
    local _, first = line:find("<" .. name .. ">", 1, true)
    local last = first and line:find("</" .. name .. ">", first, true)
    return last and worded(plain_text.unescaped(line:sub(first + 1, last - 1)))
  end
  local title = part("title")
  return { shown = title, artist = title and (part("artist") or ""),
    remix = title and part("remix"), duration = lengths(part("songlength")) }
end

-- The lines before an address, by their names; `said` and the list get their values.
local directives = {
  EXTINF = function(said, rest) said.duration, said.shown = read_length(rest) end,
  EXTALB = function(said, rest) said.album = worded(rest) end,
  EXTART = function(said, rest) said.artist = trimmed(rest) end,
  EXTVDJ = function(said, rest)
    for name, value in pairs(read_vdj(rest)) do said[name] = value end
  end,
  PLAYLIST = function(_, rest, list) list.name = worded(rest) end,
}

--- Returns the tracks of a text, with the lines before each address; nil and the reason for the
--- segments of one stream (HLS).
function m3u.read(text)
  if player_lines.knows(text) then return player_lines.read(text, track_of) end
  if ("\n" .. text):find("[\r\n]#EXT%-X%-") then
    return nil, "it lists the parts of one stream (HLS)"
  end
  local list, said = { tracks = {} }, {}
  local plain = word_lines.reader(text)
  -- Some lists have names alone.
  local function add(uri)
    if uri or (said.shown or "") ~= "" then
      list.tracks[#list.tracks + 1] = track_of(said, uri, plain)
    end
    said = {}
  end
  for whole in text:gmatch("[^\r\n]+") do
    local line = trimmed(whole)
    local name, rest = line:match("^#(%a+):(.*)$")
    local directive = directives[(name or ""):upper()]
    if directive then
      if said.shown and name:upper() == "EXTINF" then add() end
      directive(said, rest, list)
    elseif line ~= "" and (line:sub(1, 1) ~= "#" or plain(line) ~= line) then
      add(line)
    end
  end
  add()
  return list
end

return m3u
