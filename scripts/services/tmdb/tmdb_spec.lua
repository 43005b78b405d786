-- The TMDB provider against made-up answers.

local secrets = require("lib.spec.secrets")
local tmdb = require("services.tmdb.provider")

local base = "https://api.themoviedb.org/3"
-- A page of a list as the specs look at it; nil and the error.
local function page_of(service, number)
  local items, info = service:search({
    path = "/discover/movie", query = { sort_by = "popularity.desc" }, type = "movie",
    page = number,
  })
  if not items then return nil, info end
  return { items = items, count = info.count, is_last = info.is_last, stale = info.stale }
end

local function page(ids, number, total)
  local results = {}
  for _, id in ipairs(ids) do results[#results + 1] = { id = id, title = "T" .. id } end
  return { json = { page = number, results = results, total_pages = total, total_results = 99 } }
end

local service, clock

before_each(function()
  clock = mix.test.clock()
  service = tmdb.open()
end)

local function answer(what) mix.test.mock_http({ ["GET " .. base .. "/*"] = what }) end

describe("a page", function()
  it("asks with token, language and the list's own parameters", function()
    answer(page({ 1, 2 }, 3, 9))
    local found = page_of(service, 3)
    assert.are.same({ 2, false, false }, { #found.items, found.is_last, found.stale })
    local asked = mix.test.requests()[1]
    for _, part in ipairs({ "page=3", "sort_by=popularity.desc", "language=en-US" }) do
      assert.matches(part, asked.url, 1, true)
    end
    assert.equal("Bearer made-up", asked.headers.Authorization or asked.headers.authorization)
  end)

  it("is the last one by the newest word, when it is empty, and at TMDB's limit", function()
    answer(page({ 1 }, 2, 2))
    assert.is_true(page_of(service, 2).is_last)
    answer(page({}, 3, 9))
    assert.is_true(page_of(service, 3).is_last)
    answer(page({ 1 }, 500, 2334))
    assert.is_true(page_of(service, 500).is_last)
    answer({ json = { results = {} } })
    assert.is_true(page_of(service, 4).is_last)
  end)

  it("is empty past page 500, which nobody is asked for", function()
    answer(page({ 1 }, 501, 2334))
    local found = page_of(service, 501)
    assert.are.same({ 0, true }, { #found.items, found.is_last })
    assert.equal(0, #mix.test.requests())
  end)

  it("is asked for again after five minutes", function()
    answer({ page({ 1 }, 1, 2), page({ 2 }, 1, 2) })
    assert.equal(1, page_of(service, 1).items[1].id)
    clock:advance("4m")
    assert.equal(1, page_of(service, 1).items[1].id)
    clock:advance("2m")
    assert.equal(2, page_of(service, 1).items[1].id)
  end)
end)

describe("an answer that cannot be used", function()
  it("is not taken from the cache once the service is well again", function()
    local portal = "<html>sign in</html>"
    local useless = { json = { page = 1 } }
    for _, broken in ipairs({ { portal }, { "" }, { "{" }, { "[1" }, { useless } }) do
      mix.test.mock_http({})
      service = tmdb.open()
      local good = #broken + 1
      broken[good] = page({ 1 }, 1, 2)
      answer(broken)
      clock:advance("1h")
      -- One that ends too early is asked for again at once.
      local is_slip = type(broken[1]) == "string" and broken[1] ~= portal
      assert.equal(is_slip, page_of(service, 1) ~= nil)
      assert.equal(1, #page_of(service, 1).items)
      -- From now on the good one is kept.
      assert.equal(1, #page_of(service, 1).items)
      assert.equal(good, #mix.test.requests())
    end
  end)

  it("is not taken from the cache where a list was not found", function()
    answer({ { status = 404 }, page({ 1 }, 1, 1) })
    assert.equal("not_found", select(2, page_of(service, 1)).kind)
    assert.equal(1, #page_of(service, 1).items)
  end)

  it("that is kept does not hide that nobody answers now", function()
    answer({ "<html>", { error = "unreachable" } })
    page_of(service, 1)
    local err = select(2, page_of(service, 1))
    assert.equal("unreachable", err.kind)
  end)
end)

it("a missing token is reported before anybody is asked", function()
  answer(page({ 1 }, 1, 1))
  secrets.are_set = false
  local _, err = page_of(tmdb.open(), 1)
  secrets.are_set = true
  assert.equal("token", err.kind)
  assert.equal(0, #mix.test.requests())
end)

describe("a 429", function()
  local function too_many(seconds)
    return { status = 429, headers = { ["Retry-After"] = tostring(seconds) }, json = {} }
  end

  it("is waited out, and the request is sent again", function()
    answer({ too_many(20), page({ 1 }, 1, 1) })
    local start = mix.time.monotonic()
    assert.equal(1, #page_of(service, 1).items)
    assert.near(20, mix.time.monotonic() - start, 0.1)
    assert.equal(2, #mix.test.requests())
  end)

  it("that lasts longer than a request may is waited out as well", function()
    answer({ too_many(200), page({ 1 }, 1, 1) })
    assert.equal(1, #page_of(service, 1).items)
  end)

  it("shows how long it still takes", function()
    answer({ too_many(20), page({ 1 }, 1, 1) })
    local seen
    mix.task.all({
      function() return page_of(service, 1) end,
      function()
        mix.task.sleep(5)
        seen = service:waiting()
      end,
    })
    assert.near(15, seen, 0.5)
    assert.is_nil(service:waiting())
  end)

  it("without end is an error at last", function()
    answer(too_many(1))
    assert.equal("rate", select(2, page_of(service, 1)).kind)
    answer(too_many(3600))
    assert.equal("rate", select(2, page_of(service, 1)).kind)
  end)
end)

describe("without network", function()
  it("expired answers are shown and marked", function()
    answer({ page({ 1 }, 1, 2), { error = "unreachable" } })
    page_of(service, 1)
    clock:advance("1h")
    local found = page_of(service, 1)
    assert.are.same({ true, 1 }, { found.stale, #found.items })
  end)

  it("says so when there is nothing to show", function()
    answer({ error = "unreachable" })
    local err = select(2, page_of(service, 1))
    assert.equal("unreachable", err.kind)
    assert.matches("^TMDB cannot be reached: ", err.message)
  end)

  it("what is kept stands in at the first failure; without it a failing server is tried again",
    function()
      answer({ page({ 1 }, 1, 2), { status = 503 } })
      page_of(service, 1)
      clock:advance("1h")
      local start = mix.time.monotonic()
      assert.is_true(page_of(service, 1).stale)
      assert.equal(2, #mix.test.requests())
      assert.equal(0, mix.time.monotonic() - start)
      answer({ status = 502, json = {} })
      assert.equal("server", select(2, page_of(service, 2)).kind)
      assert.is_true(#mix.test.requests() > 4)
    end)

  it("a pause that TMDB asks for is waited out even where something is kept", function()
    answer({
      page({ 1 }, 1, 2), { status = 429, headers = { ["Retry-After"] = "20" }, json = {} },
      page({ 1, 2 }, 1, 2),
    })
    page_of(service, 1)
    clock:advance("1h")
    local found = page_of(service, 1)
    assert.are.same({ 2, false }, { #found.items, found.stale })
  end)
end)

it("details come with videos, credits and releases in one request", function()
  answer({ json = { id = 5, title = "A", runtime = 99 } })
  local detail, info = service:complete({ type = "movie", id = 5 })
  assert.are.same({ 99, false }, { detail.minutes, info.stale })
  assert.equal(1, #mix.test.requests())
  local asked = mix.test.requests()[1].url
  assert.matches("/movie/5?", asked, 1, true)
  assert.matches("append_to_response=release_dates%2Cvideos%2Ccredits", asked, 1, true)
end)

it("a certification of the United States stands in, marked", function()
  local german = tmdb.open({ language = "de-AT", region = "DE" })
  answer({ json = { id = 5, title = "A", release_dates = { results = {
    { iso_3166_1 = "US", release_dates = { { type = 3, certification = "PG" } } },
    { iso_3166_1 = "DE", release_dates = { { type = 3, certification = "" } } },
  } } } })
  assert.equal("PG (US)", german:complete({ type = "movie", id = 5 }).certification)
end)

it("details in another language come with the English description and its videos", function()
  answer({ json = { id = 5, title = "A" } })
  tmdb.open({ language = "de-AT" }):complete({ type = "movie", id = 5 })
  local asked = mix.test.requests()[1].url
  for _, part in ipairs({ "language=de-AT", "translations", "include_video_language=en%2C" }) do
    assert.matches(part, asked, 1, true)
  end
end)

it("another service's identifier finds a film or a series", function()
  answer({ json = {
    movie_results = {}, tv_results = { { id = 7, name = "B" } }, person_results = {},
  } })
  local items = service:find("tvdb", "70000")
  assert.are.same({ "tv/7" }, { items[1].key, items[2] })
  assert.matches("/find/70000?", mix.test.requests()[1].url, 1, true)
  assert.matches("external_source=tvdb_id", mix.test.requests()[1].url, 1, true)
end)

require("lib.spec.answers").hold("tmdb")
require("lib.spec.contract").check("tmdb", { search_for = false, files = { "list", "movie" } })
