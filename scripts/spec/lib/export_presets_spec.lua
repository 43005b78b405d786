-- The lists of other programs: which they are, and what their columns say.

local columns = require("lib.linking.columns")
local export_presets = require("lib.export_presets")
local loading = require("lib.linking.loading")
local tables = require("lib.linking.tables")
local written = require("spec.written")

local function cells_of(line) return mix.csv.parse(line, { header = false })[1] end

-- The fields that rules of each kind read.
local read_by = {
  films = { "title", "original_title", "year", "kind", "season", "episode", "runtime", "director",
    "cast", "imdb_id" },
  books = { "title", "author", "isbn", "year", "publisher", "pages", "language", "series",
    "position" },
  tracks = { "title", "artist", "album", "duration", "isrc", "release_date", "genre",
    "track_number", "disc_number" },
  releases = { "title", "artist", "date", "label", "catalogue_number", "barcode" },
  people = { "name", "born", "known_for" },
}

-- Program, kind, header, row, and the record.
local lists = {
  { "letterboxd", "films", "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date",
    "2024-01-02,Boats,1984,https://boxd.it/a,4.5,,,2024-01-01",
    { title = "Boats", year = "1984" } },
  { "letterboxd", "films", "Position,Name,Year,URL,Description", "1,Boats,1984,https://x,",
    { title = "Boats", year = "1984" } },
  { "imdb", "films", "Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,"
    .. "Runtime (mins),Year,Genres,Num Votes,Release Date,Directors",
    "tt0000007,9,2024-03-15,Boats,Barche,https://x,Movie,8,100,1984,Drama,9,1984-03-31,Ada Lune",
    { title = "Boats", original_title = "Barche", year = "1984", kind = "Movie", runtime = "100",
      director = "Ada Lune", imdb_id = "tt0000007" } },
  { "imdb", "people", "Position,Const,Created,Modified,Description,Name,Known For,Birth Date",
    "1,nm0000007,,,,Ada Lune,Boats,1950-01-02",
    { name = "Ada Lune", known_for = "Boats", born = "1950-01-02" } },
  { "trakt", "films", "rated_at,type,title,year,trakt_rating,trakt_id,imdb_id,tmdb_id,"
    .. "season_number,episode_number,episode_title,episode_imdb_id",
    "2021-03-22,episode,Harbour,1999,8,1,tt0000008,9,2,3,The Pier,tt0000009",
    { title = "Harbour", year = "1999", kind = "episode", season = "2", episode = "3",
      imdb_id = "tt0000009" } },
  { "plex", "tracks", "title,ratingKey,guid,type,grandparentTitle,parentTitle,index,duration",
    "Boats,7,plex://x,track,Ada Lune,Hills,3,210000",
    { title = "Boats", artist = "Ada Lune", album = "Hills", track_number = "3",
      duration = "210.000" } },
  { "goodreads", "books", "Book Id,Title,Author,Author l-f,ISBN,ISBN13,Number of Pages,"
    .. "Year Published,Original Publication Year,Exclusive Shelf",
    "1,Sabriel,Garth Nix,\"Nix, Garth\",,9780064471831,491,1997,,read",
    { title = "Sabriel", author = "Garth Nix", isbn = "9780064471831", pages = "491",
      year = "1997" } },
  { "storygraph", "books", "Title,Authors,ISBN/UID,Read Status", "Sabriel,Garth Nix,97,read",
    { title = "Sabriel", author = "Garth Nix", isbn = "97" } },
  { "librarything", "books", "Book Id,Title,Primary Author,Secondary Author,Date,ISBN,ISBNs",
    "1,Sabriel,\"Nix, Garth\",\"Ray, Bo\",1995,[006],\"006, 978\"",
    { title = "Sabriel", author = "Nix, Garth; Ray, Bo", year = "1995", isbn = "006, 978" } },
  { "bookwyrm", "books", "title,author_text,remote_id,isbn_10,isbn_13", "Sabriel,Garth Nix,x,1,2",
    { title = "Sabriel", author = "Garth Nix", isbn = "2" } },
  { "hardcover", "books", "Title,Author,Series,Status,Hardcover Book ID,ISBN 10,ISBN 13",
    "Sabriel,Garth Nix,,Read,7,1,2", { title = "Sabriel", author = "Garth Nix", isbn = "2" } },
  { "libib", "films", "item_type,title,creators,ean_isbn13,publish_date,length,ensemble",
    "movie,Boats,Ada Lune,001,1984-01-01,100,Bo Ray",
    { title = "Boats", director = "Ada Lune", year = "1984-01-01", kind = "movie",
      runtime = "100", cast = "Bo Ray" } },
  { "discogs", "releases", "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id",
    "CAD 3,Ada Lune,Hills,4AD,LP,,2010,7",
    { title = "Hills", artist = "Ada Lune", date = "2010", label = "4AD",
      catalogue_number = "CAD 3" } },
  { "rateyourmusic", "releases", "RYM Album, First Name,Last Name,Title,Release_Date,Rating",
    "7,Ada,Lune,Hills,2010,8", { title = "Hills", artist = "Ada Lune", date = "2010" } },
  { "lastfm", "tracks", "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid",
    "17,\"17 May 2026, 12:54\",Ada Lune,,Hills,,Boats,",
    { title = "Boats", artist = "Ada Lune", album = "Hills" } },
  { "shazam", "tracks", "Index,TagTime,Title,Artist,URL,TrackKey",
    "1,2023-05-25,Boats,Ada Lune,https://x,1", { title = "Boats", artist = "Ada Lune" } },
  { "tunemymusic", "tracks", "Track name,Artist name,Album,Playlist name,Type,ISRC",
    "Boats,Ada Lune,Hills,Mix,Playlist,QZ01",
    { title = "Boats", artist = "Ada Lune", album = "Hills", isrc = "QZ01" } },
  { "exportify", "tracks", "Track URI,Track Name,Artist Name(s),Album Name,Track Number,"
    .. "Track Duration (ms),ISRC",
    "spotify:track:7,Boats,Ada Lune,Hills,3,210226,QZ01",
    { title = "Boats", artist = "Ada Lune", album = "Hills", track_number = "3",
      duration = "210.226", isrc = "QZ01" } },
  { "youtube", "tracks", "Video ID,Song Title,Album Title,Artist Name 1,Artist Name 2",
    "x,Boats,Hills,Ada Lune,Bo Ray",
    { title = "Boats", album = "Hills", artist = "Ada Lune; Bo Ray" } },
  { "apple-music", "tracks", "Name,Artist,Composer,Album,Time,Disc Number,Track Number,Bit Rate",
    "Boats,Ada Lune,,Hills,210,1,3,256",
    { title = "Boats", artist = "Ada Lune", album = "Hills", duration = "210", disc_number = "1",
      track_number = "3" } },
  { "apple-music", "tracks", "Country,Track Identifier,Date Played,Track Description",
    "US,7,20150630,Ada Lune - Boats", { title = "Boats", artist = "Ada Lune" } },
}

describe("a list of", function()
  for _, list in ipairs(lists) do
    local name, kind, header, row, expected = table.unpack(list)
    it(("%s (%s)"):format(name, header:sub(1, 30)), function()
      local cells = cells_of(header)
      local preset = export_presets.of(cells)
      assert.equal(name, preset.name)
      local found = assert(columns.of(cells, read_by[kind], {}, {}, kind))
      assert.are.same(expected, loading.record(cells_of(row), found))
      assert.are.same({}, found.repeated)
    end)
  end

  local function opened(text) return assert(tables.open(written("list.csv", text))) end

  it("films has its table below one about itself", function()
    local list = opened("Letterboxd list export v7\nDate,Name,Tags,URL,Description\n"
      .. "2024-05-01,Mine,,https://x,\"Of\ntwo lines\"\n\nPosition,Name,Year,URL,Description\n"
      .. "1,Boats,1984,https://y,\n")
    assert.are.same({ "Position", "Name", "Year", "URL", "Description" }, list.header)
    assert.equal("Boats", list.next()[1][2])
  end)

  it("scrobbles may have no header", function()
    local list = opened("Ada Lune,Hills,Boats,17 May 2026 12:54\nBo Ray,,Glass,17 May 2026 12:50\n")
    assert.are.same({ "artist", "album", "track", "date" }, list.header)
    local rows = list.next()
    assert.are.same({ "Boats", "Glass" }, { rows[1][3], rows[2][3] })
  end)

  it("anything else is known by the names of its columns alone", function()
    assert.is_nil(export_presets.of({ "Title", "Artist" }))
    local found = assert(columns.of({ "Title", "Track#", "Duration (ms)" },
      { "title", "track_number", "duration" }, {}, {}, "tracks"))
    assert.are.same({ title = "Boats", track_number = "3", duration = "210.000" },
      loading.record({ "Boats", "3", "210000" }, found))
  end)

  it("a known program gives way to what the user says", function()
    local found = assert(columns.of({ "Date", "Name", "Year", "Letterboxd URI" }, { "title",
      "year" }, {}, { Date = "year" }, "films"))
    assert.are.same({ title = 2, year = 1 }, found.places)
  end)
end)
