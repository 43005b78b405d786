-- The changes that a candidate makes in a file's tags.

local credits = require("rules.lib.credits")
local dates = require("programs.tags.lib.dates")
local knowing = require("programs.tags.lib.knowing")
local meanings = require("programs.tags.lib.meanings")
local reading = require("programs.tags.lib.reading")
local reasons = require("programs.tags.lib.reasons")

local proposing = {}

--- The fields that may be written, by the names of users, with TagLib's names. Those that are
-- `asked` are written on request alone: they are known of a whole album.
proposing.fields = {
  { "title", "TITLE" }, { "artist", "ARTIST" }, { "album", "ALBUM" },
  { "albumartist", "ALBUMARTIST" }, { "date", "DATE" }, { "isrc", "ISRC" },
  { "musicbrainz", "MUSICBRAINZ_TRACKID" },
  { "originaldate", "ORIGINALDATE", asked = true }, { "tracknumber", "TRACKNUMBER", asked = true },
  { "tracktotal", "TRACKTOTAL", asked = true }, { "discnumber", "DISCNUMBER", asked = true },
  { "disctotal", "DISCTOTAL", asked = true }, { "label", "LABEL", asked = true },
  { "catalognumber", "CATALOGNUMBER", asked = true }, { "barcode", "BARCODE", asked = true },
  { "country", "RELEASECOUNTRY", asked = true }, { "release", "MUSICBRAINZ_ALBUMID", asked = true },
  { "releasegroup", "MUSICBRAINZ_RELEASEGROUPID", asked = true },
  { "releasetrack", "MUSICBRAINZ_RELEASETRACKID", asked = true },
  { "albumartistid", "MUSICBRAINZ_ALBUMARTISTID", asked = true },
}

-- Quotes and dashes are spelled in many ways, none of them wrong.
local signs = { ["\u{2018}"] = "'", ["\u{2019}"] = "'", ["\u{2BC}"] = "'", ["`"] = "'",
  ["\u{B4}"] = "'", ["\u{201C}"] = '"', ["\u{201D}"] = '"', ["\u{2010}"] = "-",
  ["\u{2011}"] = "-", ["\u{2013}"] = "-" }

local function spelled(text) return (text:gsub(utf8.charpattern, signs)) end

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

-- The artist of an album: as the catalogue says, else the one artist of the track; as the file
-- spells the artist, where the catalogue does less exactly.
local function album_artist(tags, record, candidate)
  local name = candidate.album_artist
  if not name then
    local is_there = tags.ALBUMARTIST and tags.ALBUMARTIST[1]
    if is_there or #credits.parse(candidate.artist).spelled ~= 1 then return nil end
    name = candidate.artist
  end
  return record.artist and knowing.is_plainer(record.artist, name) and record.artist or name
end

-- Whether the candidate is the file's recording beyond doubt, so that the file may get its
-- identifiers: the same version, by all who are named in title or artist, or as a track of a sure
-- album in all else.
local function is_recording(tags, record, candidate)
  -- Its place and length on an album tell a file without a title, and its code one whose path alone
  -- has a name.
  local is_coded = record.isrc ~= nil and record.isrc == candidate.isrc
  if not record.title or is_coded and not reading.said("title", tags.TITLE) then return true end
  local artist = record.artist or ""
  return knowing.same_version(record.title, candidate.title) and (candidate.is_exact
    or knowing.has_words(record.title, candidate.title)
      and knowing.has_words(artist, candidate.artist)
    or knowing.has_words(("%s %s"):format(record.title, artist), ("%s %s"):format(candidate.title,
      candidate.artist)))
end

-- "Tides (Disc 2)" is a disc of "Tides".
local function is_album(record, candidate)
  local name = record.album
  if not name or not candidate.album then return true end
  return knowing.are_same(name, candidate.album) or candidate.release ~= nil
    and knowing.are_same(reading.without_disc(name), candidate.album)
end

-- Formats whose number of a track or disc has the total in it: "3/12".
local joined_totals = { mp3 = true, m4a = true, wav = true, aiff = true }

-- A number that the file has stays; it may get the total.
local function number_of(list, format, names, values, tags)
  local number, total = names[1], names[2]
  local own = tags[number] and tags[number][1]
  local is_same = not own or tonumber(own:match("^%s*(%d+)%s*$")) == values[1]
  if not values[1] then return end
  if joined_totals[format] then
    if is_same then
      -- "03" keeps its nought.
      local text = own and own:match("%d+") or tostring(values[1])
      list[number] = values[2] and ("%s/%d"):format(text, values[2]) or not own and text or nil
    end
  else
    list[number] = not own and tostring(values[1]) or nil
    list[total] = is_same and values[2] and tostring(values[2]) or nil
  end
end

-- The fields of a release; none where the files do not tell it from another one.
local function add_release(list, candidate, tags, format)
  local release = candidate.release
  if not release then return end
  list.ORIGINALDATE, list.LABEL = release.first_date, release.label
  list.CATALOGNUMBER, list.BARCODE = release.catalogue_number, release.barcode
  list.RELEASECOUNTRY, list.MUSICBRAINZ_ALBUMID = release.country, release.id
  list.MUSICBRAINZ_RELEASEGROUPID = release.group
  list.MUSICBRAINZ_RELEASETRACKID = release.id and candidate.track_id
  list.MUSICBRAINZ_ALBUMARTISTID = release.artist_ids and #release.artist_ids == 1
    and release.artist_ids[1] or nil
  number_of(list, format, { "TRACKNUMBER", "TRACKTOTAL" }, { candidate.track_number,
    candidate.track_count }, tags)
  number_of(list, format, { "DISCNUMBER", "DISCTOTAL" }, { candidate.disc_number,
    release.disc_count }, tags)
end

-- The new value of each field; nil: it stays.
local function wanted(tags, record, candidate, service, format)
  local date = tags.DATE and tags.DATE[1]
  local list = { TITLE = candidate.title, ARTIST = candidate.artist }
  if is_recording(tags, record, candidate) then
    list.ISRC = candidate.isrc
    list.MUSICBRAINZ_TRACKID = service == "musicbrainz" and candidate.id or nil
  end
  list.ALBUM = candidate.album
  if is_album(record, candidate) then
    add_release(list, candidate, tags, format)
    list.ALBUMARTIST = candidate.album and album_artist(tags, record, candidate) or nil
    -- A date that the file has stays, unless the new one says it more precisely.
    local released = candidate.release_date
    if released and dates.may_replace(date, released) then list.DATE = released end
  end
  return list
end

-- The reasons to leave a field of the file as it is, by its name. `old`: the file's text; nil where
-- it has none, or a placeholder. `is_preferred`: the catalogue's spelling is, however plain.
local keeps = {}

function keeps.title(old, new, record, is_preferred)
  return record.title and not knowing.same_version(record.title, new)
    or keeps.artist(old, new, record, is_preferred)
end

function keeps.artist(old, new, _, is_preferred)
  return old and (not knowing.has_words(old, new)
    or not is_preferred and knowing.is_plainer(old, new))
end

keeps.albumartist = keeps.artist

-- The folder names an album, too.
function keeps.album(old, new, record, is_preferred)
  return record.album and not knowing.are_same(record.album, new)
    or old and not is_preferred and knowing.is_plainer(old, new)
end

-- An identifier is never replaced on a guess.
function keeps.isrc(old) return old end

keeps.musicbrainz = keeps.isrc

-- On request: what the file has already stays; a number, too, unless it gets its total.
for _, field in ipairs(proposing.fields) do
  local name = field[1]
  if field.asked and not name:find("number$") then keeps[name] = keeps.isrc end
end

keeps.catalognumber = keeps.isrc

-- "0000" is none.
function keeps.originaldate(old) return old and dates.year(old) ~= nil end

-- How a field may be changed: true, "keep" or "prefer"; nil: not at all.
local function wish_of(field, only)
  if only then return only[field[1]] end
  return not field.asked or nil
end

-- Whether a field stays as the file has it.
local function stays(name, old, new, record, wish)
  if not keeps[name] then return wish == "keep" and old end
  return wish == "keep" and old or keeps[name](old, new, record, wish == "prefer")
end

-- Whether the rules want a change.
local function is_wanted(change, file, only)
  local rules = only and only.rules
  return not rules or rules:wants({ field = change.field, old = change.old, new = change.new,
    why = change.why, service = file.service, format = file.format })
end

--- The changes of a file ({tags, record, service, format}): a list of {field, key, old (texts), new
-- (texts), why}; and a remark on what was left alone. `only`: how fields are changed by their
-- names (see choices.set); nil: those that are not on request.
function proposing.changes(file, candidate, only)
  local tags, service = file.tags, file.service
  local told, record, meant = meanings.of(file)
  local list, stay = wanted(told, record, candidate, service, file.format), { meant }
  local changes = mix.json.array({})
  for _, field in ipairs(proposing.fields) do
    local name, key = field[1], field[2]
    local new, old = list[key], tags[key] or {}
    local wish = wish_of(field, only)
    if new and wish and not says_the_same(old, new) then
      if stays(name, reading.said(name, told[key]), new, record, wish) then
        stay[#stay + 1] = ("the %s stays: %s has \"%s\""):format(name, service, new)
      else
        local change = { field = name, key = key, old = mix.json.array({ table.unpack(old) }),
          new = { new }, why = reasons.of(name, old, told[key], new) }
        if is_wanted(change, file, only) then
          changes[#changes + 1] = change
        else
          stay[#stay + 1] = ("the %s stays, as the rules say: %s has \"%s\""):format(name, service,
            new)
        end
      end
    end
  end
  return changes, #stay > 0 and table.concat(stay, "; ") or nil
end

return proposing
