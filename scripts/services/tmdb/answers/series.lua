-- TMDB's details of a series, with the parts that are asked for in the same request.

local docs = "https://developer.themoviedb.org/reference/tv-series-details"
local today = "2026-11-27"
local null, none = mix.json.null, mix.json.array({})

local function episode(members)
  local all = {
    id = 4000, name = "The Dragon", overview = "", vote_average = 9.1, vote_count = 31,
    air_date = "2025-06-21", episode_number = 8, episode_type = "finale", production_code = "",
    runtime = 38, season_number = 2, show_id = 902, still_path = null,
  }
  for key, value in pairs(members or {}) do all[key] = value end
  return all
end

local function credit(name, members)
  local person = {
    adult = false, gender = 2, id = 31, known_for_department = "Acting", name = name,
    original_name = name, popularity = 1.5, profile_path = null, credit_id = "c31",
  }
  for key, value in pairs(members) do person[key] = value end
  return person
end

local function series(members)
  local all = {
    adult = false, backdrop_path = "/hArbourBackdrop.jpg",
    created_by = { { id = 41, credit_id = "c41", name = "Ines Brink", original_name = "Ines Brink",
      gender = 1, profile_path = null } },
    episode_run_time = { 42 }, first_air_date = "2023-06-21",
    genres = { { id = 18, name = "Drama" } }, homepage = "", id = 902, in_production = true,
    languages = { "en" }, last_air_date = "2025-06-21", last_episode_to_air = episode(),
    name = "Harbour Watch", next_episode_to_air = null,
    networks = { { id = 49, logo_path = null, name = "Quay", origin_country = "US" } },
    number_of_episodes = 16, number_of_seasons = 2, origin_country = { "US" },
    original_language = "en", original_name = "Harbour Watch", overview = "Nights at a pier.",
    popularity = 53.5, poster_path = "/hArbourPoster.jpg",
    production_companies = { { id = 5, logo_path = null, name = "Quay", origin_country = "US" } },
    production_countries = { { iso_3166_1 = "US", name = "United States of America" } },
    seasons = { { air_date = "2023-06-21", episode_count = 8, id = 51, name = "Season 1",
      overview = "", poster_path = null, season_number = 1, vote_average = 7.5 },
      { air_date = null, episode_count = 0, id = 53, name = "Season 3", overview = "",
        poster_path = null, season_number = 3, vote_average = 0 } },
    spoken_languages = { { english_name = "English", iso_639_1 = "en", name = "English" } },
    status = "Returning Series", tagline = "", type = "Scripted", vote_average = 8.2,
    vote_count = 4682,
    content_ratings = { results = {
      { descriptors = none, iso_3166_1 = "DE", rating = "16" },
      { descriptors = none, iso_3166_1 = "US", rating = "TV-MA" },
    } },
    videos = { results = { { id = "65f0harbour", iso_639_1 = "en", iso_3166_1 = "US",
      key = "aaaaaaaaaa1", name = "Official Trailer", official = true, site = "YouTube",
      published_at = "2023-05-01T16:00:09.000Z", size = 1080, type = "Trailer" } } },
    credits = {
      cast = { credit("Ada Lune", { character = "The Keeper", order = 0 }) },
      crew = { credit("Cy Dale", { department = "Production", job = "Producer" }) },
    },
    external_ids = { imdb_id = "tt9000902", freebase_mid = null, freebase_id = null,
      tvdb_id = 70902, tvrage_id = null, wikidata_id = "Q1", facebook_id = null,
      instagram_id = null, twitter_id = null },
    alternative_titles = { results = { { iso_3166_1 = "DE", title = "Hafenwache", type = "" } } },
  }
  for key, value in pairs(members or {}) do all[key] = value end
  return all
end

local function question(id)
  return {
    path = "/tmdb/tv/" .. id, headers = { authorization = "Bearer mock-token" },
    query = { language = "en-US",
      append_to_response = "content_ratings,videos,credits,external_ids,alternative_titles" },
  }
end

local function ask() return { "complete", { type = "tv", id = 902 } } end

return {
  url = "GET https://api.themoviedb.org/3/tv/902*", kind = "film",
  open = { token = "eyJhbGciOiJIUzI1NiJ9.e30.x", language = "en-US", region = "US" },
  -- A series that runs, one that is to come, and one without a date.
  mock = { question(101026), question(387), question(366) },
  answers = {
    {
      name = "a series with everything", class = "ok", ask = ask(), source = docs, date = today,
      json = series(),
      gives = {
        key = "tv/902", type = "tv", title = "Harbour Watch", date = "2023-06-21", year = 2023,
        minutes = 42, seasons = 2, directors = { "Ines Brink" }, certification = "TV-MA",
        imdb = "tt9000902", tvdb = 70902, alternative_titles = { "Hafenwache" },
        cast = { "Ada Lune" }, videos = { { key = "aaaaaaaaaa1", size = 1080 } },
        genres = { "Drama" }, rating = 8.2, votes = 4682,
      },
    },
    {
      name = "a length that only its last episode has", class = "ok", ask = ask(), date = today,
      source = "https://github.com/mrcanelas/tmdb-addon/pull/86",
      odd = "episode_run_time is empty in newer series",
      json = series({ episode_run_time = none }), gives = { minutes = 38 },
    },
    {
      name = "a series before its first episode", class = "ok", ask = ask(), date = today,
      source = "https://github.com/jellyfin/TMDbLib/pull/442",
      odd = "no episode has been shown; the next one has no length yet",
      json = series({
        episode_run_time = none, last_episode_to_air = null, first_air_date = null,
        last_air_date = null, next_episode_to_air = episode({ runtime = null }),
        number_of_seasons = 0, number_of_episodes = 0, seasons = none, created_by = none,
        status = "Planned", vote_average = 0, vote_count = 0, backdrop_path = null,
        videos = { results = none }, credits = { cast = none, crew = none },
        content_ratings = { results = none }, alternative_titles = { results = none },
        external_ids = { imdb_id = null, freebase_mid = null, freebase_id = null, tvdb_id = null,
          tvrage_id = null, wikidata_id = null, facebook_id = null, instagram_id = null,
          twitter_id = null },
      }),
      gives = { minutes = false, date = false, seasons = false, directors = {}, cast = {},
        imdb = false, tvdb = false, certification = "NR", rating = false },
    },
    {
      name = "several lengths", class = "ok", ask = ask(), source = docs, date = today,
      odd = "the lengths are a list without an order",
      json = series({ episode_run_time = { 58, 30 } }), gives = { minutes = 58 },
    },
    {
      name = "no such series", class = "refused", status = 404, ask = ask(), date = today,
      source = "https://developer.themoviedb.org/docs/errors",
      json = { success = false, status_code = 34,
        status_message = "The resource you requested could not be found." },
      fails = { kind = "not_found" },
    },
  },
}
