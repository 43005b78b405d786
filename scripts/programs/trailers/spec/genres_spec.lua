-- Genres of films and series as one list.

local genres = require("lib.film_genres")

local films = { genres = {
  { id = 28, name = "Action" }, { id = 12, name = "Adventure" }, { id = 18, name = "Drama" },
  { id = 878, name = "Science Fiction" }, { id = 10752, name = "War" },
} }
local series = { genres = {
  { id = 10759, name = "Action & Adventure" }, { id = 18, name = "drama" },
  { id = 10764, name = "Reality" }, { id = 10765, name = "Sci-Fi & Fantasy" },
  { id = 10768, name = "War & Politics" },
} }

describe("the merged list", function()
  it("pairs what is called otherwise, and equal names", function()
    assert.are.same({
      { name = "Action", movie = 28, tv = 10759 }, { name = "Adventure", movie = 12 },
      { name = "Drama", movie = 18, tv = 18 }, { name = "Reality", tv = 10764 },
      { name = "Science Fiction", movie = 878, tv = 10765 },
      { name = "War", movie = 10752, tv = 10768 },
    }, genres.merged(films, series))
  end)

  it("bears broken answers", function()
    assert.are.same({}, genres.merged({}, { genres = mix.json.null }))
    local odd = { genres = { {}, { id = 1 }, "x", { id = 2, name = "" } } }
    assert.are.same({}, genres.merged(odd, {}))
  end)
end)

it("a genre is found whatever its case", function()
  local list = genres.merged(films, series)
  assert.equal(878, genres.find(list, "science fiction").movie)
  assert.is_nil(genres.find(list, "Actoin"))
end)

it("a genre in another language is found by its English name as well", function()
  local german = { genres = { { id = 35, name = "Komödie" }, { id = 9, name = "Comedy" } } }
  local english = { { genres = { { id = 35, name = "Comedy" }, { id = 9, name = "Fun" } } }, {} }
  local list = genres.merged(german, {}, english)
  assert.equal(35, genres.find(list, "komödie").movie)
  assert.equal(9, genres.find(list, "fun").movie)
  -- The names on the screen count first; the English names come after them.
  assert.equal(9, genres.find(list, "comedy").movie)
end)

it("names go by identifier", function()
  local list = genres.merged(films, series)
  assert.equal("Science Fiction", genres.names(list, "tv")[10765])
  assert.is_nil(genres.names(list, "movie")[10765])
end)
