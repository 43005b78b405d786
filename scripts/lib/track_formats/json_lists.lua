-- Lists of tracks in JSON that is not JSPF: what Spotify and Apple give people of their data, the
-- answers of services and of programs that ask them, and what mixhost writes with --json and as a
-- backup.

local column_names = require("lib.track_formats.column_names")
local file_names = require("lib.track_formats.file_names")
local watch_history = require("lib.track_formats.watch_history")

local json_lists = {}

-- The fields of an entry that hold its track.
local inner = { "track", "episode", "localTrack", "item", "attributes", "track_metadata" }
-- The names of lists and of their entries.
local entries_of = { "tracks", "items", "songs", "data", "entries", "listens", "feedback",
  "playlist", "Metadata", "scrobbles" }
-- The lists of a whole library beside its tracks, in their order, and the type of their rows.
local beside = { { "albums", "album" }, { "artists", "artist" }, { "shows", "show" } }

-- A text, a name of an object, or those of a list, joined.
local function text_of(value)
  if type(value) == "number" then return ("%.14g"):format(value) end
  if type(value) == "string" then return value ~= "" and value or nil end
  if type(value) ~= "table" then return nil end
  local name = value.name or value.title or value["#text"] or value.albumtitle
  if name ~= nil then return text_of(name) end
  local parts = {}
  for _, part in ipairs(value) do parts[#parts + 1] = text_of(part) end
  return #parts > 0 and table.concat(parts, ", ") or nil
end

-- The track of an entry, by the names that columns of tables have; nil without one.
local function track_of(entry, list)
  if type(entry) == "string" then
    local artist, title = file_names.of_line(entry)
    return title and { artist = artist, title = title, list = list }
  end
  if type(entry) ~= "table" then return nil end
  for _, name in ipairs(inner) do
    if type(entry[name]) == "table" then return track_of(entry[name], list) end
  end
  local cells, names = {}, {}
  for name, value in pairs(entry) do
    local text = type(name) == "string" and text_of(value)
    if text then names[#names + 1], cells[name] = name, text end
  end
  table.sort(names)
  local fields = column_names.fields(names)
  local function cell(field) return fields[field] and cells[names[fields[field]]] end
  local codes = type(entry.external_ids) == "table" and entry.external_ids or {}
  return {
    title = cell("title"), artist = cell("artists"), album = cell("album"), uri = cell("uri"),
    isrc = cell("isrc") or text_of(codes.isrc), duration = column_names.duration(cell),
    list = list, type = entry["Container Type"] and "container" or cell("type"),
  }
end

local function add(tracks, entries, list)
  for _, entry in ipairs(entries) do tracks[#tracks + 1] = track_of(entry, list) end
end

local function entries_in(document)
  for _, name in ipairs(entries_of) do
    if type(document[name]) == "table" then
      local list = document[name]
      for _, inside in ipairs({ list.items or false, list.data or false }) do
        if type(inside) == "table" then return inside end
      end
      return list
    end
  end
end

-- Adds the other rows of a library, so that they are named.
local function add_beside(tracks, document)
  for _, list in ipairs(beside) do
    local entries = document[list[1]]
    for _, entry in ipairs(type(entries) == "table" and entries or {}) do
      local row = track_of(entry)
      if row then row.type, tracks[#tracks + 1] = list[2], row end
    end
  end
end

--- Returns the tracks of a document, each with its `list`; nil and the fault.
function json_lists.read(document)
  if watch_history.knows(document) then return { tracks = watch_history.read(document) } end
  local tracks = {}
  for _, name in ipairs({ "payload", "MediaContainer" }) do
    document = type(document[name]) == "table" and document[name] or document
  end
  local lists = document.playlists or document
  for _, list in ipairs(type(lists) == "table" and lists or {}) do
    local entries = type(list) == "table" and entries_in(list)
    if entries then add(tracks, entries, text_of(list.name or list.title)) end
  end
  if #tracks == 0 then
    add(tracks, entries_in(document) or document)
    if not document.name then add_beside(tracks, document) end
  end
  for _, track in ipairs(tracks) do
    if next(track) then
      return { tracks = tracks, name = text_of(document.name or document.title) }
    end
  end
  return nil, "it has no playlist.track, nor another list of tracks"
end

return json_lists
