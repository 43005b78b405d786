-- The pager's words about itself.

local detail_view = require("programs.trailers.lib.detail_view")
local pager_screen = require("programs.trailers.lib.pager_screen")

-- A pager with made-up contents; what it draws is in `drawn`.
local function pager(options)
  local items = {}
  for place = 1, options.count or 2 do
    items[place] = { title = "T" .. place, type = "movie", year = 2024 }
  end
  local self = {
    mode = "grid", selected = 1, top = 0, scroll = 0, trailers = {},
    state = mix.filter.load("trailers"):initial(),
    service = { waiting = function() return nil end },
    screen = { size = function() return options.columns or 80, options.rows or 24 end },
  }
  self.screen.draw = function(_, lines) self.drawn = lines end
  self.model = {
    problem = function() return options.problem end,
    without_genres = function() return options.genres_problem end,
    is_stale = function() return options.stale or false end,
    is_capped = function() return options.capped or false end,
    grid = {
      state = function() return options.state or "loaded" end, count = function() return #items end,
      items = function() return items end, failure = function() return nil end,
    },
  }
  return self
end

local function status(options)
  local self = pager(options)
  pager_screen.draw(self)
  return self.drawn[22]
end

local down = { message = "TMDB cannot be reached: no such host" }

describe("the status", function()
  it("names what can be done and what is old before a long reason", function()
    assert.equal("r asks again; 2 titles; some of it is old; " .. down.message,
      status({ problem = down, stale = true, state = "error" }))
    assert.equal("r asks again; 2 titles; no genres: " .. down.message,
      status({ genres_problem = down }))
  end)

  it("marks what is old, and says when that is all", function()
    assert.equal("all of 2 titles; TMDB did not answer, some of it is old",
      status({ stale = true, state = "exhausted" }))
    assert.equal("2 titles", status({}))
    assert.equal("nothing fits; x shows all", status({ state = "empty" }))
  end)

  it("says when TMDB gives no more of a list that has more", function()
    assert.equal("2 titles, the most that TMDB gives of a list",
      status({ capped = true, state = "exhausted" }))
    assert.equal("2 titles", status({ capped = true }))
  end)

  it("marks the titles of the last time while TMDB is slow", function()
    local self = pager({ count = 0, state = "loadingInitial" })
    self.kept = { items = { { title = "Old", type = "tv" } }, age = 7200 }
    pager_screen.draw(self)
    assert.equal("stale: 1 title from 2 h ago; asking TMDB …", self.drawn[22])
    assert.matches("> Old", self.drawn[3][1][1], 1, true)
  end)
end)

it("details let nothing through that a terminal obeys", function()
  local detail = {
    title = "A\27[2J", type = "movie", overview = "one\n\ntwo\9three", cast = { "X\7" },
    tagline = "t\u{9b}31m",
  }
  local text = table.concat(detail_view.lines(detail, {}, { partial = "why\27c" }), "\n")
  assert.is_nil(text:gsub("\n", ""):find("%c"))
  assert.is_nil(text:find("\u{9b}", 1, true))
  assert.matches("one  two three", text, 1, true)
end)

it("details that have expired are marked in their first line", function()
  local detail = { title = "A", type = "movie", is_old = true }
  assert.matches("did not answer", detail_view.lines(detail, {}, {})[1], 1, true)
  detail.is_old = false
  assert.equal("A (TBA)", detail_view.lines(detail, {}, {})[1])
end)
