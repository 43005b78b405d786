-- trailers.lua genres: the genres of films and series.

local commands = require("lib.trailers.commands")
local tmdb = require("providers.tmdb")

return function()
  local args = commands.parse("genres", {
    summary = "The genres of films and series, and their identifiers at TMDB.",
    examples = { "mixhost scripts/trailers.lua genres --json" },
  })
  local service = tmdb.open()
  local list, stale = commands.during(service, function() return service:genres() end)
  commands.check(list, stale)
  if args.json then
    local rows = {}
    for place, genre in ipairs(list) do
      rows[place] = {
        name = genre.name, movie = genre.movie or mix.json.null, tv = genre.tv or mix.json.null,
      }
    end
    print(mix.json.encode({ genres = rows, stale = stale }))
  else
    mix.ui.table(list, {
      columns = {
        { key = "name", title = "Genre" }, { key = "movie", title = "Movies", align = "right" },
        { key = "tv", title = "TV Shows", align = "right" },
      },
    })
    if stale then mix.ui.note("TMDB did not answer; this list is older than a week") end
  end
  commands.attribute()
end
