-- mixhost trailers calendar: the releases of followed titles for calendar programs.

local commands = require("programs.trailers.lib.commands")
local followed = require("programs.trailers.lib.followed")
local output_file = require("lib.output_file")

return function()
  local args = commands.parse("calendar", {
    summary = "Writes the releases of followed titles and artists as a calendar (iCalendar).",
    options = { { "output", type = "path", access = "write", placeholder = "FILE",
      help = "write to a file instead of standard output" } },
    examples = { "$0 calendar --output releases.ics" },
  })
  output_file.check("--output", args.output)
  local problem = followed.refresh(followed.services())
  commands.need(output_file.write(args.output, followed.calendar()))
  if #followed.list() == 0 then
    mix.ui.note(("nothing is followed yet: %s follow movie/ID"):format(mix.args.command))
  end
  if problem then
    mix.ui.fail(("%s; this is what was known before of the titles that failed"):format(
      problem.message))
  end
end
