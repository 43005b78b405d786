-- A list on a terminal while TMDB is slow or down.

local last_result = require("lib.last_result")
local listed = require("programs.trailers.lib.listed")
local model = require("programs.trailers.lib.model")
local tmdb = require("services.tmdb.provider")
require("lib.spec.secrets")

local base = "https://api.themoviedb.org/3"
local filter = mix.filter.load("trailers")

local clock, printed, start, current, plain_print

before_each(function()
  clock = mix.test.clock()
  last_result.is_terminal = function() return true end
  printed, current = {}, nil
  plain_print = print
  rawset(_G, "print", function(line)
    printed[#printed + 1] = { text = line, at = mix.time.monotonic() - start }
  end)
end)

after_each(function()
  last_result.is_terminal = mix.ui.is_terminal
  rawset(_G, "print", plain_print)
end)

local function page(title)
  return function()
    return { json = { results = { { id = 1, title = title } }, total_pages = 1 } }
  end
end

-- TMDB's list from now on. The same mock answers throughout: a new one has nothing kept.
local function answer(list)
  if not current then
    mix.test.mock_http({
      ["GET " .. base .. "/discover/movie*"] = function() return current() end,
      ["GET " .. base .. "/genre/*"] = { json = { genres = {} } },
    })
  end
  current = list
end

-- Lists the films as `list --accessible` does.
local function list()
  start = mix.time.monotonic()
  local state = assert(filter:parse("type=movies sort=popularity"))
  listed.show(model.open(tmdb.open(), { most = 20 }), {
    state = state, summary = "Films", filter = {},
  }, { pages = 1, accessible = true, format = "text" })
end

local function slow(seconds, what)
  return function()
    mix.task.sleep(seconds)
    return what()
  end
end

it("what is kept is read out within half a second, then what came", function()
  answer(page("Old"))
  list()
  clock:advance("1d")
  answer(slow(20, page("New")))
  printed = {}
  list()
  assert.equal(4, #printed)
  assert.equal("Old, TBA, not rated, Movie", printed[2].text)
  assert.equal("New, TBA, not rated, Movie", printed[4].text)
  assert.is_true(printed[2].at < 0.5)
  assert.near(20, printed[4].at, 0.5)
end)

it("when TMDB is down what is kept comes at once, once", function()
  answer(page("Old"))
  list()
  clock:advance("1d")
  answer(function() return { status = 503 } end)
  printed = {}
  list()
  assert.equal(2, #printed)
  assert.equal("Old, TBA, not rated, Movie", printed[2].text)
  assert.is_true(printed[2].at < 0.5)
end)
