-- mixhost trailers list: the merged list as a table, as lines or as JSON.

local commands = require("programs.trailers.lib.commands")
local documents = require("programs.trailers.lib.documents")
local filters = require("programs.trailers.lib.filters")
local last_result = require("lib.last_result")
local list_view = require("programs.trailers.lib.list_view")
local listing = require("programs.trailers.lib.listing")
local model = require("programs.trailers.lib.model")
local options = require("programs.trailers.lib.options")
local tmdb = require("providers.tmdb")

local function parse()
  return commands.parse("list", {
    summary = "Films and series of a filter as one list.",
    options = options.with({
      { "pages", type = "integer", min = 1, max = tmdb.last_page, default = 1,
        help = "how many pages of 20 titles" },
      { "accessible", type = "flag", help = "plain lines that read well aloud" },
    }),
    examples = {
      "$0 list",
      "$0 list --type movies --genre Action --date thisYear",
      "$0 list --filter \"sort=ratingHighest\" --pages 5 --json",
    },
  })
end

-- The items, with what is to be said of all of them.
local function document(state, items, ending, stale)
  local rows = mix.json.array({})
  for place, item in ipairs(items) do rows[place] = documents.item(item) end
  return { filter = filters.document(state), items = rows, state = ending, stale = stale }
end

-- What is missing in the list, in a line; nil when nothing is.
local function missing(view, count)
  local shown = list_view.count(count) .. " shown"
  local problem, genres_problem = view:problem(), view:without_genres()
  if problem then return ("%s, the rest is missing: %s"):format(shown, problem.message) end
  if genres_problem and count > 0 then
    return ("%s without their genres: %s"):format(shown, genres_problem.message)
  end
end

-- What the arguments ask for, as one text.
local function question(args)
  local wanted = { pages = args.pages, accessible = args.accessible }
  for _, option in ipairs(options.names) do wanted[option] = args[option] end
  return "trailers list " .. mix.json.encode(wanted)
end

local shown_fields = {
  "title", "date", "year", "rating", "type", "genres", "key", "votes", "popularity",
}
local most_kept = 200

-- What the list shows of its items.
local function shown(items)
  local list = {}
  for place = 1, math.min(#items, most_kept) do
    list[place] = {}
    for _, name in ipairs(shown_fields) do list[place][name] = items[place][name] end
  end
  return list
end

-- Titles as they come, each an event.
local function tell_titles(view)
  local told = 0
  view.grid:on_change(function()
    local items = view.grid:items()
    for place = told + 1, #items do mix.events.emit("item", documents.item(items[place])) end
    told = math.max(told, #items)
  end)
end

return function()
  local args = parse()
  local service = tmdb.open()
  local key, looks = question(args), { accessible = args.accessible }
  local state, view, ending = last_result.before(args, key, function(last)
    list_view.print_items(last.summary, last.items, looks)
  end, function()
    local state, genres, genres_problem = options.state(args, service)
    local view = model.open(service, {
      genres = genres, genres_problem = genres_problem, most = args.pages * listing.page_size,
    })
    if args.events then tell_titles(view) end
    return state, view, view:show(state, args.pages)
  end)
  local items, problem = view.grid:items(), view:problem()
  local for_people = not (args.json or args.events)
  if problem and #items == 0 and for_people then mix.ui.fail(problem.message) end
  local lack = missing(view, #items)
  local found = document(state, items, lack and "error" or ending, view:is_stale())
  if args.events then found.items = nil end
  commands.present(args, "done", found, function()
    list_view.print(state, items, looks)
  end)
  if not lack and #items > 0 then
    last_result.keep(args, key, { summary = filters.summary(state), items = shown(items) })
  end
  if view:is_stale() and for_people then
    mix.ui.note("TMDB did not answer every request; some of this is older than five minutes")
  end
  commands.attribute()
  if lack then mix.ui.fail(lack) end
end
