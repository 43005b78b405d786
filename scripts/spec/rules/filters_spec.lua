-- The combinations in the filter of trailers, as its users meet them.

describe("rules/filters/trailers", function()
  local filter = mix.filter.load("trailers")

  local function after(text, field, value)
    return tostring(assert(assert(filter:parse(text)):with(field, value)))
  end

  it("begins with the trends of everything", function()
    assert.are.same({ contentType = "all", sort = "trending", date = "allTime" },
      filter:initial():values())
    assert.equal("", filter:initial():text())
  end)

  it("sorts by popularity as soon as something is filtered", function()
    assert.equal("sort=popularity genre=Drama", after("", "genre", "drama"))
    assert.equal("sort=popularity date=thisYear", after("", "date", "thisYear"))
    assert.equal("sort=ratingHighest genre=Drama", after("sort=ratingHighest", "genre", "Drama"))
  end)

  it("continues from one rule to the next", function()
    local state = filter:initial():with("date", "upcoming")
    assert.equal("releaseDateNewest", state:get("sort"))
    local names = {}
    for i, rule in ipairs(state:fired()) do names[i] = rule.name end
    assert.are.same({ "trends_are_unfiltered", "upcoming_is_by_date" }, names)
  end)

  it("lets go of the certification with the films", function()
    assert.equal("sort=popularity", after("type=movies certification=R", "type", "all"))
    assert.equal("contentType=movies sort=popularity certification=R",
      tostring(filter:parse("certification=R type=movies")))
  end)

  it("keeps what it read however it is written", function()
    local text = 'type=movies sort=newest genre="science fiction" certification=nc-17'
    local state = filter:parse(text)
    assert.is_true(state:equals(filter:parse(state:text())))
  end)

  it("offers what may have been meant", function()
    local state, err = filter:parse("sort=raitingHighest")
    assert.is_nil(state)
    assert.equal('sort: "raitingHighest" is not known (did you mean "ratingHighest"?)', err.message)
  end)
end)

describe("the days of a range", function()
  it("are whole months and years", function()
    assert.are.same({ "2024-02-01", "2024-02-29" },
      { mix.filter.dates("thisMonth", "2024-02-29") })
    assert.are.same({ "2026-01-01", "2026-12-31" }, { mix.filter.dates("thisYear", "2026-06-15") })
  end)

  it("begin tomorrow when they are to come", function()
    assert.are.same({ "2027-01-01", "2027-12-31" }, { mix.filter.dates("upcoming", "2026-12-31") })
  end)
end)
