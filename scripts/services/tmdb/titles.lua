-- Converts TMDB's facts about films and series to plain records. Fields may be missing, null or of
-- another type: unusable values count as missing, and a title needs a name.

local json_values = require("lib.json_values")

local text_of, id_of, day_of = json_values.prose, json_values.positive, json_values.day
local count_of = json_values.count

local titles = {}

local image_base = "https://image.tmdb.org/t/p/w342"

local function number_of(value)
  local number = json_values.number(value)
  return number and number >= 0 and number or nil
end

local function list_of(value) return type(value) == "table" and value or {} end

local function rating_of(raw)
  local rating = number_of(raw.vote_average)
  if not rating or rating == 0 or rating > 10 then return nil end
  return rating
end

--- Converts an entry of a list: {key, type, id, title, original_title (where it differs), date,
--- year, rating, votes, popularity, poster, overview, genre_ids}; nil for persons and for entries
--- without a name or identifier. `kind` is the kind of entries that do not name theirs.
function titles.item(raw, kind)
  if type(raw) ~= "table" then return nil end
  local type_name = text_of(raw.media_type) or kind
  if type_name ~= "movie" and type_name ~= "tv" then return nil end
  local id = id_of(raw.id)
  local title = text_of(raw.title) or text_of(raw.name) or text_of(raw.original_title)
    or text_of(raw.original_name)
  if not (id and title) then return nil end
  local date = day_of(type_name == "movie" and raw.release_date or raw.first_air_date)
  local poster = text_of(raw.poster_path)
  local original = text_of(raw.original_title) or text_of(raw.original_name)
  return {
    key = type_name .. "/" .. id, type = type_name, id = id, title = title,
    original_title = original ~= title and original or nil,
    date = date, year = date and math.tointeger(date:sub(1, 4)),
    rating = rating_of(raw), votes = math.tointeger(number_of(raw.vote_count)) or 0,
    popularity = number_of(raw.popularity) or 0,
    poster = poster and image_base .. poster,
    overview = text_of(raw.overview), genre_ids = json_values.each(raw.genre_ids, math.tointeger),
  }
end

local function names(list, wanted)
  return json_values.each(list, function(entry)
    entry = json_values.object(entry)
    return (not wanted or wanted(entry)) and text_of(entry.name) or nil
  end)
end

local function is_of(entry, region) return type(entry) == "table" and entry.iso_3166_1 == region end

-- The kinds of release in the order in which their rating counts: cinemas, limited releases, at
-- home.
local release_order = { 3, 2, 4, 5, 6, 1 }

local function film_certification(raw, region)
  local by_type = {}
  for _, country in ipairs(list_of(list_of(raw.release_dates).results)) do
    for _, release in ipairs(is_of(country, region) and list_of(country.release_dates) or {}) do
      local kind = type(release) == "table" and math.tointeger(number_of(release.type))
      local said = kind and text_of(release.certification)
      if said and not by_type[kind] then by_type[kind] = said end
    end
  end
  for _, kind in ipairs(release_order) do
    if by_type[kind] then return by_type[kind] end
  end
end

local function series_certification(raw, region)
  for _, rating in ipairs(list_of(list_of(raw.content_ratings).results)) do
    local said = is_of(rating, region) and text_of(rating.rating)
    if said then return said end
  end
end

-- The certification of a region; else that of the United States, which most titles have, marked.
local function certification(read, raw, region)
  local own = read(raw, region)
  local other = not own and region ~= "US" and read(raw, "US")
  return own or other and other .. " (US)" or "NR"
end

--- Returns the other titles of a film or series, from TMDB's answer about them: each once, without
--- `title`.
function titles.alternatives(raw, title)
  raw = list_of(raw)
  return json_values.distinct(raw.titles or raw.results, function(entry)
    local text = json_values.legible(json_values.object(entry).title)
    return text ~= title and text or nil
  end)
end

local video_fields = {
  id = text_of, name = text_of, site = text_of, key = text_of, type = text_of,
  iso_639_1 = text_of, published_at = text_of,
  size = function(value)
    local size = math.tointeger(number_of(value))
    return size and size > 0 and size or nil
  end,
  official = function(value)
    if type(value) == "boolean" then return value end
  end,
}

-- Returns the videos unchanged, because rules may read any field, but without unusable values in
-- the known fields.
local function videos_of(list)
  local videos = {}
  for _, raw in ipairs(list_of(list)) do
    if type(raw) == "table" then
      local video = {}
      for name, value in pairs(raw) do video[name] = value end
      for name, read in pairs(video_fields) do video[name] = read(raw[name]) end
      videos[#videos + 1] = video
    end
  end
  return videos
end

--- Returns other services' identifiers of a title, from TMDB's external identifiers: {imdb, tvdb}.
function titles.ids(raw)
  raw = list_of(raw)
  return { imdb = json_values.imdb(raw.imdb_id), tvdb = id_of(raw.tvdb_id) }
end

local has_ended = { Ended = true, Canceled = true }

-- The minutes of an episode of a series. Newer series say it of their episodes only; the very last
-- one is often twice as long as others, but not that of a series of a few parts.
local function episode_minutes(raw)
  local last = list_of(raw.last_episode_to_air)
  local is_farewell = last.episode_type == "finale" and has_ended[raw.status]
    and raw.type ~= "Miniseries"
  return count_of(list_of(raw.episode_run_time)[1])
    or not is_farewell and count_of(last.runtime)
    or count_of(list_of(raw.next_episode_to_air).runtime)
end

--- Converts a film or series with all details: an item with tagline, genres, minutes,
--- certification, alternative_titles, cast, directors, seasons, language, imdb, tvdb and videos.
--- nil without a name or identifier. `region`: that of the certification (default "US").
function titles.detail(raw, kind, region)
  region = region or "US"
  local detail = titles.item(raw, kind)
  if not detail then return nil end
  local credits = list_of(raw.credits)
  local function directs(person) return person.job == "Director" end
  detail.tagline = text_of(raw.tagline)
  detail.genres = names(raw.genres)
  detail.genre_ids = nil
  detail.language = text_of(raw.original_language)
  detail.alternative_titles = titles.alternatives(raw.alternative_titles, detail.title)
  local ids = titles.ids(raw.external_ids)
  detail.imdb, detail.tvdb = ids.imdb or titles.ids(raw).imdb, ids.tvdb
  detail.cast = names(credits.cast)
  if kind == "movie" then
    -- Unreleased titles have 0.
    detail.minutes = count_of(raw.runtime)
    detail.directors = names(credits.crew, directs)
    detail.certification = certification(film_certification, raw, region)
  else
    detail.minutes = episode_minutes(raw)
    detail.directors = names(raw.created_by)
    detail.seasons = count_of(raw.number_of_seasons)
    detail.certification = certification(series_certification, raw, region)
  end
  detail.videos = videos_of(list_of(raw.videos).results)
  return detail
end

return titles
