-- Parses a record of a track (title, artist, album, duration, release_date, genre) into the form
-- for comparison. Records share the parsers' results, which must not be changed.

local spelling = require("rules.lib.spelling")
local measures = require("rules.lib.measures")
local releases = require("rules.lib.releases")
local fields = require("rules.lib.fields")
local identifiers = require("lib.identifiers")
local later = require("rules.lib.later")
local memo = require("rules.lib.memo")
local titles = require("rules.lib.titles")
local versions = require("rules.lib.versions")
local compounds = require("rules.lib.compounds")
local credits = require("rules.lib.credits")
local moved = require("rules.lib.moved")
local set_of = require("lib.set_of")
local text = mix.text

local tracks = {}

--- The union of two sets; the first set itself when the second adds nothing.
function tracks.union(set, other)
  if not other or not next(other) then return set end
  local both = {}
  for member in pairs(set) do both[member] = true end
  for member in pairs(other) do both[member] = true end
  return both
end

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

local read_title = memo(function(raw)
  local reading = titles.parse(compounds.cleaned(raw))
  return { reading = reading, pieces = compounds.pieces(reading.plain) or false }
end, 2048)

-- The form of a parsed title, as far as titles alone are compared with it.
local function begun(reading, pieces, isrc)
  return {
    reading = reading, core = reading.core, full = reading.full, extra = reading.extra,
    masked = reading.masked or false, open = reading.open, work = reading.work or false,
    written = reading.plain, is_wordy = reading.is_wordy or false, isrc = isrc or false,
    pieces = pieces or false,
    -- Set later; listed here so that the table gets its final size at once. With those that few
    -- tracks have there would be more than 32, and each table twice as large.
    record = nil, part = nil, version = nil, strong = nil, soft = nil, labels = nil, guests = nil,
    artist = nil, everyone = nil, raw_artist = nil, maker = nil, seconds = nil, day = nil,
    album = nil, album_key = nil, album_whole = nil, kind = nil, kind_name = nil,
  }
end

-- Adds what the title says besides, a parsed credit or nil, and the version tags of the album.
local function finish(form, artist, album_tags)
  local reading = form.reading
  local guests = reading.guests
  local everyone = artist and artist.set or {}
  if #guests > 0 then everyone = tracks.union(set_of(guests), everyone) end
  form.part, form.version, form.soft = reading.part, reading.version, reading.soft
  form.strong, form.labels = tracks.union(reading.strong, album_tags), reading.labels
  form.guests, form.artist, form.everyone = guests, artist, everyone
  return form
end

--- Returns the compared parts of a parsed title (`reading`) with a parsed credit, or nil, and the
--- version tags of its album, or nil.
function tracks.form(reading, artist, album_tags)
  return finish(begun(reading), artist, album_tags)
end

-- The version tags of a remark; false where it names no version.
local known_version = memo(function(remark)
  local kind, tags = versions.classify(text.fold(spelling.plain(remark)))
  return kind == "version" and next(tags) and tags or false
end, 256)

-- Adds the version that a bracket behind the artist names: "Ada Lune (Bo cover)".
local function add_remark(track, raw_artist)
  local remark = raw_artist and raw_artist:match("[%(%[]([^%(%)%[%]]+)[%)%]]%s*$")
  local tags = remark and known_version(remark)
  if not tags then return end
  track.strong = tracks.union(track.strong, tags)
  if track.version == "" then track.version = spelling.key(remark) end
end

-- Adds to the form of a title what the other fields of its record say.
local function complete(track)
  local record = track.record
  local raw_artist = fields.text(record.artist, " & ")
  local raw_album = fields.text(record.album, " ")
  local album = raw_album and read_album(raw_album)
  local artist = raw_artist and credits.parse(raw_artist)
  finish(track, artist, album and album.tags)
  add_remark(track, raw_artist)
  track.seconds = measures.seconds(record.duration)
  track.day = measures.date(record.release_date)
  if album then
    track.album, track.kind, track.kind_name = album.words, album.kind, album.kind_name
    track.album_key, track.album_whole, track.album_tags = album.key, album.whole, album.tags
  end
  local maker = track.album_artist
  if type(maker) == "string" and credits.key(maker):find("^various artists") then
    track.kind, track.kind_name = 0.2, "compilation"
  end
  track.raw_artist = raw_artist
  track.maker = artist and artist.written
  track.place = measures.count(fields.text(record.track_number, " "))
  track.disc = measures.count(fields.text(record.disc_number, " "))
end

local rest = later(complete)

--- Parses a record. Besides the form it sets `album`, `seconds`, `day` where the record has them,
--- and for lib.recovered `raw_artist`, `album_tags`. All but title and ISRC are read when one of
--- them is asked for, because most candidates have another title.
function tracks.read(record)
  local title = read_title(fields.text(record.title, " ") or "")
  local track = begun(title.reading, title.pieces, identifiers.isrc(fields.text(record.isrc, " ")))
  track.record = record
  return setmetatable(track, rest)
end

--- Parses a record that was found, whose album may be one of various artists.
function tracks.read_candidate(record)
  local track = tracks.read(record)
  track.album_artist = record.album_artist
  return track
end

--- The version tags of a catalogue's remark on a record (`disambiguation`: "live, 1972: Hull"); nil
--- without any.
function tracks.remarked(track)
  local remark = track.record and fields.text(track.record.disambiguation, " ")
  return remark and known_version(remark) or nil
end

-- Whether the words of a title are a credit's, which lacks the article.
local function is_credit(core, whole)
  return core == whole or #core == #whole + 4 and core == "the " .. whole
end

--- Returns a track with title and artist exchanged where the other record has each in the other
--- column, else the track itself.
function tracks.uncrossed(track, other)
  local record = track.record
  -- The other's artist is read where its title is the name that is looked for.
  local is_named = record and other.record and track.artist
    and is_credit(other.core, track.artist.whole)
  if not (is_named and other.artist) or not is_credit(track.core, other.artist.whole)
    or track.core == other.core then
    return track
  end
  local copy = setmetatable({ title = record.artist, artist = record.title }, { __index = record })
  return tracks.read(copy)
end

--- Parses a record of a table with merged columns: `moved` has the parts of the title that may
--- belong elsewhere (see lib.moved), and lengths and days are recovered. `read`: by which function
--- of this module (default: read).
function tracks.read_scattered(record, read)
  local track = (read or tracks.read)(record)
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
