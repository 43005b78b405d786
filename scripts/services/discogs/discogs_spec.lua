-- mixhost test scripts/services/discogs: the provider against the answers, and its names.

local names = require("services.discogs.names")
local provider = require("services.discogs.provider")

require("lib.spec.answers").hold("discogs")

local none = { results = mix.json.array({}) }
local any = "GET https://api.discogs.com/*"

describe("names of Discogs", function()
  it("lose their numbers and stars, and nothing else", function()
    assert.equal("Nirvana", names.artist("Nirvana (2)"))
    assert.equal("Ada & Bo", names.artist("Ada (12) & Bo* "):match("^(.-)%s*$"))
    assert.equal("*NSYNC", names.artist("*NSYNC"))
    assert.equal("Blink (2nd Try)", names.artist("Blink (2nd Try)"))
    assert.are.same({ "Various Artists", true }, { names.artist("Various") })
  end)

  it("of countries have two letters, those of regions and of past countries none", function()
    local codes = {}
    for place, name in ipairs({ "UK", "New Zealand", "Trinidad & Tobago", "Europe", "USSR" }) do
      codes[place] = names.country(name) or "-"
    end
    assert.equal("GB NZ TT - -", table.concat(codes, " "))
  end)

  it("are parted where the question fits, else at the first place", function()
    local function parted(text, query) return { names.parted(text, query or {}) } end
    assert.are.same({ "Ada", "One - Two" }, parted("Ada - One - Two"))
    assert.are.same({ "Ada - Bo", "One" }, parted("Ada - Bo - One", { artist = "ada - bo" }))
    assert.are.same({ "Ada - Bo", "One" }, parted("Ada - Bo - One", { title = "One" }))
    assert.are.same({}, parted("No part"))
    assert.are.same({}, parted(nil))
  end)
end)

describe("Discogs", function()
  before_each(function() mix.test.clock() end)

  it("rests when an answer says that the limit is used up", function()
    mix.test.mock_http({ [any] = { json = none, headers = {
      ["X-Discogs-Ratelimit"] = "60", ["X-Discogs-Ratelimit-Remaining"] = "0" } } })
    local service = provider.open()
    assert(service:search({ title = "One" }))
    local start = mix.time.monotonic()
    assert(service:search({ title = "Two" }))
    assert.is_true(mix.time.monotonic() - start >= 1)
  end)
end)
