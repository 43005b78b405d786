-- Playlists out of Music's and iTunes' Library.xml, and of single ones that they write as XML. The
-- text is read from its front to its end: as a tree, 10,000 songs would not fit the memory.

local file_names = require("lib.track_formats.file_names")
local plain_text = require("lib.plain_text")
local worded = require("lib.track_formats.worded")

local plist = {}

-- The members that are read, of the two dozen that each song has.
local is_read = { ["Track ID"] = true, Name = true, Artist = true, Album = true,
  ["Total Time"] = true, Location = true, Master = true, Folder = true,
  ["Distinguished Kind"] = true }

-- Property lists of songs have six levels.
local deepest = 20

-- Returns the value at a place and the place behind it: a text, the members of a <dict> by their
-- keys, or the list of an <array>; nil and the place where there is none. `is_kept`: whether a text
-- is of use.
local value_at

local function members_at(text, at, depth)
  local found = {}
  while true do
    local key, behind = text:match("^%s*<key>([^<]*)</key>()", at)
    if not key then return found, text:match("^%s*</dict>()", at) or at end
    local value, stop = value_at(text, behind, depth, is_read[key])
    if value == nil then return found, stop end
    if type(value) == "table" or is_read[key] then found[key] = value end
    at = stop
  end
end

local function list_at(text, at, depth)
  local found = {}
  while true do
    local value, stop = value_at(text, at, depth, false)
    if value == nil then return found, text:match("^%s*</array>()", at) or stop end
    found[#found + 1], at = value, stop
  end
end

function value_at(text, at, depth, is_kept)
  local name, ending, inner = text:match("^%s*<(%a+)%s*(/?)>()", at)
  if not name or depth > deepest then return nil, at end
  if ending == "/" then return "", inner end
  if name == "dict" then return members_at(text, inner, depth + 1) end
  if name == "array" then return list_at(text, inner, depth + 1) end
  local value, behind = text:match("^([^<]*)</%a+>()", inner)
  if not value then return nil, inner end
  return is_kept and plain_text.unescaped(value):gsub("%c", " ") or "", behind
end

local function track_of(entry, list)
  local milliseconds = tonumber(entry["Total Time"])
  local track = {
    title = worded(entry.Name), artist = worded(entry.Artist), album = worded(entry.Album),
    duration = milliseconds and milliseconds / 1000, list = list,
  }
  if track.title then return track end
  -- A file without tags has its name alone.
  local guess = file_names.complete({ uri = worded(entry.Location) })
  track.title, track.artist = guess.title, track.artist or guess.artist
  return track
end

-- The lists of songs that a value holds, each a table.
local function dicts(value)
  local list = {}
  for _, item in ipairs(type(value) == "table" and value or {}) do
    if type(item) == "table" then list[#list + 1] = item end
  end
  return list
end

-- Those that the program makes itself: all songs, films, folders. A library without others is one.
local function is_own(playlist)
  return not (playlist.Master or playlist["Distinguished Kind"] or playlist.Folder)
end

--- Whether a text is a property list.
function plist.knows(text) return text:sub(1, 1000):find("<plist%f[%W]") ~= nil end

--- Returns the tracks of a text, each with its `list`; nil and the fault.
function plist.read(text)
  local document, stop = value_at(text, text:match("<plist[^>]*>()"), 0, false)
  local entries = type(document) == "table" and document.Tracks
  if type(entries) ~= "table" then return nil, "it is a <plist> without tracks" end
  if not text:find("^%s*</plist>", stop) then
    local _, line = text:sub(1, stop):gsub("\n", "")
    return nil, ("line %d: the property list ends there, or is damaged"):format(line + 1)
  end
  local tracks = {}
  local function add(playlist)
    for _, item in ipairs(dicts(playlist["Playlist Items"])) do
      local entry = entries[item["Track ID"] or ""]
      local name = worded(playlist.Name)
      if type(entry) == "table" then tracks[#tracks + 1] = track_of(entry, name) end
    end
  end
  local playlists = dicts(document.Playlists)
  for _, playlist in ipairs(playlists) do
    if is_own(playlist) then add(playlist) end
  end
  if #tracks == 0 and playlists[1] then add(playlists[1]) end
  return { tracks = tracks }
end

return plist
