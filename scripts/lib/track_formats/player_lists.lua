-- The lists of players in XML of their own: Windows Media Player (WPL, ASX), Zune, Winamp (B4S),
-- Rhythmbox.

local file_names = require("lib.track_formats.file_names")
local jspf = require("lib.track_formats.jspf")
local worded = require("lib.track_formats.worded")

local player_lists = {}

-- Calls `use` for each element within a node, in lower case, with its text and attributes.
local function each(node, use)
  for _, child in ipairs(node.children) do
    use(child.name:match("[^:]+$"):lower(), worded(child.text), child.attributes, child)
  end
end

-- The elements of SMIL that play a file.
local media = { media = true, audio = true, video = true, ref = true }

-- WPL and ZPL, whose files may have names of their own, and other SMIL.
local function read_media(node, list)
  each(node, function(name, text, said, child)
    if name == "title" then
      list.name = text
    elseif media[name] and said.src then
      list.tracks[#list.tracks + 1] = jspf.identified({ title = worded(said.trackTitle),
        artist = worded(said.trackArtist) or worded(said.albumArtist),
        album = worded(said.albumTitle) }, { worded(said.src) })
    else
      read_media(child, list)
    end
  end)
  return list
end

-- A track whose title may hold its artist, "Ada - Ebb".
local function with_artist(track, address)
  if not track.artist and track.title then
    track.artist, track.title = file_names.split(track.title)
  end
  return jspf.identified(track, { address })
end

-- The seconds of a length "00:03:45.5".
local function seconds_of(text)
  local hours, minutes, rest = (text or ""):match("^(%d+):(%d+):([%d.]+)$")
  rest = tonumber(rest)
  return rest and hours * 3600 + minutes * 60 + rest
end

-- An entry of ASX.
local function entry_of(node)
  local track, address = {}, nil
  each(node, function(name, text, said)
    if name == "title" then
      track.title = text
    elseif name == "author" then
      track.artist = text
    elseif name == "duration" then
      track.duration = seconds_of(said.value)
    elseif name == "ref" then
      -- The others are for a player that cannot reach the first.
      address = address or worded(said.href)
    end
  end)
  return with_artist(track, address)
end

-- ASX, whose entries may stand within repetitions.
local function read_asx(node, list)
  each(node, function(name, text, _, child)
    if name == "title" then
      list.name = list.name or text
    elseif name == "entry" then
      list.tracks[#list.tracks + 1] = entry_of(child)
    elseif name == "repeat" then
      read_asx(child, list)
    end
  end)
  return list
end

-- B4S of Winamp 3, with lengths in milliseconds.
local function read_b4s(root)
  local list = { tracks = {} }
  each(root, function(_, _, said, playlist)
    list.name = list.name or worded(said.label)
    each(playlist, function(name, _, of_entry, node)
      if name ~= "entry" then return end
      local track = {}
      each(node, function(inner, text)
        if inner == "name" then
          track.title = text
        elseif inner == "length" and tonumber(text) then
          track.duration = tonumber(text) / 1000
        end
      end)
      local address = worded(of_entry.Playstring)
      list.tracks[#list.tracks + 1] = with_artist(track, address and address:gsub("^file:(%a:)",
        "%1"))
    end)
  end)
  return list
end

--- Whether a text is an ASX, whose names are written in any case.
function player_lists.is_asx(text) return text:sub(1, 500):lower():find("<asx%f[%W]") ~= nil end

--- Returns the text of an ASX with the names of its elements and attributes in small letters.
function player_lists.tidy(text)
  return (text:gsub("</?%a[^<>]*>", function(tag)
    return (tag:gsub("^</?%a+", string.lower):gsub("%f[%a]%a+%s*=%s*[\"']", string.lower))
  end))
end

-- Rhythmbox' lists, which have places alone.
local function read_rhythmbox(root)
  local list = { tracks = {} }
  each(root, function(_, _, said, playlist)
    each(playlist, function(name, text)
      if name ~= "location" or not text then return end
      list.tracks[#list.tracks + 1] = jspf.identified({ list = worded(said.name) }, { text })
    end)
  end)
  return list
end

--- Returns the tracks of a document's root; nil for one of another kind.
function player_lists.read(root)
  local name = root.name:lower()
  if name == "smil" then return read_media(root, { tracks = {} }) end
  if name == "rhythmdb-playlists" then return read_rhythmbox(root) end
  if name == "asx" then return read_asx(root, { tracks = {} }) end
  return name == "winampxml" and read_b4s(root) or nil
end

return player_lists
