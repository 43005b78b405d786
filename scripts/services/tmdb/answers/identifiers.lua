-- TMDB's answers to a question for the identifiers of other services.

local docs = "https://developer.themoviedb.org/reference/tv-series-external-ids"
local today = "2026-11-27"
local null = mix.json.null

local function question(id)
  return {
    path = ("/tmdb/tv/%d/external_ids"):format(id), query = { language = "en-US" },
    headers = { authorization = "Bearer mock-token" },
  }
end

return {
  url = "GET https://api.themoviedb.org/3/tv/902/external_ids*",
  open = { token = "eyJhbGciOiJIUzI1NiJ9.e30.x", language = "en-US", region = "US" },
  ask = { "ids", { type = "tv", id = 902 } },
  -- Nothing else knows the second series, which has no date.
  mock = { question(101026), question(366) },
  answers = {
    {
      name = "those of a series", class = "ok", source = docs, date = today,
      json = { id = 902, imdb_id = "tt9000902", freebase_mid = "/m/0x", freebase_id = null,
        tvdb_id = 70902, tvrage_id = null, wikidata_id = "Q1", facebook_id = "", instagram_id = "",
        twitter_id = "" },
      gives = { imdb = "tt9000902", tvdb = 70902 },
    },
    {
      name = "none", class = "ok", date = today,
      source = "https://github.com/jellyfin/TMDbLib/issues/511",
      odd = "null, an empty text or 0 where nobody has entered one",
      json = { id = 902, imdb_id = "", freebase_mid = null, freebase_id = null, tvdb_id = 0,
        tvrage_id = null, wikidata_id = null, facebook_id = null, instagram_id = null,
        twitter_id = null },
      gives = { imdb = false, tvdb = false },
    },
    {
      name = "none, and no empty text either", class = "ok", date = today,
      source = "https://github.com/jellyfin/TMDbLib/issues/511",
      json = { id = 902, imdb_id = null, freebase_mid = null, freebase_id = null, tvdb_id = null,
        tvrage_id = null, wikidata_id = null, facebook_id = null, instagram_id = null,
        twitter_id = null },
      gives = { imdb = false, tvdb = false },
    },
    {
      name = "an identifier of another kind", class = "ok", source = docs, date = today,
      odd = "users enter persons' numbers, and addresses",
      json = { id = 902, imdb_id = "nm0000001", tvdb_id = null, wikidata_id = null },
      gives = { imdb = false, tvdb = false },
    },
  },
}
