-- mixhost test scripts/services/trakt: the provider against the answers of Trakt.

require("lib.spec.answers").hold("trakt")

local function film(number, title)
  return { type = "movie", score = 1, movie = { title = title, ids = { trakt = number } } }
end

describe("trakt: a search", function()
  -- Answers to the broad search, one after another, and to the exact one.
  local function keys(broad, exact, year)
    mix.test.mock_http({ ["GET https://api.trakt.tv/search/movie,show?*"] = broad,
      ["GET https://api.trakt.tv/search/movie,show/exact*"] = exact })
    local service, list = require("services.trakt.provider").open(), {}
    for place, item in ipairs(assert(service:search({ title = "NOT (A/B)", year = year }))) do
      list[place] = item.key
    end
    return list
  end

  it("asks for the years around, then for all, then exactly; signs are words", function()
    local other = film(1, "Bats")
    assert.are.same({ "movie/2", "movie/1" }, keys({ { json = mix.json.array({}) },
      { json = { other } } }, { json = { film(2, "Not (A/B)"), other } }, "2014"))
    local asked = mix.test.requests()
    assert.matches("years=2013%-2015", asked[1].url)
    assert.equal(3, select(2, asked[2].url:gsub("%%5C", "")))
    assert.is_nil(asked[2].url:find("years", 1, true) or asked[2].url:find("NOT", 1, true))
  end)

  it("asks exactly only where the title lacks, and lives without that answer", function()
    assert.are.same({ "movie/2" }, keys({ json = { film(2, "Not (A/B)") } }))
    assert.are.same({ "movie/1" }, keys({ json = { film(1, "Bats") } }, { status = 404 }))
  end)
end)
