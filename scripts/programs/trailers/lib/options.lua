-- The options of mixhost trailers that choose what is shown.

local chosen_rules = require("lib.chosen_rules")
local failure = require("lib.failure")
local filters = require("programs.trailers.lib.filters")
local genre_names = require("lib.film_genres")
local tmdb = require("services.tmdb.provider")

local options = {}

-- The fields of the filter by the names of their options.
options.fields = {
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

local language = {
  "language", placeholder = "LL",
  help = "the language of titles and trailers, de or de-AT (default: the setting tmdb.language)",
}
local region = {
  "region", placeholder = "CC",
  help = "the country whose dates and ratings count, DE (default: the setting tmdb.region)",
}

--- The options of every command that shows titles.
options.of_titles = { language, region }

--- Those of commands that choose trailers as well.
options.of_trailers = {
  language, region,
  { "rules", default = "standard", placeholder = "NAME", help = "the rules of trailers" },
}

--- Opens TMDB as the arguments ask for it; an unknown language or country ends the script.
function options.service(args)
  local language_is_one = not args.language or args.language:find("^%l%l$")
    or args.language:find("^%l%l%-%u%u$")
  if not language_is_one then
    mix.ui.fail(("--language takes two letters, such as en, or with a country en-GB, not \"%s\"")
      :format(args.language), 2)
  end
  if args.region and not args.region:find("^%u%u$") then
    mix.ui.fail(("--region takes the two capital letters of a country, such as DE, not \"%s\"")
      :format(args.region), 2)
  end
  return tmdb.open({ language = args.language, region = args.region })
end

--- The rules of trailers that the arguments ask for. Unknown ones end the script.
function options.rules(args) return chosen_rules("trailers", args.rules) end

-- Spaces part the fields of a filter's text: a word that is not a field belongs to a value.
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
  for option, field in pairs(options.fields) do
    if args[option] and message:sub(1, #field + 2) == field .. ": " then
      return "--" .. option .. message:sub(#field + 1)
    end
  end
  return message
end

-- Whether the arguments name a genre: only TMDB's list says which there are.
local function names_genre(args)
  return args.genre ~= nil or args.filter ~= nil and args.filter:find("genre", 1, true) ~= nil
end

-- TMDB's genres. The list hardly changes: the one that is kept will do if it has the genre.
local function genres_for(args, service)
  local kept = service:kept():genres()
  if kept and args.genre and genre_names.find(kept, args.genre) then return kept end
  local list, problem = service:genres()
  -- Without genres everything else can be asked for; without a token or access nothing can.
  if not list and failure.class(problem) == "lasting" then mix.ui.fail(problem.message) end
  return list, not list and problem or nil
end

--- The state that the arguments ask for. Where they name a genre also the genres that TMDB has; nil
-- and the problem when these could not be had. An unknown value ends the script; what cannot go
-- together is mended and told.
function options.state(args, service)
  local genres, problem
  if names_genre(args) then genres, problem = genres_for(args, service) end
  local changes = {}
  for option, field in pairs(options.fields) do changes[field] = args[option] end
  local genre = genres and args.genre and genre_names.find(genres, args.genre)
  if genre then changes.genre = genre.name end
  local state, err = filters.state(filters.open(genres), args.filter, changes)
  if not state then
    mix.ui.fail(with_option(err.message, args) .. quoting_advice(args.filter), 2)
  end
  for _, remark in ipairs(filters.remarks(state)) do mix.ui.note(remark) end
  return state, genres, problem
end

return options
