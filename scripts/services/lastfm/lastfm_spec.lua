-- mixhost test scripts/services/lastfm: the provider against the answers of Last.fm.

local provider = require("services.lastfm.provider")

require("lib.spec.answers").hold("lastfm")

local any = "GET https://ws.audioscrobbler.com/2.0/*"
local fault = { json = { error = 8, message = "Operation failed" } }
local empty = { json = { results = { trackmatches = { track = mix.json.array({}) } } } }

describe("Last.fm", function()
  local service

  before_each(function()
    mix.test.clock()
    service = provider.open()
  end)

  it("is asked again after a fault that passes, and after its limit", function()
    local limit = { json = { error = 29, message = "Rate Limit Exceeded" } }
    mix.test.mock_http({ [any] = { fault, limit, empty } })
    assert.are.same({}, (assert(service:search({ title = "One" }))))
    assert.equal(3, #mix.test.requests())
  end)

  it("keeps no error in place of an answer", function()
    mix.test.mock_http({ [any] = { { json = { error = 6, message = "No" } }, empty } })
    local _, err = service:search({ title = "One" })
    assert.equal("invalid", err.kind)
    assert.are.same({}, (assert(service:search({ title = "One" }))))
  end)

  it("reads the signs that its addresses write twice", function()
    mix.test.mock_http({ [any] = { json = { error = 6, message = "Track not found" } } })
    assert.are.same({}, (service:lookup({ "A%252BB/_/AC%2FDC+100%25" })))
    local url = mix.test.requests()[1].url
    assert.matches("artist=A%2BB", url, 1, true)
    assert.matches("track=AC%2FDC", url, 1, true)
  end)
end)
