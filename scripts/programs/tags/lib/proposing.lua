-- The changes that a candidate makes in a file's tags.

local credits = require("rules.lib.credits")
local knowing = require("programs.tags.lib.knowing")
local reading = require("programs.tags.lib.reading")

local proposing = {}

--- The fields that may be written, by the names of users, with TagLib's names.
proposing.fields = {
  { "title", "TITLE" }, { "artist", "ARTIST" }, { "album", "ALBUM" },
  { "albumartist", "ALBUMARTIST" }, { "date", "DATE" }, { "isrc", "ISRC" },
  { "musicbrainz", "MUSICBRAINZ_TRACKID" },
}

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

-- The artist of an album: as the catalogue says, else the one artist of the track.
local function album_artist(tags, candidate)
  if candidate.album_artist then return candidate.album_artist end
  if tags.ALBUMARTIST and tags.ALBUMARTIST[1] then return nil end
  local names = credits.parse(candidate.artist).spelled
  return #names == 1 and candidate.artist or nil
end

-- Whether the candidate is the file's recording beyond doubt, so that the file may get its
-- identifiers: the same version, by all who are named in title or artist.
local function is_recording(record, candidate)
  return knowing.same_version(record.title, candidate.title)
    and knowing.has_words(("%s %s"):format(record.title, record.artist or ""),
      ("%s %s"):format(candidate.title, candidate.artist))
end

-- The new value of each field; nil: it stays.
local function wanted(tags, record, candidate, service)
  local date = tags.DATE and tags.DATE[1]
  local list = { TITLE = candidate.title, ARTIST = candidate.artist }
  if is_recording(record, candidate) then
    list.ISRC = candidate.isrc
    list.MUSICBRAINZ_TRACKID = service == "musicbrainz" and candidate.id or nil
  end
  list.ALBUM = candidate.album
  if not record.album or not candidate.album or knowing.are_same(record.album, candidate.album) then
    list.ALBUMARTIST = candidate.album and album_artist(tags, candidate) or nil
    -- A date that the file has stays, unless the new one says it more precisely.
    local released = candidate.release_date
    local is_blank = not date or not date:find("^%d%d%d%d")
    if released and (is_blank or released:sub(1, #date) == date) then list.DATE = released end
  end
  return list
end

-- The reasons to leave a field of the file as it is, by its name. `old`: the file's text; nil where
-- it has none, or a placeholder.
local keeps = {}

function keeps.title(old, new, record)
  return not knowing.same_version(record.title, new)
    or old and (not knowing.has_words(old, new) or knowing.is_plainer(old, new))
end

function keeps.artist(old, new)
  return old and (not knowing.has_words(old, new) or knowing.is_plainer(old, new))
end

keeps.albumartist = keeps.artist

-- The folder names an album, too.
function keeps.album(old, new, record)
  return record.album and not knowing.are_same(record.album, new)
    or old and knowing.is_plainer(old, new)
end

-- An identifier is never replaced on a guess.
function keeps.isrc(old) return old end

keeps.musicbrainz = keeps.isrc

--- The changes of a file: a list of {field, key, old (texts), new (texts)}; and a remark on what
-- was left alone. `only`: names of fields, as a set; nil: all.
function proposing.changes(tags, record, candidate, service, only)
  local list, stay = wanted(tags, record, candidate, service), {}
  local changes = mix.json.array({})
  for _, field in ipairs(proposing.fields) do
    local name, key = field[1], field[2]
    local new, old = list[key], tags[key] or {}
    if new and (not only or only[name]) and not says_the_same(old, new) then
      if keeps[name] and keeps[name](reading.said(name, old), new, record) then
        stay[#stay + 1] = ("the %s stays: %s has \"%s\""):format(name, service, new)
      else
        changes[#changes + 1] = { field = name, key = key,
          old = mix.json.array({ table.unpack(old) }), new = { new } }
      end
    end
  end
  return changes, #stay > 0 and table.concat(stay, "; ") or nil
end

return proposing
