-- The list in the forms that other programs take.

local exports = require("programs.trailers.lib.exports")

local items = {
  {
    type = "movie", id = 5, title = "A: \"b\"\nc", year = 2024, date = "2024-05-01", rating = 7.5,
    votes = 10, popularity = 2.5, genres = { "Drama", "War" }, imdb = "tt0000005",
    poster = "https://image.tmdb.org/t/p/w342/x.jpg",
  },
  { type = "tv", id = 6, title = "夜, day", votes = 0, popularity = 1, genres = {} },
}

it("CSV is read back as it was written", function()
  local rows = mix.csv.parse(exports.csv(items))
  assert.equal(2, #rows)
  assert.are.same({ "5", "tt0000005", "2024", "Drama, War" },
    { rows[1].tmdbID, rows[1].imdbID, rows[1].Year, rows[1].genres })
  assert.are.same({ "夜, day", "", "tv" }, { rows[2].Title, rows[2].Year, rows[2].type })
end)

it("Kometa gets a collection for each kind of library", function()
  assert.equal([[
collections:
  "All (Movies)":
    tmdb_movie:
      - 5  # A: "b" c (2024)
    collection_order: custom
    sync_mode: sync
  "All (TV Shows)":
    tmdb_show:
      - 6  # 夜, day (TBA)
    collection_order: custom
    sync_mode: sync
]], exports.kometa(items, "All"))
  assert.matches('"All":', exports.kometa({ items[1] }, "All"), 1, true)
  assert.equal("collections: {}\n", exports.kometa({}, "All"))
end)

it("Stremio gets a catalogue by IMDb's identifiers, or TMDB's", function()
  local metas = mix.json.decode(exports.stremio(items)).metas
  assert.are.same({ "tt0000005", "movie", "2024" },
    { metas[1].id, metas[1].type, metas[1].releaseInfo })
  assert.are.same({ "tmdb:6", "series" }, { metas[2].id, metas[2].type })
  assert.equal("{\"metas\":[]}\n", exports.stremio({}))
end)
