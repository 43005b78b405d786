-- The days on which a film or an episode comes out, from TMDB's answers. Unusable values count as
-- missing.

local json_values = require("lib.json_values")

local text_of, day_of = json_values.prose, json_values.day

local releases = {}

-- The most seasons of a series that are asked for.
local most_seasons = 3

-- TMDB's kinds of release by their number. A premiere (1) is for guests; a limited release (2)
-- counts where there is no other in cinemas.
local kinds = { [2] = "limited", [3] = "cinema", [4] = "digital", [5] = "disc", [6] = "television" }

local function list_of(value) return type(value) == "table" and value or {} end

local number_of = math.tointeger

-- The first day of each kind in a country. TMDB writes days as midnight in UTC: the clock is no
-- part of them.
local function first_days(raw, region)
  local days = {}
  for _, country in ipairs(list_of(list_of(raw.release_dates).results)) do
    local is_wanted = type(country) == "table" and country.iso_3166_1 == region
    for _, release in ipairs(is_wanted and list_of(country.release_dates) or {}) do
      local kind = type(release) == "table" and kinds[number_of(release.type)]
      local day = kind and day_of(release.release_date)
      if day and day < (days[kind] or "9") then days[kind] = day end
    end
  end
  return days
end

--- Returns the releases of a film in a country: {id ("cinema", "digital", "disc", "television"),
--- date}. Of a film without any there, the day that TMDB gives for all countries.
function releases.of_film(raw, region)
  local days = first_days(raw, region)
  days.cinema, days.limited = days.cinema or days.limited, nil
  if not next(days) then days.cinema = day_of(raw.release_date) end
  local found = {}
  for _, id in ipairs({ "cinema", "digital", "disc", "television" }) do
    if days[id] then found[#found + 1] = { id = id, date = days[id] } end
  end
  return found
end

-- The numbers of the seasons that may have episodes to come: from the one of the last episode on.
-- Specials are none.
local function seasons_of(raw)
  local last = number_of(list_of(raw.last_episode_to_air).season_number) or 0
  local numbers = {}
  for _, season in ipairs(list_of(raw.seasons)) do
    local number = type(season) == "table" and number_of(season.season_number)
    if number and number >= math.max(last, 1) then numbers[#numbers + 1] = number end
  end
  table.sort(numbers)
  return table.move(numbers, 1, math.min(#numbers, most_seasons), 1, {})
end

-- An episode that has a day. TMDB's number of it stays when episodes are numbered anew.
local function episode_of(raw)
  raw = list_of(raw)
  local id, date = number_of(raw.id), day_of(raw.air_date)
  local season, number = number_of(raw.season_number), number_of(raw.episode_number)
  if not (id and date and season and number) then return nil end
  return {
    id = ("%d"):format(id), date = date, season = season, number = number,
    name = text_of(raw.name), overview = text_of(raw.overview),
  }
end

--- Returns the episodes of the present seasons of a series and of later ones, as far as they have a
--- day: {id, date, season, number, name, overview}. `ask(number)` returns TMDB's answer about a
--- season. nil and the error when that cannot be had.
function releases.of_series(raw, ask)
  local found, places = {}, {}
  local function add(entry)
    local episode = episode_of(entry)
    if not episode then return end
    places[episode.id] = places[episode.id] or #found + 1
    found[places[episode.id]] = episode
  end
  -- A new series names its next episode before it has a season.
  add(raw.next_episode_to_air)
  for _, number in ipairs(seasons_of(raw)) do
    local season, problem = ask(number)
    if not season and problem.kind ~= "not_found" then return nil, problem end
    for _, entry in ipairs(list_of(list_of(season).episodes)) do add(entry) end
  end
  return found
end

return releases
