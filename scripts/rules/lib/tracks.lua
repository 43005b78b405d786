-- Parses a record of a track (title, artist, album, duration, release_date, genre) into the form
-- for comparison. Records share the parsers' results, which must not be changed.

local spelling = require("rules.lib.spelling")
local measures = require("rules.lib.measures")
local releases = require("rules.lib.releases")
local fields = require("rules.lib.fields")
local identifiers = require("rules.lib.identifiers")
local memo = require("rules.lib.memo")
local titles = require("rules.lib.titles")
local compounds = require("rules.lib.compounds")
local credits = require("rules.lib.credits")
local moved = require("rules.lib.moved")
local text = mix.text

-- The union of two sets; the first set itself when the second adds nothing.
local function union(set, other)
  if not other or not next(other) then return set end
  local both = {}
  for member in pairs(set) do both[member] = true end
  for member in pairs(other) do both[member] = true end
  return both
end

local tracks = {}

local read_album = memo(function(raw)
  local folded = text.fold(spelling.plain(raw))
  local kind, name = releases.kind(folded)
  local words = moved.album(folded)
  local key = spelling.key(words)
  return {
    words = words, key = key, whole = words == folded and key or spelling.key(folded),
    tags = releases.tags(folded), kind = kind, kind_name = name,
  }
end, 512)

--- Returns the compared parts of a parsed title (`reading`) with a parsed credit, or nil, and the
--- version tags of its album, or nil.
function tracks.form(reading, artist, album_tags)
  local guests = reading.guests
  local everyone = artist and artist.set
  if #guests > 0 or not everyone then
    everyone = {}
    for _, name in ipairs(guests) do everyone[name] = true end
    everyone = union(everyone, artist and artist.set)
  end
  return {
    core = reading.core, full = reading.full, extra = reading.extra, part = reading.part,
    version = reading.version, strong = union(reading.strong, album_tags), soft = reading.soft,
    guests = guests, artist = artist, everyone = everyone,
    masked = reading.masked, open = reading.open, work = reading.work,
    -- Set by the callers; listed here so that the table gets its final size at once. With those
    -- that few tracks have there would be more than 32, and each table twice as large.
    album = nil, seconds = nil, day = nil, kind = nil, kind_name = nil, bare = nil,
    album_tags = nil, raw_artist = nil, labels = reading.labels, isrc = nil,
    written = reading.plain, maker = nil, place = nil, disc = nil, pieces = nil, album_key = nil,
    album_whole = nil,
  }
end

--- Parses a record. Besides the form it sets `album`, `seconds`, `day` where the record has them,
--- and for lib.recovered `bare`, `raw_artist`, `album_tags`.
function tracks.read(record)
  local raw_title = compounds.cleaned(fields.text(record.title, " ") or "")
  local raw_artist = fields.text(record.artist, " & ")
  local raw_album = fields.text(record.album, " ")
  local reading = titles.parse(raw_title)
  local album = raw_album and read_album(raw_album)
  local artist = raw_artist and credits.parse(raw_artist)
  local track = tracks.form(reading, artist, album and album.tags)
  track.seconds = measures.seconds(record.duration)
  track.day = measures.date(record.release_date)
  if album then
    track.album, track.kind, track.kind_name = album.words, album.kind, album.kind_name
    track.album_key, track.album_whole = album.key, album.whole
  end
  track.pieces = compounds.pieces(reading.plain)
  track.bare = reading.bare
  track.album_tags = album and album.tags
  track.raw_artist = raw_artist
  track.maker = artist and artist.written
  track.isrc = identifiers.isrc(fields.text(record.isrc, " "))
  track.place = measures.count(fields.text(record.track_number, " "))
  track.disc = measures.count(fields.text(record.disc_number, " "))
  return track
end

--- Parses a record of a table with merged columns: `moved` has the parts of the title that may
--- belong elsewhere (see lib.moved), and lengths and days are recovered.
function tracks.read_scattered(record)
  local track = tracks.read(record)
  local reading = titles.parse(fields.text(record.title, " ") or "")
  local found = moved.read(reading.plain, record)
  if found then
    track.moved = found
    track.seconds = track.seconds or found.seconds
    track.day = track.day or found.date
    track.tags = reading.strong
  end
  return track
end

return tracks
