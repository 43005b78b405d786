-- Artist, title and album in the name of a file or in an address, and in a line of a list in words.

local disc_of_name = require("lib.disc_of_name")
local shelves = require("lib.shelves")
local track_names = require("lib.track_names")
local trimmed = require("lib.trimmed")

local file_names = {}

--- Splits "Artist - Title" into artist and title; nil and the text where it has no dash.
function file_names.split(shown)
  local artist, title = shown:match("^(.-) %- (.+)$")
  return artist, title or shown
end

local function is_address(path) return path:find("^%a[%w+.-]+://") ~= nil end

local function decoded(text)
  return (text:gsub("%%(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end))
end

-- The names of folders and of the file in a path or an address, the last one without its ending;
-- none for other texts.
local function names_of(path)
  if is_address(path) then path = path:gsub("[?#].*$", "") end
  -- Shells write a blank so.
  if path:find("/", 1, true) then path = path:gsub("\\ ", " ") end
  local place, ending = path:match("^(.+)(%.%w%w%w?%w?)$")
  local names = {}
  if not place or not place:find("[^/\\]$") then return names, "" end
  local is_encoded = is_address(path) or path:find("%%%x%x")
  -- Players write the signs between the folders of a relative path encoded, too.
  if is_encoded and not is_address(path) then place = place:gsub("%%2[fF]", "/") end
  for name in place:gmatch("[^/\\]+") do
    local plain = is_encoded and decoded(name)
    -- Some programs encode what is encoded already.
    if plain and plain:find("%20", 1, true) then plain = decoded(plain) end
    names[#names + 1] = plain and utf8.len(plain) and plain or name
  end
  return names, ending
end

-- A line without the length behind it: "Ebb (3:45)".
local function without_length(line)
  local start = line:find("[%(%[]?%d?%d:%d%d[%)%]]?$")
  if not start or not line:find("^%s", start - 1) then return line end
  return line:sub(1, start - 1):match(".*%S") or ""
end

-- Patterns of what stands before the names in a line: its number, a sign of a list, when it begins
-- in a mix, and that it begins with the one above.
local time = "^[%[%(]?%d?%d?:?%d?%d:%d%d ?[AaPp]?[Mm]?[%]%)]?%s*[-|\u{2013}\u{2014}]*%s+"
local before = { "^%[?%d+[.)%]]%s+", "^0%d%s+", "^[-*]%s+", "^\u{2022}%s*", time, "^[wW]/%s+" }

-- The quotes around names.
local quotes = { '^"(.+)"$', "^'(.+)'$", "^\u{201c}(.+)\u{201d}$", "^\u{201e}(.+)\u{201c}$",
  "^\u{2018}(.+)\u{2019}$", "^\u{ab}%s*(.-)%s*\u{bb}$" }

local function without_quotes(text)
  for _, pair in ipairs(text and quotes or {}) do
    local inner = text:match(pair)
    if inner then return inner end
  end
  return text
end

-- Signs between both names in place of " - ".
local signs = { " \u{2013} ", " \u{2014} ", " | ", " -- ", "\t" }

-- The line with " - " in place of the first of those signs.
local function with_dash(line)
  local start, stop
  for _, sign in ipairs(signs) do
    local first, last = line:find(sign, 1, true)
    if first and first < (start or math.huge) then start, stop = first, last end
  end
  return start and ("%s - %s"):format(line:sub(1, start - 1), line:sub(stop + 1)) or line
end

-- The artist and the title of "Artist「Title」"; nil for other lines.
local function names_by_corners(line)
  for open, close in pairs({ ["\u{300C}"] = "\u{300D}", ["\u{300E}"] = "\u{300F}" }) do
    local first, last = line:find(open, 2, true)
    if first and line:sub(-#close) == close and last < #line - #close then
      return trimmed(line:sub(1, first - 1)), line:sub(last + 1, -#close - 1)
    end
  end
end

-- The artist and the title that a line names; nil for other lines.
local function names_in(line)
  if not line:find(" - ", 1, true) then line = with_dash(line) end
  local artist, title = file_names.split(line)
  if not artist then title, artist = line:match("^(.+%S) by (%S.+)$") end
  if not artist then artist, title = names_by_corners(line) end
  if not artist then return nil end
  local shown = without_quotes(artist)
  -- The title is what stands in quotes.
  if shown ~= artist and without_quotes(title) == title then return title, shown end
  return shown, without_quotes(title)
end

--- Returns a line without the time before it; nil where it has none.
function file_names.without_time(line)
  local rest, count = line:gsub(time, "", 1)
  return count > 0 and rest:find("%S") and rest or nil
end

--- Whether a text is an address or leads to a file.
function file_names.is_path(text)
  return text:find("^[/\\.]") ~= nil or text:find("^%a[%w+.-]*:[^ ]") ~= nil
    or #(names_of(text)) > 0
end

--- Returns the artist and the title of a line of a list in words, with dashes of any length:
--- "1. Artist – Title (3:45)", "[1:02:03] Artist - Title", "Title by Artist"; nil for other texts.
function file_names.of_line(text)
  if text:find("^[/\\.]") or text:find("^%a[%w+.-]*:[^ ]") then return nil end
  local line = text
  -- A number may be a name ("4:44"): then nothing would be left without it.
  local function try(rest) if rest ~= line and names_in(rest) then line = rest end end
  try(without_length(line))
  -- A count stands before or behind a time.
  for _ = 1, 2 do
    for _, pattern in ipairs(before) do try((line:gsub(pattern, "", 1))) end
  end
  return names_in(line)
end

-- The artist and the album in the name of a folder that is in none of the artist: "Artist - Album",
-- "(1990) Artist - Album"; nil for others.
local function of_folder(name)
  local artist, album = name:gsub("^[%(%[]?%d%d%d%d[%)%]]?[%s%-]+", ""):match("^(.-) %- (.+)$")
  if artist and artist:find("[%a\x80-\xff]") then return artist, album end
end

-- A name with " - " in place of the sign behind the name of a folder: "Ada Lune/Ada Lune-Ebb".
local function with_folder(name, names)
  for place = 1, #names - 1 do
    local folder = names[place]
    local rest = name:sub(1, #folder) == folder and not name:find(" - ", 1, true)
      and name:match("^ ?[%-_] ?([%a\x80-\xff].*)$", #folder + 1)
    if rest then return ("%s - %s"):format(folder, rest) end
  end
  return name
end

--- The artist, the title and the album in "Artist/Album/01 Title.mp3", "01 - Artist - Title.mp3" or
--- "1. Artist - Title"; nil for those that it does not say.
function file_names.read(path)
  local names = names_of(path)
  local name = names[#names]
  if not name then return file_names.of_line(path) end
  -- "Artist/Album/10 Title" has a number, "99 Luftballons" has none.
  name = with_folder(name, names)
  local said = track_names.read(name, #names > 2 and name:find("^[1-3]%d%s") ~= nil)
  -- A file with a track's number is in the folder of its album, or of a disc in that.
  if not said.number then return said.artist, said.title, said.album end
  local above = #names - 1
  if above > 1 and select(3, disc_of_name(names[above])) then above = above - 1 end
  local album, folder = names[above], names[above - 1] or ".."
  local artist, of_artist = of_folder(album or "")
  if folder:find("^%.+$") or folder:find(":$") or shelves.is_named(folder)
    or artist and shelves.is_shelf(folder) then
    return said.artist or artist, said.title, said.album or of_artist
  end
  -- Music keeps albums of several people there.
  if folder == "Compilations" then folder = nil end
  return said.artist or folder, said.title, said.album or album
end

-- A part of Spotify's address of a user's file; nil for an empty one.
local function plain(part)
  part = decoded((part:gsub("+", " ")))
  return part ~= "" and utf8.len(part) and part or nil
end

--- Completes a track without a title or an artist by the address that Spotify gives to a user's
--- file: spotify:local:ARTIST:ALBUM:TITLE:SECONDS.
function file_names.of_local(track)
  if track.title and track.artist or not track.uri then return end
  local artist, album, title, seconds = track.uri:match(
    "^spotify:local:([^:]*):([^:]*):([^:]+):(%d*)$")
  if not title then return end
  track.title, track.artist = track.title or plain(title), track.artist or plain(artist)
  track.album, track.duration = track.album or plain(album), track.duration or tonumber(seconds)
end

local function is_same(one, other) return mix.text.fold(one) == mix.text.fold(other or "") end

--- Adds the artist and the album that the path of a track's file says where it is called as the
--- track is. Music writes the title first.
function file_names.add_folders(track)
  local artist, title, album = file_names.read(track.uri)
  if not (artist and title) then return end
  local is_swapped = is_same(title, track.artist) and is_same(artist, track.title)
  if is_swapped or not track.artist and is_same(title, track.title) then
    track.artist, track.title = artist, is_swapped and title or track.title
    track.album = track.album or album
  end
end

--- Completes a track that has no name but that of its file, as players write it.
function file_names.complete(track)
  local names, ending = names_of(track.uri or "")
  local name = names[#names]
  local is_name = not track.artist and name and (track.title == name
    or track.title == name .. ending)
  if not name or track.title and not is_name then return track end
  local artist, title, album = file_names.read(track.uri)
  track.artist, track.title = track.artist or artist, title
  track.album = track.album or album
  return track
end

return file_names
