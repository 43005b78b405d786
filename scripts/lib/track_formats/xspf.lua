-- Tracks as XSPF, version 1 (https://xspf.org/spec).

local dj_collections = require("lib.track_formats.dj_collections")
local escaped = require("lib.xml_text")
local file_text = require("lib.file_text")
local jspf = require("lib.track_formats.jspf")
local player_lists = require("lib.track_formats.player_lists")
local plist = require("lib.track_formats.plist")
local worded = require("lib.track_formats.worded")

local xspf = {}

local function element(name, text, indent)
  if not text or text == "" then return nil end
  return ("%s<%s>%s</%s>"):format(indent, name, escaped(text), name)
end

--- Returns the text of a list of tracks.
function xspf.write(list)
  local lines = {
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<playlist version="1" xmlns="http://xspf.org/ns/0/">',
  }
  local function add(line) lines[#lines + 1] = line end
  add(element("title", list.name, "  "))
  add(element("annotation", list.description, "  "))
  add(element("location", list.url, "  "))
  add("  <trackList>")
  for _, track in ipairs(list.tracks) do
    add("    <track>")
    add(element("location", track.url, "      "))
    add(element("identifier", track.uri, "      "))
    add(element("identifier", track.isrc and "isrc:" .. track.isrc, "      "))
    add(element("title", track.title, "      "))
    add(element("creator", table.concat(track.artists, ", "), "      "))
    add(element("album", track.album, "      "))
    add(element("duration", track.duration and ("%.0f"):format(track.duration * 1000), "      "))
    add("    </track>")
  end
  add("  </trackList>")
  add("</playlist>")
  return table.concat(lines, "\n") .. "\n"
end

-- A name without its prefix, as in <xspf:track>.
local function name_of(node) return node.name:match("[^:]+$") end

local function track_of(node)
  local track, addresses = {}, {}
  for _, child in ipairs(node.children) do
    local name, text = name_of(child), worded(child.text)
    if name == "location" or name == "identifier" then
      addresses[#addresses + 1] = text
    elseif name == "title" or name == "album" then
      track[name] = text
    elseif name == "creator" then
      track.artist = text
    elseif name == "duration" and tonumber(text) then
      track.duration = tonumber(text) / 1000
    end
  end
  return jspf.identified(track, addresses)
end

--- Returns the tracks of a text; nil and the fault.
function xspf.read(text)
  if plist.knows(text) then return plist.read(text) end
  local root, problem = file_text.xml(
    player_lists.is_asx(text) and player_lists.tidy(text) or text)
  if not root then return nil, problem end
  local of_player = player_lists.read(root)
  if of_player then return of_player end
  if dj_collections.knows(root.name) then return dj_collections.read(root) end
  if name_of(root) ~= "playlist" then
    return nil, ("its root is <%s>, not <playlist>"):format(root.name)
  end
  local list = { tracks = {} }
  for _, child in ipairs(root.children) do
    if name_of(child) == "title" then list.name = worded(child.text) end
    for _, node in ipairs(name_of(child) == "trackList" and child.children or {}) do
      if name_of(node) == "track" then list.tracks[#list.tracks + 1] = track_of(node) end
    end
  end
  return list
end

return xspf
