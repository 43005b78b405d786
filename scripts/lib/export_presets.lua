-- The lists that people take out of other programs, each once: how its header tells it, and which
-- column says what. All that reads tables of people asks here first (match, link, dedupe, books
-- import, playlist import). A new program is one entry.
--
--   name     as options and messages call it
--   kind     of the rules that fit
--   has      columns that tell the program, with letters and digits alone
--   KIND     for rules of that kind: the source of each field. A source is a column, or several of
--            which the first filled one counts; with `joint` all of them, joined. `match` takes
--            a part of the text, `per` divides a number.
--   lacks    why such a table is of no use here, in place of fields
--   is_about the header of a table about the list, which has another below
--
-- A column that is not named here says something else than its name: the `Date` of a diary is the
-- day of watching.

local identifiers = require("lib.identifiers")
local table_start = require("lib.table_start")

local presets = {}

-- Milliseconds of a second.
local thousand = 1000
-- The tables of playlists that YouTube's Takeout writes.
local numbers_alone = "a playlist of YouTube's Takeout names its videos by number alone: take "
  .. "music library songs.csv, which has their titles"
--- Why a table of videos' numbers is of no use, whatever language its header is in.
presets.videos_alone = numbers_alone

---@type table[]
presets.list = {
  -- Films and series.
  { name = "letterboxd", kind = "films", has = "name year letterboxduri",
    films = { title = "name", year = "year" } },
  -- A list has a table about itself above the films.
  { name = "letterboxd", has = "date name tags url description", is_about = true },
  { name = "letterboxd", kind = "films", has = "position name year url description",
    films = { title = "name", year = "year" } },
  { name = "imdb", kind = "films", has = "const title titletype year",
    films = { title = "title", original_title = "originaltitle", kind = "titletype",
      year = "year", runtime = "runtimemins", director = "directors", imdb_id = "const" } },
  { name = "imdb", kind = "people", has = "const name knownfor",
    people = { name = "name", born = { "birthdate", "born" }, known_for = "knownfor" } },
  { name = "trakt", kind = "films", has = "type title year traktid imdbid",
    films = { title = "title", year = "year", kind = "type", season = "seasonnumber",
      episode = "episodenumber", imdb_id = { "episodeimdbid", "imdbid" } } },
  -- Lists of films and series in one, of which each has its own names.
  { name = "tmdb", kind = "films", has = "title name releasedate firstairdate",
    films = { title = { "title", "name" }, original_title = { "originaltitle", "originalname" },
      year = { "releasedate", "firstairdate" }, kind = "mediatype", imdb_id = "imdbid" } },
  { name = "plex", kind = "films", has = "title ratingkey guid",
    films = { title = "title", original_title = "originaltitle", year = "year", kind = "type",
      runtime = "duration", director = { "directors", "director" },
      cast = { "actors", "roles" } },
    tracks = { title = "title", artist = { "originaltitle", "grandparenttitle" },
      album = "parenttitle", track_number = "index", disc_number = "parentindex",
      duration = { "duration", per = thousand } } },
  -- The duration is that of the watching.
  { name = "netflix", kind = "films", has = "profilename starttime title supplementalvideotype",
    films = { title = "title" } },
  -- Books.
  { name = "goodreads", kind = "books", has = "bookid authorlf exclusiveshelf",
    books = { title = "title", author = "author", isbn = { "isbn13", "isbn" },
      year = { "originalpublicationyear", "yearpublished" }, publisher = "publisher",
      pages = "numberofpages" } },
  { name = "storygraph", kind = "books", has = "isbnuid readstatus",
    books = { title = "title", author = "authors", isbn = "isbnuid" } },
  { name = "librarything", kind = "books", has = "primaryauthor bookid",
    books = { title = "title", author = { "primaryauthor", "secondaryauthor", joint = "; " },
      isbn = { "isbns", "isbn" }, year = "date", pages = "pagecount", language = "languages" } },
  { name = "calibre", kind = "books", has = "authors authorsort",
    books = { title = "title", author = "authors", isbn = "isbn", year = "pubdate",
      publisher = "publisher", language = "languages", series = "series",
      position = "seriesindex" } },
  { name = "bookwyrm", kind = "books", has = "title authortext remoteid",
    books = { title = "title", author = "authortext", isbn = { "isbn13", "isbn10" },
      pages = "pages" } },
  { name = "hardcover", kind = "books", has = "title author hardcoverbookid",
    books = { title = "title", author = "author", isbn = { "isbn13", "isbn10" },
      year = "publishdate", publisher = "publisher", pages = "pagecount", series = "series" } },
  -- One table of all that somebody owns.
  { name = "libib", kind = "books", has = "itemtype title creators eanisbn13",
    books = { title = "title", author = "creators", isbn = { "eanisbn13", "upcisbn10" },
      year = "publishdate", publisher = "publisher", pages = "length" },
    films = { title = "title", director = "creators", year = "publishdate", kind = "itemtype",
      runtime = "length", cast = "ensemble" },
    releases = { title = "title", artist = "creators", date = "publishdate",
      label = "publisher", barcode = { "eanisbn13", "upcisbn10" } } },
  -- Albums.
  { name = "discogs", kind = "releases", has = "catalognumber artist title releaseid",
    releases = { title = "title", artist = "artist", date = "released", label = "label",
      catalogue_number = "catalognumber", format = "format" } },
  { name = "rateyourmusic", kind = "releases", has = "rymalbum firstname lastname title",
    releases = { title = "title", artist = { "firstname", "lastname", joint = " " },
      date = "releasedate" } },
  -- Songs.
  { name = "lastfm", kind = "tracks", has = "uts artist album track",
    tracks = { title = "track", artist = "artist", album = "album" } },
  { name = "spotify", kind = "tracks",
    has = "mastermetadatatrackname mastermetadataalbumartistname",
    tracks = { title = "mastermetadatatrackname", artist = "mastermetadataalbumartistname",
      album = "mastermetadataalbumalbumname", uri = "spotifytrackuri" } },
  { name = "shazam", kind = "tracks", has = "tagtime title artist",
    tracks = { title = "title", artist = "artist" } },
  { name = "tunemymusic", kind = "tracks", has = "trackname artistname playlistname",
    tracks = { title = "trackname", artist = "artistname", album = "album", isrc = "isrc",
      uri = "spotifyid" } },
  { name = "exportify", kind = "tracks", has = "trackuri trackname artistnames",
    tracks = { title = "trackname", artist = "artistnames", album = "albumname", isrc = "isrc",
      uri = "trackuri",
      release_date = { "albumreleasedate", "releasedate" }, track_number = "tracknumber",
      disc_number = "discnumber",
      duration = { "trackdurationms", "durationms", per = thousand } } },
  { name = "youtube", kind = "tracks", has = "songtitle albumtitle",
    tracks = { title = "songtitle", album = "albumtitle",
      artist = { "artistnames", "artistname", "artistname1", "artistname2", "artistname3",
        "artistname4", joint = "; " } } },
  { name = "youtube", has = "playlistid channelid timecreated", is_about = true },
  { name = "youtube", has = "videoid playlistvideocreationtimestamp", lacks = numbers_alone },
  { name = "youtube", has = "videoid timeadded", lacks = numbers_alone },
  { name = "apple-music", kind = "tracks", has = "name artist composer album bitrate",
    tracks = { title = "name", artist = "artist", album = "album", duration = "time",
      genre = "genre", release_date = "year", track_number = "tracknumber",
      disc_number = "discnumber" } },
  { name = "apple-music", kind = "tracks", has = "trackdescription trackidentifier",
    tracks = { title = { "trackdescription", match = "^.- %- (.+)$" },
      artist = { "trackdescription", match = "^(.-) %- .+$" } } },
}

--- Returns a name as names are compared: letters and digits, without case. The sign of "Track#" is
--- a word, because a column "Track" is another. Emoji (U+1F000 to U+1FFFF) are decoration.
function presets.plain(name)
  return (mix.text.fold(name):gsub("\xf0\x9f..", ""):gsub("\u{fe0f}", "")
    :gsub("(%a) ?#", "%1number"):gsub("[^%w\u{80}-\u{10ffff}]", ""))
end

for _, preset in ipairs(presets.list) do
  local has = {}
  for column in preset.has:gmatch("%S+") do has[#has + 1] = column end
  preset.has = has
end

--- Returns whether a table has all columns. `places`: by their names.
function presets.has_all(places, columns)
  for _, name in ipairs(columns) do
    if not places[name] then return false end
  end
  return true
end

-- The place of each column, by its plain name; of two alike the first.
local function places_of(header)
  local places = {}
  for place = #header, 1, -1 do places[presets.plain(header[place])] = place end
  return places
end

-- The most columns of a program's table.
local most_columns = 300

--- Returns the entry that a header fits, nil without one.
function presets.of(header)
  if #header > most_columns then return nil end
  local places = places_of(header)
  for _, preset in ipairs(presets.list) do
    if presets.has_all(places, preset.has) then return preset end
  end
end

--- Returns the entry of a program for rules of a kind.
function presets.named(name, kind)
  for _, preset in ipairs(presets.list) do
    if preset.name == name and preset[kind] then return preset end
  end
end

--- Returns the number of the row that is a program's header, and its entry; nil in any other table.
--- Some programs put a title above the header, or a table of two rows about the list.
function presets.header_row(rows)
  local about = nil
  return table_start.header(rows, function(cells)
    local preset, above = presets.of(cells), about
    if preset and not preset.is_about then return preset end
    about = preset
    -- The row below the names has their values.
    if not (preset or above) and table_start.has_several(cells) then return false end
  end)
end

-- The field of a list of identifiers, by the first of them; nil for another text.
local function identifier_field(text)
  if text:find("^%s*tt%d%d%d%d%d%d%d+%s*$") or text:find("imdb%.com/title/tt%d") then
    return "imdb_id"
  end
  local number = text:gsub("^%s*ISBN[%s:]+", "")
  if number:find("^[%d%- ]+[xX]?%s*$") and identifiers.isbn(number) then return "isbn" end
  return text:find("^%u%u[%u%d%-]+%s*$") and identifiers.isrc(text) and "isrc" or nil
end

local film_files = { mkv = true, mp4 = true, avi = true, m4v = true, mov = true, webm = true }

-- The field of a list of titles with years, or of names of files, by its first line.
local function list_field(text)
  if text:find("%S%s*%([12][089]%d%d%)%s*$") then return "title" end
  return film_files[(text:match("%.(%w+)%s*$") or ""):lower()] and "file" or nil
end

--- Returns the header of a table that has none, by its first row; nil for any other. Scrobbles of
--- Last.fm come as artist, album, track and "17 May 2026 12:54", lists in words and of identifiers
--- as one column.
function presets.missing_header(cells)
  local field = #cells == 1 and (identifier_field(cells[1]) or list_field(cells[1]))
  if field then return { field } end
  if #cells == 1 and cells[1]:find("%S +[%-\u{2013}\u{2014}]+ +%S") then return { "title" } end
  if #cells ~= 4 or not cells[4]:find("^%d%d? %a%a%a %d%d%d%d,? %d%d:%d%d$") then return nil end
  return { "artist", "album", "track", "date" }
end

-- Completes a source with the places of its columns; nil when the table has none of them.
local function placed(source, places)
  local list = type(source) == "table" and source or { source }
  local found = { joint = list.joint, match = list.match, per = list.per }
  for _, name in ipairs(list) do found[#found + 1] = places[name] end
  if #found == 0 then return nil end
  return #found == 1 and not (found.match or found.per) and found[1] or found
end

--- Returns the sources of an entry's fields for rules of a kind: {field = source} for
--- presets.value; nil when the entry says nothing of that kind.
function presets.sources(preset, header, kind)
  local fields = preset[kind or preset.kind]
  if not fields then return nil end
  local places, sources = places_of(header), {}
  for field, source in pairs(fields) do sources[field] = placed(source, places) end
  return sources
end

--- Returns the text of a source in a row, nil without one. A source is the place of a cell, or a
--- list of places with `joint`, `match` or `per`.
function presets.value(cells, source)
  if type(source) == "number" then
    local text = cells[source]
    return text ~= "" and text or nil
  end
  local parts = {}
  for _, place in ipairs(source) do
    local text = cells[place]
    if text and text ~= "" and (source.joint or #parts == 0) then parts[#parts + 1] = text end
  end
  if #parts == 0 then return nil end
  local value = source.joint and table.concat(parts, source.joint) or parts[1]
  if source.match then value = value:match(source.match) or value end
  local number = source.per and tonumber(value)
  return number and ("%.3f"):format(number / source.per) or value
end

return presets
