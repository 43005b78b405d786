-- mixhost trailers genres: the genres of films and series.

local commands = require("programs.trailers.lib.commands")
local last_result = require("lib.last_result")
local options = require("programs.trailers.lib.options")

local columns = {
  { key = "name", title = "Genre" }, { key = "movie", title = "Movies", align = "right" },
  { key = "tv", title = "TV Shows", align = "right" },
}

local function show(list) mix.ui.table(list, { columns = columns }) end

local function parse()
  return commands.parse("genres", {
    summary = "The genres of films and series, and their identifiers at TMDB.",
    options = { options.of_titles[1] },
    examples = { "$0 genres --json" },
  })
end

return function()
  local args = parse()
  local service = options.service(args)
  local list, stale = last_result.meanwhile(args, function()
    local kept = service:kept()
    local list = kept:genres()
    if list then return list, kept.oldest end
  end, show, function() return service:genres() end)
  commands.need(list, stale)
  local rows = mix.json.array({})
  for place, genre in ipairs(list) do
    rows[place] = {
      name = genre.name, movie = genre.movie or mix.json.null, tv = genre.tv or mix.json.null,
      english = genre.english,
    }
  end
  commands.present(args, "genres", { genres = rows, stale = stale }, function()
    show(list)
    if stale then mix.ui.note("TMDB did not answer; this list is older than a week") end
  end)
  commands.attribute()
end
