-- Playlists out of Music's and iTunes' Library.xml, and of single ones that they write as XML.

local worded = require("lib.track_formats.worded")

local plist = {}

-- The members of a <dict>, whose keys and values take turns: {name = node}.
local function members(dict)
  local found, key = {}, nil
  for _, node in ipairs(dict.children) do
    if key then
      found[key], key = node, nil
    elseif node.name == "key" then
      key = node.text
    end
  end
  return found
end

local function text(node) return node and worded(node.text) end

local function dicts(array)
  local list = {}
  for _, node in ipairs(array and array.children or {}) do
    if node.name == "dict" then list[#list + 1] = members(node) end
  end
  return list
end

local function track_of(entry, list)
  local milliseconds = tonumber(text(entry["Total Time"]))
  return {
    title = text(entry.Name), artist = text(entry.Artist), album = text(entry.Album),
    duration = milliseconds and milliseconds / 1000, list = list,
  }
end

-- Those that the program makes itself: all songs, films, folders. A library without others is one.
local function is_own(playlist)
  return not (playlist.Master or playlist["Distinguished Kind"] or playlist.Folder)
end

--- Returns the tracks of a document's root, each with its `list`; nil and the fault.
function plist.read(root)
  local document = root.children[1] and members(root.children[1])
  local entries = document and document.Tracks
  if not entries then return nil, "it is a <plist> without tracks" end
  local by_number, tracks = members(entries), {}
  local function add(playlist)
    for _, item in ipairs(dicts(playlist["Playlist Items"])) do
      local node = by_number[text(item["Track ID"])]
      if node then tracks[#tracks + 1] = track_of(members(node), text(playlist.Name)) end
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
