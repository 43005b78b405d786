-- The ways in which people name a title on the command line.

local title_names = require("programs.trailers.lib.title_names")

local read = title_names.read

it("TMDB's own numbers, as lists show them and as addresses have them", function()
  assert.are.same({ type = "movie", id = 157336, digits = "157336" }, read("movie/00157336"))
  assert.equal(1399, read("https://www.themoviedb.org/tv/1399-game-of-thrones").id)
  assert.is_nil(read("movie/99999999999").id)
  assert.is_nil(read("person/5"))
  assert.is_nil(read("movie/000"))
end)

it("identifiers of IMDb and TVDB", function()
  for _, text in ipairs({
    "tt0816692", "imdb:tt0816692", "https://www.imdb.com/title/tt0816692/?ref_=x",
    "https://www.imdb.com/de/title/tt0816692",
  }) do
    assert.are.same({ source = "imdb", id = "tt0816692" }, read(text))
  end
  assert.are.same({ source = "tvdb", id = "121361" }, read("TVDB:121361"))
end)

it("words are none of these", function()
  for _, text in ipairs({
    "interstellar", "tt", "ttx1", "tvdb:x", "imdb:5", "tt" .. ("1"):rep(50), "",
    "https://x.org/tv/1", "tt0816692/../../configuration",
  }) do
    assert.is_nil(read(text))
  end
end)
