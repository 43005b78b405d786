-- Which lists of TMDB answer a filter.

local routes = require("programs.trailers.lib.routes")

local function filter(changes)
  local made = { contentType = "all", sort = "trending", date = "allTime" }
  for name, value in pairs(changes or {}) do made[name] = value end
  return made
end

-- "/discover/movie a=1 b=2; …" of all requests.
local function asked(changes, genre, range)
  local list = {}
  for place, request in ipairs(routes.requests(filter(changes), genre, range)) do
    local words = {}
    for name, value in pairs(request.query) do words[#words + 1] = name .. "=" .. value end
    table.sort(words)
    table.insert(words, 1, request.path)
    list[place] = table.concat(words, " ")
  end
  return table.concat(list, "; ")
end

it("what is trending is one list of TMDB's, in TMDB's order", function()
  assert.equal("/trending/all/week", asked())
  assert.equal("/trending/movie/week", asked({ contentType = "movies" }))
  assert.equal("/trending/tv/week", asked({ contentType = "tvShows" }))
  assert.equal("rank", routes.order(filter()).by)
  assert.is_nil(routes.order(filter()).tie)
end)

describe("a search", function()
  it("asks for films and series apart, sorted alike", function()
    local plain = "include_adult=false sort_by="
    for sort, words in pairs({
      popularity = { "popularity.desc", "popularity.desc" },
      releaseDateNewest = { "primary_release_date.desc", "first_air_date.desc" },
      releaseDateOldest = { "primary_release_date.asc", "first_air_date.asc" },
    }) do
      assert.equal(("/discover/movie %s%s; /discover/tv %s%s"):format(plain, words[1], plain,
        words[2]), asked({ sort = sort }))
    end
    assert.equal("/discover/movie include_adult=false sort_by=vote_average.asc vote_count.gte=50",
      asked({ sort = "ratingLowest", contentType = "movies" }))
  end)

  it("names genre and days as each kind does", function()
    local genre = { name = "Action", movie = 28, tv = 10759 }
    assert.equal("/discover/movie include_adult=false primary_release_date.gte=2026-01-01 "
      .. "primary_release_date.lte=2026-12-31 sort_by=popularity.desc with_genres=28; "
      .. "/discover/tv first_air_date.gte=2026-01-01 first_air_date.lte=2026-12-31 "
      .. "include_adult=false sort_by=popularity.desc with_genres=10759",
      asked({ sort = "popularity", genre = "Action", date = "thisYear" }, genre,
        { from = "2026-01-01", to = "2026-12-31" }))
  end)

  it("leaves out a kind that does not have the genre", function()
    local music = { name = "Music", movie = 10402 }
    local wanted = { sort = "popularity", genre = "Music" }
    assert.matches("^/discover/movie [^;]*$", asked(wanted, music))
    wanted.contentType = "tvShows"
    assert.equal("", asked(wanted, music))
  end)

  it("asks for certifications of films, in the United States", function()
    local text = asked({ contentType = "movies", sort = "popularity", certification = "PG-13" })
    assert.matches("certification=PG-13 certification_country=US", text, 1, true)
  end)

  it("is what trends become when they are filtered", function()
    local war = { name = "War", movie = 1, tv = 2 }
    assert.matches("^/discover/movie", asked({ genre = "War" }, war))
  end)
end)

describe("the order of several lists", function()
  local function merged(sort, items)
    local options = routes.order(filter({ sort = sort }))
    local titles = {}
    for place, item in ipairs(mix.merge.sorted({ items }, options):take()) do
      titles[place] = item.key
    end
    return table.concat(titles, " ")
  end

  local function items(field, values)
    local list = {}
    for place, value in ipairs(values) do
      list[place] = { key = "k" .. place, popularity = 1, type = "tv", id = place,
        [field] = value ~= "none" and value or nil }
    end
    return list
  end

  it("puts missing dates last when the newest come first, else first", function()
    local dates = { "2024-01-01", "none", "2025-01-01" }
    assert.equal("k3 k1 k2", merged("releaseDateNewest", items("date", dates)))
    assert.equal("k2 k1 k3", merged("releaseDateOldest", items("date", dates)))
  end)

  it("puts what has no rating last either way", function()
    local ratings = { 5, "none", 7 }
    assert.equal("k3 k1 k2", merged("ratingHighest", items("rating", ratings)))
    assert.equal("k1 k3 k2", merged("ratingLowest", items("rating", ratings)))
  end)

  it("breaks ties by popularity, then films first, then by identifier", function()
    local list = {
      { key = "a", rating = 5, popularity = 1, type = "tv", id = 1 },
      { key = "b", rating = 5, popularity = 1, type = "movie", id = 9 },
      { key = "c", rating = 5, popularity = 1, type = "movie", id = 3 },
      { key = "d", rating = 5, popularity = 2, type = "tv", id = 4 },
    }
    assert.equal("d c b a", merged("ratingHighest", list))
  end)
end)
