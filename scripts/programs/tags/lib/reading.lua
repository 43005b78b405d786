-- The record of a file that rules compare: out of its tags, and out of its path
-- where they say nothing.

local dates = require("programs.tags.lib.dates")
local disc_of_name = require("lib.disc_of_name")
local identifiers = require("lib.identifiers")
local legacy_texts = require("programs.tags.lib.legacy_texts")
local shelves = require("lib.shelves")
local single_byte = require("lib.single_byte")
local track_names = require("lib.track_names")
local trimmed = require("lib.trimmed")

local reading = {}

-- Whole texts that rippers and players write for missing ones, in the language of their user. A
-- name may begin like them or be a number: "Unknown Pleasures", "22"; and many songs are called
-- "Untitled". Titles that count the tracks in other languages are known in whole albums alone.
local blanks = { unknown = true, ["n/a"] = true }
local blanks_of = { title = {}, artist = {}, album = {} }
for field, names in pairs({
  title = [[unknown title; unknown track; untitled track; no title; track; audiotrack]],
  artist = [[unknown artist; unknown artists; no artist; unbekannter künstler;
    unbekannter interpret; artiste inconnu; interprète inconnu; artista desconocido;
    artista sconosciuto; artista desconhecido; onbekende artiest; okänd artist; ukendt kunstner;
    ukjent artist; tuntematon esittäjä; tuntematon artisti; nieznany wykonawca; nieznany artysta;
    neznámý interpret; neznámý umělec; ismeretlen előadó; bilinmeyen sanatçı;
    άγνωστος καλλιτέχνης; неизвестный исполнитель; невідомий виконавець; 不明なアーティスト;
    未知艺术家; 未知艺人; 未知藝術家; 알 수 없는 아티스트; 알 수 없는 음악가]],
  album = [[unknown album; untitled album; no album; unbekanntes album; album inconnu;
    álbum desconocido; album sconosciuto; álbum desconhecido; onbekend album; okänt album;
    ukendt album; ukjent album; tuntematon albumi; tuntematon levy; nieznany album; neznámé album;
    ismeretlen album; bilinmeyen albüm; άγνωστο άλμπουμ; неизвестный альбом; невідомий альбом;
    不明なアルバム; 未知专辑; 未知唱片集; 未知專輯; 알 수 없는 앨범]],
}) do
  for name in names:gmatch("[^;]+") do
    blanks_of[field][mix.text.fold(name:match("^%s*(.-)$"))] = true
  end
end
blanks_of.albumartist = blanks_of.artist

-- Whether a folded text is a placeholder for a field: "track 03", "unknown album (3/2/2004 10:12)".
local function is_blank(field, text)
  local names = blanks_of[field]
  -- The patterns below take the square of a run of blanks.
  if not names or #text > 100 then return false end
  local rest = field == "title" and text:match("^(.-)%s*%d+$")
    or field == "album" and text:match("^(.-)%s*%([%d/.:,%- apm]+%)$")
  return names[text] or rest and names[rest] or false
end

--- Returns the text of a field's values, mended where a program read it in another encoding; nil
--- for none, or for a placeholder.
function reading.said(field, values)
  local text = values and trimmed(table.concat(values, ", ")) or ""
  text = single_byte.mended(text)
  local low = mix.text.casefold(text)
  low = low:match("^<(.*)>$") or low:match("^%[(.*)%]$") or low
  if low == "" or blanks[low] or is_blank(field, mix.text.fold(low)) then return nil end
  return text
end

local said = reading.said

local function plain(name)
  local text = name:find(" ") and name or name:gsub("_", " ")
  return trimmed(text)
end

local function without_year(name)
  return (name:gsub("^[%(%[]?%d%d%d%d[%)%]]?%s*%-%s*", ""):gsub("^[%(%[]%d%d%d%d[%)%]]%s+", "")
    :gsub("%s*[%(%[]%d%d%d%d[%)%]]$", ""))
end

-- Words about files that shops and rippers put behind the name of an album: "[FLAC 16-44]".
local about_files = {}
for word in ([[flac mp3 aac m4a alac ogg opus wav aiff lossless web cd cdrip rip vinyl vbr cbr v0 v2
  kbps kbit kbs khz bit bits hz k]]):gmatch("%S+") do about_files[word] = true end

local function without_remarks(name)
  -- "{CAT 12}" is the number in a catalogue.
  name = name:gsub("(%S)%s+{[^{}]*}$", "%1")
  local rest, remark = name:match("^(.*%S)%s*[%(%[]([^%(%)%[%]]*)[%)%]]$")
  local has_word = false
  for word in mix.text.casefold(remark or ""):gmatch("%w+") do
    if not about_files[word:match("^%d*(.*)$")] and not word:find("^%d+$") then return name end
    has_word = has_word or not word:find("^%d+$")
  end
  return has_word and without_remarks(rest) or name
end

--- The artist and the album in the name of a folder; nil: it says none.
function reading.of_folder(name)
  local text = plain(name):gsub(" \u{2013} ", " - "):gsub(" \u{2014} ", " - ")
  text = without_year(without_remarks(text))
  local artist, album = text:match("^(.-)%s+%-%s+(.+)$")
  album = without_year(album or text)
  return said("artist", { artist }), said("album", { album })
end

-- The names of the folders of a path, the last one that of the album: "CD1" is a part of one, as is
-- "Artist/Album/CD2 The Remixes".
local function folders_of(path)
  local folders = {}
  for part in path:gmatch("([^/]+)/") do folders[#folders + 1] = part end
  local _, rest, is_in_album = disc_of_name(folders[#folders] or "")
  if rest == "" or is_in_album and #folders > 2 then folders[#folders] = nil end
  return folders
end

local function are_same(one, other) return mix.text.fold(one) == mix.text.fold(other) end

-- Adds what the folders say: "Artist/Album" and "Artist - Album".
local function add_folders(guess, folders)
  local parent = #folders > 1 and plain(folders[#folders - 1]) or nil
  -- Where Music keeps albums of several people.
  if parent == "Compilations" then parent = "Various Artists" end
  local artist, album = reading.of_folder(folders[#folders] or "")
  if parent and artist and shelves.is_shelf(parent) then parent = nil end
  if parent and not (artist and are_same(artist, parent)) then
    artist = parent
    album = without_year(without_remarks(plain(folders[#folders])))
  end
  if not (artist and album) then return end
  album = reading.without_disc(album)
  -- "Tides - 03 - Ebb" in the folder of the album.
  if guess.artist and are_same(guess.artist, album) then guess.artist = nil end
  -- "Ada Lune-Ebb" in the folder of Ada Lune.
  local before, title = (guess.title or ""):match("^(.-)%-(%S.*)$")
  if before and not guess.artist and are_same(before, artist) then guess.title = title end
  guess.artist, guess.album = guess.artist or artist, album
end

--- The facts in a path: Artist/Album/01 Title.flac, 01 - Artist - Title.mp3. Returns title, artist
--- and album, and the number of the track.
function reading.of_path(path)
  local name = path:match("[^/]+$"):gsub("%.%w+$", "")
  local guess = track_names.read(name, path:find("[^/]/") ~= nil)
  local number = guess.number
  guess.number = nil
  add_folders(guess, folders_of(path))
  -- A file that is called by its number alone has no name.
  if name:find("^%d+$") then guess.title = nil end
  for field, value in pairs(guess) do guess[field] = said(field, { value }) end
  return guess, number
end

-- The disc that a folder's name or the beginning of a file's name says: "CD 1", "Tides (Disc 2)",
-- "1-03 Ebb.flac".
local function disc_of(path)
  local folder = path:match("([^/]+)/[^/]+$")
  return folder and disc_of_name(folder) or math.tointeger(tonumber(
    path:match("%f[%d]([1-9])[%-.]%d%d[^%w/][^/]*$")))
end

-- The number in a placeholder: "Track 03".
local function placeholder_number(text)
  return text and not said("title", { text }) and text:match("(%d+)%s*$") or nil
end

local function number_of(path)
  local name = path:match("[^/]+$"):gsub("%.%w+$", "")
  return math.tointeger(tonumber(placeholder_number(name) or name:match("^%d%d?$")
    or name:match("^[1-9][%-.](%d%d)%D") or name:match("^(%d%d?)[%s._%-]")
    or name:match("^(%d%d)%D"))) or select(2, reading.of_path(path))
end

--- The name of an album without the disc that it says: "Tides (Disc 2)".
function reading.without_disc(name)
  local _, rest = disc_of_name(name)
  return rest and rest ~= "" and rest or name
end

-- Words before a number that say what it counts.
local count_words = { track = true, cd = true, disc = true, disk = true }

-- "3", "03/12", "Disc 1 of 2": the number and the total; nil for a text or nought.
local function counted(values)
  local words = mix.text.casefold((values or {})[1] or "")
  words = words:gsub("%s+of%s+", "/"):gsub("\\+", "/")
  local word, number, total = words:match("^%s*(%a*)[%s#]*(%d+)%s*/?%s*(%d*)%s*$")
  if word ~= "" and not count_words[word] then return nil end
  local function positive(text)
    local value = math.tointeger(tonumber(text))
    return value and value > 0 and value < 10000 and value or nil
  end
  return positive(number), positive(total)
end

local uuid = "^" .. ("%x"):rep(8) .. ("%-" .. ("%x"):rep(4)):rep(4) .. ("%x"):rep(8) .. "$"

local function identifier(values) return ((values or {})[1] or ""):lower():match(uuid) end

--- The facts in a file about its place and its release: number, disc, track_total, disc_total;
--- release, release_track (identifiers of MusicBrainz); maker (the album's artist), year, barcode,
--- label, catalogue_number, country, is_compilation.
function reading.facts(tags, path)
  tags = legacy_texts.read(tags)
  local facts = { maker = said("albumartist", tags.ALBUMARTIST), label = said("", tags.LABEL),
    release = identifier(tags.MUSICBRAINZ_ALBUMID), country = said("", tags.RELEASECOUNTRY),
    release_track = identifier(tags.MUSICBRAINZ_RELEASETRACKID),
    catalogue_number = said("", tags.CATALOGNUMBER),
    year = dates.year((tags.DATE or {})[1]),
    is_compilation = (tags.COMPILATION or {})[1] == "1" or nil,
    barcode = ((tags.BARCODE or {})[1] or ""):gsub("%D", ""):match("^0*(%d%d%d%d%d%d%d+)$") }
  local total
  facts.number, total = counted(tags.TRACKNUMBER)
  facts.number = facts.number or counted({ placeholder_number((tags.TITLE or {})[1]) })
    or number_of(path)
  facts.track_total = total or counted(tags.TRACKTOTAL) or counted(tags.TOTALTRACKS)
  facts.disc, total = counted(tags.DISCNUMBER)
  facts.disc = facts.disc or disc_of(path)
  facts.disc_total = total or counted(tags.DISCTOTAL) or counted(tags.TOTALDISCS)
  return facts
end

--- The record of a file: title, artist, album, duration, release_date, isrc, musicbrainz (its
-- recording's identifier); and from where each is when not from the tags. `file` is what
-- mix.tags.read returns.
function reading.record(file, path)
  local tags, guess, from = legacy_texts.read(file.tags), reading.of_path(path), {}
  local record = {
    title = said("title", tags.TITLE), artist = said("artist", tags.ARTIST),
    album = said("album", tags.ALBUM),
    duration = file.seconds > 0 and file.seconds or nil,
    release_date = (said("date", tags.DATE) or ""):match("^%d%d%d%d%-%d%d%-%d%d$"),
    musicbrainz = identifier(tags.MUSICBRAINZ_TRACKID),
    isrc = identifiers.isrc((tags.ISRC or {})[1]),
  }
  for _, field in ipairs({ "title", "artist", "album" }) do
    if not record[field] and guess[field] then
      record[field], from[field] = guess[field], "its path"
    end
  end
  return record, from
end

return reading
