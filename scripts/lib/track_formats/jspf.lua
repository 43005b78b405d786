-- Tracks as JSPF, XSPF's form in JSON (https://xspf.org/jspf).

local file_names = require("lib.track_formats.file_names")
local json_lists = require("lib.track_formats.json_lists")
local records = require("lib.records")

local jspf = {}

-- The extension that says when a track was added, and by whom.
local added_in = "https://musicbrainz.org/doc/jspf#track"

local function text_of(value) return type(value) == "string" and value ~= "" and value or nil end

local function milliseconds(track)
  return track.duration and math.floor(track.duration * 1000 + 0.5) or nil
end

--- Returns the text of a list of tracks.
function jspf.write(list)
  local tracks = mix.json.array({})
  for place, track in ipairs(list.tracks) do
    local identifiers = mix.json.array({ text_of(track.uri) })
    if track.isrc then identifiers[#identifiers + 1] = "isrc:" .. track.isrc end
    tracks[place] = {
      title = track.title, creator = table.concat(track.artists, ", "), album = track.album,
      duration = milliseconds(track), identifier = identifiers,
      location = text_of(track.url) and mix.json.array({ track.url }) or nil,
      extension = track.added and { [added_in] = {
        added_at = track.added, added_by = track.added_by } } or nil,
    }
  end
  return mix.json.encode({
    playlist = {
      title = list.name, annotation = list.description, location = list.url, track = tracks,
    },
  }, { pretty = true }) .. "\n"
end

-- Accepts both forms in use: a text, and a list of texts.
local function texts_of(value)
  if type(value) == "table" then return value end
  return { text_of(value) }
end

-- A text, or the texts of a list.
local function joined(value)
  local texts = {}
  for _, text in ipairs(texts_of(value)) do texts[#texts + 1] = text_of(text) end
  return text_of(table.concat(texts, ", "))
end

--- Finds the address and the ISRC among a track's location and identifiers: {uri, isrc}, and by the
--- address of a file its names, where it has no other.
function jspf.identified(track, addresses)
  for _, address in ipairs(addresses) do
    local isrc = text_of(address) and address:match("^isrc:(.+)$")
      or text_of(address) and address:match("^urn:isrc:(.+)$")
    if isrc then
      track.isrc = isrc
    elseif text_of(address) and (not track.uri or address:find("spotify", 1, true)) then
      track.uri = address
    end
  end
  return file_names.complete(track)
end

-- The tracks of a playlist, added to `tracks`.
local function read_list(list, tracks)
  for _, item in ipairs(list.track) do
    if type(item) == "table" then
      local addresses = {}
      for _, part in ipairs({ item.location or {}, item.identifier or {} }) do
        for _, address in ipairs(texts_of(part)) do addresses[#addresses + 1] = address end
      end
      tracks[#tracks + 1] = jspf.identified({
        title = text_of(item.title), artist = joined(item.creator), album = text_of(item.album),
        duration = tonumber(item.duration) and tonumber(item.duration) / 1000 or nil,
        list = text_of(list.title),
      }, addresses)
    end
  end
end

-- The playlists of a document: one, or several as ListenBrainz lists them.
local function playlists_of(document)
  local found = {}
  local several = type(document.playlists) == "table" and document.playlists or document
  local all = document.playlist and { document } or several
  for _, entry in ipairs(all) do
    local list = type(entry) == "table" and entry.playlist
    if type(list) == "table" and type(list.track) == "table" then found[#found + 1] = list end
  end
  return found
end

-- The objects of a text that has one on each line, as ListenBrainz exports them, and its damaged
-- lines; nil for others.
local function several(text)
  local damaged = {}
  local list = records.parse(text, "it", damaged)
  for place, item in ipairs(list or {}) do list[place] = item.record end
  -- A document that is cut off has no line of its own.
  if not list or #list <= #damaged then return nil end
  return list, damaged
end

--- Returns the tracks of a text, each with the `list` that it is of, and its `damaged` lines, {row,
--- reason}; nil and the fault.
function jspf.read(text)
  local document, err = mix.json.decode(text, { null = "nil" })
  local damaged
  if not document and records.is_json(text) then document, damaged = several(text) end
  if not document and err then return nil, err.message end
  if type(document) ~= "table" then return nil, "it has no playlist.track" end
  local playlists, tracks = playlists_of(document), {}
  if #playlists == 0 then
    local found, problem = json_lists.read(document)
    if found then found.damaged = damaged end
    return found, problem
  end
  for _, list in ipairs(playlists) do read_list(list, tracks) end
  return { tracks = tracks, damaged = damaged }
end

return jspf
