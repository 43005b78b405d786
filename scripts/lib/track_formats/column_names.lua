-- The names that programs give to the facts of a track.

local columns_of_lists = require("lib.linking.columns")
local export_presets = require("lib.export_presets")
local lengths = require("lib.lengths")

local column_names = {}

-- As lib.export_presets compares names.
local names = {
  title = { "title", "trackname", "track", "name", "song", "songname", "tracktitle",
    "episodename", "mastermetadatatrackname" },
  artists = { "artists", "artist", "artistnames", "artistname", "creator",
    "performer", "uploader", "channel", "mastermetadataalbumartistname", "grandparenttitle" },
  album = { "album", "albumname", "release", "releasename", "showname",
    "mastermetadataalbumalbumname", "parenttitle" },
  isrc = { "isrc" },
  uri = { "uri", "trackuri", "spotifyuri", "spotifyid", "trackid", "episodeuri", "url",
    "location", "link", "spotifytrackuri" },
  seconds = { "duration", "length", "time", "trackduration" },
  milliseconds = { "durationms", "trackdurationms", "durationinmillis" },
  list = { "playlistname", "playlist", "playlisttitle", "namederplaylist", "wiedergabeliste",
    "nomdelaplaylist", "listadereproduccion" },
  type = { "type" },
}

-- Of match and link, which know them in many languages.
local usual = {}
for name, field in pairs({ title = "title", artists = "artist", album = "album",
  seconds = "duration" }) do
  usual[name] = columns_of_lists.usual_names(field)
end

-- Takes the places of names into `fields`; what is there stays.
local function take(fields, header, names_of)
  local by_form = {}
  for place = #header, 1, -1 do by_form[export_presets.plain(header[place])] = place end
  for field, forms in pairs(names_of) do
    for _, form in ipairs(forms) do fields[field] = fields[field] or by_form[form] end
  end
  return fields
end

--- Returns the place of each fact among names: {title, artists, …}, those that are there.
function column_names.fields(header) return take({}, header, names) end

--- As `fields`, with the names in many languages that match and link know; nil where title or
--- artists are not among them.
function column_names.usual_fields(header)
  local fields = take(column_names.fields(header), header, usual)
  return fields.title and fields.artists and fields or nil
end

--- Adds the album and the length that the names in many languages say, of columns that have no
--- other meaning.
function column_names.complete(fields, header)
  local used = {}
  for _, place in pairs(fields) do used[place] = true end
  local found = take({}, header, { album = usual.album, seconds = usual.seconds })
  for field, place in pairs(found) do
    local is_known = fields[field] or field == "seconds" and fields.milliseconds
    if not is_known and not used[place] then fields[field] = place end
  end
  return fields
end

--- Returns a track's seconds. `cell(field)` is the text of a fact.
function column_names.duration(cell)
  local milliseconds = tonumber(cell("milliseconds"))
  return milliseconds and milliseconds / 1000 or lengths(cell("seconds"), true)
end

return column_names
