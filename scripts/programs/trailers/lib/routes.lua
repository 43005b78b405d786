-- Which lists of TMDB answer a filter, and how several become one.

local routes = {}

local kinds = { all = { "movie", "tv" }, movies = { "movie" }, tvShows = { "tv" } }

-- TMDB's name of a sort; {date} stands for the field that a kind has its date in.
local service_sorts = {
  trending = "popularity.desc", popularity = "popularity.desc",
  releaseDateNewest = "{date}.desc", releaseDateOldest = "{date}.asc",
  ratingHighest = "vote_average.desc", ratingLowest = "vote_average.asc",
}
local date_fields = { movie = "primary_release_date", tv = "first_air_date" }

-- Mean votes of a handful of people say little.
local least_votes = 50

-- The same order among several lists. A missing date is older than all others; who has no votes
-- comes last either way.
local orders = {
  trending = "rank",
  popularity = "-popularity",
  releaseDateNewest = { field = "date", order = "descending", missing = "last" },
  releaseDateOldest = { field = "date", order = "ascending", missing = "first" },
  ratingHighest = { field = "rating", order = "descending", missing = 0 },
  ratingLowest = { field = "rating", order = "ascending", missing = "last" },
}
local ties = { "-popularity", "type", "id" }

-- Trends have no parameters: as soon as something is filtered, the list is a search.
local function is_trend(filter)
  return filter.sort == "trending" and not filter.genre and not filter.certification
    and filter.date == "allTime"
end

local function trend(filter)
  local window = "/trending/%s/week"
  if filter.contentType == "all" then
    return { { name = "trending", path = window:format("all"), query = {} } }
  end
  local kind = kinds[filter.contentType][1]
  return { { name = kind, path = window:format(kind), query = {}, kind = kind } }
end

local function search(filter, kind, genre, range, region)
  local date = date_fields[kind]
  local query = {
    sort_by = service_sorts[filter.sort]:gsub("{date}", date), include_adult = "false",
    with_genres = genre and genre[kind],
  }
  if filter.sort == "ratingHighest" or filter.sort == "ratingLowest" then
    query["vote_count.gte"] = least_votes
  end
  if range then
    query[date .. ".gte"], query[date .. ".lte"] = range.from, range.to
  end
  -- Films have release dates by country; the service's own are those of the United States.
  if kind == "movie" and region and region ~= "US" then query.region = region end
  if filter.certification and kind == "movie" then
    query.certification_country, query.certification = "US", filter.certification
  end
  return { name = kind, path = "/discover/" .. kind, query = query, kind = kind }
end

--- The requests whose lists make up what a filter asks for: {name, path, query, kind}. `genre` is
-- the filter's genre as {name, movie, tv}; a kind that does not have it has nothing to give.
-- `range` is the filter's dates as {from, to}, nil for all time; `region` the country whose release
-- dates count.
function routes.requests(filter, genre, range, region)
  if is_trend(filter) then return trend(filter) end
  local requests = {}
  for _, kind in ipairs(kinds[filter.contentType]) do
    if not genre or genre[kind] then
      requests[#requests + 1] = search(filter, kind, genre, range, region)
    end
  end
  return requests
end

local search_kinds = { all = "multi", movies = "movie", tvShows = "tv" }

--- The requests that find titles by their words, and their order. `kind`: a content type of the
-- filter; `year`: of the first date, nil for any.
function routes.by_title(text, kind, year)
  local function request(name)
    local query = { query = text, include_adult = "false" }
    if year then query[name == "tv" and "first_air_date_year" or "primary_release_year"] = year end
    return {
      name = name, path = "/search/" .. name, query = query,
      kind = name ~= "multi" and name or nil,
    }
  end
  local order = { by = "rank", unique = "key" }
  -- The mixed list takes no year.
  if kind == "all" and year then return { request("movie"), request("tv") }, order end
  return { request(search_kinds[kind]) }, order
end

--- How the lists of a filter are merged: the options of mix.merge.sorted.
function routes.order(filter)
  return {
    by = orders[filter.sort], tie = filter.sort ~= "trending" and ties or nil, unique = "key",
  }
end

return routes
