-- Tracks as XSPF, version 1 (https://xspf.org/spec).

local jspf = require("programs.playlist.lib.formats.jspf")

local xspf = {}

local escapes = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

-- Text as XML 1.0 may hold it.
local function escaped(text)
  return (text:gsub("[%z\1-\8\11\12\14-\31]", ""):gsub('[&<>"]', escapes))
end

local function element(name, text, indent)
  if not text or text == "" then return nil end
  return ("%s<%s>%s</%s>"):format(indent, name, escaped(tostring(text)), name)
end

--- The text of a list of tracks.
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

local function trimmed(text)
  local value = (text or ""):match("^%s*(.-)%s*$")
  return value ~= "" and value or nil
end

local function track_of(node)
  local track, addresses = {}, {}
  for _, child in ipairs(node.children) do
    local text = trimmed(child.text)
    if child.name == "location" or child.name == "identifier" then
      addresses[#addresses + 1] = text
    elseif child.name == "title" or child.name == "album" then
      track[child.name] = text
    elseif child.name == "creator" then
      track.artist = text
    elseif child.name == "duration" and tonumber(text) then
      track.duration = tonumber(text) / 1000
    end
  end
  return jspf.identified(track, addresses)
end

--- The tracks of a text; nil and what is wrong.
function xspf.read(text)
  local root, err = mix.xml.decode(text)
  if not root then return nil, err.message end
  local list = { tracks = {} }
  for _, child in ipairs(root.children) do
    if child.name == "title" then list.name = trimmed(child.text) end
    for _, node in ipairs(child.name == "trackList" and child.children or {}) do
      if node.name == "track" then list.tracks[#list.tracks + 1] = track_of(node) end
    end
  end
  if root.name ~= "playlist" then return nil, "its root is no playlist" end
  return list
end

return xspf
