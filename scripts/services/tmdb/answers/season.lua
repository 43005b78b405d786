-- TMDB's answers about a season of a series, whose details are asked for first.

local null, none = mix.json.null, mix.json.array({})

local function episode(members)
  local all = {
    id = 4000, name = "The Dragon", overview = "Fog.", vote_average = 9.1, vote_count = 31,
    air_date = "2027-06-21", episode_number = 8, episode_type = "finale", production_code = "",
    runtime = 38, season_number = 2, show_id = 902, still_path = null, crew = none,
    guest_stars = none,
  }
  for key, value in pairs(members or {}) do all[key] = value end
  return all
end

local function season(...)
  return {
    _id = "5256c89f19c2956ff6046d47", air_date = "2027-05-03", episodes = { ... }, id = 3627,
    name = "Season 2", overview = "", poster_path = null, season_number = 2, vote_average = 8.1,
  }
end

local function details(next_episode)
  return { ["GET https://api.themoviedb.org/3/tv/902?*"] = { json = {
    id = 902, name = "Harbour Watch", next_episode_to_air = next_episode or null,
    last_episode_to_air = { season_number = 2 },
    seasons = { { season_number = 0 }, { season_number = 1 }, { season_number = 2 } },
  } } }
end

return {
  source = "https://developer.themoviedb.org/reference/tv-season-details", date = "2026-11-27",
  url = "GET https://api.themoviedb.org/3/tv/902/season/2?*",
  ask = { "releases", { type = "tv", id = 902 } },
  mock = { path = { "/tmdb/tv/107/season/1", "/tmdb/tv/163/season/5", "/tmdb/tv/121/season/1" },
    headers = { authorization = "Bearer mock-token" }, query = { language = "en-US" } },
  explained = {
    ["air_date null"] = "a season without episodes",
    ["episodes[].air_date null"] = "days of the mock are known", success = "in refusals",
    status_code = "in refusals", status_message = "in refusals",
  },
  answers = {
    { name = "the episodes of a season", class = "ok", more = details(),
      json = season(episode(), episode({ id = 4001, episode_number = 9, runtime = null })),
      gives = { title = "Harbour Watch", releases = {
        { id = "4000", date = "2027-06-21", season = 2, number = 8, name = "The Dragon",
          overview = "Fog." },
        { id = "4001", number = 9 },
      } } },
    { name = "an episode without a day", class = "ok", more = details(),
      odd = "null until the day is known", json = season(episode({ air_date = null })),
      gives = { releases = {} } },
    { name = "a season that is not there yet", class = "ok",
      odd = "the details name the next episode before the season has an address",
      more = details(episode()), status = 404,
      json = { success = false, status_code = 34,
        status_message = "The resource you requested could not be found." },
      gives = { releases = { { id = "4000", date = "2027-06-21" } } } },
  },
}
