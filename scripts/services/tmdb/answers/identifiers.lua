-- TMDB's answers to a question for the identifiers of other services.

local null = mix.json.null

return {
  source = "https://developer.themoviedb.org/reference/tv-series-external-ids", date = "2026-11-27",
  url = "GET https://api.themoviedb.org/3/tv/902/external_ids*",
  ask = { "ids", { type = "tv", id = 902 } },
  -- One series has no date yet, and nobody else knows it.
  mock = { path = { "/tmdb/tv/101026/external_ids", "/tmdb/tv/303/external_ids" },
    headers = { authorization = "Bearer mock-token" }, query = { language = "en-US" } },
  answers = {
    { name = "those of a series", class = "ok",
      json = { id = 902, imdb_id = "tt9000902", freebase_mid = "/m/0x", freebase_id = null,
        tvdb_id = 70902, tvrage_id = null, wikidata_id = "Q1", facebook_id = "", instagram_id = "",
        twitter_id = "" },
      gives = { imdb = "tt9000902", tvdb = 70902 } },
    { name = "none", class = "ok", source = "https://github.com/jellyfin/TMDbLib/issues/511",
      odd = "null, an empty text or 0 where nobody has entered one",
      json = { id = 902, imdb_id = "", freebase_mid = null, freebase_id = null, tvdb_id = 0,
        tvrage_id = null, wikidata_id = null, facebook_id = null, instagram_id = null,
        twitter_id = null },
      gives = { imdb = false, tvdb = false } },
    { name = "an identifier of another kind", class = "ok",
      odd = "users enter persons' numbers, and addresses",
      json = { id = 902, imdb_id = "nm0000001", tvdb_id = null, wikidata_id = null },
      gives = { imdb = false, tvdb = false } },
    { name = "a path, and a number below zero", class = "ok", odd = "what is no identifier at all",
      json = { id = 902, imdb_id = "../x", tvdb_id = -5, wikidata_id = null },
      gives = { imdb = false, tvdb = false } },
  },
}
