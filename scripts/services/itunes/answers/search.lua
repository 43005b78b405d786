-- Answers of the iTunes Search API to a search for songs.

local song = require("services.itunes.answers.song")

local documents = "https://developer.apple.com/library/archive/documentation/AudioVideo/Conceptual/"
  .. "iTuneSearchAPI/UnderstandingSearchResults.html"
local recorded = "https://github.com/AlexanderVitto/music-apps"
local old_recording = "https://github.com/AndrewCer/custom-filters-angular"
local limit_issue = "https://github.com/beetbox/beets/issues/5715"

local function found(songs) return { resultCount = #songs, results = mix.json.array(songs) } end

-- The keys that the service knows, which it lists whatever the fault.
local keys = {
  output = "json", callback = "A javascript function to handle your search results",
  country = "ISO-2A country code", limit = "The number of search results to return",
  term = "A search string", lang = "ISO-2A language code",
}

local spaced = [[



{
 "resultCount":1,
 "results": [
{"wrapperType":"track", "kind":"song", "artistId":910001, "trackId":930001, "artistName":"Ada Lune",
 "trackName":"Paper Boats", "releaseDate":"2019-05-10T12:00:00Z", "trackTimeMillis":203064,
 "country":"USA", "currency":"USD", "primaryGenreName":"Pop", "isStreamable":true}]
}


]]

return {
  source = documents, date = "2026-11-27",
  url = "GET https://itunes.apple.com/search*",
  ask = { "search", { title = "Paper Boats", artist = "Ada Lune", country = "us", limit = 10 } },
  mock = {
    { path = "/itunes/search", query = { term = "Blinding Lights The Weeknd", country = "us",
      media = "music", entity = "song", limit = "10" } },
    { path = "/itunes/search", query = { term = "drivers license", country = "us",
      media = "music", entity = "song", limit = "200" } },
  },
  explained = {
    ["results[].copyright"] = "of a book, which the mock does not have",
    ["results[].description"] = "of a book, which the mock does not have",
    ["results[].radioStationUrl"] = "of the recording of 2014 alone",
    ["results[].trackPrice null"] = "a price that no provider reads; the mock sells every song",
  },
  answers = {
    { name = "one song on a single, an album and its longer edition", class = "ok",
      source = recorded,
      json = found({
        song({ collectionName = "Paper Boats - Single", collectionId = 920002, trackId = 930002,
          trackCount = 1, trackNumber = 1, releaseDate = "2019-03-01T08:00:00Z" }),
        song(),
        song({ collectionName = "Harbour (Deluxe Edition)", collectionId = 920003,
          trackId = 930003, trackCount = 30, trackNumber = 4, discCount = 2, discNumber = 2,
          trackTimeMillis = 203808 }),
      }),
      gives = {
        { id = 930002, title = "Paper Boats", artist = "Ada Lune", album = "Paper Boats - Single",
          release_date = "2019-03-01", track_count = 1, album_artist = false },
        { id = 930001, album = "Harbour", duration = 203.064, release_date = "2019-05-10",
          track_number = 3, track_count = 11, disc_number = 1, disc_count = 1,
          genres = { "Pop" }, is_explicit = false,
          artwork_url = "https://is1-ssl.mzstatic.com/image/thumb/Music125/v4/0a/b/c.jpg/"
            .. "600x600bb.jpg" },
        { id = 930003, disc_number = 2, disc_count = 2, track_number = 4, duration = 203.808 },
      } },
    { name = "a song without album, sound, price and place", class = "ok",
      odd = "collectionName, previewUrl and others are left out where there is nothing; a song "
        .. "that is not for sale costs -1",
      json = found({ song({
        collectionId = false, collectionName = false, collectionCensoredName = false,
        collectionViewUrl = false, collectionPrice = false, collectionExplicitness = false,
        previewUrl = false, trackPrice = -1, discCount = false, discNumber = false,
        trackCount = false, trackNumber = false, isStreamable = false,
      }) }),
      gives = { { id = 930001, album = false, preview_url = false, disc_number = false,
        disc_count = false, track_number = false, track_count = false, duration = 203.064 } } },
    { name = "a compilation, whose artist is another, with explicit words", class = "ok",
      json = found({ song({
        collectionName = "Now Sailing", collectionArtistName = "Various Artists",
        collectionArtistId = 36270,
        collectionArtistViewUrl = "https://itunes.apple.com/us/artist/various-artists/36270",
        contentAdvisoryRating = "Explicit", collectionExplicitness = "explicit",
        trackExplicitness = "explicit",
      }) }),
      gives = { { album = "Now Sailing", album_artist = "Various Artists", is_explicit = true } }
    },
    { name = "three artists in one text, and a version without the explicit words", class = "ok",
      source = recorded,
      json = found({ song({
        artistName = "Ada Lune, Bo Ferro & Cy", trackName = "Paper Boats (feat. Dee) [Mixed]",
        trackCensoredName = "Paper Boats (feat. Dee) [Mixed]", trackExplicitness = "cleaned",
        contentAdvisoryRating = "Clean",
      }) }),
      gives = { { artist = "Ada Lune, Bo Ferro & Cy", title = "Paper Boats (feat. Dee) [Mixed]",
        is_explicit = false } } },
    { name = "empty lines before the answer, as JavaScript", class = "ok",
      type = "text/javascript; charset=utf-8", body = spaced,
      odd = "the body begins with three newlines",
      gives = { { id = 930001, title = "Paper Boats", duration = 203.064, artwork_url = false } }
    },
    { name = "a song of 2014, with addresses of http and a station", class = "ok",
      source = old_recording, odd = "http addresses, and a size that the address names twice",
      json = found({ song({
        radioStationUrl = "https://itunes.apple.com/station/idra.930001",
        previewUrl = "http://a898.phobos.apple.com/us/r1000/039/Music6/v4/a.plus.aac.p.m4a",
        artworkUrl100 = "http://is4.mzstatic.com/image/pf/us/r30/Music4/v4/41/"
          .. "A_900x810_B.100x100-75.jpg",
      }) }),
      gives = { {
        preview_url = "https://a898.phobos.apple.com/us/r1000/039/Music6/v4/a.plus.aac.p.m4a",
        artwork_url = "https://is4.mzstatic.com/image/pf/us/r30/Music4/v4/41/"
          .. "A_900x810_B.600x600-75.jpg",
      } } },
    { name = "a video and a book among songs", class = "ok",
      odd = "entity=song also lists videos where the store files them so",
      json = found({
        song({ kind = "music-video", trackId = 930009, collectionId = false,
          collectionName = false }),
        song(),
        { wrapperType = "audiobook", artistId = 910001, collectionId = 920009,
          artistName = "Ada Lune", collectionName = "Paper Boats (Unabridged)",
          collectionCensoredName = "Paper Boats (Unabridged)", collectionPrice = 9.95,
          collectionExplicitness = "notExplicit", trackCount = 1, country = "USA",
          currency = "USD", releaseDate = "2019-05-10T07:00:00Z", primaryGenreName = "Fiction",
          copyright = "2019 Lune", description = "A <br /> story" },
      }),
      gives = { { id = 930001 } } },
    { name = "a song without date and length, with a price of null", class = "ok",
      source = limit_issue, odd = "no releaseDate, no trackTimeMillis",
      json = found({ song({ releaseDate = false, trackTimeMillis = false,
        primaryGenreName = false, trackPrice = mix.json.null }) }),
      gives = { { id = 930001, release_date = false, duration = false, genres = false } } },
    { name = "a recording of 1973 in letters of another script", class = "ok",
      json = found({ song({ trackName = "紙の船", artistName = "Ljós & Þoka", trackId = 2147483650,
        country = "JPN", currency = "JPY", trackPrice = 255,
        releaseDate = "1973-01-01T08:00:00Z" }) }),
      gives = { { id = 2147483650, title = "紙の船", artist = "Ljós & Þoka",
        release_date = "1973-01-01" } } },
    { name = "nothing found", class = "empty", json = found({}) },
    { name = "an unknown country, with status 200", class = "lasting",
      json = { errorMessage = "Invalid value(s) for key(s): [country]", queryParameters = keys },
      says = 'iTunes has no store for the country "xx": choose another, such as us',
      apart = "the status is 400 now", odd = "status 200",
      ask = { "search", { title = "Paper Boats", country = "xx" } } },
    { name = "an unknown country", class = "lasting", status = 400,
      json = { errorMessage = "Invalid value(s) for key(s): [country]", queryParameters = keys },
      says = 'iTunes has no store for the country "xx": choose another, such as us',
      ask = { "search", { title = "Paper Boats", country = "xx" } } },
    { name = "more than twenty questions a minute", class = "limit", status = 403, body = "",
      source = "https://github.com/mholzi/beatify/pull/2462",
      odd = "403 with an empty body and no Retry-After" },
    { name = "too many questions, with the usual status", class = "limit", status = 429, body = "",
      source = limit_issue },
    { name = "the store does not answer", class = "passing", status = 503, type = "text/html",
      body = "<html><head><title>503 Service Temporarily Unavailable</title></head><body>"
        .. "<center><h1>503 Service Temporarily Unavailable</h1></center></body></html>",
      source = "https://github.com/facundoolano/app-store-scraper/issues/129" },
    { name = "a fault of the store", class = "passing", status = 500, type = "text/plain",
      body = "Internal Server Error" },
    { name = "a page where JSON belongs", class = "passing", type = "text/html",
      body = "<!DOCTYPE html><html><head><title>Connecting to iTunes</title></head></html>",
      source = "https://github.com/majd/ipatool/issues/467", odd = "status 200" },
    { name = "half an answer", class = "refused", type = "text/javascript; charset=utf-8",
      body = '\n\n\n{\n "resultCount":1,\n "results": [\n{"wrapperType":"track", "kind":"so' },
  },
}
