-- TMDB's records as mixhost reads them; captured answers have every gap that is tried here.

local documents = require("programs.trailers.lib.documents")
local title_nodes = require("programs.trailers.lib.title_nodes")
local titles = require("services.tmdb.titles")

local film = {
  id = 7, title = "Paper Boats", release_date = "2024-04-05", vote_average = 7.125,
  vote_count = 455, popularity = 108.7, poster_path = "/a.jpg", genre_ids = { 27, 18 },
  overview = "A boat.", media_type = "movie",
}

local function with(changes)
  local copy = {}
  for name, value in pairs(film) do copy[name] = value end
  for name, value in pairs(changes) do copy[name] = value end
  return titles.item(copy, "movie")
end

describe("an entry of a list", function()
  it("holds what is shown and sorted by", function()
    assert.are.same({
      key = "movie/7", type = "movie", id = 7, title = "Paper Boats", date = "2024-04-05",
      year = 2024, rating = 7.125, votes = 455, popularity = 108.7,
      poster = "https://image.tmdb.org/t/p/w342/a.jpg", overview = "A boat.",
      genre_ids = { 27, 18 },
    }, titles.item(film))
    local series = titles.item({ id = 7, name = "Big House", first_air_date = "2000-07-18" }, "tv")
    assert.are.same({ "tv/7", "Big House", 2000 }, { series.key, series.title, series.year })
  end)

  it("may lack all but a name and an identifier", function()
    assert.are.same({
      key = "movie/1", type = "movie", id = 1, title = "A", votes = 0, popularity = 0,
      genre_ids = {},
    }, titles.item({ id = 1, title = "A" }, "movie"))
    local original = { id = 1, title = mix.json.null, original_title = "B" }
    assert.equal("B", titles.item(original, "movie").title)
    assert.is_nil(with({ poster_path = mix.json.null }).poster)
  end)

  it("is none for persons and for what has no name or identifier", function()
    assert.is_nil(titles.item({ id = 1, name = "John Doe", media_type = "person" }))
    assert.is_nil(with({ title = mix.json.null }))
    assert.is_nil(with({ title = "  " }))
    assert.is_nil(with({ id = "7" }))
    assert.is_nil(with({ id = 0 }))
    assert.is_nil(titles.item("text", "movie"))
  end)

  it("reads numbers that are texts, and skips invalid dates", function()
    assert.equal(8.1, with({ vote_average = "8.1" }).rating)
    assert.is_nil(with({ vote_average = 0 }).rating)
    assert.is_nil(with({ vote_average = "good" }).rating)
    for _, date in ipairs({ "", "0000-00-00", "2024-13-01", "2023-02-29", "soon", 2024 }) do
      assert.is_nil(with({ release_date = date }).date)
    end
    assert.equal("2024-02-29", with({ release_date = "2024-02-29" }).date)
  end)
end)

describe("a film's details", function()
  local raw = {
    id = 7, title = "Paper Boats", runtime = 135, tagline = "", original_language = "en",
    genres = { { id = 18, name = "Drama" } },
    credits = {
      cast = { { name = "Ada Lune" }, { name = "Bo" } },
      crew = { { name = "C", job = "Writer" }, { name = "D", job = "Director" } },
    },
    videos = { results = { { key = "k" } } },
  }

  local function rated(releases)
    raw.release_dates = { results = { { iso_3166_1 = "GB",
      release_dates = { { type = 3, certification = "15" } } },
      { iso_3166_1 = "US", release_dates = releases } } }
    return titles.detail(raw, "movie").certification
  end

  it("hold everything about it", function()
    local detail = titles.detail(raw, "movie")
    assert.are.same({ 135, "NR", "en" }, { detail.minutes, detail.certification, detail.language })
    assert.are.same({ "Drama" }, detail.genres)
    assert.are.same({ "Ada Lune", "Bo" }, detail.cast)
    assert.are.same({ "D" }, detail.directors)
    assert.are.same({ { key = "k" } }, detail.videos)
    assert.is_nil(detail.tagline)
  end)

  it("are rated as in US cinemas, or the nearest to it", function()
    assert.equal("PG",
      rated({ { type = 3, certification = "" }, { type = 4, certification = "PG" } }))
    assert.equal("R", rated({ { type = 1, certification = "G" }, { type = 3, certification = "R" },
      { type = 2, certification = "PG" } }))
    assert.equal("G",
      rated({ { type = 1, certification = "G" }, { type = 6, certification = "" } }))
    assert.equal("NR", rated({ { type = 3, certification = "" } }))
    assert.equal("NR", rated(mix.json.null))
  end)
end)

it("a series has the length of an episode, its makers and its rating", function()
  local detail = titles.detail({
    id = 9, name = "Halls", episode_run_time = { 45 }, number_of_seasons = 3,
    created_by = { { name = "E" } },
    content_ratings = { results = { { iso_3166_1 = "AU", rating = "M" },
      { iso_3166_1 = "US", rating = "TV-14" } } },
  }, "tv")
  assert.are.same({ 45, 3, "TV-14" }, { detail.minutes, detail.seasons, detail.certification })
  assert.are.same({ "E" }, detail.directors)
  assert.are.same({}, detail.videos)
end)

describe("videos", function()
  local null = mix.json.null
  local odd = {
    { key = "k", site = "YouTube", name = null, size = 1080.5, type = {}, official = "yes" },
    null, "text", { key = null, site = null, size = null }, { iso_3166_1 = "US", size = "720" },
  }

  it("keep what can be used of them", function()
    local detail = titles.detail({ id = 5, title = "A", videos = { results = odd } }, "movie")
    assert.are.same({
      { key = "k", site = "YouTube" }, {}, { iso_3166_1 = "US", size = 720 },
    }, detail.videos)
  end)

  it("of any kind can be ranked, printed and encoded", function()
    local detail = titles.detail({ id = 5, title = "A", videos = { results = odd } }, "movie")
    for _, rules in ipairs({ "classic", "standard" }) do
      local ranked = mix.rules.load("trailers/" .. rules):rank(detail.videos, { language = "en" })
      assert.equal(1, #ranked)
      local node = title_nodes.detail(detail, ranked, "loaded")
      assert.are.same({ "embed", service = "youtube", video = "k", title = "YouTube" }, node[#node])
      local document = mix.json.encode(documents.detail(detail, ranked, false))
      assert.equal("YouTube", mix.json.decode(document).trailers[1].label)
    end
    -- Rules of one's own may take videos that nobody can open.
    local node = title_nodes.detail(detail, { { video = detail.videos[2] } }, "loaded")
    assert.are.same({ "text", "Video" }, node[#node])
    assert.equal(null, documents.trailer({ video = detail.videos[2] }).url)
  end)
end)
