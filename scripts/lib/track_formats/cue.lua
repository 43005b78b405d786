-- Cue sheets: the tracks of discs, of which all may be in one file.

local file_names = require("lib.track_formats.file_names")
local trimmed = require("lib.trimmed")

local cue = {}

-- Frames of a second in the time of an index.
local frames = 75

local function seconds_of(text)
  local minutes, seconds, rest = text:match("^(%d+):(%d+):(%d+)$")
  return minutes and minutes * 60 + seconds + rest / frames or nil
end

-- The command of a line and its value, without quotes: TITLE "Ebb".
local function command_of(line)
  local name, rest = line:match("^%s*(%u+)%s+(.*)$")
  rest = rest and trimmed(rest)
  return name, rest and (rest:match('^"(.*)"$') or rest)
end

-- Takes a line inside a track. The end of a track is the beginning of the next one in its file.
local function take(sheet, track, name, value)
  if name == "TITLE" or name == "ISRC" then
    track[name:lower()] = value
  elseif name == "PERFORMER" then
    track.artist = value
  elseif name == "INDEX" then
    local start = seconds_of(value:match("^0*1%s+(%S+)$") or "")
    local before = sheet.rows[#sheet.rows - 1]
    if start and before and before.start and before.file == track.file then
      before.duration = start > before.start and start - before.start or nil
    end
    track.start = start or track.start
  end
end

-- The commands that a sheet may begin with.
local first = { CATALOG = true, CDTEXTFILE = true, FILE = true, PERFORMER = true, REM = true,
  SONGWRITER = true, TITLE = true }

--- Whether a text is a cue sheet.
function cue.knows(text)
  if not first[text:match("^%s*(%u+)%s") or ""] then return false end
  local has_file = false
  for line in text:gmatch("[^\r\n]+") do
    local name, value = command_of(line)
    has_file = has_file or name == "FILE"
    if has_file and name == "TRACK" and value:find("^%d+%s+AUDIO$") then return true end
  end
  return false
end

-- The sheet's `title`, `artist`, and its tracks as `rows`.
local function sheet_of(text)
  local sheet, track, file = { rows = {} }, nil, nil
  for line in text:gmatch("[^\r\n]+") do
    local name, value = command_of(line)
    if name == "FILE" then
      file, track = value:match('^"(.-)"') or value:match("^(.*%S)%s+%u%w*$") or value, nil
    elseif name == "TRACK" then
      -- Discs of games and films have data beside their songs.
      track = { file = file, is_data = value:find("%s[MC]%a+%d?/%d+$") ~= nil
        or value:find("%sDATA$") ~= nil }
      sheet.rows[#sheet.rows + 1] = track
    elseif name and track then
      take(sheet, track, name, value)
    elseif name == "TITLE" or name == "PERFORMER" then
      sheet[name == "TITLE" and "title" or "artist"] = value
    end
  end
  return sheet
end

--- Returns the file of which a sheet names several tracks; nil without one.
function cue.whole_file(text)
  local rows = sheet_of(text).rows
  return #rows > 1 and rows[1].file == rows[2].file and rows[1].file or nil
end

--- Returns the tracks of a text, and the album as the list's name.
function cue.read(text)
  local sheet, tracks = sheet_of(text), {}
  for _, row in ipairs(sheet.rows) do
    local track = { title = row.title, artist = row.artist or sheet.artist, album = sheet.title,
      isrc = row.isrc, duration = row.duration }
    -- A file of its own may be all that names a track.
    local uri = not row.title and row.file or nil
    local guess = file_names.complete({ uri = uri })
    track.title, track.artist = track.title or guess.title, track.artist or guess.artist
    tracks[#tracks + 1] = not row.is_data and track or nil
  end
  return { tracks = tracks, name = sheet.title }
end

return cue
