-- The screen of films and series, without a browser.

local screen_nodes = require("spec.screen_nodes")
local shown = require("lib.program_screen.shown")
local title_nodes = require("programs.trailers.lib.title_nodes")
local tmdb = require("services.tmdb.provider")
require("lib.spec.secrets")

local base = "https://api.themoviedb.org/3"

local nodes, node = screen_nodes.all, screen_nodes.first
local field, messages = screen_nodes.field, screen_nodes.messages

-- Twenty films a page, the first with all it may have.
local function page(request)
  local number = tonumber(request.url:match("[?&]page=(%d+)"))
  local results = {}
  for place = 1, 20 do
    local id = (number - 1) * 20 + place
    results[place] = { id = id, title = "Film " .. id, media_type = "movie", vote_average = 7.1,
      vote_count = 455, release_date = "2024-04-05", popularity = 1000 - id, genre_ids = { 28 },
      poster_path = place > 1 and "/p.jpg" or nil }
  end
  return { json = { page = number, results = results, total_pages = 3, total_results = 60 } }
end

local genres = { json = { genres = { { id = 28, name = "Action" }, { id = 18, name = "Drama" } } } }

local film = { id = 2, title = "Film 2", release_date = "2024-04-05", overview = "A boat.",
  vote_average = 7.1, vote_count = 455, runtime = 95,
  credits = { cast = { { name = "Ada Lune" } }, crew = { { name = "Bo Ray", job = "Director" } } },
  external_ids = { imdb_id = "tt0816692" },
  videos = { results = {
    { id = "1", name = "Teaser", site = "YouTube", key = "teaser00000", type = "Teaser" },
    { id = "2", name = "Trailer", site = "YouTube", key = "trailer0000", type = "Trailer",
      official = true, iso_639_1 = "en" },
    { id = "3", name = "Elsewhere", site = "Vimeo", key = "1", type = "Trailer" },
  } } }

local function answers(changes)
  local all = {
    ["GET " .. base .. "/trending/*"] = page, ["GET " .. base .. "/discover/*"] = page,
    ["GET " .. base .. "/search/*"] = page, ["GET " .. base .. "/genre/*"] = genres,
    ["GET " .. base .. "/movie/2*"] = { json = film },
  }
  for name, value in pairs(changes or {}) do all["GET " .. base .. name] = value end
  mix.test.mock_http(all)
end

local function open()
  return mix.test.screen("trailers", { service = tmdb.open() })
end

describe("the lines of a title", function()
  local function text_of(detail, problem)
    local tree = assert(mix.screen.tree(title_nodes.detail(detail, {}, "loaded", problem)))
    local lines = shown.lines(tree, { is_dense = true, hint = "r asks again", links = {} })
    for place, line in ipairs(lines) do lines[place] = line[1] end
    return table.concat(lines, "\n")
  end

  it("let nothing through that a terminal obeys", function()
    local text = text_of({
      title = "A\27[2J", type = "movie", key = "movie/1", overview = "one\n\ntwo\9three",
      cast = { "X\7" }, tagline = "t\u{9b}31m",
    }, { message = "why\27c" })
    assert.is_nil(text:gsub("\n", ""):find("%c"))
    assert.is_nil(text:find("\u{9b}", 1, true))
    assert.matches("one  two three", text, 1, true)
    assert.matches("r asks again", text, 1, true)
  end)

  it("mark expired facts", function()
    local detail = { title = "A", type = "movie", key = "movie/1", is_old = true }
    assert.matches("TMDB did not answer", text_of(detail), 1, true)
    detail.is_old = false
    assert.is_nil(text_of(detail):find("did not answer", 1, true))
  end)
end)

describe("the screen of films and series", function()
  local screen, clock

  before_each(function()
    clock = mix.test.clock()
    screen = open()
  end)

  it("asks for a token in place, and uses it", function()
    local is_good = false
    local function refuse_or(answer)
      return function(request)
        if not is_good then return { status = 401, json = {} } end
        return type(answer) == "function" and answer(request) or answer
      end
    end
    answers({ ["/trending/*"] = refuse_or(page), ["/genre/*"] = refuse_or(genres) })
    screen = mix.test.screen("trailers", { service = tmdb.open() })
    local tree = screen:open()
    assert.equal("TMDB does not accept the token.", node(tree, "message").text)
    assert.equal("set_token", node(tree, "form").submit)
    is_good = true
    tree = screen:act("set_token", { token = "eyJgood" })
    assert.is_nil(node(tree, "form"))
    assert.equal(20, #node(tree, "cards").items)
  end)

  it("shows posters as they come, and reads them aloud as sentences", function()
    answers({ ["/trending/*"] = function(request)
      mix.task.sleep(2)
      return page(request)
    end })
    local seen = {}
    screen.on_update = function(tree)
      local progress = node(tree, "progress")
      if progress then seen[progress.label] = true end
    end
    local tree = screen:open()
    assert.is_true(seen["Loading titles"])
    local cards = node(tree, "cards")
    assert.equal(20, #cards.items)
    assert.equal("Film 2, 2024, rated 7.1 out of 10, Movie", cards.items[2].label)
    assert.matches("^https://image.tmdb.org/", cards.items[2].image)
    assert.is_nil(cards.items[1].image)
    assert.equal("20 titles of 60", node(tree, "text").text)
    assert.is_nil(node(tree, "progress"))
  end)

  it("adds a page at the end of the list, until all are there", function()
    answers()
    screen:open()
    local tree = screen:act("more")
    assert.equal(40, #node(tree, "cards").items)
    tree = screen:act("more")
    assert.equal(60, #node(tree, "cards").items)
    tree = node(tree, "cards").on_end and screen:act("more") or tree
    assert.is_nil(node(tree, "cards").on_end)
    assert.equal("All of 60 titles", node(tree, "text").text)
  end)

  it("leaves nothing behind when it is closed", function()
    answers()
    local held = setmetatable({}, { __mode = "k" })
    local function visit()
      local visited = open()
      visited:open()
      visited:act("open", "movie/2")
      held[visited.state.browser] = true
      held[visited.state.browser.model] = true
    end
    visit()
    -- Objects of the host let go of their values a turn after they are collected.
    for _ = 1, 4 do
      collectgarbage()
      mix.task.sleep(0)
    end
    assert.is_nil(next(held))
  end)

  it("says what a choice has switched along, and why", function()
    answers()
    screen:open()
    local tree = screen:act("filter", { genre = "Action", date = "upcoming" })
    assert.equal("releaseDateNewest", field(tree, "sort").value)
    assert.are.same({ "Trends cannot be filtered: sorted by popularity.",
      "Titles to come have no trend yet: sorted by release date." }, node(tree, "filters").notes)
    assert.matches("with_genres=28", mix.test.requests()[#mix.test.requests()].url, 1, true)
    tree = screen:act("all")
    assert.equal("trending", field(tree, "sort").value)
    assert.are.same({}, node(tree, "filters").notes or {})
    assert.error_matches(function() screen:act("filter", { genre = "Sport" }) end, "is not one of")
  end)

  it("searches by words, and by the identifiers of others", function()
    answers({ ["/find/tt0816692*"] = { json = { movie_results = { film }, tv_results = {} } } })
    screen:open()
    local tree = screen:act("filter", { text = " boats " })
    assert.matches("query=boats", mix.test.requests()[#mix.test.requests()].url, 1, true)
    assert.matches("only the type counts", node(tree, "filters").notes[1])
    tree = screen:act("filter", { text = "tt0816692" })
    assert.equal("movie/2", node(tree, "cards").items[1].key)
    assert.is_nil(field(screen:act("filter", { text = "" }), "text").value)
  end)

  it("opens a title with its trailers, the best first", function()
    answers()
    screen:open()
    local tree = screen:act("open", "movie/2")
    local detail = node(tree, "detail")
    assert.equal("Film 2", detail.title)
    local players = nodes(detail, "embed")
    assert.equal("trailer0000", players[1].video)
    assert.equal("teaser00000", players[#players].video)
    assert.is_nil(node(screen:act("close"), "detail"))
  end)

  it("opens a title that was seen, although the list is loaded again", function()
    answers()
    screen:open()
    screen.state.browser.model.grid:remove(function() return true end)
    assert.equal("Film 2", node(screen:act("open", "movie/2"), "detail").title)
  end)

  it("shows what is known of a title whose details do not come", function()
    answers({ ["/movie/2*"] = { status = 400 } })
    screen:open()
    local detail = node(screen:act("open", "movie/2"), "detail")
    assert.equal("Film 2", detail.title)
    assert.matches("400", node(detail, "message").text)
    answers()
    detail = node(screen:act("ask_title"), "detail")
    assert.is_nil(node(detail, "message"))
    assert.equal(2, #nodes(detail, "embed"))
  end)

  it("takes out a title that TMDB does not know any more", function()
    answers({ ["/movie/2*"] = { status = 404 } })
    screen:open()
    local tree = screen:act("open", "movie/2")
    assert.is_nil(node(tree, "detail"))
    assert.matches("was taken out", messages(tree), 1, true)
    assert.equal(19, #node(tree, "cards").items)
  end)

  it("keeps what is there when TMDB is away, and asks again", function()
    answers()
    screen:open()
    local down = { error = "unreachable" }
    answers({ ["/trending/*"] = down })
    local tree = screen:act("more")
    assert.equal(20, #node(tree, "cards").items)
    assert.matches("TMDB cannot be reached", messages(tree), 1, true)
    answers()
    tree = screen:act("again")
    assert.equal(40, #node(tree, "cards").items)
    assert.equal("", messages(tree))
  end)

  it("shows the titles of the last time, marked with their age", function()
    local is_down = false
    answers({ ["/trending/*"] = function(request)
      return is_down and { error = "unreachable" } or page(request)
    end })
    screen:open()
    is_down = true
    clock:advance("1h")
    local tree = open():open()
    assert.equal(20, #node(tree, "cards").items)
    assert.matches("some of this is old", messages(tree), 1, true)
  end)

  it("says until when TMDB wants no requests", function()
    answers({ ["/trending/*"] = { status = 429, headers = { ["Retry-After"] = "7" } } })
    local ends = {}
    screen.on_update = function(tree)
      local message = node(tree, "message")
      if message and message.ends_at then ends[#ends + 1] = message.ends_at - mix.time.now() end
    end
    local tree = screen:open()
    assert.is_true(#ends > 0)
    assert.is_true(ends[1] > 0 and ends[1] <= 7)
    assert.matches("fewer requests", messages(tree), 1, true)
  end)

  it("holds whatever a title may be", function()
    local long = ("x"):rep(200000)
    answers({ ["/trending/*"] = { json = { page = 1, total_pages = 1, results = {
      { id = 1, title = "<img src=x onerror=alert(1)>\27[2J\u{202e}", media_type = "movie",
        poster_path = "javascript:alert(1)" },
      { id = 2, title = long, overview = long, media_type = "movie" },
    } } }, ["/movie/2*"] = { json = { id = 2, title = long, overview = long, tagline = long,
      videos = { results = { { site = "YouTube", key = "../../x", name = long } } } } } })
    local items = node(screen:open(), "cards").items
    assert.equal("<img src=x onerror=alert(1)> ", items[1].title)
    assert.equal(301, utf8.len(items[2].title))
    local detail = node(screen:act("open", "movie/2"), "detail")
    assert.equal(301, utf8.len(detail.title))
    assert.are.same({}, nodes(detail, "embed"))
  end)
end)
