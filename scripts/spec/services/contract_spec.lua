-- Every provider against the shared suite. A new one adds a case.

local contract = require("spec.provider_contract")
local deezer = require("services.deezer.provider")
local google_books = require("services.google_books.provider")
local itunes = require("services.itunes.provider")
local jellyfin = require("services.jellyfin.provider")
local musicbrainz = require("services.musicbrainz.provider")
local openlibrary = require("services.openlibrary.provider")
local spotify = require("services.spotify.provider")
local subsonic = require("services.subsonic.provider")
local tmdb = require("services.tmdb.provider")

local none = mix.json.array({})

-- A question by title.
local function by_title(service, limit)
  return service:search({ title = "Ljós í 夜", limit = limit })
end

local function by_name(service, limit)
  return service:search({ name = "Ada Lune", limit = limit })
end

local function any_title(service, text) return service:search({ title = text, artist = text }) end

local function any_name(service, text) return service:search({ name = text }) end

local function song(id)
  return {
    kind = "song", trackName = "Ljós í 夜", artistName = "Ada Lune", trackId = id,
    collectionName = "Harbour", releaseDate = "2014-10-21T07:00:00Z", trackCount = 12,
    artworkUrl100 = "https://is1-ssl.mzstatic.com/image/a/100x100bb.jpg",
  }
end

contract.check({
  provider = itunes, url = "GET https://itunes.apple.com/*", search_for = any_title,
  open = function() return itunes.open({ patience = 600 }) end,
  questions = {
    { does = "search", kind = "track", ask = by_title, first = "Ljós í 夜",
      answer = { results = { song(1), song(2) } }, nothing = { json = { results = none } } },
    { does = "lookup", kind = "track", first = "Ljós í 夜",
      ask = function(service) return service:lookup({ 1, 2 }) end,
      answer = { results = { song(1) } }, nothing = { json = { results = none } } },
  },
})

local function credit(name) return { name = name, joinphrase = "", artist = { name = name } } end

local function release(id)
  return {
    id = id, title = "Ljós í 夜", ["artist-credit"] = { credit("Ada Lune") }, date = "2014-10-21",
    country = "XW", ["track-count"] = 12,
  }
end

local function recording(id)
  return {
    id = id, title = "Ljós í 夜", length = 201000, ["artist-credit"] = { credit("Ada Lune") },
    ["first-release-date"] = "2014-10-21", releases = { release("b") }, isrcs = { "QZ1" },
  }
end

local function work(id)
  return {
    id = id, title = "Ljós í 夜", iswcs = { "T-1" }, aliases = { { name = "Light" } },
    relations = { { type = "composer", artist = { name = "Ada Lune" } } },
  }
end

local function artist(id)
  return {
    id = id, name = "Ada Lune", ["sort-name"] = "Lune, Ada", aliases = { { name = "Ада" } },
  }
end

local musicbrainz_questions = {}
for _, item in ipairs({
  { "track", "recordings", recording }, { "release", "releases", release },
  { "work", "works", work }, { "person", "artists", artist },
}) do
  local kind, list, make = table.unpack(item)
  local label = kind == "person" and "Ada Lune" or "Ljós í 夜"
  table.insert(musicbrainz_questions, {
    does = "search", kind = kind, first = label,
    ask = function(service, limit)
      return service:search({ kind = kind, title = label, name = label, limit = limit })
    end,
    answer = { count = 2, [list] = { make("a1"), make("a2") } },
    nothing = { json = { [list] = none } },
  })
  table.insert(musicbrainz_questions, {
    does = "lookup", kind = kind, first = label,
    ask = function(service) return service:lookup({ "a1" }, { kind = kind }) end,
    answer = make("a1"), nothing = { status = 404, json = { error = "Not Found" } },
  })
end

contract.check({
  provider = musicbrainz, url = "GET https://musicbrainz.org/ws/2/*", search_for = any_title,
  open = function() return musicbrainz.open({ contact = "me@example.org", patience = 600 }) end,
  questions = musicbrainz_questions,
})

contract.check({
  provider = deezer, url = "GET https://api.deezer.com/*", search_for = any_name,
  open = deezer.open,
  questions = {
    { does = "search", kind = "person", ask = by_name, first = "Ada Lune",
      answer = { data = { { id = 7, name = "Ada Lune" }, { id = 8, name = "Ada" } } },
      nothing = { json = { data = none } } },
    { does = "lookup", kind = "track", first = "Ljós í 夜",
      ask = function(service) return service:lookup({ 1 }) end,
      answer = {
        id = 1, title = "Ljós í 夜", isrc = "QZ1", duration = 201,
        artist = { id = 7, name = "Ada Lune" },
      },
      nothing = {
        json = { error = { type = "DataException", message = "no data", code = 800 } },
      } },
  },
})

contract.check({
  provider = spotify, url = "GET https://api.spotify.com/v1/*", search_for = any_name,
  open = function() return spotify.open({ token = function() return "t" end }) end,
  questions = {
    { does = "search", kind = "person", ask = by_name, first = "Ada Lune",
      answer = {
        artists = { items = { { id = "a", name = "Ada Lune" }, { id = "b", name = "B" } } },
      },
      nothing = { json = { artists = { items = none } } } },
    { does = "lookup", kind = "person", first = "Ada Lune",
      ask = function(service) return service:lookup({ "a" }) end,
      answer = { id = "a", name = "Ada Lune" },
      nothing = { status = 404, json = { error = { status = 404, message = "Not found." } } } },
  },
})

local function document(key)
  return {
    key = key, title = "Ljós í 夜", author_name = { "Ada Lune" }, first_publish_year = 2003,
    isbn = { "9780306406157" }, cover_i = 12, language = { "eng" }, number_of_pages_median = 300,
    publisher = { "Penwith" },
  }
end

contract.check({
  provider = openlibrary, url = "GET https://openlibrary.org/*", search_for = any_title,
  open = function() return openlibrary.open({ concurrency = 2 }) end,
  questions = {
    { does = "search", kind = "book", ask = by_title, first = "Ljós í 夜",
      answer = { docs = { document("/works/OL7W"), document("/works/OL8W") } },
      nothing = { json = { docs = none } } },
    { does = "complete", kind = "book", first = "Ljós í 夜",
      ask = function(service)
        return service:complete({
          source = "openlibrary", key = "OL7W", title = "Ljós í 夜", author = {}, numbers = {},
          publishers = {},
        })
      end,
      -- A work need not have a description.
      answer = { description = { type = "/type/text", value = "Sea." }, covers = { 12 } },
      empty_object = true, gone_adds_nothing = true },
  },
})

local function volume(id)
  return { id = id, volumeInfo = {
    title = "Ljós í 夜", authors = { "Ada Lune" }, publishedDate = "2003-05-01",
    industryIdentifiers = { { type = "ISBN_13", identifier = "9780306406157" } }, pageCount = 300,
    language = "en", publisher = "Penwith", description = "Sea.",
    imageLinks = { thumbnail = "http://books.google.com/books/content?id=" .. id },
  } }
end

contract.check({
  provider = google_books, url = "GET https://www.googleapis.com/books/v1/*",
  search_for = any_title,
  open = function() return google_books.open({ key = "k" }) end,
  questions = {
    { does = "search", kind = "book", ask = by_title, first = "Ljós í 夜", empty_object = true,
      answer = { items = { volume("a"), volume("b") } }, nothing = { json = { totalItems = 0 } } },
  },
})

local function film(id)
  return {
    id = id, title = "Ljós í 夜", release_date = "2014-10-21", vote_average = 7.5, vote_count = 12,
    popularity = 3.5, poster_path = "/p.jpg", overview = "Sea.", genre_ids = { 28 },
  }
end

local details = film(5)
details.genre_ids = nil
details.genres = { { id = 28, name = "Action" } }
details.runtime = 99
details.credits = {
  cast = { { name = "Ada Lune" } }, crew = { { name = "Bo", job = "Director" } },
}
details.release_dates = { results = { {
  iso_3166_1 = "US", release_dates = { { type = 3, certification = "PG" } },
} } }
details.videos = { results = { { key = "k", site = "YouTube", type = "Trailer", size = 1080 } } }

contract.check({
  provider = tmdb, url = "GET https://api.themoviedb.org/3/*",
  open = function() return tmdb.open({ token = "secret" }) end,
  questions = {
    { does = "search", kind = "film", first = "Ljós í 夜",
      ask = function(service, limit)
        return service:search({
          path = "/discover/movie", query = { sort_by = "popularity.desc" }, type = "movie",
          limit = limit,
        })
      end,
      answer = { page = 1, total_pages = 1, results = { film(5), film(6) } },
      nothing = { json = { results = none } } },
    { does = "complete", kind = "film", first = "Ljós í 夜",
      ask = function(service) return service:complete({ type = "movie", id = 5 }) end,
      answer = details },
  },
})

-- The answer of a music server, and a song of it.
local function subsonic_answer(members)
  local inner = { status = "ok", version = "1.16.1" }
  for name, value in pairs(members) do inner[name] = value end
  return { ["subsonic-response"] = inner }
end

local function subsonic_song(id)
  return { id = id, title = "Ljós í 夜", artist = "Ada Lune", album = "Tides", duration = 201,
    isrc = { "QZ1" }, displayAlbumArtist = "Various" }
end

contract.check({
  provider = subsonic, url = "GET https://subsonic.mixhost.invalid/*", search_for = any_title,
  open = function() return subsonic.open({ user = "joe", salt = "c19b2d", token = "ab" }) end,
  questions = {
    { does = "search", kind = "track", ask = by_title, first = "Ljós í 夜",
      answer = subsonic_answer({
        searchResult3 = { song = { subsonic_song("a"), subsonic_song("b") } } }),
      nothing = { json = subsonic_answer({ searchResult3 = { song = none } }) } },
    { does = "lookup", kind = "track", first = "Ljós í 夜",
      ask = function(service) return service:lookup({ "a" }) end,
      answer = subsonic_answer({ song = subsonic_song("a") }),
      nothing = { json = { ["subsonic-response"] = { status = "failed",
        error = { code = 70, message = "not found" } } } } },
  },
})

local jellyfin_id = ("0"):rep(31)

local function jellyfin_song(digit)
  return { Id = jellyfin_id .. digit, Name = "Ljós í 夜", Artists = { "Ada Lune" }, Type = "Audio",
    AlbumArtist = "Various", Album = "Tides", RunTimeTicks = 2010000000 }
end

contract.check({
  provider = jellyfin, url = "GET https://jellyfin.mixhost.invalid/*", search_for = any_title,
  open = function() return jellyfin.open({ user_id = jellyfin_id .. "f", token = "ab" }) end,
  questions = {
    { does = "search", kind = "track", ask = by_title, first = "Ljós í 夜",
      answer = { Items = { jellyfin_song(1), jellyfin_song(2) } },
      nothing = { json = { Items = none } } },
    { does = "lookup", kind = "track", first = "Ljós í 夜",
      ask = function(service) return service:lookup({ jellyfin_id .. "1" }) end,
      answer = { Items = { jellyfin_song(1) } }, nothing = { json = { Items = none } } },
  },
})
