-- mixhost test scripts/services/trakt: the provider against the answers of Trakt.

require("lib.spec.answers").hold("trakt")

local trakt = require("services.trakt.provider")

local function film(number, title, year)
  return { type = "movie", score = 1, movie = { title = title, year = year,
    ids = { trakt = number } } }
end

-- Answers the broad search and the exact one; returns the service.
local function service(broad, exact)
  mix.test.mock_http({
    ["GET https://api.trakt.tv/search/movie,show?*"] = broad,
    ["GET https://api.trakt.tv/search/movie,show/exact*"] = exact,
  })
  return trakt.open({ key = ("ab"):rep(32) })
end

local function keys(found)
  local list = {}
  for place, item in ipairs(found) do list[place] = item.key end
  return list
end

describe("trakt: a search", function()
  before_each(function() mix.test.clock() end)

  it("asks exactly where the broad one lacks the title, and puts that first", function()
    local found = assert(service({ json = { film(1, "Lethal Lamps", 1987) } },
      { json = { film(2, "Lamps", 2025), film(1, "Lethal Lamps", 1987) } })
      :search({ title = "Lamps", limit = 2 }))
    assert.are.same({ "movie/2", "movie/1" }, keys(found))
  end)

  it("asks once where the title is there", function()
    local found = assert(service({ json = { film(3, "LAMPS", 2025) } }):search({ title = "Lamps" }))
    assert.are.same({ "movie/3" }, keys(found))
    assert.equal(1, #mix.test.requests())
  end)

  it("gives the broad results where the exact search refuses", function()
    local found, info = service({ json = { film(1, "Lethal Lamps", 1987) } }, { status = 404 })
      :search({ title = "Lamps" })
    assert.are.same({ "movie/1" }, keys(found))
    assert.is_false(info.cached)
  end)

  it("stops at a limit", function()
    local found, err = service({ json = mix.json.array({}) }, { status = 423 })
      :search({ title = "Lamps" })
    assert.is_nil(found)
    assert.equal(423, err.status)
  end)

  it("asks for the years beside the wanted one, then for all", function()
    local seen = {}
    local found = assert(service(function(request)
      seen[#seen + 1] = request.url:match("years=([%d-]+)") or "all"
      return { json = #seen == 2 and { film(5, "Lamps", 1950) } or mix.json.array({}) }
    end, { json = mix.json.array({}) }):search({ title = "Lamps", year = "2014" }))
    assert.are.same({ "2013-2015", "all" }, seen)
    assert.are.same({ "movie/5" }, keys(found))
  end)

  it("takes signs and operators for words", function()
    local asked
    service(function(request)
      asked = request.url:match("[?&]query=([^&]*)")
      return { json = mix.json.array({}) }
    end, { json = mix.json.array({}) }):search({ title = "NOT (A/B)" })
    assert.equal("not (A/B)", asked:gsub("%%5C", ""):gsub("%%28", "("):gsub("%%29", ")")
      :gsub("%%2F", "/"):gsub("%%20", " "):gsub("%+", " "))
  end)
end)
