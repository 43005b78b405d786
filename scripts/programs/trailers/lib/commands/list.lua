-- mixhost trailers list: the merged list as a table, as lines, as JSON or for other programs.

local commands = require("programs.trailers.lib.commands")
local filters = require("programs.trailers.lib.filters")
local listed = require("programs.trailers.lib.listed")
local listing = require("programs.trailers.lib.listing")
local model = require("programs.trailers.lib.model")
local options = require("programs.trailers.lib.options")

local function parse()
  local further = table.move(options.of_titles, 1, #options.of_titles, 1, {})
  return commands.parse("list", {
    summary = "Films and series of a filter as one list.",
    options = options.with(table.move(listed.options, 1, #listed.options, #further + 1, further)),
    examples = {
      "$0 list",
      "$0 list --type movies --genre Action --date thisYear",
      "$0 list --filter \"sort=ratingHighest\" --pages 5 --json",
      "$0 list --type movies --format kometa > trending.yml",
    },
  })
end

return function()
  local args = parse()
  local service = options.service(args)
  local state, genres, genres_problem = options.state(args, service)
  local view = model.open(service, {
    genres = genres, genres_problem = genres_problem, most = args.pages * listing.page_size,
  })
  listed.show(view, {
    state = state, summary = filters.summary(state), filter = filters.document(state),
  }, args)
end
