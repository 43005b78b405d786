-- mixhost trailers browse: a pager in the terminal.

local commands = require("programs.trailers.lib.commands")
local options = require("programs.trailers.lib.options")

local function parse()
  return commands.parse("browse", {
    summary = "Films and series in a pager: filter by keys, open details and trailers.",
    options = options.with({
      options.of_trailers[1], options.of_trailers[2], options.of_trailers[3],
      { "accessible", type = "flag",
        help = "plain lines that read well aloud, and words instead of keys" },
    }),
    examples = {
      "$0 browse --type movies",
      "$0 browse --accessible",
    },
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
  local pager = require("programs.trailers.lib." .. (args.accessible and "spoken_pager" or "pager"))
  pager.run({
    service = service, state = state, language = service.language:sub(1, 2),
    genres = genres, genres_problem = genres_problem,
    rules = rules,
  })
  if args.accessible then commands.attribute() end
end
