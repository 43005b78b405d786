-- Rows of a table against a service: what one refused question, and a failing service, cost.

local service_run = require("programs.match.lib.service_run")
local services = require("programs.match.lib.services")

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
      if request.url:find(title, 1, true) then return answers[place] end
    end
  end })
  local path = mix.fs.data("spec/songs.csv")
  assert(mix.fs.write(path, "title,artist\nAlpha,Ada Lune\nBeta,Ada Lune\nGamma,Ada Lune\n"))
  return pcall(service_run.run, {
    left = path, with = "itunes",
    args = { map = {}, fresh = true, searches = 3, out = mix.fs.data(out) },
  })
end

local function rows() return (mix.csv.parse(assert(mix.fs.read(mix.fs.data(out))))) end

it("a refused question costs its row, whatever the service calls it", function()
  for _, status in ipairs({ 400, 404, 414, 422 }) do
    assert.is_true(run({ song("Alpha"), { status = status }, song("Gamma") }))
    local found = rows()
    assert.are.same({ "7", "", "7" },
      { found[1].match_id, found[2].match_id, found[3].match_id })
    assert.equal("iTunes: HTTP status " .. status, found[2].match_problem)
    assert.equal("", found[1].match_problem)
  end
end)

it("no column of problems is written without one", function()
  assert.is_true(run({ song("Alpha"), song("Beta"), song("Gamma") }))
  assert.is_nil(rows()[1].match_problem)
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
