-- trailers.lua list: the merged list as a table, as lines or as JSON.

local commands = require("lib.trailers.commands")
local documents = require("lib.trailers.documents")
local filters = require("lib.trailers.filters")
local list_view = require("lib.trailers.list_view")
local listing = require("lib.trailers.listing")
local options = require("lib.trailers.options")
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
      "mixhost scripts/trailers.lua list",
      "mixhost scripts/trailers.lua list --type movies --genre Action --date thisYear",
      "mixhost scripts/trailers.lua list --filter \"sort=ratingHighest\" --pages 5 --json",
    },
  })
end

-- Pages until there are enough: the items, whether the list goes on, and what went wrong.
local function collect(list, pages)
  local items = {}
  for _ = 1, pages do
    local page, problem = list:page()
    if not page then return items, "error", problem end
    table.move(page, 1, #page, #items + 1, items)
    if list:problem() then return items, "error", list:problem() end
    if list:has_ended() then return items, #items > 0 and "exhausted" or "empty" end
  end
  return items, "loaded"
end

local function print_json(state, items, ending, stale)
  local rows = mix.json.array({})
  for place, item in ipairs(items) do rows[place] = documents.item(item) end
  print(mix.json.encode({
    filter = filters.document(state), items = rows, state = ending, stale = stale,
  }))
end

return function()
  local args = parse()
  local service = tmdb.open()
  local state, genres, list, items, ending, problem
  commands.during(service, function()
    state, genres = options.state(args, service)
    list = listing.open(service, state, genres, args.pages * listing.page_size)
    items, ending, problem = collect(list, args.pages)
  end)
  if problem and #items == 0 and not args.json then commands.give_up(problem.message) end
  if args.json then
    print_json(state, items, ending, list.stale)
  else
    list_view.print(state, items, { accessible = args.accessible })
  end
  if problem then
    mix.log.error(("trailers: %s are shown, the rest is missing: %s"):format(
      list_view.count(#items), problem.message))
  end
  if list.stale and not args.json then
    mix.ui.note("TMDB did not answer every request; some of this is older than five minutes")
  end
  commands.attribute()
  if problem then os.exit(1) end
end
