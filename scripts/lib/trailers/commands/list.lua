-- trailers.lua list: the merged list as a table, as lines or as JSON.

local commands = require("lib.trailers.commands")
local documents = require("lib.trailers.documents")
local filters = require("lib.trailers.filters")
local list_view = require("lib.trailers.list_view")
local listing = require("lib.trailers.listing")
local model = require("lib.trailers.model")
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
  local state, view, ending
  commands.during(service, function()
    local genres
    state, genres = options.state(args, service)
    view = model.open(service, { genres = genres, most = args.pages * listing.page_size })
    ending = view:show(state, args.pages)
  end)
  local items, problem = view.grid:items(), view:problem()
  if problem and #items == 0 and not args.json then commands.give_up(problem.message) end
  if args.json then
    print_json(state, items, problem and "error" or ending, view:is_stale())
  else
    list_view.print(state, items, { accessible = args.accessible })
  end
  if view:is_stale() and not args.json then
    mix.ui.note("TMDB did not answer every request; some of this is older than five minutes")
  end
  commands.attribute()
  if not problem then return end
  commands.give_up(("%s shown, the rest is missing: %s"):format(
    list_view.count(#items), problem.message))
end
