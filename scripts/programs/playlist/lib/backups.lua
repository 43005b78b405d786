-- Copies of playlists in a file: JSON with a version, so that later forms can tell.

local failure = require("lib.failure")
local first_answer = require("lib.first_answer")
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

-- Asks for the items of playlists: the copies by their places, and the errors by theirs. Raises an
-- error that would meet the next one as well. `done(place)` is called after each.
local function ask_all(places, list, service, copied, done)
  local errors, gate = {}, first_answer.open()
  for _, place in ipairs(places) do
    local playlist = list[place]
    local entries, err = gate:call(function() return service:entries(playlist.id) end,
      failure.is_network)
    if not entries and (#list == 1 or gate.down or failure.is_for_all(err)) then error(err, 0) end
    copied[place], errors[place] = entries and backups.copy(playlist, entries), err
    done(place)
  end
  return errors
end

--- Copies playlists: the copies, the number of their items, and the errors of those that Spotify
--- refused, or failed at twice, which are named.
function backups.copy_all(list, service, view)
  local places, again, copied, refused, items = {}, {}, {}, {}, 0
  for place = 1, #list do places[place] = place end
  view:progress("playlists", 0, #list)
  local errors = ask_all(places, list, service, copied, function(place)
    view:progress("playlists", place, #list, list[place].name)
  end)
  for place = 1, #list do
    local passes = errors[place] and not failure.is_of_question(errors[place])
    again[#again + 1] = passes and place or nil
  end
  for place, err in pairs(ask_all(again, list, service, copied, function() end)) do
    errors[place] = err
  end
  local copies = mix.json.array({})
  for place, playlist in ipairs(list) do
    local copy = copied[place]
    copies[#copies + 1], items = copy, items + (copy and #copy.items or 0)
    if not copy then
      refused[#refused + 1] = errors[place]
      view:warn(("%s: %s"):format(playlist.name, errors[place].message))
    end
  end
  view:stop()
  if #copies == 0 and #refused > 0 then error(refused[1], 0) end
  return copies, items, refused
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
