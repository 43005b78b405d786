-- Playlists of the programs of DJs: Traktor's NML and the XML of rekordbox, both a collection with
-- the tracks' names and playlists that lead to it.

local jspf = require("lib.track_formats.jspf")
local worded = require("lib.track_formats.worded")

local dj_collections = {}

local function child(node, name)
  for _, one in ipairs(node and node.children or {}) do
    if one.name == name then return one end
  end
  return { attributes = {}, children = {} }
end

local function seconds_of(text)
  local seconds = tonumber(text)
  return seconds and seconds > 0 and seconds or nil
end

local function track_of_traktor(entry)
  local place, info = child(entry, "LOCATION").attributes, child(entry, "INFO").attributes
  -- "/:Music/:" is a folder; a playlist names the whole path.
  local path = ("%s%s%s"):format(place.VOLUME or "", place.DIR or "", place.FILE or "")
  local said = entry.attributes
  return path, jspf.identified({ title = worded(said.TITLE), artist = worded(said.ARTIST),
    album = worded(child(entry, "ALBUM").attributes.TITLE),
    duration = seconds_of(info.PLAYTIME_FLOAT or info.PLAYTIME) }, { (path:gsub("/:", "/")) })
end

local function track_of_rekordbox(entry)
  local said = entry.attributes
  return said.TrackID, jspf.identified({ title = worded(said.Name), artist = worded(said.Artist),
    album = worded(said.Album), duration = seconds_of(said.TotalTime) },
    { worded(said.Location) })
end

-- For each program the element of a track, how it is read, and the key of a playlist's entry.
local programs = {
  NML = { entry = "ENTRY", track = track_of_traktor, list = "NAME",
    key = function(entry) return child(entry, "PRIMARYKEY").attributes.KEY end },
  DJ_PLAYLISTS = { entry = "TRACK", track = track_of_rekordbox, list = "Name",
    key = function(entry) return entry.attributes.Key end },
}

-- Adds the entries of the playlists below a node, each under the nearest name above it.
local function add_lists(node, program, by_key, tracks, name)
  if node.name == "NODE" then name = worded(node.attributes[program.list]) or name end
  for _, one in ipairs(node.children) do
    local track = one.name == program.entry and by_key[program.key(one) or ""]
    if track then
      local copy = { list = name }
      for field, value in pairs(track) do copy[field] = value end
      tracks[#tracks + 1] = copy
    elseif one.name ~= program.entry then
      add_lists(one, program, by_key, tracks, name)
    end
  end
end

--- Whether a document is one of these, by the name of its root.
function dj_collections.knows(name) return programs[name] ~= nil end

--- Returns the tracks of a document's root, each with its `list`; without playlists the collection.
function dj_collections.read(root)
  local program, by_key, all, tracks = programs[root.name], {}, {}, {}
  for _, entry in ipairs(child(root, "COLLECTION").children) do
    if entry.name == program.entry then
      local key, track = program.track(entry)
      if key then by_key[key] = track end
      all[#all + 1] = track
    end
  end
  add_lists(child(root, "PLAYLISTS"), program, by_key, tracks)
  return { tracks = #tracks > 0 and tracks or all }
end

return dj_collections
