-- The grid of films and series against made-up answers.

local filters = require("programs.trailers.lib.filters")
local model = require("programs.trailers.lib.model")
local tmdb = require("services.tmdb.provider")
require("lib.spec.secrets")

local base = "https://api.themoviedb.org/3"
local filter = mix.filter.load("trailers")
local genres = { { name = "Action", movie = 28, tv = 10759 }, { name = "Music", movie = 10402 } }

local service, clock

before_each(function()
  clock = mix.test.clock()
  service = tmdb.open()
end)

-- Answers of a kind: pages of 20 titles whose popularity falls from `first` on by two.
local function pages(field, first, count, failing)
  return function(request)
    local number = tonumber(request.url:match("[?&]page=(%d+)"))
    if failing and failing(number) then return { error = "unreachable" } end
    local results = {}
    for place = 1, 20 do
      local rank = (number - 1) * 20 + place
      results[place] = {
        id = rank, [field] = ("%s %d"):format(field, rank), popularity = first - 2 * rank,
        genre_ids = { 28, 10759 },
      }
    end
    return { json = { page = number, results = results, total_pages = count } }
  end
end

local function answers(films, series)
  mix.test.mock_http({
    ["GET " .. base .. "/discover/movie*"] = films, ["GET " .. base .. "/discover/tv*"] = series,
  })
end

local function open() return model.open(service, { genres = genres }) end

local function state(text) return assert(filter:parse(text)) end

describe("films and series", function()
  it("are merged page by page, and pages are asked for when they are needed", function()
    answers(pages("title", 1001, 3), pages("name", 1000, 3))
    local view = open()
    assert.equal("loaded", view:show(state("sort=popularity")))
    local items = view.grid:items()
    assert.equal(20, #items)
    assert.are.same({ "movie/1", "tv/1", "movie/2" }, { items[1].key, items[2].key, items[3].key })
    assert.are.same({ "Action" }, items[2].genres)
    assert.is_true(#mix.test.requests() <= 4)
    assert.equal("exhausted", view:show(state("sort=popularity"), 25))
    assert.equal(120, view.grid:count())
  end)

  it("end where the pages of a list bring nothing new", function()
    answers(function() return pages("title", 1001, 500)({ url = "?page=1" }) end,
      pages("name", 1000, 1))
    local view = open()
    view:show(state("sort=popularity contentType=movies"), 25)
    assert.is_true(view.grid:count() <= 40)
    assert.is_true(#mix.test.requests() < 20)
  end)

  it("come alone where only films have the genre", function()
    answers(pages("title", 1001, 1), pages("name", 1000, 1))
    local view = open()
    view:show(state("sort=popularity genre=Music"), 5)
    for _, request in ipairs(mix.test.requests()) do
      assert.matches("/discover/movie", request.url, 1, true)
    end
    assert.equal("empty", view:show(state("type=tvShows sort=popularity genre=Music")))
  end)
end)

it("without TMDB's genres nothing is shown by genre, and that is not an empty list", function()
  answers(pages("title", 1001, 1), pages("name", 1000, 1))
  local view = model.open(service, { genres_problem = { kind = "server", message = "down" } })
  assert.equal("error", view:show(state("sort=popularity genre=Music")))
  assert.matches("genres of TMDB could not be had", view:problem().message, 1, true)
  assert.equal(0, #mix.test.requests())
  assert.equal("exhausted", view:show(state("sort=popularity"), 5))
end)

it("TMDB's genres are asked for beside the first page", function()
  local function slow(answer)
    return function(request)
      mix.task.sleep(2)
      return type(answer) == "function" and answer(request) or { json = answer }
    end
  end
  local list = { genres = { { id = 28, name = "Action" } } }
  mix.test.mock_http({
    ["GET " .. base .. "/genre/movie/list*"] = slow(list),
    ["GET " .. base .. "/genre/tv/list*"] = slow({ genres = {} }),
    ["GET " .. base .. "/discover/movie*"] = slow(pages("title", 1001, 1)),
  })
  local start = mix.time.monotonic()
  local view = model.open(service, {})
  view:show(state("sort=popularity type=movies"))
  assert.are.same({ "Action" }, view.grid:items()[1].genres)
  -- Two seconds, not four.
  assert.is_true(mix.time.monotonic() - start < 3)
end)

it("what is kept is shown without asking anybody, whatever its age", function()
  answers(pages("title", 1001, 3), pages("name", 1000, 3))
  local view = open()
  assert.is_nil(view:kept(state("sort=popularity"), 1))
  view:show(state("sort=popularity"))
  local asked = #mix.test.requests()
  assert.equal(0, view:kept(state("sort=popularity"), 1).age)
  clock:advance("2d")
  local kept = view:kept(state("sort=popularity"), 1)
  assert.equal(20, #kept.items)
  assert.are.same({ "Action" }, kept.items[1].genres)
  assert.near(2 * 86400, kept.age, 10)
  assert.equal(asked, #mix.test.requests())
end)

it("a list that TMDB does not give whole says so, and how long it is", function()
  answers(function() return { json = {
    results = { { id = 1, title = "A", popularity = 3 } }, total_pages = 500, total_results = 47000,
  } } end, pages("name", 1000, 1))
  local view = open()
  view:show(state("sort=popularity type=movies"))
  assert.is_true(view:is_capped())
  assert.equal(47000, view:total())
  local small = open()
  answers(pages("title", 1001, 3), pages("name", 1000, 3))
  clock:advance("2d")
  small:show(state("sort=popularity"))
  assert.is_false(small:is_capped())
end)

it("names why TMDB's genres are missing, and they are asked for again", function()
  local is_down = true
  mix.test.mock_http({
    ["GET " .. base .. "/genre/*"] = function()
      if is_down then return { status = 400, json = {} } end
      return { json = { genres = { { id = 28, name = "Action" } } } }
    end,
    ["GET " .. base .. "/discover/*"] = pages("title", 1001, 1),
  })
  local _, problem = service:genres()
  local view = model.open(service, { genres_problem = problem })
  view:show(state("sort=popularity genre=action"))
  assert.matches("by genre: TMDB: HTTP status 400", view:problem().message, 1, true)
  view:show(state("type=movies sort=popularity"))
  assert.is_nil(view:problem())
  assert.equal("TMDB: HTTP status 400", view:without_genres().message)
  assert.is_false(view:ask_genres())
  is_down = false
  assert.is_true(view:ask_genres())
  assert.is_nil(view:without_genres())
  view:show(state("type=movies sort=popularity"))
  assert.are.same({ "Action" }, view.grid:items()[1].genres)
  local _, over = filters.over(view.genres, state("sort=popularity genre=action"))
  assert.equal("Action", over:get("genre"))
  local _, first = filters.over(view.genres, state("genre=Nonsense"))
  assert.equal("trending", first:get("sort"))
end)

describe("a part that cannot be had", function()
  it("keeps the others, and is reported", function()
    answers(pages("title", 1001, 2), { status = 404, json = {} })
    local view = open()
    assert.equal("loaded", view:show(state("sort=popularity")))
    assert.equal(20, view.grid:count())
    assert.equal("not_found", view:problem().kind)
  end)

  it("keeps what came before, and is had when it is asked for again", function()
    local is_down = true
    answers(pages("title", 1001, 3, function(page) return is_down and page > 1 end),
      pages("name", 1000, 3, function(page) return is_down and page > 1 end))
    local view = open()
    assert.equal("error", view:show(state("sort=popularity"), 25))
    local kept = view.grid:count()
    assert.is_true(kept >= 20 and kept <= 40)
    assert.equal("unreachable", view:problem().kind)
    is_down = false
    mix.task.sleep(60)
    -- Of the requests that go out together one finds out whether the service is back.
    for _ = 1, 20 do
      if view.grid:state() == "exhausted" then break end
      if view.grid:state() == "error" then
        mix.task.sleep(1)
        view.grid:retry()
      else
        view.grid:next_page()
      end
    end
    assert.equal("exhausted", view.grid:state())
    assert.equal(120, view.grid:count())
    assert.is_nil(view:problem())
  end)
end)
