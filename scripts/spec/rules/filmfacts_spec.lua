-- Facts of films that rules.lib.filmfacts reads: years, lengths, kinds, people, identifiers.
local filmfacts = require("rules.lib.filmfacts")

describe("rules.lib.filmfacts", function()
  it("reads the years of a date and of a span", function()
    for value, expected in pairs({
      ["1998"] = { 1998, 1998 }, ["1998.0"] = { 1998, 1998 }, ["2001-01-12"] = { 2001, 2001 },
      ["12 January 2001 (USA)"] = { 2001, 2001 }, ["(2012)"] = { 2012, 2012 },
      ["2008–2013"] = { 2008, 2013 }, ["2008-2013"] = { 2008, 2013 },
      ["2008–"] = { 2008, math.huge }, ["10/21/14"] = { 2014, 2014 },
    }) do
      assert.are.same(expected, { filmfacts.years(value) }, value)
    end
    assert.is_nil(filmfacts.years("soon"))
    assert.is_nil(filmfacts.years(nil))
  end)

  it("reads lengths as sites write them", function()
    for _, value in ipairs({
      115, "115", "115.0", "115 min", "115 min.", "115 minutes", "115'", "1h55min", "1h 55m",
      "1 hr. 55 min.", "1 hour, 55 minutes", "1 Std. 55 Min.", "PT1H55M", "PT115M", "1:55",
      "1:55:00", "01:55:00", "6900", "6900000", "115 min (director's cut: 130 min)",
    }) do
      assert.equal(115, filmfacts.minutes(value), tostring(value))
    end
    assert.equal(120, filmfacts.minutes("2 hours"))
    assert.equal(7, filmfacts.minutes("7 min 30 s"))
    assert.equal(90, filmfacts.minutes("90:00"))
    for _, value in ipairs({ "", "0", "unknown" }) do assert.is_nil(filmfacts.minutes(value)) end
  end)

  it("knows the kinds by what their names say", function()
    for expected, list in pairs({
      film = { "movie", "Feature Film", "TV Movie", "tvShort", "film", "Video" },
      series = { "TV Mini Series", "tvSeries", "show", "Scripted", "Miniseries", "TV", "TV Pilot" },
      episode = { "tvEpisode", "TV Episode" }, game = { "Video Game" },
      ["music video"] = { "musicVideo" }, podcast = { "Podcast Episode" },
      [""] = { "TV Special", "Documentary", "OVA" }, ["?hologram"] = { "Hologram" },
    }) do
      for _, name in ipairs(list) do assert.equal(expected, filmfacts.kind(name), name) end
    end
    assert.is_nil(filmfacts.kind(""))
  end)

  it("reads identifiers of IMDb", function()
    for _, value in ipairs({ "tt0078748", "https://www.imdb.com/title/tt0078748/", "78748",
      "78748.0" }) do
      assert.equal("tt0078748", filmfacts.imdb(value))
    end
    assert.is_nil(filmfacts.imdb("none"))
  end)

  describe("people", function()
    local function keys(value)
      local found = {}
      for _, name in ipairs(filmfacts.people(value)) do found[#found + 1] = name.key end
      return table.concat(found, ", ")
    end

    for _, value in ipairs({
      "Ann Lee, Bo Ray", "Ann Lee,Bo Ray", "Ann Lee & Bo Ray", "Ann Lee and Bo Ray",
      "Ann Lee / Bo Ray", "Ann Lee|Bo Ray", "Ann Lee; Bo Ray", "Ann Lee\nBo Ray",
      "Lee, Ann; Ray, Bo", "Lee, Ann, Ray, Bo", "['Ann Lee', u\"Bo Ray\"]",
      '["Ann Lee", "Bo Ray"]', '[{"id": 3, "name": "Ann Lee"}, {"id": 4, "name": "Bo Ray"}]',
      "[{'id': 3, 'name': 'Ann Lee'}, {'id': 4, 'name': 'Bo Ray'}]", "Directors: Ann Lee, Bo Ray",
      "Directed by Ann Lee, Bo Ray", "Ann Lee (co-director), Bo Ray (as B. Ray)",
      "Ann Lee as Mother, Bo Ray as The Dog", "Ann Lee ... Mother, Bo Ray ... The Dog",
      "Ann Lee, Bo Ray, 1 more credit »", "Ann Lee, Bo Ray, and 3 more", "Ann Lee, Bo Ray, Ann Lee",
    }) do
      it("are read from " .. value:gsub("\n", " "), function()
        assert.equal("ann lee, bo ray", keys(value))
      end)
    end

    it("keep one name that stands in reverse", function()
      assert.equal("ada lune", keys("Lune, Ada"))
    end)

    it("are none where nobody is named", function()
      for _, value in ipairs({ "N/A", "Unknown", "", "Various" }) do
        assert.equal("", keys(value), value)
      end
    end)

    it("are shared whatever the order, three at most", function()
      local function shared(a, b)
        return { filmfacts.shared(filmfacts.people(a), filmfacts.people(b)) }
      end
      assert.are.same({ 2, 2 }, shared("Ann Lee, Bo Ray", "Bo Ray, Cy Doe, Ann Lee"))
      assert.are.same({ 1, 1 }, shared("Bong Joon Ho", "Joon-ho Bong"))
      assert.are.same({ 0, 1 }, shared("Ann Lee", "Bo Ray"))
      assert.are.same({}, shared("Ann Lee", ""))
      assert.are.same({}, shared("Ann Lee", "李英爱"))
    end)
  end)
end)
