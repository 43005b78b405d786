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

-- The command of a line, in capitals, and its value, without quotes: TITLE "Ebb".
local function command_of(line)
  local name, rest = line:match("^%s*(%a+)%s+(.*)$")
  rest = rest and trimmed(rest)
  return name and name:upper(), rest and (rest:match('^"(.*)"$') or rest)
end

-- Takes a line inside a track. The end of a track is the beginning of the next one in its file.
local function take(sheet, track, name, value)
  if name == "TITLE" or name == "ISRC" then
    track[name:lower()] = value ~= "" and value or nil
  elseif name == "PERFORMER" then
    track.artist = value ~= "" and value or nil
  elseif name == "INDEX" then
    local start = seconds_of(value:match("^0*1%s+(%S+)$") or "")
    local before = sheet.rows[#sheet.rows - 1]
    if start and before and before.start and before.file == track.file then
      before.duration = start > before.start and start - before.start or nil
    end
    track.start, track.has_gap = start or track.start, not start
  end
end

-- The commands that a sheet may begin with.
local first = { CATALOG = true, CDTEXTFILE = true, FILE = true, PERFORMER = true, REM = true,
  SONGWRITER = true, TITLE = true }

--- Whether a text is a cue sheet.
function cue.knows(text)
  if not first[(text:match("^%s*(%a+)%s") or ""):upper()] then return false end
  local has_file = false
  for line in text:gmatch("[^\r\n]+") do
    local name, value = command_of(line)
    has_file = has_file or name == "FILE"
    if has_file and name == "TRACK" and value:upper():find("^%d+%s+AUDIO$") then return true end
  end
  return false
end

-- The sheet's `title`, `artist`, and its tracks as `rows`.
local function sheet_of(text)
  local sheet, track, file = { rows = {} }, nil, nil
  for line in text:gmatch("[^\r\n]+") do
    local name, value = command_of(line)
    if name == "FILE" then
      file = value:match('^"(.-)"') or value:match("^(.*%S)%s+%a%w*$") or value
      -- The gap before a track may be at the end of the file before its own.
      if track and (track.start or not track.has_gap) then track = nil end
      if track then track.file = file end
    elseif name == "TRACK" then
      -- Discs of games and films have data beside their songs.
      local kind = value:upper()
      track = { file = file, is_data = kind:find("%s[MC]%a+%d?/%d+$") ~= nil
        or kind:find("%sDATA$") ~= nil }
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

-- A track's names by its file, where it has one of its own; no names for a part of a file, which is
-- called as the album.
local function names_by_file(rows, place)
  local file = rows[place].file
  for _, beside in ipairs({ place - 1, place + 1 }) do
    if rows[beside] and rows[beside].file == file then return {} end
  end
  return file_names.complete({ uri = file })
end

--- Returns the tracks of a text, and the album as the list's name.
function cue.read(text)
  local sheet, tracks = sheet_of(text), {}
  for place, row in ipairs(sheet.rows) do
    local guess = row.title and {} or names_by_file(sheet.rows, place)
    local title = row.title or guess.title
    tracks[#tracks + 1] = not row.is_data and { title = title, isrc = row.isrc,
      artist = title and (row.artist or sheet.artist or guess.artist),
      album = title and sheet.title, duration = row.duration } or nil
  end
  return { tracks = tracks, name = sheet.title }
end

return cue
