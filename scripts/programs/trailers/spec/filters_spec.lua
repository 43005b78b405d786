-- The filter in words and as JSON.

local filters = require("programs.trailers.lib.filters")

local genres = { { name = "Action", movie = 28 }, { name = "Anime", tv = 7 } }
local filter = filters.open(genres)

it("is summed up with how much narrows it", function()
  assert.equal("All • Trending", filters.summary(filter:initial()))
  local state = filters.state(filter, "type=movies genre=action", { date = "thisYear" })
  assert.equal("Movies • Popularity • Action • This Year [2 filters]", filters.summary(state))
  assert.are.same({ "Trends cannot be filtered: sorted by popularity." },
    filters.remarks(filters.state(filter, nil, { genre = "action" })))
end)

it("knows the genres that the service has, and no others", function()
  assert.equal("Anime", filters.state(filter, nil, { genre = "anime" }):get("genre"))
  local state, err = filters.state(filter, nil, { genre = "Western" })
  assert.is_nil(state)
  assert.equal("genre", err.field)
  -- Without the service's word the file's genres are as good as any.
  assert.equal("Western", filters.state(filters.open(nil), nil, { genre = "Western" }):get("genre"))
end)

it("has every field as JSON", function()
  local document = filters.document(filter:initial())
  assert.are.same({
    contentType = "all", sort = "trending", genre = mix.json.null, date = "allTime",
    certification = mix.json.null, fired = {},
  }, document)
  assert.equal("[]", mix.json.encode(document.fired))
end)

it("says what it asks of TMDB", function()
  mix.test.clock("2024-02-28T12:00:00Z")
  local state = filters.state(filter, nil, { genre = "Action", date = "thisMonth" })
  local values, genre, range = filters.details(state, genres)
  assert.equal("popularity", values.sort)
  assert.equal(28, genre.movie)
  assert.are.same({ from = "2024-02-01", to = "2024-02-29" }, range)
  assert.is_nil(select(3, filters.details(filter:initial(), genres)))
end)

it("every label that is shown can be typed back", function()
  local any = filters.open(nil)
  for _, field in ipairs(any:fields()) do
    for _, value in ipairs(field.values) do
      local wanted = { contentType = "movies", [field.name] = filters.label(value) }
      local state = assert(filters.state(any, nil, wanted))
      assert.equal(value, state:get(field.name))
      wanted[field.name] = filters.label(value):upper()
      assert.is_not_nil(filters.state(any, nil, wanted))
    end
  end
end)
