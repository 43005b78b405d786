-- The combinations in the filter of trailers, as its users meet them.

describe("rules/filters/trailers", function()
  local filter = mix.filter.load("trailers")

  it("keeps to its invariants whatever is set", function()
    local function with(text, field, value)
      return tostring(filter:parse(text):with(field, value))
    end
    assert.equal("sort=popularity genre=Action", with("", "genre", "Action"))
    assert.equal("sort=popularity date=thisYear", with("", "date", "thisYear"))
    assert.equal("sort=ratingHighest genre=Drama", with("sort=ratingHighest", "genre", "drama"))
    assert.equal("sort=popularity", with("type=movies certification=R", "type", "all"))
    assert.equal("sort=releaseDateNewest date=upcoming", with("", "date", "upcoming"))
    assert.equal("sort=releaseDateNewest date=upcoming",
      with("sort=popularity", "date", "upcoming"))
    assert.equal("sort=ratingLowest date=upcoming", with("sort=ratingLowest", "date", "upcoming"))
    assert.equal("contentType=tvShows sort=popularity",
      with("type=movies certification=R", "type", "tv"))
    assert.equal("", with("", "certification", "R"))
    assert.equal("contentType=movies sort=popularity certification=PG-13",
      tostring(filter:parse("certification=pg-13 type=movies")))
    assert.equal("sort=popularity genre=Action", with("genre=Action", "sort", "trending"))
    assert.equal("", with("genre=Action", { genre = false, sort = "trending" }))
    assert.equal("sort=popularity", with("genre=Action", "genre", nil))
    -- A field with a default has always a value.
    assert.equal("sort=popularity", with("date=thisYear", "date", nil))
    assert.equal("sort=popularity genre=Action",
      with("genre=Action", { sort = false, type = false, date = false }))
    assert.equal("sort=popularity genre=Action",
      tostring(filter:parse('sort= type="" date= genre=Action')))
  end)

  it("reports what an invariant has set", function()
    local words = {}
    for place, firing in ipairs(filter:initial():with("date", "upcoming"):fired()) do
      words[place] = firing.name .. ":" .. firing.changes.sort
    end
    assert.are.same(
      { "trends_are_unfiltered:popularity", "upcoming_is_by_date:releaseDateNewest" }, words)
    assert.are.same({
      name = "certification_is_for_films", changes = { certification = false },
      doc = "Only films are filtered by certification.",
    }, filter:parse("type=tv certification=R"):fired()[1])
  end)

  it("has states that do not change", function()
    local state = filter:initial()
    state:values().sort = "other"
    state:with("genre", "War")
    assert.equal("", tostring(state))
    assert.equal("trending", state:get("sort"))
    assert.is_nil(state:get("genre"))
    assert.equal(0, #state:active())
    local other = filter:parse("genre=War")
    assert.is_true(other:equals(state:with("genre", "war")))
    assert.is_false(other:equals(state))
  end)

  it("takes the genres that a script knows, and no others", function()
    local own = mix.filter.load("trailers", { values = { genre = { "Action", "War & Politics" } } })
    for text, message in pairs({
      ["genre=Nonsense"] = 'genre: "Nonsense" is not known; known: Action, War & Politics',
      ["genre=Acton"] = 'genre: "Acton" is not known (did you mean "Action"?)',
      ["date=2026-13"] = 'date: "2026-13" is not known; known: upcoming, thisMonth, last30Days, '
        .. "last90Days, thisYear, allTime",
      ["sort"] = '"sort" is not of the form name=value',
    }) do
      local state, err = own:parse(text)
      assert.is_nil(state)
      assert.equal("filter", err.kind)
      assert.equal(message, err.message)
    end
    local state, err = own:initial():with("genre", "Nonsens")
    assert.is_nil(state)
    assert.equal("genre", err.field)
    assert.error_matches(function() filter:initial():with("gender", "x") end,
      'field "gender" is not known %(did you mean "genre"%?%)')
    for _, values in ipairs({ { genre = 1 }, { genre = { 1, {} } }, { gender = { "x" } } }) do
      assert.error_matches(function() mix.filter.load("trailers", { values = values }) end,
        "'values'")
    end
  end)

  it("keeps to its statements in every state", function()
    local _, found = mix.rules.check("filters/trailers")
    -- Of 3 × 6 × 25 × 6 × 7 combinations: films keep all seven certifications, the others one.
    -- Trends need no genre, date and certification; upcoming goes with four sorts.
    local narrowed = 25 * 6 * (7 + 1 + 1) - 3
    local upcoming = 25 * (7 + 1 + 1)
    assert.equal(3 + 5 * (narrowed + 3) - upcoming, found.states)
    assert.equal(3, #found.statements)
    assert.equal(10, #found.transitions)
    local lines = {}
    for _, row in ipairs(found.transitions) do
      local sets = {}
      for field, value in pairs(row.sets) do sets[#sets + 1] = field .. "=" .. tostring(value) end
      lines[("%s/%d %s %s %d"):format(row.field, #row.values, table.concat(sets, ","),
        table.concat(row.rules, "+"), row.states)] = true
    end
    assert.is_true(lines["genre/24 sort=popularity trends_are_unfiltered 3"])
    assert.is_true(
      lines["date/1 sort=releaseDateNewest trends_are_unfiltered+upcoming_is_by_date 3"])
  end)
end)

describe("the days of a range", function()
  it("are whole months and years", function()
    assert.are.same({ "2024-02-01", "2024-02-29" }, { mix.filter.dates("thisMonth", "2024-02-29") })
    assert.are.same({ "2026-01-01", "2026-12-31" }, { mix.filter.dates("thisYear", "2026-06-15") })
  end)

  it("follow the clock", function()
    mix.test.clock("2024-02-29T12:00:00Z")
    assert.are.same({ "2024-02-01", "2024-02-29" }, { mix.filter.dates("thisMonth") })
    assert.are.same({ "2024-01-31", "2024-03-01" },
      { mix.filter.dates("last30Days", "2024-03-01") })
    assert.is_nil(mix.filter.dates("allTime"))
    assert.error_matches(function() mix.filter.dates("2026-13") end, 'one of "upcoming"')
    assert.error_matches(function() mix.filter.dates("upcoming", "2026-13-01") end,
      "a day such as 2026%-11%-21 expected")
  end)

  it("begin tomorrow when they are to come", function()
    assert.are.same({ "2027-01-01", "2027-12-31" }, { mix.filter.dates("upcoming", "2026-12-31") })
  end)
end)
