-- The mock of TMDB.

local running = require("spec.mock.running")

local today = os.date("!%Y-%m-%d")
local null = mix.json.null

local function started(options) return running({ "tmdb" }, options) end

local function ask(mock, path, query, more)
  local request = { path = "tmdb/" .. path, query = query,
    headers = { authorization = "Bearer mock-token" } }
  for name, value in pairs(more or {}) do request[name] = value end
  return mock:ask(request)
end

local function page(mock, path, query)
  local answer = ask(mock, path, query)
  assert.equal(200, answer.status)
  return answer.json
end

-- The identifier of the title at a place.
local function id_of(index) return 100 + index * 7 end

local function date_of(entry) return entry.release_date or entry.first_air_date or "" end

-- Whether an item of a list passes a test, and whether all do.
local function any(list, test)
  for _, item in ipairs(list) do
    if test(item) then return true end
  end
  return false
end

local function all(list, test)
  return not any(list, function(item) return not test(item) end)
end

describe("the mock of TMDB", function()
  it("has titles that depend on seed and place only, whatever the size", function()
    local found = {}
    for place, size in ipairs({ 50, 5000 }) do
      local mock = started({ seed = 3, titles = size })
      found[place] = {}
      for index, path in ipairs({ "movie/100", "tv/149", "movie/443" }) do
        found[place][index] = ask(mock, path).body
      end
      assert.equal(size == 50 and 404 or 200, ask(mock, "movie/" .. id_of(50)).status)
    end
    assert.same(found[1], found[2])
    local a, b, c = table.unpack(found[1])
    assert.is_true(a ~= b and b ~= c and a ~= c)
  end)

  it("lists each title once, in the order that was asked for", function()
    local mock = started({ titles = 130 })
    for sort, is_in_order in pairs({
      ["popularity.desc"] = function(a, b) return a.popularity >= b.popularity end,
      ["primary_release_date.desc"] = function(a, b) return date_of(a) >= date_of(b) end,
      ["primary_release_date.asc"] = function(a, b) return date_of(a) <= date_of(b) end,
    }) do
      local entries, seen = {}, {}
      for number = 1, 7 do
        local found = page(mock, "discover/movie", { sort_by = sort, page = number })
        assert.same({ number, 7, 130 }, { found.page, found.total_pages, found.total_results })
        table.move(found.results, 1, #found.results, #entries + 1, entries)
      end
      assert.equal(130, #entries)
      for place, entry in ipairs(entries) do
        assert.is_nil(seen[entry.id])
        seen[entry.id] = true
        assert.is_true(place == 1 or is_in_order(entries[place - 1], entry))
      end
      assert.same({}, page(mock, "discover/movie", { page = 8 }).results)
    end
  end)

  it("selects by genres, dates, votes and certifications", function()
    local mock = started({ titles = 3000 })
    local both = page(mock, "discover/tv", { with_genres = "10759,18" })
    assert.is_true(#both.results > 0)
    for _, entry in ipairs(both.results) do
      local genres = " " .. table.concat(entry.genre_ids, " ") .. " "
      assert.is_true(genres:find(" 10759 ") and genres:find(" 18 ") and true)
    end
    local either = page(mock, "discover/tv", { with_genres = "10759|18" })
    assert.is_true(either.total_results > both.total_results)
    local upcoming = page(mock, "discover/movie", { ["primary_release_date.gte"] = today })
    assert.is_true(upcoming.total_results > 100)
    assert.is_true(all(upcoming.results, function(entry) return date_of(entry) >= today end))
    local voted = page(mock, "discover/movie", {
      sort_by = "vote_average.asc", ["vote_count.gte"] = 50 })
    assert.is_true(all(voted.results, function(entry) return entry.vote_count >= 50 end))
    local rated = { certification_country = "US", certification = "PG-13" }
    local films = page(mock, "discover/movie", rated).total_results
    assert.is_true(films >= 1 and films < page(mock, "discover/movie").total_results)
    -- The service knows no certifications of series.
    assert.equal(3000, page(mock, "discover/tv", rated).total_results)
  end)

  it("has films, series and persons in trends, with the gaps of the real lists", function()
    local mock = started({ titles = 2000 })
    local counts, titles, films, count = {}, {}, {}, 0
    for number = 1, 60 do
      for _, entry in ipairs(page(mock, "trending/all/week", { page = number }).results) do
        count = count + 1
        counts[entry.media_type] = (counts[entry.media_type] or 0) + 1
        if entry.media_type ~= "person" then titles[#titles + 1] = entry end
        if entry.media_type == "movie" then films[#films + 1] = entry.id end
      end
    end
    assert.same({ person = count // 7, movie = counts.movie, tv = counts.tv }, counts)
    for _, test in ipairs({
      function(entry) return entry.genre_ids == nil end,
      function(entry) return entry.genre_ids ~= nil end,
      function(entry) return entry.release_date == "" or entry.first_air_date == "" end,
      function(entry) return entry.release_date == nil and entry.first_air_date == nil end,
      function(entry) return entry.poster_path == nil or entry.poster_path == null end,
      function(entry) return date_of(entry) > today end,
    }) do
      assert.is_true(any(titles, test))
    end
    for place, film in ipairs(page(mock, "trending/movie/week").results) do
      assert.equal(films[place], film.id)
    end
  end)

  it("brings along the details that were asked for; old videos lack what is newer", function()
    local mock, old, new = started({ titles = 300 }), 0, 0
    for index = 0, 59 do
      local details = page(mock, "movie/" .. id_of(index), {
        append_to_response = "videos,credits,release_dates,nonsense" })
      assert.equal(id_of(index), details.id)
      assert.is_table(details.credits)
      assert.is_table(details.release_dates)
      for _, video in ipairs(details.videos.results) do
        assert.equal(video.official == nil, video.published_at == nil)
        if video.official == nil then old = old + 1 else new = new + 1 end
      end
    end
    assert.is_true(old > 0 and new > 0)
    assert.equal(200, ask(mock, ("tv/%d/videos"):format(id_of(5))).status)
  end)

  it("refuses with the service's bodies", function()
    local mock, many = started({ titles = 20 }), {}
    for place = 1, 21 do many[place] = "p" .. place end
    for _, case in ipairs({
      { 401, 7, "genre/tv/list", {}, { headers = { authorization = "Bearer wrong" } } },
      { 400, 22, "discover/tv", { page = 501 } }, { 400, 22, "discover/tv", { page = 0 } },
      { 400, 22, "discover/tv", { page = "x" } },
      { 400, 5, "discover/tv", { sort_by = "luck.desc" } },
      { 400, 5, "discover/tv", { ["first_air_date.gte"] = "2026-13-01" } },
      { 404, 6, "movie/abc" }, { 404, 34, "movie/99" },
      { 400, 27, "movie/107", { append_to_response = table.concat(many, ",") } },
      { 429, 25, "genre/movie/list", {}, { is_limited = true } },
      { 429, 25, "genre/movie/list", {}, { drawn_status = 429 } },
    }) do
      local answer = ask(mock, case[3], case[4], case[5])
      assert.same({ case[1], case[2], false },
        { answer.status, answer.json.status_code, answer.json.success })
      assert.matches("%S", answer.json.status_message)
    end
  end)

  it("spoils lists on purpose where that is asked for", function()
    local text = ask(started({ titles = 200, oddities = "all" }), "discover/movie").body
    for _, part in ipairs({ '"title":null', '"release_date":"0000-00-00"', '"vote_average":"' }) do
      assert.matches(part, text, 1, true)
    end
    local mock = started({ titles = 200, oddities = "repeated-pages+growing" })
    local ids, totals = {}, {}
    for place, number in ipairs({ 2, 3, 4 }) do
      local found = page(mock, "discover/movie", { page = number })
      ids[place], totals[place] = {}, found.total_pages
      for index, entry in ipairs(found.results) do ids[place][index] = entry.id end
    end
    assert.same(ids[1], ids[2])
    assert.are_not.same(ids[2], ids[3])
    assert.same({ 3, 4, 5 }, totals)
    local refused = started({ oddities = "growing+nonsense" }).refused
    assert.equal("oddities", refused[1])
    assert.matches("growing or all, not 'nonsense'$", refused[2])
  end)
end)
