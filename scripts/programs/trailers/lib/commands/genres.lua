-- mixhost trailers genres: the genres of films and series.

local commands = require("programs.trailers.lib.commands")
local last_result = require("lib.last_result")
local tmdb = require("providers.tmdb")

local columns = {
  { key = "name", title = "Genre" }, { key = "movie", title = "Movies", align = "right" },
  { key = "tv", title = "TV Shows", align = "right" },
}

local key = "trailers genres"
local function show(list) mix.ui.table(list, { columns = columns }) end

return function()
  local args = commands.parse("genres", {
    summary = "The genres of films and series, and their identifiers at TMDB.",
    examples = { "$0 genres --json" },
  })
  local service = tmdb.open()
  local list, stale = last_result.before(args, key, show, function() return service:genres() end)
  commands.check(list, stale)
  local rows = {}
  for place, genre in ipairs(list) do
    rows[place] = {
      name = genre.name, movie = genre.movie or mix.json.null, tv = genre.tv or mix.json.null,
    }
  end
  commands.present(args, "genres", { genres = rows, stale = stale }, function()
    show(list)
    last_result.keep(args, key, list)
    if stale then mix.ui.note("TMDB did not answer; this list is older than a week") end
  end)
  commands.attribute()
end
