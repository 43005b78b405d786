-- mixhost trailers browse: the screen of films and series in the terminal, by keys or by words.

local browser = require("lib.program_screen.browser")
local commands = require("programs.trailers.lib.commands")
local filters = require("programs.trailers.lib.filters")
local live_titles = require("programs.trailers.lib.live_titles")
local options = require("programs.trailers.lib.options")
local program_screen = require("lib.program_screen")
local spoken = require("lib.program_screen.spoken")
local tmdb = require("services.tmdb.provider")
local words = require("programs.trailers.lib.words")

local function parse()
  return commands.parse("browse", {
    summary = "Films and series in a pager: filter by keys, open details and trailers.",
    options = options.with({
      options.of_trailers[1], options.of_trailers[2], options.of_trailers[3],
      { "accessible", type = "flag",
        help = "plain lines that read well aloud, and words instead of keys" },
    }),
    examples = { "$0 browse --type movies", "$0 browse --accessible" },
  })
end

local function summary(state) return filters.summary(state.browser.state) end

local function all(state, update)
  live_titles.show(state.browser, state.browser.filter:initial(), update)
end

local function again(state, update) live_titles.again(state.browser, update) end

-- The change that was typed, "sort" "newest"; nil and why not, if it is the value.
local function typed(state, name, value)
  local field = options.fields[name] or name
  local is_field, changed, err = pcall(live_titles.with, state.browser,
    { [field] = value:lower() ~= "any" and value or false })
  if not is_field then return nil end
  if not changed then return nil, err.message end
  return { [field] = changed:get(field) or "" }
end

local function listen(screen)
  spoken.run(screen, {
    print = words.print, summary = summary, noun = "title", typed = typed,
    words = { all = all, again = again }, again = "again asks again",
    help = "Commands: n next page, p previous page, a number for details, "
      .. "FIELD VALUE to filter (type, sort, genre, date, certification), all, again, help, quit.",
  })
  commands.attribute()
end

local function look(screen)
  browser.run(screen, {
    summary = summary, keys = { x = all, r = again }, again = "r asks again",
    fields = { t = "contentType", s = "sort", g = "genre", d = "date", c = "certification" },
    hint = "? keys · arrows n p move · enter detail · t s g d c filter · x all · r again"
      .. " · q quit",
    detail_hint = "? keys · arrows scroll · enter 1-9 open a trailer · r again · escape back"
      .. " · q quit",
    notice = tmdb.attribution, short_notice = tmdb.short_attribution,
  })
end

return function()
  local args = parse()
  if not args.accessible and not (mix.ui.can_redraw() and mix.ui.is_interactive()) then
    mix.ui.fail("browse takes a terminal; without one there are list, and browse --accessible")
  end
  local rules = options.rules(args)
  local service = options.service(args)
  local state, genres, genres_problem = options.state(args, service)
  local screen = program_screen.open("trailers/trailers", { browser = live_titles.open({
    service = service, rules = rules, state = state, genres = genres,
    genres_problem = genres_problem,
  }) })
  return (args.accessible and listen or look)(screen)
end
