-- Copies of playlists in a file: JSON with a version, so that later forms can tell.

local failure = require("lib.failure")
local plain_text = require("lib.plain_text")

local backups = {}

-- Version 1 has descriptions as Spotify escapes them.
local format, version = "mixhost playlists", 2

--- A playlist with its items as they are kept.
function backups.copy(playlist, entries)
  local items = mix.json.array({})
  for place, entry in ipairs(entries) do
    items[place] = {
      uri = entry.uri, title = entry.title, artists = mix.json.array(entry.artists),
      album = entry.album, duration = entry.duration, isrc = entry.isrc, added = entry.added,
      added_by = entry.added_by, playable = entry.playable,
    }
  end
  return {
    id = playlist.id, name = playlist.name or playlist.id,
    description = playlist.description or "", public = playlist.public == true,
    collaborative = playlist.collaborative == true, owner = playlist.owner,
    snapshot = playlist.snapshot, items = items,
  }
end

--- The text of a file.
function backups.write(copies, user)
  return mix.json.encode({
    format = format, version = version, account = user.id, time = mix.time.iso(mix.time.now()),
    playlists = copies,
  }, { pretty = true }) .. "\n"
end

-- The fault of a copy; nil without one.
local function flaw(copy)
  if type(copy) ~= "table" then return "it is not an object" end
  if type(copy.name) ~= "string" or copy.name == "" then return "it has no name" end
  if type(copy.items) ~= "table" then return "it has no items" end
  for place, item in ipairs(copy.items) do
    if type(item) ~= "table" or type(item.uri) ~= "string" then
      return ("items[%d] has no uri"):format(place)
    end
  end
  return nil
end

--- The copies in a text; a failure that names the file when it is not a backup.
function backups.read(text, path)
  local document, err = mix.json.decode(text, { null = "nil" })
  if err then
    failure.raise(("%s: %s; a file of playlist backup is expected"):format(path, err.message),
      "parse")
  end
  if type(document) ~= "table" or document.format ~= format
    or type(document.playlists) ~= "table" then
    failure.raise(path .. " is not a backup of playlists; playlist import reads CSV, M3U, JSPF "
      .. "and XSPF", "parse")
  end
  if type(document.version) ~= "number" or document.version > version then
    failure.raise(path .. " was written by a newer mixhost: update this one", "parse")
  end
  for place, copy in ipairs(document.playlists) do
    local problem = flaw(copy)
    if problem then
      failure.raise(("%s: playlists[%d]: %s"):format(path, place, problem), "parse")
    end
    if document.version < 2 and type(copy.description) == "string" then
      copy.description = plain_text.unescaped(copy.description)
    end
  end
  return document.playlists
end

return backups
