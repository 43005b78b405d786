-- The days on which films and episodes come out, as TMDB's answers have them.

local releases = require("services.tmdb.releases")

local null = mix.json.null

local function country(code, ...)
  local list = {}
  for _, entry in ipairs({ ... }) do
    list[#list + 1] = { type = entry[1], release_date = entry[2] .. "T00:00:00.000Z" }
  end
  return { iso_3166_1 = code, release_dates = list }
end

local function days(raw, region)
  local list = {}
  for place, entry in ipairs(releases.of_film(raw, region)) do
    list[place] = entry.id .. " " .. entry.date
  end
  return table.concat(list, ", ")
end

describe("the releases of a film", function()
  it("are the first of each kind in the country", function()
    local raw = { release_date = "2027-01-01", release_dates = { results = {
      country("US", { 3, "2027-01-05" }),
      country("DE", { 1, "2026-12-01" }, { 2, "2026-12-20" }, { 3, "2027-01-20" },
        { 3, "2027-01-14" }, { 4, "2027-03-01" }, { 5, "2027-04-01" }, { 6, "2028-01-01" }),
    } } }
    assert.equal("cinema 2027-01-14, digital 2027-03-01, disc 2027-04-01, television 2028-01-01",
      days(raw, "DE"))
    assert.equal("cinema 2027-01-05", days(raw, "US"))
  end)

  it("are a limited one without another, and TMDB's day where the country has none", function()
    local raw = { release_date = "2027-01-01", release_dates = { results = {
      country("DE", { 2, "2026-12-20" }), country("FR", { 1, "2026-12-20" }),
    } } }
    assert.equal("cinema 2026-12-20", days(raw, "DE"))
    assert.equal("cinema 2027-01-01", days(raw, "FR"))
    assert.equal("cinema 2027-01-01", days(raw, "US"))
  end)

  it("leave out invalid days", function()
    assert.equal("", days({ release_date = "" }, "US"))
    assert.equal("", days({ release_date = null, release_dates = { results = {
      null, { iso_3166_1 = "US", release_dates = { null, { type = "3" }, { type = 3 },
        { type = 3, release_date = "soon" }, { type = 9, release_date = "2027-01-05" } } },
    } } }, "US"))
  end)
end)

local function episode(id, season, number, date)
  return { id = id, season_number = season, episode_number = number, air_date = date,
    name = "Part " .. number, overview = "" }
end

describe("the releases of a series", function()
  local function of(raw, answers)
    local asked = {}
    local list, problem = releases.of_series(raw, function(number)
      asked[#asked + 1] = number
      local answer = answers[number]
      if not answer then return nil, { kind = "not_found" } end
      if answer.kind then return nil, answer end
      return { episodes = answer }
    end)
    local shown = {}
    for place, entry in ipairs(list or {}) do
      shown[place] = ("%s %dx%d %s"):format(entry.id, entry.season, entry.number, entry.date)
    end
    return list and table.concat(shown, ", "), table.concat(asked, " "), problem
  end

  local seasons = { { season_number = 0 }, { season_number = 1 }, { season_number = 2 },
    { season_number = 3 }, { season_number = 4 }, { season_number = 5 } }

  it("are the episodes from the present season on", function()
    local list, asked = of(
      { seasons = seasons, last_episode_to_air = episode(1, 4, 1, "2026-01-01"),
        next_episode_to_air = episode(2, 4, 2, "2026-01-08") },
      { [4] = { episode(1, 4, 1, "2026-01-01"), episode(2, 4, 2, "2026-01-08"), null,
        episode(3, 4, 3, null), { id = 4 } }, [5] = {} })
    assert.equal("2 4x2 2026-01-08, 1 4x1 2026-01-01", list)
    assert.equal("4 5", asked)
  end)

  it("are the next episode of a series that has no season yet", function()
    local list = of({ next_episode_to_air = episode(9, 1, 1, "2027-01-08"),
      last_episode_to_air = null }, {})
    assert.equal("9 1x1 2027-01-08", list)
  end)

  it("ask for three seasons, and not for specials", function()
    local _, asked = of({ seasons = seasons }, {})
    assert.equal("1 2 3", asked)
  end)

  it("are none where a season cannot be had", function()
    local list, _, problem = of({ seasons = seasons }, { [2] = { kind = "network" } })
    assert.are.same({ nil, "network" }, { list, problem.kind })
  end)
end)
