-- The changes that a candidate makes in a file's tags.

local credits = require("rules.lib.credits")

local proposing = {}

--- The fields that may be written, by the names of users, with TagLib's names.
proposing.fields = {
  { "title", "TITLE" }, { "artist", "ARTIST" }, { "album", "ALBUM" },
  { "albumartist", "ALBUMARTIST" }, { "date", "DATE" }, { "isrc", "ISRC" },
  { "musicbrainz", "MUSICBRAINZ_TRACKID" },
}

-- Above this likeness two albums are one that was spelled twice.
local same_album = 0.8

-- Quotes and dashes are spelled in many ways, none of them wrong.
local signs = { ["\u{2018}"] = "'", ["\u{2019}"] = "'", ["\u{2BC}"] = "'", ["`"] = "'",
  ["\u{B4}"] = "'", ["\u{201C}"] = '"', ["\u{201D}"] = '"', ["\u{2010}"] = "-",
  ["\u{2011}"] = "-", ["\u{2013}"] = "-" }

local function spelled(text)
  return (text:gsub(utf8.charpattern, signs))
end

-- Several values of one field are the credit in parts.
local function says_the_same(values, new)
  if #values == 1 then return spelled(values[1]) == spelled(new) end
  if #values == 0 then return false end
  local words = mix.text.fold(new)
  for _, value in ipairs(values) do
    if not words:find(mix.text.fold(value), 1, true) then return false end
  end
  return true
end

local function alike(one, other)
  one, other = mix.text.fold(one), mix.text.fold(other)
  return one == other or mix.text.ratio(one, other) >= same_album
end

-- The artist of an album: as the catalogue says, else the one artist of the track.
local function album_artist(tags, candidate)
  if candidate.album_artist then return candidate.album_artist end
  if tags.ALBUMARTIST and tags.ALBUMARTIST[1] then return nil end
  local names = credits.parse(candidate.artist).spelled
  return #names == 1 and candidate.artist or nil
end

-- The new value of each field; nil: it stays.
local function wanted(tags, record, candidate, service)
  local album_agrees = not record.album or not candidate.album
    or alike(record.album, candidate.album)
  local date = tags.DATE and tags.DATE[1]
  local list = {
    TITLE = candidate.title, ARTIST = candidate.artist,
    ISRC = candidate.isrc,
    MUSICBRAINZ_TRACKID = service == "musicbrainz" and candidate.id or nil,
  }
  if album_agrees then
    list.ALBUM = candidate.album
    list.ALBUMARTIST = candidate.album and album_artist(tags, candidate) or nil
    -- A date that the file has stays, unless the new one says it more precisely.
    local released = candidate.release_date
    local is_blank = not date or not date:find("^%d%d%d%d")
    if released and (is_blank or released:sub(1, #date) == date) then list.DATE = released end
  end
  return list, album_agrees
end

--- The changes of a file: a list of {field, key, old (texts), new (texts)}; and a remark on what
-- was left alone. `only`: names of fields, as a set; nil: all.
function proposing.changes(tags, record, candidate, service, only)
  local list, album_agrees = wanted(tags, record, candidate, service)
  local changes = mix.json.array({})
  for _, field in ipairs(proposing.fields) do
    local name, key = field[1], field[2]
    local new, old = list[key], tags[key] or {}
    if new and (not only or only[name]) and not says_the_same(old, new) then
      changes[#changes + 1] = { field = name, key = key,
        old = mix.json.array({ table.unpack(old) }), new = { new } }
    end
  end
  return changes, not album_agrees
    and ("the album stays: %s has it on \"%s\""):format(service, candidate.album) or nil
end

return proposing
