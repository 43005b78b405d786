-- The iTunes provider against made-up answers.

local itunes = require("services.itunes.provider")

local result = { kind = "song", trackName = "Paper Boats", artistName = "Ada Lune", trackId = 7 }

describe("a service", function()
  local service

  before_each(function()
    mix.test.clock()
    service = itunes.open({ concurrency = 2, patience = 30, reachable = true })
  end)

  local function answer(what) mix.test.mock_http({ ["GET https://itunes.apple.com/*"] = what }) end

  it("searches songs of a country", function()
    answer({ json = { results = { result, { kind = "ebook" } } } })
    local songs = service:search({ title = "paper", artist = "boats", country = "de" })
    assert.equal(1, #songs)
    assert.equal("Paper Boats", songs[1].title)
    local asked = mix.test.requests()[1].url
    assert.matches("/search?", asked, 1, true)
    assert.matches("country=de", asked, 1, true)
    assert.matches("term=paper%20boats", asked, 1, true)
  end)

  it("looks identifiers up in one request", function()
    answer({ json = { results = { result } } })
    assert.equal(7, service:lookup({ 7, 8 }, { country = "us" })[1].id)
    assert.matches("id=7%2C8", mix.test.requests()[1].url, 1, true)
  end)

  it("counts as down after three failures in a row", function()
    answer({ status = 501 })
    for _ = 1, 3 do service:search({ title = "x" }) end
    answer({ json = { results = { result } } })
    assert.equal("iTunes: HTTP status 501", select(2, service:search({ title = "x" })).message)
    assert.equal(0, #mix.test.requests())
  end)

  it("is not down when it refuses questions", function()
    answer({ status = 404 })
    for _ = 1, 3 do service:search({ title = "x" }) end
    answer({ json = { results = { result } } })
    assert.equal(1, #service:search({ title = "y" }))
  end)

  it("keeps answers for a day, and for no time where the caller keeps them", function()
    answer({ json = { results = { result } } })
    for _ = 1, 2 do service:search({ title = "paper" }) end
    assert.equal(1, #mix.test.requests())
    service = itunes.open({ ttl = 0 })
    for _ = 1, 2 do service:search({ title = "paper" }) end
    assert.equal(3, #mix.test.requests())
  end)
end)

require("lib.spec.answers").hold("itunes")
require("lib.spec.contract").check("itunes")
