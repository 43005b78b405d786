-- Answers of the iTunes Search API to a look-up of identifiers.

local song = require("services.itunes.answers.song")

local documents = "https://developer.apple.com/library/archive/documentation/AudioVideo/Conceptual/"
  .. "iTuneSearchAPI/LookupExamples.html"

local function found(songs) return { resultCount = #songs, results = mix.json.array(songs) } end

return {
  source = documents, date = "2026-11-27",
  url = "GET https://itunes.apple.com/lookup*", kind = "track",
  ask = { "lookup", { 930001, 930002, 930003 }, { country = "us" } },
  mock = { path = "/itunes/lookup", query = {
    id = "1000000001,1000000000,100003712", country = "us",
  } },
  explained = {
    ["results[].amgArtistId"] = "the number of another catalogue, which not every artist has",
  },
  answers = {
    { name = "two of three, in another order", class = "ok",
      odd = "an unknown identifier is left out without a word",
      json = found({ song({ trackId = 930003, trackName = "Tide" }), song() }),
      gives = { { id = 930003, title = "Tide" }, { id = 930001, title = "Paper Boats" } } },
    { name = "an album and an artist beside the song", class = "ok",
      odd = "with entity=song the album of an identifier comes before it",
      json = found({
        { wrapperType = "collection", collectionType = "Album", artistId = 910001,
          collectionId = 920001, amgArtistId = 3492, artistName = "Ada Lune",
          collectionName = "Harbour", collectionCensoredName = "Harbour", collectionPrice = 9.99,
          collectionExplicitness = "notExplicit", trackCount = 11, country = "USA",
          currency = "USD", releaseDate = "2019-05-10T07:00:00Z", primaryGenreName = "Pop",
          copyright = "℗ 2019 Lune Records" },
        { wrapperType = "artist", artistType = "Artist", artistName = "Ada Lune",
          artistLinkUrl = "https://music.apple.com/us/artist/ada-lune/910001?uo=4",
          artistId = 910001, primaryGenreName = "Pop", primaryGenreId = 14 },
        song(),
      }),
      gives = { { id = 930001, album = "Harbour" } } },
    { name = "songs that the store does not have", class = "empty", json = found({}) },
    { name = "an invalid identifier", class = "refused", status = 400,
      json = { errorMessage = "Invalid value(s) for key(s): [id]", queryParameters = {
        output = "json", id = "The id of the item to look up" } },
      says = "[id]" },
    { name = "more than twenty questions a minute", class = "limit", status = 403, body = "",
      source = "https://performance-partners.apple.com/search-api" },
  },
}
