-- The options of mixhost trailers that choose what is shown.

local chosen_rules = require("lib.chosen_rules")
local filters = require("programs.trailers.lib.filters")

local options = {}

local fields = {
  type = "contentType", sort = "sort", genre = "genre", date = "date",
  certification = "certification",
}

local known = {
  { "type", placeholder = "TYPE", help = "all, movies or tv (default all)" },
  { "sort", placeholder = "SORT", help = "trending, popularity, releaseDateNewest, "
    .. "releaseDateOldest, ratingHighest or ratingLowest (default trending)" },
  { "genre", placeholder = "NAME", help = "a genre, as the command genres names it" },
  { "date", placeholder = "RANGE", help = "upcoming, thisMonth, last30Days, last90Days, thisYear "
    .. "or allTime (default allTime)" },
  { "certification", placeholder = "MARK", help = "G, PG, PG-13, R, NC-17 or NR; movies only" },
  { "filter", placeholder = "TEXT", help = "the same as one text: \"genre=Action date=thisYear\"" },
}

--- The names of these options.
options.names = {}
for place, option in ipairs(known) do options.names[place] = option[1] end

--- These options and further ones.
function options.with(further)
  local list = table.move(known, 1, #known, 1, {})
  return table.move(further, 1, #further, #list + 1, list)
end

--- The options that choose trailers.
options.of_trailers = {
  { "language", default = "en", placeholder = "LL", help = "the language of trailers" },
  { "rules", default = "standard", placeholder = "NAME", help = "the rules of trailers" },
}

--- The rules of trailers that the arguments ask for. Unknown ones, and a language that is none, end
-- the script.
function options.rules(args)
  if not args.language:find("^%l%l$") then
    mix.ui.fail(("--language takes two letters, such as en, not \"%s\""):format(
      args.language), 2)
  end
  return chosen_rules("trailers", args.rules)
end

-- Spaces part the fields of a filter's text: a word that is no field belongs to a value.
local function quoting_advice(text)
  if not text or text:find('"', 1, true) then return "" end
  for word in text:gmatch("%S+") do
    if not word:find("=", 1, true) then
      return "; a value with spaces stands in quotes: --filter 'genre=\"Science Fiction\"'"
    end
  end
  return ""
end

-- A filter's message with the name of the option that was given instead of the field's.
local function with_option(message, args)
  for option, field in pairs(fields) do
    if args[option] and message:sub(1, #field + 2) == field .. ": " then
      return "--" .. option .. message:sub(#field + 1)
    end
  end
  return message
end

--- The state that the arguments ask for, and the genres that TMDB has; nil and the problem for
-- these when they could not be had. An unknown value ends the script; what cannot go together is
-- mended and told.
function options.state(args, service)
  local genres, problem = service:genres()
  -- Without genres everything else can be asked for; without a token or access nothing can.
  if not genres and (problem.kind == "token" or problem.kind == "forbidden") then
    mix.ui.fail(problem.message)
  end
  local changes = {}
  for option, field in pairs(fields) do changes[field] = args[option] end
  local state, err = filters.state(filters.open(genres), args.filter, changes)
  if not state then
    mix.ui.fail(with_option(err.message, args) .. quoting_advice(args.filter), 2)
  end
  for _, remark in ipairs(filters.remarks(state)) do mix.ui.note(remark) end
  return state, genres, not genres and problem or nil
end

return options
