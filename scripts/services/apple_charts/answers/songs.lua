-- Answers of Apple's charts. The program chart asks them itself; here the provider reads them.

local json_answers = require("lib.json_answers")
local with = require("lib.changed")

local recorded = "https://github.com/madisonthames/music"
local address = "https://rss.marketingtools.apple.com/api/v2/us/music/most-played/10/songs.json"

-- A service with the one question that the program asks.
local function open(provider)
  local client = mix.http.client({ upstream = provider.upstream })
  return { songs = function(_, country, limit)
    local path = provider.address(country, limit):match("/api/v2(/.*)$")
    local answer, response = json_answers.ask(provider, client, path, {}, function(answer)
      return select(2, provider.rows(answer))
    end)
    if not answer then return nil, response end
    return provider.rows(answer)
  end }
end

local function song(fields)
  return with({
    artistName = "Ada Lune", id = "1535600001", name = "Paper Boats", releaseDate = "2026-03-12",
    kind = "songs", artistId = "110001",
    artistUrl = "https://music.apple.com/us/artist/ada-lune/110001",
    artworkUrl100 = "https://is1-ssl.mzstatic.com/image/thumb/Music126/a.jpg/100x100bb.jpg",
    genres = mix.json.array({}),
    url = "https://music.apple.com/us/album/paper-boats/1535600000?i=1535600001",
  }, fields)
end

local function chart(songs, fields)
  return { feed = with({
    title = "Top Songs", id = address, author = { name = "Apple", url = "https://www.apple.com/" },
    links = { { self = address } }, copyright = "Copyright © 2026 Apple Inc.", country = "us",
    icon = "https://www.apple.com/favicon.ico", updated = "Fri, 27 Nov 2026 08:27:16 +0000",
    results = mix.json.array(songs),
  }, fields) }
end

return {
  source = "https://rss.marketingtools.apple.com", date = "2026-11-27",
  url = "GET " .. address, open = open, ask = { "songs", "us", "10" },
  mock = { path = "/apple_charts/us/music/most-played/10/songs.json" },
  explained = {
    ["feed.results[].genres[]"] = "seen in older feeds; those of songs have none any more",
  },
  answers = {
    { name = "three songs in their order", class = "ok",
      json = chart({ song(), song({ id = "1535600002", name = "Tide", artistName =
        "Bo Ferro & Cy", contentAdvisoryRating = "Explict" }), song({ id = "1535600003",
        name = "Ebb (feat. Dee)" }) }),
      odd = "Explict, as Apple spells it",
      gives = { { rank = 1, title = "Paper Boats", artist = "Ada Lune", known_id = 1535600001 },
        { rank = 2, title = "Tide", artist = "Bo Ferro & Cy", known_id = 1535600002 },
        { rank = 3, title = "Ebb (feat. Dee)" } } },
    { name = "a song of several artists without one of its own, and genres", class = "ok",
      json = chart({ song({ artistId = false, artistUrl = false, releaseDate = false,
        genres = { { genreId = "14", name = "Pop",
          url = "https://itunes.apple.com/us/genre/id14" } } }) }),
      source = recorded, odd = "artistId and artistUrl are missing",
      gives = { { rank = 1, known_id = 1535600001 } } },
    { name = "an identifier as a number, and one of a playlist", class = "ok",
      json = chart({ song({ id = 1535600001 }), song({ id = "pl.u-0a1b" }) }), source = recorded,
      apart = "made up from the form of other charts",
      gives = { { known_id = 1535600001 }, { known_id = false, title = "Paper Boats" } } },
    { name = "names of signs and other scripts", class = "ok",
      json = chart({ song({ name = "紙の船 – \"Live\"", artistName = "Ljós & Þoka" }) },
        { country = "jp", title = "トップソング" }),
      gives = { { title = "紙の船 – \"Live\"", artist = "Ljós & Þoka" } } },
    { name = "an entry without a name", class = "ok",
      json = chart({ song({ name = false }), song({ name = "" }) }), apart = "a fault of the feed",
      gives = { { rank = 1, title = false }, { rank = 2, title = "" } } },
    { name = "a chart without songs", class = "empty", json = chart({}) },
    { name = "a store that has no chart", class = "refused", status = 404, type = "text/html",
      body = "<!DOCTYPE html><html><head><title>404</title></head><body>Not Found</body></html>",
      mock = { path = "/apple_charts/xx/music/most-played/10/songs.json" } },
    { name = "a feed of another form", class = "refused", json = { feed = { entry = { song() } } },
      says = "the answer has no feed.results",
      source = "https://github.com/ionic-team/training-lab-itunes",
      odd = "the feed of before 2021" },
    { name = "the network in front of it", class = "lasting", status = 403, type = "text/html",
      body = "<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD></HTML>",
      source = "https://github.com/VocalPodcastProject/vocal/issues/347" },
    { name = "a gateway that waited too long", class = "passing", status = 504, type = "text/html",
      body = "<html><body><h1>504 Gateway Timeout</h1></body></html>" },
    { name = "more songs than it lists, which it takes for a fault of its own", class = "passing",
      status = 500, type = "text/plain", body = "Internal Server Error",
      source = "https://github.com/tweaselORG/parse-tunes/issues/2" },
    { name = "too many requests", class = "limit", status = 429, body = "" },
    { name = "a page where JSON belongs", class = "passing", type = "text/html",
      body = "<!DOCTYPE html><html><head><title>Most Played</title></head></html>",
      odd = "status 200" },
    { name = "half an answer", class = "refused", body = '{"feed":{"title":"Top Songs","results":[',
      type = "application/json" },
  },
}
