-- Answers of Last.fm to artist.search.

local picture = "https://lastfm.freetls.fastly.net/i/u/34s/2a96cbd8b46e442fc41c2b86b821562f.png"

local function artist(name, path)
  return {
    name = name, url = "https://www.last.fm/music/" .. path, listeners = "1913191",
    streamable = "0", mbid = "", image = { { ["#text"] = picture, size = "small" } },
  }
end

local function page(artists, total)
  return { results = {
    ["opensearch:Query"] = {
      ["#text"] = "", role = "request", searchTerms = "ada", startPage = "1",
    },
    ["opensearch:totalResults"] = total, ["opensearch:startIndex"] = "0",
    ["opensearch:itemsPerPage"] = "10", artistmatches = { artist = artists },
    ["@attr"] = { ["for"] = "ada" },
  } }
end

return {
  source = "https://lastfm-docs.github.io/api-docs/artist/search/", date = "2026-11-27",
  url = "GET https://ws.audioscrobbler.com/2.0/*",
  kind = "person",
  ask = { "search", { name = "Ada", kind = "person" } },
  mock = { path = "/lastfm", query = { method = "artist.search", artist = "The Weeknd",
    api_key = ("0123456789abcdef"):rep(2) } },
  answers = {
    { name = "artists, and credits that players took for artists", class = "ok",
      odd = "a guest is part of a name",
      json = page({ artist("Ada", "Ada"), artist("Ada feat. Bo", "Ada+feat.+Bo") }, "2"),
      gives = { { id = "Ada", name = "Ada" }, { name = "Ada feat. Bo" } } },
    { name = "nothing found", class = "empty", json = page(mix.json.array({}), "0") },
    { name = "no name to look for", class = "empty", source = "the provider",
      ask = { "search", { name = "\t", kind = "person" } }, json = page(mix.json.array({}), "0") },
  },
}
