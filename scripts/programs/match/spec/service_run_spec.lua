-- Rows of a table against a service: what one refused question, and a failing service, cost.

local decisions = require("lib.linking.decisions")
local progress = require("lib.linking.progress")
local row_answers = require("programs.match.lib.row_answers")
local service_run = require("programs.match.lib.service_run")
local services = require("lib.match_services")
local written = require("spec.written")

local out = "spec/matched.csv"

local function song(name) return { json = { results = { {
  kind = "song", trackName = name, artistName = "Ada Lune", trackId = 7, trackTimeMillis = 200000,
} } } } end

local titles = { "Alpha", "Beta", "Gamma" }

-- Runs a table of three rows; the answers are those to its titles.
local function run(answers)
  mix.test.clock()
  mix.test.mock_http({ ["GET https://itunes.apple.com/search*"] = function(request)
    for place, title in ipairs(titles) do
      local answer = request.url:find(title, 1, true) and answers[place]
      if answer then return type(answer) == "function" and answer() or answer end
    end
  end })
  local path = written("songs.csv", "title,artist\nAlpha,Ada Lune\nBeta,Ada Lune\nGamma,Ada Lune\n")
  return pcall(service_run.run, {
    left = path, with = "itunes",
    args = { map = {}, fresh = true, searches = 3, out = mix.fs.data(out) },
  })
end

local function sorted(list)
  table.sort(list)
  return list
end

local function rows() return (mix.csv.parse(assert(mix.fs.read(mix.fs.data(out))))) end

it("a refused question costs its row, whatever the service calls it", function()
  for _, status in ipairs({ 400, 404, 414, 422 }) do
    assert.is_true(run({ song("Alpha"), { status = status }, song("Gamma") }))
    local found = rows()
    assert.are.same({ "7", "", "7" }, { found[1].match_id, found[2].match_id, found[3].match_id })
    assert.equal("iTunes: HTTP status " .. status, found[2].match_problem)
    assert.equal("", found[1].match_problem)
  end
end)

it("a table of a kind that the service has not is named before its rows are asked", function()
  local problem, said = progress.problem, nil
  progress.problem = function(text) said = said or text end
  mix.test.mock_http({ ["GET https://itunes.apple.com/search*"] = { json = { results = {} } } })
  for text, wanted in pairs({
    ["Title,Author\nTides,Ada Lune\n"] = "looks like a list of books, and itunes has none: its "
      .. "rows are taken for tracks; ask google_books or ",
    ["Title,Artist\nTides,Ada Lune\n"] = "", ["Title\nTides\n"] = "",
  }) do
    said = nil
    local ok, fault = pcall(service_run.run, { left = written("kind.csv", text), with = "itunes",
      args = { map = {}, fresh = true, searches = 0, out = mix.fs.data(out) } })
    assert.is_true(ok, fault)
    assert.matches(wanted, said or "", 1, true)
    assert.equal(wanted == "", said == nil, text)
  end
  progress.problem = problem
end)

it("no column of problems is written without one", function()
  assert.is_true(run({ song("Alpha"), song("Beta"), song("Gamma") }))
  assert.is_nil(rows()[1].match_problem)
end)

it("a service that fails ends the run, which says what is kept", function()
  local fail, said = progress.fail, nil
  progress.fail = function(text)
    said = text
    error("ended", 0)
  end
  for kept, answers in pairs({
    ["row 1: .*; no row is decided, and the same command begins anew"] = { { status = 401 } },
    ["row 2: .*; one row is kept, and the same"] = { song("Alpha"), { status = 401 } },
  }) do
    mix.cache.clear()
    run(answers)
    assert.matches(kept, said)
  end
  progress.fail = fail
end)

it("a question at which a service fails costs its row where the others are answered", function()
  for at = 1, 3 do
    mix.cache.clear()
    local answers = { song("Alpha"), song("Beta"), song("Gamma") }
    for says, fault in pairs({ ["HTTP status 500: Too long"] = { status = 500,
      json = { error = "Too long" } }, ["a web page came"] = "<html>newNullResponse</html>" }) do
      mix.cache.clear()
      answers[at] = fault
      assert.is_true(run(answers))
      local found = rows()
      assert.matches("^iTunes: " .. says, found[at].match_problem)
      for place = 1, 3 do assert.equal(place == at and "" or "7", found[place].match_id) end
    end
  end
end)

it("a fault that passes while others are answered costs no row", function()
  mix.cache.clear()
  local count = 0
  assert.is_true(run({ function()
    count = count + 1
    return count <= 6 and { status = 500 } or song("Alpha")
  end, song("Beta"), song("Gamma") }))
  assert.equal("7", rows()[1].match_id)
end)

it("a service that fails from some row on ends the run there, whatever the cache has", function()
  local fail, said = progress.fail, nil
  progress.fail = function(text)
    said = text
    error("ended", 0)
  end
  mix.cache.clear()
  run({ song("Alpha"), { status = 500 }, { status = 500 } })
  assert.matches("^row 2: .* one row is kept", said)
  mix.cache.clear()
  run({ { status = 404 }, { status = 404 }, song("Gamma") })
  run({ { status = 500 }, { status = 500 }, { status = 500 } })
  assert.matches("^row 1: .*no row is decided", said)
  progress.fail = fail
end)

-- Runs with options; the songs of the store are Alpha, with the identifiers 7 and 8.
local function run_alpha(options)
  mix.test.clock()
  local function found(id)
    return { kind = "song", trackName = "Alpha", artistName = "Ada Lune", trackId = id,
      trackTimeMillis = 200000 }
  end
  local asked = {}
  mix.test.mock_http({
    ["GET https://itunes.apple.com/search*"] = function(request)
      asked[#asked + 1] = "search"
      local hits = request.url:find("Alpha", 1, true) and { found(7), found(8) } or {}
      return { json = { results = mix.json.array(hits) } }
    end,
    ["GET https://itunes.apple.com/lookup*"] = function(request)
      asked[#asked + 1] = "lookup"
      local number = request.url:match("id=(%d+)")
      local hits = number == "77" and {} or { found(9) }
      return { json = { results = mix.json.array(hits) } }
    end,
  })
  local path = written("alpha.csv", "title,artist\nAlpha,Ada Lune\nOmega,Ada Lune\n")
  options.map, options.searches, options.fresh, options.out = {}, 0, true, mix.fs.data(out)
  mix.cache.clear()
  service_run.run({ left = path, with = "itunes", args = options })
  return { rows()[1].match_id, rows()[2].match_id }, asked
end

describe("a pin at a service", function()
  before_each(function() decisions.forget("all") end)

  it("is looked up once, and no question later", function()
    local found, asked = run_alpha({ pin = { "2=9" } })
    assert.are.same({ { "7", "9" }, { "lookup", "search" } }, { found, sorted(asked) })
    assert.equal("Alpha", rows()[2].match_title)
    found, asked = run_alpha({})
    assert.are.same({ { "7", "9" }, { "search" } }, { found, asked })
  end)

  it("that the service does not have stays with its identifier", function()
    assert.are.same({ "7", "77" }, (run_alpha({ pin = { "2=77" } })))
    assert.equal("", rows()[2].match_title)
  end)

  it("that was merged into another keeps its identifier, with the facts of the other", function()
    assert.are.same({ "7", "10" }, (run_alpha({ pin = { "2=10" } })))
    assert.equal("Alpha", rows()[2].match_title)
  end)

  it("is looked up as what the rules are for", function()
    local pin, asked = { verdict = "same", other = { id = "b1" } }, nil
    local musicbrainz = { lookup = function(_, ids, options)
      asked = { ids[1], options.kind, options.country }
      return { { id = "b2", name = "Ada Lune" } }
    end }
    local answer = row_answers.of(musicbrainz, {
      with = "musicbrainz", service = services.of("musicbrainz", "match/people"),
      rules = mix.rules.load("match/people"),
      kept = { of = function() return { ["musicbrainz b1"] = pin } end, add = function() end },
    }, { name = "A. Lune" })
    assert.are.same({ "b1", "person", "us" }, asked)
    assert.are.same({ "b1", "Ada Lune" },
      { answer.found.candidate.id, answer.found.candidate.name })
  end)

  it("is taken back by a rejection, which leaves the next best", function()
    assert.are.same({ "7", "" }, (run_alpha({ pin = { "1=7" } })))
    assert.are.same({ "8", "" }, (run_alpha({ reject = { "1=7" } })))
  end)

  it("and a rejection of what is there leave nothing in the end", function()
    assert.are.same({ "8", "" }, (run_alpha({ reject = { "1" } })))
    assert.are.same({ "", "" }, (run_alpha({ reject = { "1" } })))
  end)
end)

describe("a service", function()
  it("is searched for the kind of the rules", function()
    assert.equal("tracks", services.of("musicbrainz").kind)
    assert.equal("people", services.of("musicbrainz", "match/people").kind)
    assert.equal("releases", services.of("musicbrainz", "releases/standard").kind)
    assert.equal("tracks", services.of("musicbrainz", "mine.lua").kind)
    assert.equal("people", services.of("deezer").kind)
    local none, problem = services.of("itunes", "match/people")
    assert.is_nil(none)
    assert.matches("^%-%-with itunes: it has no people; ask .*musicbrainz", problem)
  end)

  it("knows a book by the row's ISBN among its numbers", function()
    local wikidata = { search = function()
      return { { title = "Tides", numbers = { "0-306-40615-2" }, edition_publisher = "Penwith" },
        { title = "Tides", numbers = {} } }
    end }
    local found = services.of("wikidata", "match/books").ask(wikidata, {},
      { title = "Tides", isbn = "978-0-306-40615-7" })
    assert.are.same({ "9780306406157", "Penwith" }, { found[1].isbn, found[1].publisher })
    assert.is_nil(found[2].isbn)
  end)

  it("completes films for IMDb's identifier where the row has one and they lack it", function()
    local asked = {}
    local tmdb = {
      search = function()
        return { { title = "Flow", id = 1 }, { title = "Flow", id = 2, imdb = "tt0000002" } }
      end,
      complete = function(_, found)
        asked[#asked + 1], found.imdb = found.id, "tt0000001"
        return found
      end,
    }
    local found = services.of("tmdb").ask(tmdb, {}, { title = "Flow", imdb_id = "tt0000002" })
    assert.are.same({ "tt0000001", "tt0000002" }, { found[1].imdb_id, found[2].imdb_id })
    assert.are.same({ 1 }, asked)
  end)

  it("is asked for other titles, and an outage there is the row's", function()
    local trakt = {
      search = function() return { { title = "Flow", id = 1 } } end,
      alternative_titles = function() return nil, { kind = "server", message = "away" } end,
    }
    local function ask()
      return services.of("trakt").ask(trakt, {}, { title = "Straume" },
        mix.rules.load("match/films"))
    end
    assert.equal("away", select(2, ask()).message)
    trakt.alternative_titles = function() return nil, { kind = "not_found", message = "gone" } end
    assert.equal(1, #ask())
    trakt.alternative_titles = function() return { "Straume" } end
    assert.are.same({ "Straume" }, ask()[1].alternative_titles)
  end)

  it("completes films where the row has people or a length", function()
    local asked = 0
    local tmdb = {
      search = function() return { { title = "Flow", id = 1 }, { title = "Other", id = 2 } } end,
      complete = function(_, found)
        asked, found.minutes = asked + 1, 85
        return found
      end,
    }
    local ask = services.of("tmdb").ask
    assert.is_nil(ask(tmdb, {}, { title = "Flow" })[1].runtime)
    assert.equal(85, ask(tmdb, {}, { title = "Flow", runtime = "85" })[1].runtime)
    assert.equal(1, asked)
    tmdb.complete = function() return nil, { kind = "not_found", message = "gone" } end
    assert.equal(2, #ask(tmdb, {}, { title = "Flow", director = "A" }))
    tmdb.complete = function() return nil, { kind = "server", message = "away" } end
    assert.equal("away", select(2, ask(tmdb, {}, { title = "Flow", director = "A" })).message)
  end)
end)
