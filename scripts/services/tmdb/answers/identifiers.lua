-- TMDB's answers to a question for the identifiers of other services.

local null = mix.json.null

-- One series has no date yet, and nobody else knows it.
local questions = {}
for place, id in ipairs({ 101026, 303 }) do
  questions[place] = {
    path = ("/tmdb/tv/%d/external_ids"):format(id),
    headers = { authorization = "Bearer mock-token" }, query = { language = "en-US" },
  }
end

return {
  source = "https://developer.themoviedb.org/reference/tv-series-external-ids", date = "2026-11-27",
  url = "GET https://api.themoviedb.org/3/tv/902/external_ids*",
  ask = { "ids", { type = "tv", id = 902 } },
  mock = questions,
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
