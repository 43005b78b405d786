-- The options of trailers.lua that choose what is shown.

local commands = require("lib.trailers.commands")
local filters = require("lib.trailers.filters")

local options = {}

local fields = {
  type = "contentType", sort = "sort", genre = "genre", date = "date",
  certification = "certification",
}

local known = {
  { "type", placeholder = "TYPE", help = "all, movies or tv (default all)" },
  { "sort", placeholder = "SORT", help = "trending, popularity, releaseDateNewest, "
    .. "releaseDateOldest, ratingHighest or ratingLowest (default trending)" },
  { "genre", placeholder = "NAME", help = "a genre, as trailers.lua genres names it" },
  { "date", placeholder = "RANGE", help = "upcoming, thisMonth, last30Days, last90Days, thisYear "
    .. "or allTime (default allTime)" },
  { "certification", placeholder = "MARK", help = "G, PG, PG-13, R, NC-17 or NR; movies only" },
  { "filter", placeholder = "TEXT", help = "the same as one text: \"genre=Action date=thisYear\"" },
}

--- These options and further ones.
function options.with(further)
  local list = table.move(known, 1, #known, 1, {})
  return table.move(further, 1, #further, #list + 1, list)
end

--- The state that the arguments ask for, and the genres that TMDB has; nil and the problem for
-- these when they could not be had. An unknown value ends the script; what cannot go together is
-- mended and told.
function options.state(args, service)
  local genres, problem = service:genres()
  -- Without genres everything else can be asked for; without a token or access nothing can.
  if not genres and (problem.kind == "token" or problem.kind == "denied") then
    commands.give_up(problem.message)
  end
  local changes = {}
  for option, field in pairs(fields) do changes[field] = args[option] end
  local state, err = filters.state(filters.open(genres), args.filter, changes)
  if not state then commands.give_up(err.message, 2) end
  for _, remark in ipairs(filters.remarks(state)) do mix.ui.note(remark) end
  return state, genres, not genres and problem or nil
end

return options
